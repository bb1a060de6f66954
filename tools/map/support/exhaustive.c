/* exhaustive -- see exhaustive.h.  Tasks are placed one after the other, those that exchange most first; what cannot get better than the
 * best so far is left (A. H. Land and A. G. Doig, "An automatic method of solving discrete programming problems", Econometrica 28,
 * 1960). */
#include "map/support/exhaustive.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "map/support/assignment.h"

enum { STEPS = 1 << 23 };	/* tasks that are put on a node: half a second */

typedef struct trial {
	const placement *p;
	affinity affinity;	/* the tasks in the order in which they are placed */
	uint32_t node[FEW_TASKS], best[FEW_TASKS];
	uint32_t *held, most;	/* [nodes] tasks there; no node has more */
	uint32_t nearest;	/* two tasks are that far apart at least */
	uint64_t best_cost;
	uint32_t steps;
} trial;

/* What task i exchanges with those before it, times the links between them: `nearest` where i is not placed. */
static uint64_t
cost_of(const trial *t, uint32_t i, bool placed)
{
	const affinity *a = &t->affinity;
	uint64_t sum = 0;

	for (uint64_t k = a->first[i]; k < a->first[i + 1] && a->neighbour[k] < i; k++)
		sum += affinity_weight(a, k) * (placed ? distance_between(t->p->distances, t->node[i], t->node[a->neighbour[k]]) : t->nearest);
	return sum;
}

/* Place task i and those behind it; all cost that much at least, with those before it where they are. */
static void
place_from(trial *t, uint32_t i, uint64_t cost)
{
	uint64_t guess;

	if (cost >= t->best_cost)
		return;
	if (i == t->p->tasks) {
		t->best_cost = cost;
		memcpy(t->best, t->node, sizeof t->best);
		return;
	}
	guess = cost_of(t, i, false);
	for (t->node[i] = 0; t->node[i] < t->p->nodes && t->steps < STEPS; t->node[i]++) {
		uint32_t *held = &t->held[t->node[i]];

		if (*held == t->most)
			continue;
		t->steps++;
		++*held;
		place_from(t, i + 1, cost - guess + cost_of(t, i, true));
		--*held;
	}
}

/* The least distance of two tasks that are not on one node, or 0 where they may be. */
static uint32_t
least_distance(const placement *p, uint32_t most)
{
	uint32_t least = most > 1 ? 0 : UINT32_MAX;

	for (uint32_t i = 0; i < p->nodes && least > 0; i++)
		for (uint32_t k = 0; k < i; k++)
			if (distance_between(p->distances, i, k) < least)
				least = distance_between(p->distances, i, k);
	return least;
}

/* Which place each task has by what it exchanges. */
static void
order_tasks(const affinity *a, uint32_t *place)
{
	uint64_t sum[FEW_TASKS] = { 0 };

	for (uint32_t i = 0; i < a->tasks; i++) {
		for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++)
			sum[i] += affinity_weight(a, k);
		place[i] = 0;
		for (uint32_t k = 0; k < i; k++)
			place[sum[k] < sum[i] ? k : i]++;
	}
}

bool
exhaustive_best(const placement *p, uint32_t *rank)
{
	uint64_t before = cost_total(p, rank), guess = 0;
	uint32_t place[FEW_TASKS];
	trial t = { .p = p, .best_cost = before, .most = (p->tasks + p->nodes - 1) / p->nodes, .held = xcalloc(p->nodes, sizeof *t.held) };

	order_tasks(p->affinity, place);
	affinity_renumber(&t.affinity, p->affinity, place);
	t.nearest = least_distance(p, t.most);
	for (uint32_t i = 0; i < p->tasks; i++)
		guess += cost_of(&t, i, false);
	place_from(&t, 0, guess);
	for (uint32_t i = 0; t.best_cost < before && i < p->tasks; i++)
		rank[i] = t.best[place[i]] * p->machine->cores + t.held[t.best[place[i]]]++;
	affinity_free(&t.affinity);
	free(t.held);
	return t.steps < STEPS;
}
