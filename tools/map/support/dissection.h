/* dissection -- tasks and the routers that they go to are cut in two, again and again, and the tasks of one half go to the routers of
 * one half; only in a build that has METIS.
 *
 * Hoefler and Snir, "Generic topology mapping strategies for large-scale parallel architectures", ICS 2011, recursive
 * bisection.  The tasks have what they exchange as weights; how routers are cut is the caller's. */
#pragma once

#include "map/mapping.h"
#include "map/support/used-routers.h"

/* Cut `count` routers, two or more: side[i] is 0 or 1 for router[i], each at least once, the halves as equal in ranks as can be. */
typedef void router_cut(used_routers *u, const uint32_t *router, uint32_t count, uint8_t *side);

/* By METIS, so that little between the halves is near. */
router_cut cut_near;

typedef struct dissection_rule {
	router_cut *cut;
	int first_cuts, cuts;	/* of a graph of tasks, for METIS to keep the best of them: while parts are large, and later */
	bool pulled;		/* those they talk to in other parts draw tasks to the half that is nearer */
	bool nodes;		/* cut the tasks of a router, too, for its nodes; else they take its ranks in order */
} dissection_rule;

/* The rank of each task into rank[].  Which half goes to which is tried both ways: that is taken which brings tasks nearer to those
 * that they talk to, where every task counts as being in the middle of the routers that its part is known to go to. */
void dissect(const placement *p, const dissection_rule *rule, uint32_t *rank);
