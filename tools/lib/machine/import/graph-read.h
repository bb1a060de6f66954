/* graph-read -- the two tables of a graph machine (graph.h says what is in them), as they were
 * written: each row right by itself.  What is wrong ends the tool with exit status 1, file and line. */
#pragma once

#include "lib/machine/machine.h"
#include "lib/stream/names.h"

enum { GRAPH_LINK_FAR = 1000 };	/* in distances a link counts for that many at most */

typedef struct cable {
	uint32_t end[2];
	uint32_t count;		/* parallel links */
	uint32_t distance;	/* in distances it counts for that many links; 0: for one */
	uint8_t class, speed;	/* of the machine's */
	long line;
} cable;

typedef struct cables {
	table *table;		/* still open, for messages; NULL: from a topology.conf */
	const char *file;
	cable *cable;
	uint32_t count;
	uint32_t routers;	/* the largest number of a router, and one; at least 1 */
	uint64_t links;		/* parallel ones counted */
} cables;

typedef struct graph_seat {
	uint32_t node, router, group;
	char *name;		/* what people call it; NULL: nothing */
	long line;
} graph_seat;

typedef struct seats {
	graph_seat *seat;		/* by node, each once, 0 to count-1 */
	uint32_t count;
	uint32_t groups;	/* 0: the table has no column `group` */
	uint32_t nics;		/* interfaces of a node, which are in a row; 0: the file does not say */
} seats;

/* Read the links, self-loops refused; the machine gets the classes and speeds that they have.  `names` receives the classes' names, and
 * must live as long as the machine; `usual` is the speed of a row that has none. */
void cables_read(cables *c, const char *path, speed usual, machine *m, names *names);
void cables_free(cables *c);

/* Read the nodes of a machine of that many routers. */
void seats_read(seats *s, const char *path, uint32_t routers);
void seats_free(seats *s);

/* End the tool with exit status 1 when one of the groups is empty, or divides a router; `file` is theirs. */
void seats_check_groups(const seats *s, const char *file, uint32_t routers);
