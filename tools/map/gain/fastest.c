#include "map/gain/fastest.h"

#include <stdlib.h>
#include <string.h>

#include "map/congestion/relieve.h"

enum { RELIEVED = 4, MOST = 2 + RELIEVED };

void
fastest(judge *j, const placement *p, uint32_t *rank)
{
	static const char *const name[MOST] = { "linear", "by distance", "by links 1", "by links 2", "by links 3", "by links 4" };
	const int count = p->loads ? MOST : MOST - RELIEVED;
	uint32_t *ranks[MOST] = { NULL }, *node[MOST];
	double time[MOST];
	int best = 0;

	for (int k = 0; k < count; k++) {
		ranks[k] = xalloc(2 * (size_t)p->tasks, sizeof *ranks[k]);
		node[k] = ranks[k] + p->tasks;
		if (k == 0)
			linear_ranks(p, ranks[k]);
		else
			memcpy(ranks[k], rank, p->tasks * sizeof *rank);
		if (k > 1)
			relieve(p, ranks[k]);
		for (uint32_t i = 0; i < p->tasks; i++)
			node[k][i] = p->node[ranks[k][i] / p->machine->cores];
	}
	judge_times(j, p, name, node, count, time);
	for (int k = 1; k < count; k++)
		if (time[k] < time[best])
			best = k;
	memcpy(rank, ranks[best], p->tasks * sizeof *rank);
	for (int k = 0; k < count; k++)
		free(ranks[k]);
}
