/* exhaustive -- see exhaustive.h.  Tasks are placed one after the other, those that exchange most first; what cannot get better than the best
 * so far is left (A. H. Land and A. G. Doig, "An automatic method of solving discrete programming problems", Econometrica 28, 1960). */
#include "map/support/exhaustive.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "map/support/assignment.h"

enum { STEPS = 1 << 23 };	/* tasks that are put on a node: half a second */

typedef struct trial {
	const placement *p;
	uint32_t task[FEW_TASKS];	/* in the order in which they are placed, */
	uint64_t weight[FEW_TASKS][FEW_TASKS];	/* what they exchange, in that order, */
	uint64_t least[FEW_TASKS + 1];	/* and what pairs cost at least of which that one, or a later one, is a part */
	uint32_t node[FEW_TASKS], best[FEW_TASKS];	/* where they are, in that order */
	uint32_t *held, most;	/* [nodes] tasks there; no node has more */
	uint64_t best_cost;
	uint32_t steps;
} trial;

/* What the k-th task exchanges with those before it, when it is on `node`. */
static uint64_t
cost_at(const trial *t, uint32_t k, uint32_t node)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < k; i++)
		sum += t->weight[k][i] * distance_between(t->p->distances, node, t->node[i]);
	return sum;
}

/* Place the k-th task and those behind it; those before it cost that much. */
static void
place_from(trial *t, uint32_t k, uint64_t cost)
{
	if (cost + t->least[k] >= t->best_cost)
		return;
	if (k == t->p->tasks) {
		t->best_cost = cost;
		memcpy(t->best, t->node, sizeof t->best);
		return;
	}
	for (uint32_t v = 0; v < t->p->nodes && t->steps < STEPS; v++) {
		if (t->held[v] == t->most)
			continue;
		t->steps++;
		t->held[v]++;
		t->node[k] = v;
		place_from(t, k + 1, cost + cost_at(t, k, v));
		t->held[v]--;
	}
}

/* Those that exchange most come first. */
static void
order_tasks(trial *t)
{
	const affinity *a = t->p->affinity;
	uint64_t sum[FEW_TASKS] = { 0 };

	for (uint32_t i = 0; i < a->tasks; i++) {
		uint32_t at = i;

		for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++)
			sum[i] += affinity_weight(a, k);
		for (; at > 0 && sum[t->task[at - 1]] < sum[i]; at--)
			t->task[at] = t->task[at - 1];
		t->task[at] = i;
	}
}

static void
weigh(trial *t, uint32_t nearest)
{
	const affinity *a = t->p->affinity;
	uint32_t at[FEW_TASKS];

	for (uint32_t k = 0; k < a->tasks; k++)
		at[t->task[k]] = k;
	for (uint32_t i = 0; i < a->tasks; i++)
		for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++)
			t->weight[at[i]][at[a->neighbour[k]]] = affinity_weight(a, k);
	for (uint32_t k = a->tasks; k-- > 0;) {
		t->least[k] = t->least[k + 1];
		for (uint32_t i = 0; i < k; i++)
			t->least[k] += t->weight[k][i] * nearest;
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

bool
exhaustive_best(const placement *p, uint32_t *rank)
{
	uint64_t before = cost_total(p, rank);
	trial t = { .p = p, .best_cost = before, .most = (p->tasks + p->nodes - 1) / p->nodes, .held = xcalloc(p->nodes, sizeof *t.held) };

	order_tasks(&t);
	weigh(&t, least_distance(p, t.most));
	place_from(&t, 0, 0);
	for (uint32_t k = 0; t.best_cost < before && k < p->tasks; k++)
		rank[t.task[k]] = t.best[k] * p->machine->cores + t.held[t.best[k]]++;
	free(t.held);
	return t.steps < STEPS;
}
