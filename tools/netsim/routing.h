/* routing -- what a routing algorithm is: the routes of a topology, and a decision about them.
 *
 * Routes (lib/route) say where a packet may go: minimal ways, detours, the virtual channel of each step.  A decision says which it takes:
 * it may draw and look at queues, and settles the packet's trip.via.
 *
 * A routing is a row of the table in routings.c.  To add a decision: write routings/NAME.c with a `const decision NAME`, declare it in
 * routings/decisions.h, and give it rows; hopline-routings.7 describes it.  No other source changes. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lib/route/route.h"

struct network;
struct packet;

typedef struct decision {
	bool detours;		/* it may choose one */
	/* What `choose` asks network_waiting about. */
	enum { ASKS_NOTHING, ASKS_ROUTER, ASKS_PATHS } asks;	/* links of its router to others; links of whole paths */
	/* The head of p, whose route is not settled, has come to `router` at time `now`: set p->via and, when it will not be asked again,
	 * p->settled.  NULL: never asked. */
	void (*choose)(struct network *n, struct packet *p, uint32_t router, int64_t now);
	bool weighs;		/* the minimal path against a detour, so that network.bias and network.threshold count */
	/* When a network has it: make what it keeps there (network.h, rooms).  May be NULL. */
	void (*begin)(struct network *n);
	/* Packets whose route `choose` does not settle take the one of the routes' ways whose channel has most tokens (escape/tokens.c). */
	bool tokens;
	/* For the channel dependency test: the k-th value that `choose`, when it is asked at this router, may give t->via; false when
	 * there are no more.  NULL: NONE only. */
	bool (*targets)(const paths *w, const trip *t, uint32_t router, uint32_t k, uint32_t *via);
} decision;

typedef struct routing {
	const char *name;	/* as in the column `routing` */
	const char *alias;	/* another name that --routing takes; may be NULL */
	const char *about;	/* one line for --list: paper and rule */
	const routes *routes;
	const decision *decision;
} routing;

extern const routing routings[];	/* ended by a NULL name, in display order */

/* Is the routing for this machine? */
bool routing_serves(const routing *r, const machine *m);

/* The routing called `name` (or by an alias) for a machine; NULL when there is none. */
const routing *routing_find(const machine *m, const char *name);

/* Virtual channels that it needs of links of a class. */
static inline int
routing_channels(const routing *r, const machine *m, int class)
{
	return routes_channels(r->routes, m, class, r->decision->detours);
}

/* decision.targets: every detour of the routes; NONE where there is none. */
bool targets_detours(const paths *w, const trip *t, uint32_t router, uint32_t k, uint32_t *via);

/* decision.targets: NONE, and every detour. */
bool targets_either(const paths *w, const trip *t, uint32_t router, uint32_t k, uint32_t *via);
