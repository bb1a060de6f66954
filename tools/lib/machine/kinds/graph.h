/* graph -- routers and links as a table lists them: any network that is connected.
 *
 * graph:links=FILE[,p=N | ,nodes=FILE], or graph:topology=FILE.  Both files are tables as hopline-stream(5) settles them
 * (CSV with a header; a preamble may stand in front of it), read whenever a tool builds the machine;
 * their names hold no comma.  Columns other than these are refused.
 *
 * links: a row a cable, for both directions:
 *	from, to	the routers at its ends.  Routers are 0 … the largest number that occurs;
 *			each has a link, and all are connected.
 *	class		name of its link class, not "node"; by default "link".  At most 255 differ.
 *	bandwidth	as 8Gb/s, latency as 40ns; by default those of the keys bw and latency.
 *	latency
 *	count		that many parallel links instead of 1.
 *	distance	for how many links, 1 to 1000, it counts in distances (machine.h), which mappings are made by; by
 *			default 1.  Routes and levels do not look at it.
 *	from_name, to_name	what people call the routers; not looked at.
 * Two routers have one row for each class of links between them, in either order.
 *
 * nodes: a row a node, in any order (without the file, node v sits on router v/p):
 *	node		0 … N-1, each once.
 *	router		the router it sits on.  Routers without nodes are fine.
 *	group		0 … G-1, none of them empty: a group of the level "group"; the nodes of a router
 *			are of one group.
 *	name		what people call the node (machine.h, node_name).
 *	description	not looked at.
 *
 * topology: a topology.conf of Slurm in place of both; topology-conf.h says what is made of it.
 *
 * Ports of a router: its nodes, then links by the router at the other end, ascending; parallel ones in the
 * order of their rows, those of one row together.  The k-th of them at one end is the k-th at the other. */
#pragma once

#include "lib/machine/import/graph-read.h"
#include "lib/machine/machine.h"

extern const kind kind_graph;

/* For kinds that generate a graph: fill in all of the machine but its link classes and coordinates, p nodes a router, with the level
 * router and its search.  The cables are each their own row, their counts and sums right, and connect all routers; the caller has
 * refused too many. */
void graph_fill(machine *m, const cables *c, uint32_t p);
