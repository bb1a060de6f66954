/* seating -- which task sits where, what each pays for that, and what swapping two of them changes. */
#include "map/support/seating.h"

#include <stdlib.h>

#include "lib/cli/cli.h"

/* What a task pays, and its weight. */
static void
add_up(seating *s, uint32_t i)
{
	const affinity *a = s->p->affinity;

	for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++) {
		uint64_t weight = affinity_weight(a, k);

		s->weight[i] += weight;
		s->pays[i] += weight * distance_between(s->p->distances, s->node[i], s->node[a->neighbour[k]]);
	}
}

void
seating_init(seating *s, const placement *p, uint32_t *rank)
{
	*s = (seating){ .p = p, .rank = rank };
	s->node = xalloc(p->tasks, sizeof *s->node);
	s->weight = xcalloc(p->tasks, sizeof *s->weight);
	s->pays = xcalloc(p->tasks, sizeof *s->pays);
	s->task = xalloc(p->ranks, sizeof *s->task);
	for (uint32_t r = 0; r < p->ranks; r++)
		s->task[r] = NONE;
	for (uint32_t i = 0; i < p->tasks; i++) {
		s->task[rank[i]] = i;
		s->node[i] = rank[i] / p->machine->cores;
	}
	for (uint32_t i = 0; i < p->tasks; i++) {
		add_up(s, i);
		s->total += s->pays[i];
	}
	s->total /= 2;
}

void
seating_free(seating *s)
{
	free(s->node);
	free(s->weight);
	free(s->pays);
	free(s->task);
}

/* Task i moves to that rank: its neighbours pay another distance from now on. */
static void
move(seating *s, uint32_t i, uint32_t rank)
{
	const affinity *a = s->p->affinity;
	const distances *d = s->p->distances;
	uint32_t from = s->node[i], to = rank / s->p->machine->cores;

	for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++) {
		uint32_t other = a->neighbour[k];
		uint64_t weight = affinity_weight(a, k), before = weight * distance_between(d, from, s->node[other]),
			after = weight * distance_between(d, to, s->node[other]);

		s->pays[other] += after - before;
		s->pays[i] += after - before;
	}
	s->node[i] = to;
	s->rank[i] = rank;
	s->task[rank] = i;
}

void
seating_swap(seating *s, uint32_t i, uint32_t j, int64_t change)
{
	uint32_t rank = s->rank[i];

	move(s, i, s->rank[j]);
	move(s, j, rank);
	s->total += (uint64_t)change;
}
