/* loads -- what messages between nodes put on each link of a machine under a routing, expected rather than simulated.
 *
 * What goes from one node to another takes the routes of the routing: the one way of a static routing, all ways of one that splits
 * evenly, a mixture of minimal way and detours where the routing weighs one against the other (UGAL).  Loads are whole numbers in a
 * unit of the caller's, bytes say, so a flow that is taken away again leaves no trace. */
#pragma once

#include "lib/cli/choices.h"
#include "lib/route/paths.h"

/* How a routing splits what goes between two nodes. */
typedef enum division {
	STRAIGHT,		/* the minimal way; where a ring is as short either way, both if the routes draw */
	DETOURS,		/* all detours alike */
	MIXED,			/* part of it straight, part of it by detours */
	ANY_WAY			/* minimal ways; at each router all that lead on are alike */
} division;

/* A link, and how much of a flow goes over it.  A link may stand in several parts of one flow. */
typedef struct load_part {
	uint32_t link;
	int64_t amount;
} load_part;

typedef struct loads {
	paths paths;
	division division;
	uint32_t most;		/* ways that a flow is split into at most, minimal ones and detours each */
	load_part *part;	/* the parts of one flow */
	size_t parts, room;
} loads;

/* Is there a routing of that name, as netsim has them, for the machine?  For none where links change from run to run. */
bool loads_known(const machine *m, const char *routing);

/* Those of such a routing.  Of a flow with more than `most` ways (0: no limit) that many count, even steps apart, and which these are
 * hangs on its nodes; of switches that go by what waits a single one is d-mod-k's. */
void loads_init(loads *l, const machine *m, const char *routing, uint32_t most);
void loads_free(loads *l);

/* The names of the machine's routings, for a message about `typed`. */
choice_list loads_choices(const machine *m, const char *typed, const char *between);

/* Split a flow between two nodes into l->part[0 … l->parts-1], until the next call: the node's link first, the other node's last.  The
 * parts follow from the arguments alone.  A node sends nothing over links to itself, or in its domain; its interfaces have equal shares,
 * each sends to the one of its place.  `amount` is 0 or more. */
void loads_split(loads *l, uint32_t from, uint32_t to, int64_t amount);

/* Add a flow to load[links], or take it away. */
void loads_add(loads *l, uint32_t from, uint32_t to, int64_t amount, int64_t *load);
void loads_remove(loads *l, uint32_t from, uint32_t to, int64_t amount, int64_t *load);
