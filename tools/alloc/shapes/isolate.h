/* isolate -- domains of a level (leaf, group, …) that a job has to itself.
 *
 * A domain is whole when no job has a node of it: all its nodes are idle but those that the
 * machine lists as unavailable. */
#ifndef HOPLINE_ALLOC_SHAPES_ISOLATE_H
#define HOPLINE_ALLOC_SHAPES_ISOLATE_H

#include "alloc/occupancy.h"

/* Is the domain whole, and has it a node? */
bool is_whole(const occupancy *o, const level *l, uint32_t domain);

/* Nodes that jobs may have, busy or not, of the domain that has most. */
uint32_t most_available(const occupancy *o, const level *l);

/* The idle nodes of all domains in which there is one of the n nodes: those that no other job may have when
 * the domains are to be this one's alone.  Writes them to out (room for all); how many. */
uint32_t close_domains(const occupancy *o, const level *l, const uint32_t *node, uint32_t n, uint32_t *out);

#endif
