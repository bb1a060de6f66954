#include "map/support/assignment.h"

#include "lib/cli/arrays.h"

uint64_t
cost_total(const placement *p, const uint32_t *rank)
{
	const affinity *a = p->affinity;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < p->tasks; i++)
		for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++)
			sum += affinity_weight(a, k) * distance_of(p->distances, rank[i], rank[a->neighbour[k]]);
	return sum / 2;
}

void
assignment_init(assignment *s, const placement *p, const affinity *a, uint32_t *rank)
{
	*s = (assignment){ .p = p, .affinity = a, .rank = rank };
	s->node = xalloc(p->tasks, sizeof *s->node);
	s->weight = xcalloc(p->tasks, sizeof *s->weight);
	s->cost = xcalloc(p->tasks, sizeof *s->cost);
	s->task = array_of_none(p->ranks);
	for (uint32_t i = 0; i < p->tasks; i++) {
		s->task[rank[i]] = i;
		s->node[i] = rank[i] / p->machine->cores;
	}
	for (uint32_t i = 0; i < p->tasks; i++) {
		for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++) {
			s->weight[i] += affinity_weight(a, k);
			s->cost[i] += affinity_weight(a, k) * distance_between(p->distances, s->node[i], s->node[a->neighbour[k]]);
		}
		s->total += s->cost[i];
	}
	s->total /= 2;
}

void
assignment_free(assignment *s)
{
	free_all(s->node, s->weight, s->cost, s->task);
}

/* Task i moves to that rank: its neighbours' distances change, too. */
static void
move(assignment *s, uint32_t i, uint32_t rank)
{
	const affinity *a = s->affinity;
	const distances *d = s->p->distances;
	uint32_t from = s->node[i], to = rank / s->p->machine->cores;

	for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++) {
		uint32_t other = a->neighbour[k];
		uint64_t weight = affinity_weight(a, k), before = weight * distance_between(d, from, s->node[other]),
			after = weight * distance_between(d, to, s->node[other]);

		s->cost[other] += after - before;
		s->cost[i] += after - before;
	}
	s->node[i] = to;
	s->rank[i] = rank;
	s->task[rank] = i;
}

void
assignment_swap(assignment *s, uint32_t i, uint32_t j, int64_t change)
{
	uint32_t rank = s->rank[i];

	move(s, i, s->rank[j]);
	move(s, j, rank);
	s->total += (uint64_t)change;
}
