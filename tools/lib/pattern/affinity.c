#include "lib/pattern/affinity.h"

#include <stdlib.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

/* What a task sends to another in an iteration. */
typedef struct affinity_edge {
	uint32_t from, to;	/* from < to */
	int64_t bytes;
} affinity_edge;

typedef struct edges {
	affinity_edge *edge;
	size_t count, room;
} edges;

ASCENDING_BY2(compare, affinity_edge, from, to)

/* By `from`, of which there are `tasks`, then by `to`: counted into place, for most tasks talk to a few. */
static void
sort(edges *e, uint32_t tasks)
{
	affinity_edge *sorted = xlarge(e->count + 1, sizeof *sorted);
	uint64_t *end = xcalloc((size_t)tasks + 1, sizeof *end);

	for (uint64_t i = 0; i < e->count; i++)
		end[e->edge[i].from + 1]++;
	for (uint32_t i = 0; i < tasks; i++)
		end[i + 1] += end[i];
	for (uint64_t i = 0; i < e->count; i++)
		sorted[end[e->edge[i].from]++] = e->edge[i];
	for (uint32_t i = 0; i < tasks; i++) {	/* now end[i] is where those of task i end */
		uint64_t first = i ? end[i - 1] : 0, n = end[i] - first;

		if (n > 1)
			qsort(sorted + first, n, sizeof *sorted, compare);
	}
	free_all(end, e->edge);
	e->edge = sorted;
	e->room = e->count;
}

/* One edge a pair: sort, and add up. */
static void
merge(edges *e, uint32_t tasks)
{
	uint64_t kept = 0;

	sort(e, tasks);
	for (uint64_t i = 0; i < e->count; i++) {
		if (kept && compare(&e->edge[kept - 1], &e->edge[i]) == 0)
			e->edge[kept - 1].bytes += e->edge[i].bytes;
		else
			e->edge[kept++] = e->edge[i];
	}
	e->count = kept;
}

static void
add(edges *e, uint32_t from, message to)
{
	e->edge = xgrow(e->edge, &e->room, e->count + 1, sizeof *e->edge);
	e->edge[e->count++] = (affinity_edge){ from < to.to ? from : to.to, from < to.to ? to.to : from, to.bytes };
}

/* All messages of an iteration; false with more than `most` pairs.  Merged whenever there are four times as many. */
static bool
collect(edges *e, const traffic *t, uint64_t most)
{
	uint64_t limit = 4 * most < 1024 ? 1024 : 4 * most;

	for (uint32_t f = 0; f < traffic_phases(t); f++)
		for (uint32_t i = 0; i < t->tasks; i++) {
			uint32_t sends = traffic_sends(t, f, i);

			for (uint32_t k = 0; k < sends; k++)
				add(e, i, traffic_send(t, f, i, k));
			if (e->count < limit)
				continue;
			merge(e, t->tasks);
			if (e->count > most)
				return false;
		}
	merge(e, t->tasks);
	return e->count <= most;
}

static void
put(affinity *a, uint64_t k, uint32_t neighbour, const affinity_edge *e)
{
	a->neighbour[k] = neighbour;
	if (a->weight)
		a->weight[k] = (uint32_t)((uint64_t)e->bytes / a->unit);
}

/* Each edge into the lists of both its tasks; edges are sorted, so the lists ascend. */
static void
make(affinity *a, const edges *e, uint32_t tasks, uint64_t unit)
{
	uint64_t *at = xcalloc((size_t)tasks + 1, sizeof *at);

	*a = (affinity){ .tasks = tasks, .pairs = e->count, .unit = unit };
	a->first = xcalloc((size_t)tasks + 1, sizeof *a->first);
	a->neighbour = xlarge(2 * e->count + 1, sizeof *a->neighbour);
	a->weight = unit ? xlarge(2 * e->count + 1, sizeof *a->weight) : NULL;
	for (uint64_t i = 0; i < e->count; i++) {
		a->first[e->edge[i].from + 1]++;
		a->first[e->edge[i].to + 1]++;
	}
	for (uint32_t i = 0; i < tasks; i++)
		at[i + 1] = a->first[i + 1] += a->first[i];
	for (uint64_t i = 0; i < e->count; i++)	/* lower neighbours first: those of `to` come in ascending order of `from` */
		put(a, at[e->edge[i].to]++, e->edge[i].from, &e->edge[i]);
	for (uint64_t i = 0; i < e->count; i++) {
		put(a, at[e->edge[i].from], e->edge[i].to, &e->edge[i]);
		a->total += affinity_weight(a, at[e->edge[i].from]++);
	}
	free(at);
}

bool
affinity_init(affinity *a, const traffic *t, enum affinity_weights weights, uint64_t most)
{
	edges e = { 0 };
	bool few = collect(&e, t, most), weigh = weights == WEIGH_BYTES;
	int64_t largest = 1;

	for (uint64_t i = 0; i < e.count; i++) {
		weigh |= weights == WEIGH_IF_UNEQUAL && e.edge[i].bytes != e.edge[0].bytes;
		if (e.edge[i].bytes > largest)
			largest = e.edge[i].bytes;
	}
	if (few)	/* a weight of 1 is so many bytes that weights fit 32 bits, and their sums times distances 63 */
		make(a, &e, t->tasks, weigh ? (uint64_t)(largest - 1) / INT32_MAX + 1 : 0);
	free(e.edge);
	return few;
}

void
affinity_free(affinity *a)
{
	free_all(a->first, a->neighbour, a->weight);
}

void
affinity_renumber(affinity *a, const affinity *from, const uint32_t *place)
{
	edges e = { 0 };

	for (uint32_t i = 0; i < from->tasks; i++)
		for (uint64_t k = from->first[i]; k < from->first[i + 1]; k++)
			if (i < from->neighbour[k])
				add(&e, place[i], (message){ place[from->neighbour[k]], 0, from->weight ? from->weight[k] : 1 });
	merge(&e, from->tasks);
	make(a, &e, from->tasks, from->weight ? 1 : 0);
	a->unit = from->unit;
	free(e.edge);
}
