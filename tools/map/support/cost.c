/* cost -- what a mapping costs. */
#include "map/support/cost.h"

/* What task i pays when it sits on rank `at`, its neighbours where they are; what it exchanges with `but` left out. */
static uint64_t
task_cost(const placement *p, const uint32_t *rank, uint32_t i, uint32_t at, uint32_t but)
{
	const affinity *a = p->affinity;
	uint64_t sum = 0;

	for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++)
		if (a->neighbour[k] != but)
			sum += affinity_weight(a, k) * distance_of(p->distances, at, rank[a->neighbour[k]]);
	return sum;
}

uint64_t
cost_total(const placement *p, const uint32_t *rank)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < p->tasks; i++)
		sum += task_cost(p, rank, i, rank[i], NONE);
	return sum / 2;
}

double
cost_mean(const placement *p, const uint32_t *rank)
{
	return p->affinity->total ? (double)cost_total(p, rank) / (double)p->affinity->total : 0;
}

int64_t
cost_swap(const placement *p, const uint32_t *rank, uint32_t i, uint32_t j)
{
	/* the pair itself stays as far apart as it is */
	uint64_t before = task_cost(p, rank, i, rank[i], j) + task_cost(p, rank, j, rank[j], i);
	uint64_t after = task_cost(p, rank, i, rank[j], j) + task_cost(p, rank, j, rank[i], i);

	return (int64_t)after - (int64_t)before;
}
