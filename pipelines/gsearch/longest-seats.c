/* longest-seats -- a job on its nodes, and what a swap gains. */
#include "longest.h"

void
seats_job(seats *s, int dims, const uint32_t *dim)
{
	uint32_t stride = 1;

	*s = (seats){ .tasks = 1 };
	for (int d = 0; d < dims; d++)
		s->tasks *= dim[d];
	for (int d = 0; d < dims; stride *= dim[d], d++)
		for (uint32_t i = 0; i < s->tasks; i++) {
			uint32_t at = i / stride % dim[d];

			if (at > 0)
				s->neighbour[i][s->neighbours[i]++] = (uint8_t)(i - stride);
			if (at + 1 < dim[d])
				s->neighbour[i][s->neighbours[i]++] = (uint8_t)(i + stride);
		}
}

void
seats_nodes(seats *s, const machine *m, uint64_t allocation)
{
	uint32_t node[LONGEST_TASKS], n = 0;

	for (; allocation && n < s->tasks; allocation &= allocation - 1)
		node[n++] = (uint32_t)__builtin_ctzll(allocation);
	for (uint32_t k = 0; k < n; k++)
		for (uint32_t l = 0; l < n; l++)
			s->distance[k][l] = (uint8_t)node_distance(m, node[k], node[l]);
}

uint32_t
seats_cost_of(const seats *s, const uint8_t *at, uint32_t i)
{
	const uint8_t *from = s->distance[at[i]];
	uint32_t sum = 0;

	for (uint32_t n = 0; n < s->neighbours[i]; n++)
		sum += from[at[s->neighbour[i][n]]];
	return sum;
}

int32_t
seats_gain(const seats *s, const uint8_t *at, uint32_t i, uint32_t j)
{
	uint32_t k = at[i], l = at[j];
	int32_t gain = 0;

	for (uint32_t n = 0; n < s->neighbours[i]; n++) {
		uint32_t other = s->neighbour[i][n];

		if (other != j)
			gain += s->distance[k][at[other]] - s->distance[l][at[other]];
	}
	for (uint32_t n = 0; n < s->neighbours[j]; n++) {
		uint32_t other = s->neighbour[j][n];

		if (other != i)
			gain += s->distance[l][at[other]] - s->distance[k][at[other]];
	}
	return gain;
}
