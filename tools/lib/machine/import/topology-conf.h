/* topology-conf -- the switches and nodes that a topology.conf of Slurm lists (plugins topology/tree and topology/block), for machines of
 * kind graph. */
#pragma once

#include "lib/machine/import/graph-read.h"
#include "lib/stream/gzlines.h"

/* Read and close a topology.conf or (by its suffix or what it says) a topology.yaml, of this the topology `name` (NULL: the cluster's
 * default one).
 * Its switches are routers, in the order of its lines, a cable joins each with every switch that it lists, and the nodes are numbered line
 * after line as they are listed; each is `nics` interfaces in a row, on the switches that list it in turn.  All cables have the speed
 * `usual`.  The machine's above[], block_size[] and fabric[] are set.  A switch may be listed by several others; blocks are listed by one
 * that comes last, and so are the roots of several trees.  What is wrong (a cycle, a switch twice, …) ends the tool with exit status 1,
 * file and line. */
void topology_conf_read(cables *c, seats *n, gzlines *in, const char *name, speed usual, uint32_t nics, machine *m, names *class);
