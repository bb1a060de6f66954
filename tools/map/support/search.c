/* search -- see search.h. */
#include "map/support/search.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

enum { TRACE_STEP = 100 };

/* A name as a cell of a table. */
static void
write_cell(FILE *f, const char *name)
{
	if (!strpbrk(name, ",\"\r\n")) {
		fputs(name, f);
		return;
	}
	putc('"', f);
	for (; *name; name++) {
		if (*name == '"')
			putc('"', f);
		putc(*name, f);
	}
	putc('"', f);
}

static void
trace(const search *s)
{
	FILE *f = s->p->knobs->trace;

	if (!f)
		return;
	write_cell(f, s->p->case_);
	putc(',', f);
	write_cell(f, s->p->job);
	fprintf(f, ",%" PRIu64 ",%.9g\n", s->swaps, s->affinity->total ? (double)s->total / (double)s->affinity->total : 0);
}

/* What task i would pay on node `at`, its neighbours where they are. */
static uint64_t
cost_at(const search *s, uint32_t i, uint32_t at)
{
	const affinity *a = s->affinity;
	uint64_t sum = 0;

	for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++)
		sum += affinity_weight(a, k) * distance_between(s->p->distances, at, s->at[a->neighbour[k]]);
	return sum;
}

/* --max-swaps, for this job. */
static uint64_t
swap_limit(const placement *p)
{
	double most = p->knobs->swaps_a_task * p->tasks + p->knobs->swaps_more;

	if (p->knobs->swaps_a_task < 0 && p->knobs->swaps_more < 0)
		return UINT64_MAX;
	return most < 1e18 ? (uint64_t)most : UINT64_MAX;
}

/* --task-order last: the tasks of a pattern's own grid are scanned with the last dimension fastest.  (Those of
 * other patterns are numbered so already.) */
static void
order_tasks(search *s)
{
	const traffic *t = s->p->traffic;
	uint32_t *place, at[PATTERN_DIMS] = { 0 };

	if (!s->p->knobs->last_fastest || t->pattern->grid == 0 || t->dims < 2)
		return;
	place = xalloc(s->tasks, sizeof *place);
	s->order = xalloc(s->tasks, sizeof *s->order);
	for (uint32_t i = 0; i < s->tasks; i++) {
		place[i] = 0;
		for (int d = 0; d < t->dims; d++)
			place[i] = place[i] * t->dim[d] + at[d];
		s->order[place[i]] = i;
		for (int d = 0; d < t->dims && ++at[d] == t->dim[d]; d++)
			at[d] = 0;
	}
	affinity_renumber(&s->own, s->affinity, place);
	s->affinity = &s->own;
	free(place);
}

void
search_init(search *s, const placement *p, const uint32_t *rank)
{
	uint32_t n = p->tasks, blocks = (n - 1) / SEARCH_BLOCK + 1;

	*s = (search){ .p = p, .affinity = p->affinity, .tasks = n, .limit = swap_limit(p) };
	order_tasks(s);
	s->rank = xalloc(n, sizeof *s->rank);
	s->at = xalloc(n, sizeof *s->at);
	s->weight = xalloc(n, sizeof *s->weight);
	s->cost = xalloc(n, sizeof *s->cost);
	s->moved = xalloc(n, sizeof *s->moved);
	s->block_moved = xalloc(blocks, sizeof *s->block_moved);
	for (uint32_t i = 0; i < n; i++) {
		s->rank[i] = rank[s->order ? s->order[i] : i];
		s->at[i] = s->rank[i] / p->machine->cores;
		s->moved[i] = s->block_moved[i / SEARCH_BLOCK] = search_now(s);
	}
	for (uint32_t i = 0; i < n; i++) {
		s->weight[i] = 0;
		for (uint64_t k = s->affinity->first[i]; k < s->affinity->first[i + 1]; k++)
			s->weight[i] += affinity_weight(s->affinity, k);
		s->cost[i] = cost_at(s, i, s->at[i]);
		s->total += s->cost[i];
	}
	s->total /= 2;
	trace(s);
}

void
search_end(search *s, uint32_t *rank)
{
	if (s->swaps % TRACE_STEP != 0)
		trace(s);
	for (uint32_t i = 0; i < s->tasks; i++)
		rank[s->order ? s->order[i] : i] = s->rank[i];
	affinity_free(&s->own);
	free(s->order);
	free(s->rank);
	free(s->at);
	free(s->weight);
	free(s->cost);
	free(s->moved);
	free(s->block_moved);
}

/* With `distance` between the two.  The pair itself stays as far apart as it is. */
static int64_t
gain_of(const search *s, uint32_t i, uint32_t j, uint32_t distance)
{
	const affinity *a = s->affinity;
	uint64_t now = s->cost[i] + s->cost[j], then = 0;

	for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++) {
		if (a->neighbour[k] == j)
			now -= 2 * affinity_weight(a, k) * distance;
		then += affinity_weight(a, k) * distance_between(s->p->distances, s->at[j], s->at[a->neighbour[k]]);
	}
	if (then >= now)	/* the rest cannot be negative */
		return (int64_t)(now - then);
	return (int64_t)(now - then - cost_at(s, j, s->at[i]));
}

/* How far task j is from the node whose distances are at hand in `origin`. */
typedef struct origin {
	const distances *d;
	uint32_t node;
	const uint16_t *row, *low, *high;	/* of the table, or of the halves; NULL */
} origin;

static origin
origin_at(const distances *d, uint32_t node)
{
	const distance_halves *h = &d->halves;
	origin x = { .d = d, .node = node };

	if (d->table)
		x.row = d->table + (size_t)node * d->nodes;
	else if (h->lower) {
		x.low = h->low + (size_t)h->low_at[node] * h->lower;
		x.high = h->high + (size_t)h->high_at[node] * h->upper;
	}
	return x;
}

static inline uint32_t
away(const origin *x, uint32_t node)
{
	if (x->row)
		return x->row[node];
	if (x->low)
		return (uint32_t)x->low[x->d->halves.low_at[node]] + x->high[x->d->halves.high_at[node]] + (node == x->node ? 0 : x->d->apart);
	return distance_between(x->d, x->node, node);
}

/* The first task from `j` on, below `to`, that was moved after `since`. */
static uint32_t
next_moved(const search *s, uint32_t j, uint32_t to, uint64_t since)
{
	while (j < to && s->moved[j] <= since) {
		j++;
		while (j < to && j % SEARCH_BLOCK == 0 && s->block_moved[j / SEARCH_BLOCK] <= since)
			j += SEARCH_BLOCK;
	}
	return j < to ? j : to;
}

uint32_t
search_next(const search *s, uint32_t i, uint32_t from, uint32_t to, uint64_t since, int64_t least, int64_t *gain)
{
	const origin x = origin_at(s->p->distances, s->at[i]);
	const uint64_t weight = s->weight[i], cost = s->cost[i], detour = s->p->distances->detour;
	bool all = s->moved[i] > since;

	for (uint32_t j = from; j < to; j++) {
		uint64_t both;
		uint32_t distance;

		if (!all && (j = next_moved(s, j, to, since)) == to)
			break;
		/* By the triangle inequality (less a detour) a task that goes `distance` away will pay at least that for all it
		 * exchanges, less what it pays now. */
		distance = away(&x, s->at[j]);
		both = weight + s->weight[j];
		if (both * distance + (uint64_t)least >= 2 * (cost + s->cost[j]) + both * detour || j == i)
			continue;
		*gain = gain_of(s, i, j, distance);
		if (*gain > least)
			return j;
	}
	return to;
}

static void
mark_moved(search *s, uint32_t i)
{
	s->moved[i] = s->block_moved[i / SEARCH_BLOCK] = search_now(s);
}

/* Task i is on another node now: its neighbours' costs. */
static void
tell_neighbours(search *s, uint32_t i, uint32_t was, uint32_t is)
{
	const affinity *a = s->affinity;
	const distances *d = s->p->distances;

	for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++) {
		uint32_t n = a->neighbour[k];

		s->cost[n] += affinity_weight(a, k) * distance_between(d, is, s->at[n]) - affinity_weight(a, k) * distance_between(d, was, s->at[n]);
		mark_moved(s, n);
	}
}

void
search_swap(search *s, uint32_t i, uint32_t j, int64_t gain)
{
	uint32_t rank = s->rank[i], from = s->at[i], to = s->at[j];

	s->swaps++;
	s->total -= (uint64_t)gain;
	s->rank[i] = s->rank[j];
	s->rank[j] = rank;
	s->at[i] = to;
	s->at[j] = from;
	tell_neighbours(s, i, from, to);
	tell_neighbours(s, j, to, from);
	s->cost[i] = cost_at(s, i, to);
	s->cost[j] = cost_at(s, j, from);
	mark_moved(s, i);
	mark_moved(s, j);
	if (s->swaps % TRACE_STEP == 0)
		trace(s);
}
