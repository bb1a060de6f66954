#include "map/congestion/relieve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/arrays.h"
#include "lib/cli/cli.h"
#include "map/congestion/link-loads.h"
#include "map/support/neighbour-lists.h"

enum {
	NEAR = 8,		/* places that count as near another */
	/* So much is spent: as if all routes of the job were gone through so often, */
	PASSES = 300,
	PASSES_LARGE = 30,	/* but only so often what is beyond */
	LARGE = 1 << 19,	/* parts of routes */
	PATIENCE = 40,		/* and less where that many gain no more than GAIN */
	PASSES_LIST = 4		/* the fullest links are looked for so often */
};
#define BETTER 0.99	/* so much of the time of the fullest link is less, however numbers are rounded */
#define GAIN 0.999	/* of the sum of costs */
#define FULL 0.1	/* links with so much of the cost of the one that costs most count as fullest ones */

/* A message, and one of the fullest links that it crosses. */
typedef struct crossing {
	uint32_t link, from, to;	/* tasks */
} crossing;

typedef struct relief {
	const placement *p;
	uint32_t *rank;		/* [tasks] the caller's */
	uint32_t *place;	/* [tasks] the nodes of these */
	uint32_t *task;		/* [ranks] NONE: it is free */
	link_loads loads;
	neighbour_lists lists;
	crossing *crossing;
	size_t crossings, room;
} relief;

/* Can a mapping change what that link carries?  Not where each task has its own node's. */
static bool
changes(const machine *m, uint32_t link)
{
	return m->cores > 1 || m->class[link] != CLASS_NODE;
}

static void
list_crossings(relief *r)
{
	const affinity *a = r->p->affinity;
	link_loads *l = &r->loads;
	uint64_t full;
	const machine *m = r->p->machine;
	uint64_t most = 0;

	/* The cost from which on a link is one of the fullest. */
	for (uint32_t i = 0; i < m->links; i++)
		if (changes(m, i) && r->loads.link[i].cost > most)
			most = r->loads.link[i].cost;
	full = (uint64_t)(FULL * (double)most) + 1;
	r->crossings = 0;
	for (uint32_t i = 0; i < a->tasks; i++)
		for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++) {
			uint32_t to = a->neighbour[k];
			const route_parts *way;

			if (l->sent[k] == 0 || r->place[i] == r->place[to])
				continue;
			way = link_loads_route(l, r->place[i], r->place[to]);
			for (size_t n = 0; n < way->parts; n++) {
				uint32_t link = way->part[n].link;

				if (l->link[link].cost < full || !changes(r->p->machine, link))
					continue;
				r->crossing = xgrow(r->crossing, &r->room, r->crossings + 1, sizeof *r->crossing);
				r->crossing[r->crossings++] = (crossing){ link, i, to };
			}
		}
}

/* A task of one of the nodes near a place; NONE: there is none. */
static uint32_t
draw_near(const relief *r, uint32_t place)
{
	uint32_t cores = r->p->machine->cores;
	uint64_t first = r->lists.first[place], count = r->lists.first[place + 1] - first;
	uint32_t node = count ? r->lists.node[first + rng_below(r->p->random, count)] : place;

	return r->task[node * cores + (uint32_t)rng_below(r->p->random, cores)];
}

/* Two tasks that may swap: one end of a crossing, and one near the other end, or near itself, or any. */
static bool
propose(const relief *r, uint32_t *i, uint32_t *j)
{
	rng *random = r->p->random;
	const crossing *one = &r->crossing[rng_below(random, r->crossings)], *two = &r->crossing[rng_below(random, r->crossings)];
	const crossing *x = r->loads.link[two->link].cost > r->loads.link[one->link].cost ? two : one;	/* of the fuller link */
	bool turn = rng_below(random, 2);
	uint32_t other = turn ? x->from : x->to;

	*i = turn ? x->to : x->from;
	switch (rng_below(random, 3)) {
	case 0:
		*j = draw_near(r, r->place[other]);
		break;
	case 1:
		*j = draw_near(r, r->place[*i]);
		break;
	default:
		*j = (uint32_t)rng_below(random, r->p->tasks);
	}
	return *j != NONE && r->place[*i] != r->place[*j];
}

static void
swap(relief *r, uint32_t i, uint32_t j)
{
	uint32_t rank = r->rank[i], place = r->place[i];

	link_loads_accept(&r->loads);
	r->rank[i] = r->rank[j];
	r->place[i] = r->place[j];
	r->rank[j] = rank;
	r->place[j] = place;
	r->task[r->rank[i]] = i;
	r->task[r->rank[j]] = j;
}

static void
search(relief *r)
{
	uint64_t all = r->loads.work, list = 0, end;	/* all: parts of all routes */
	uint64_t gained = all;	/* the work when the total was this */
	double total = (double)r->loads.total;

	end = PASSES * (all < LARGE ? all : LARGE) + PASSES_LARGE * (all < LARGE ? 0 : all - LARGE);
	while (r->loads.work < end) {
		uint32_t i, j;

		if (r->loads.work >= list) {
			list_crossings(r);
			list = r->loads.work + PASSES_LIST * all;
			if ((double)r->loads.total < GAIN * total) {
				total = (double)r->loads.total;
				gained = r->loads.work;
			}
		}
		if (r->crossings == 0 || r->loads.work > gained + PATIENCE * all)
			return;
		r->loads.work++;	/* it ends, whatever is drawn */
		if (propose(r, &i, &j) && link_loads_try(&r->loads, i, j) < 0)
			swap(r, i, j);
	}
}

/* Improve rank[] where its fullest link needs less than `limit`; what that needs then (link_loads_fullest). */
static double
relieve_from(const placement *p, uint32_t *rank, double limit)
{
	relief r = { .p = p, .rank = rank };
	double fullest;

	r.place = xalloc(p->tasks, sizeof *r.place);
	r.task = array_of_none(p->ranks);
	for (uint32_t i = 0; i < p->tasks; i++) {
		r.place[i] = rank[i] / p->machine->cores;
		r.task[rank[i]] = i;
	}
	link_loads_init(&r.loads, p, r.place);
	neighbour_lists_init(&r.lists, p->machine, p->node, p->nodes, 0, NEAR, NEAR, p->machine->cores > 1);
	if (link_loads_fullest(&r.loads) < limit)
		search(&r);
	fullest = link_loads_fullest(&r.loads);
	link_loads_free(&r.loads);
	neighbour_lists_free(&r.lists);
	free_all(r.place, r.task, r.crossing);
	return fullest;
}

void
relieve(const placement *p, uint32_t *rank)
{
	uint32_t *order;
	double fullest;

	if (p->affinity->pairs == 0)
		return;
	fullest = BETTER * relieve_from(p, rank, INFINITY);
	order = xalloc(p->tasks, sizeof *order);
	linear_ranks(p, order);
	if (relieve_from(p, order, fullest) < fullest)
		memcpy(rank, order, p->tasks * sizeof *rank);
	free(order);
}
