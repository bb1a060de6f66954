/* longest-exact -- all mappings of a small job, from the lowest sum of hops up: the longest sequence from each is one swap more
 * than the longest from the mappings below it. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "longest.h"

struct mappings_graph {
	uint32_t tasks, pairs;
	uint32_t count;		/* mappings: tasks! */
	uint8_t (*at)[LONGEST_EXACT];	/* [count] the k-th mapping, in lexicographic order */
	uint32_t *next;		/* [count][pairs] where the swap of a pair leads */
	uint16_t *cost;		/* [count] the sum of hops */
	uint8_t *length;	/* [count] swaps of the longest sequence from there */
	uint32_t *order;	/* [count] mappings, the lowest sum first */
};

/* The place of a mapping in lexicographic order. */
static uint32_t
rank_of(const uint8_t *at, uint32_t n)
{
	uint32_t rank = 0, left = (1U << n) - 1;

	for (uint32_t i = 0; i < n; i++) {
		rank = rank * (n - i) + (uint32_t)__builtin_popcount(left & ((1U << at[i]) - 1));
		left &= ~(1U << at[i]);
	}
	return rank;
}

/* The mapping at a place: its digits in the factorial number system choose from the nodes that are left. */
static void
unrank(uint32_t rank, uint32_t n, uint8_t *at)
{
	uint8_t left[LONGEST_EXACT], digit[LONGEST_EXACT];

	for (uint32_t i = n; i-- > 0; rank /= n - i) {
		digit[i] = (uint8_t)(rank % (n - i));
		left[i] = (uint8_t)i;
	}
	for (uint32_t i = 0; i < n; i++) {
		at[i] = left[digit[i]];
		memmove(left + digit[i], left + digit[i] + 1, n - i - digit[i] - 1);
	}
}

static void
swap(uint8_t *at, uint32_t i, uint32_t j)
{
	uint8_t node = at[i];

	at[i] = at[j];
	at[j] = node;
}

mappings_graph *
mappings_graph_new(uint32_t tasks)
{
	mappings_graph *g = xcalloc(1, sizeof *g);

	g->tasks = tasks;
	g->pairs = tasks * (tasks - 1) / 2;
	g->count = 1;
	for (uint32_t i = 2; i <= tasks; i++)
		g->count *= i;
	g->at = xalloc(g->count, sizeof *g->at);
	g->next = xalloc((size_t)g->count * g->pairs + 1, sizeof *g->next);
	g->cost = xalloc(g->count, sizeof *g->cost);
	g->length = xalloc(g->count, sizeof *g->length);
	g->order = xalloc(g->count, sizeof *g->order);
	for (uint32_t m = 0; m < g->count; m++) {
		uint32_t *next = g->next + (size_t)m * g->pairs;

		unrank(m, tasks, g->at[m]);
		for (uint32_t i = 0; i < tasks; i++)
			for (uint32_t j = i + 1; j < tasks; j++) {
				swap(g->at[m], i, j);
				*next++ = rank_of(g->at[m], tasks);
				swap(g->at[m], i, j);
			}
	}
	return g;
}

void
mappings_graph_free(mappings_graph *g)
{
	if (!g)
		return;
	free(g->at);
	free(g->next);
	free(g->cost);
	free(g->length);
	free(g->order);
	free(g);
}

/* The sums of all mappings, and the mappings in their order, by counting. */
static void
find_costs(mappings_graph *g, const seats *s)
{
	uint32_t *end = xcalloc(UINT16_MAX + 2, sizeof *end);

	for (uint32_t m = 0; m < g->count; m++) {
		uint32_t twice = 0;

		for (uint32_t i = 0; i < g->tasks; i++)
			twice += seats_cost_of(s, g->at[m], i);
		g->cost[m] = (uint16_t)(twice / 2);
		end[g->cost[m] + 1]++;
	}
	for (uint32_t c = 0; c <= UINT16_MAX; c++)
		end[c + 1] += end[c];
	for (uint32_t m = 0; m < g->count; m++)
		g->order[end[g->cost[m]]++] = m;
	free(end);
}

/* The pair whose swap begins the longest sequence from mapping m; g->pairs when none lowers its sum. */
static uint32_t
best_pair(const mappings_graph *g, uint32_t m)
{
	const uint32_t *next = g->next + (size_t)m * g->pairs;
	uint32_t best = g->pairs;

	for (uint32_t k = 0; k < g->pairs; k++)
		if (g->cost[next[k]] < g->cost[m] && (best == g->pairs || g->length[next[k]] > g->length[next[best]]))
			best = k;
	return best;
}

static void
write_sequence(const mappings_graph *g, uint32_t m, sequence *out)
{
	*out = (sequence){ .swaps = 0 };
	memcpy(out->start, g->at[m], g->tasks);
	for (uint32_t k; (k = best_pair(g, m)) < g->pairs; m = g->next[(size_t)m * g->pairs + k]) {
		uint32_t i = 0, before = 0;

		while (k - before >= g->tasks - 1 - i)
			before += g->tasks - 1 - i++;
		out->swap[out->swaps][0] = (uint8_t)i;
		out->swap[out->swaps++][1] = (uint8_t)(i + 1 + k - before);
	}
}

void
longest_exact(mappings_graph *g, const seats *s, sequence *best)
{
	uint32_t top = 0;

	find_costs(g, s);
	for (uint32_t c = 0; c < g->count; c++) {
		uint32_t m = g->order[c], k = best_pair(g, m);
		uint8_t length = k == g->pairs ? 0 : g->length[g->next[(size_t)m * g->pairs + k]];

		if (length == LONGEST_SWAPS)
			die(FAIL_DATA, "a sequence is longer than %d swaps", LONGEST_SWAPS);
		g->length[m] = (uint8_t)(length + (k < g->pairs));
		if (g->length[m] > g->length[top] || c == 0)
			top = m;
	}
	write_sequence(g, top, best);
}
