/* node-map -- the nodes of a lattice from a list: what each is, what it is called, where it sits.
 *
 * Text, gzipped or not; a line a node, in any order, its fields between blanks:
 *	nid name kind x y z
 * with as many coordinates as the machine has dimensions.  Blank lines and lines that begin with '#' are
 * skipped.  nid is a number that each node has for itself, and so is the name; kind is compute, service or other.
 * Of the nodes of a router the one with the lowest nid is the first.  Places that no line names have no node. */
#ifndef HOPLINE_LIB_MACHINE_LATTICE_NODE_MAP_H
#define HOPLINE_LIB_MACHINE_LATTICE_NODE_MAP_H

#include "lib/machine/machine.h"

/* Fill in node_kind (which must be there), node_name and nid of a machine whose shape is a lattice.  What is wrong with
 * the file ends the tool with exit status 1, file and line. */
void node_map_read(machine *m, const char *path);

#endif
