/* link-loads -- what a mapping puts on the links of the machine, kept up to date swap by swap, and what that costs.
 *
 * A link that needs the time x for what it carries in an iteration costs x^8, x being 1 for the fullest link of the first mapping: the
 * fullest ones decide.  What goes over a route that the routing splits goes over each part of it in proportion.  Links of nodes count. */
#pragma once

#include "map/mapping.h"

/* A link, and its share of what goes from one node to another. */
typedef struct route_part {
	uint32_t link, share;	/* of ROUTE_WHOLE */
} route_part;

enum { ROUTE_WHOLE = 1 << 10 };

/* The links from one place of the job's list to another. */
typedef struct route_parts {
	uint64_t pair;		/* which places; UINT64_MAX: none yet */
	route_part *part;
	size_t parts, room;
} route_parts;

typedef struct link_load {
	int64_t amount;		/* units of bytes, times ROUTE_WHOLE */
	int64_t change;		/* of it, by the swap that is tried */
	uint64_t cost;
	double inverse;		/* 1 / the amount that would fill the link as much as the fullest one of the first mapping is filled */
	double others;		/* what other jobs fill it, by that measure */
	bool touched;		/* by the swap that is tried */
} link_load;

typedef struct link_loads {
	const placement *p;
	const uint32_t *place;	/* [tasks] where they are in the job's list; the caller's */
	int64_t *sent, *received;	/* beside p->affinity->neighbour: to it, and from it, in units of bytes */
	link_load *link;	/* [links] */
	uint32_t *touched, count;	/* those that the swap tried last changes */
	int64_t *sum;		/* [links] scratch, all 0 */
	route_parts *cache;
	unsigned bits;		/* it holds 2^bits routes */
	uint64_t total;		/* what all links cost */
	double fullest;		/* what the fullest link of the first mapping needs, in that unit */
	uint64_t work;		/* parts of routes gone through so far */
} link_loads;

/* Of tasks at place[], by the ways of p->loads. */
void link_loads_init(link_loads *l, const placement *p, const uint32_t *place);
void link_loads_free(link_loads *l);

/* The links from one place to another; until the next call. */
const route_parts *link_loads_route(link_loads *l, uint32_t from, uint32_t to);

/* What swapping tasks i and j adds to the total. */
int64_t link_loads_try(link_loads *l, uint32_t i, uint32_t j);

/* What the fullest link needs, in a unit of time that is the same for all mappings of the job. */
double link_loads_fullest(const link_loads *l);

/* The swap that was tried last is made; place[] changes next. */
void link_loads_accept(link_loads *l);
