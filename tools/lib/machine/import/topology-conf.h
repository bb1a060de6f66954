/* topology-conf -- the switches and nodes that a topology.conf of Slurm lists (plugins topology/tree and topology/block), for machines of kind graph. */
#pragma once

#include "lib/machine/import/graph-read.h"

/* Read the file `path`: its switches are routers, in the order of its lines, a cable joins each with every switch that it
 * lists, and the nodes are numbered line after line as they are listed.  All cables have the speed `usual`.  The machine's
 * above[] and block_size[] are set.  A switch may be listed by several others; blocks are listed by one that comes last.  What is wrong (a cycle, two roots without a way between them, a switch or a node twice, …) ends the
 * tool with exit status 1, file and line. */
void topology_conf_read(cables *c, seats *n, const char *path, speed usual, machine *m, names *class);
