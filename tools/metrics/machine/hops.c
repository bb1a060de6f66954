/* hops -- breadth-first searches side by side: a bit a search.  Each step looks at all routers, so where there are many steps the searches
 * go one by one.
 *
 * Then and others, "The more the merrier: efficient multi-source graph traversal", PVLDB 2014. */
#include "metrics/machine/hops.h"

#include <math.h>
#include <string.h>

#include "lib/machine/broken.h"

enum { WORDS = 8, BATCH = 64 * WORDS };	/* of 64 searches: together a cache line */
enum { LONG = 100 };	/* steps of a search that is faster by itself */

typedef struct hop_line {
	uint64_t word[WORDS];
} hop_line;

/* The routers, and the state of a batch of searches. */
typedef struct hop_search {
	uint32_t routers;
	uint32_t *first, *to;	/* the neighbours of router r are to[first[r]] … to[first[r+1]-1] */
	uint32_t *source;	/* those with nodes */
	uint32_t sources;
	bool *counts;		/* is it one of those? */
	hop_line *seen, *fresh, *next;	/* which searches have reached a router: at all, with the last step, with this one */
} hop_search;

static hop_search
prepare(const machine *m)
{
	hop_search s = { .routers = m->routers };
	uint32_t links = 0;

	s.first = xalloc((size_t)m->routers + 1, sizeof *s.first);
	s.to = xalloc(m->router_links, sizeof *s.to);
	s.source = xalloc(m->routers, sizeof *s.source);
	s.counts = xcalloc(m->routers, sizeof *s.counts);
	for (uint32_t i = 0; i < m->interfaces; i++)
		s.counts[m->interface_router[i]] = !router_broken(m, m->interface_router[i]);
	for (uint32_t r = 0; r < m->routers; r++) {
		s.first[r] = links;
		for (uint32_t l = m->first[r]; l < m->first[r + 1]; l++)
			if (m->class[l] != CLASS_NODE && m->to[l] != NONE)
				s.to[links++] = m->to[l];
		if (s.counts[r])
			s.source[s.sources++] = r;
	}
	s.first[m->routers] = links;
	s.seen = xlarge(m->routers, sizeof *s.seen);
	s.fresh = xlarge(m->routers, sizeof *s.fresh);
	s.next = xlarge(m->routers, sizeof *s.next);
	return s;
}

static bool
same(const hop_line *a, const hop_line *b)
{
	uint64_t differs = 0;

	for (int w = 0; w < WORDS; w++)
		differs |= a->word[w] ^ b->word[w];
	return differs == 0;
}

static uint64_t
bits(const hop_line *a)
{
	uint64_t n = 0;

	for (int w = 0; w < WORDS; w++)
		n += (uint64_t)__builtin_popcountll(a->word[w]);
	return n;
}

/* One step of all searches to router r: those that it has reached at a neighbour and not here yet. */
static void
reach(const hop_search *s, uint32_t r, const hop_line *all)
{
	hop_line *next = &s->next[r], got = s->seen[r];

	memset(next, 0, sizeof *next);
	if (same(&got, all))
		return;
	for (uint32_t i = s->first[r]; i < s->first[r + 1]; i++) {
		const hop_line *there = &s->fresh[s->to[i]];

		for (int w = 0; w < WORDS; w++)
			got.word[w] |= there->word[w];
		if (i % 8 == 7 && same(&got, all))
			break;
	}
	for (int w = 0; w < WORDS; w++)
		next->word[w] = got.word[w] & ~s->seen[r].word[w];
}

/* One step; how many searches reached how many routers that count. */
static uint64_t
step(hop_search *s, const hop_line *all, bool *moved)
{
	uint64_t reached = 0, any = 0;
	hop_line *spent = s->fresh;

	for (uint32_t r = 0; r < s->routers; r++)
		reach(s, r, all);
	for (uint32_t r = 0; r < s->routers; r++) {
		for (int w = 0; w < WORDS; w++) {
			s->seen[r].word[w] |= s->next[r].word[w];
			any |= s->next[r].word[w];
		}
		reached += s->counts[r] ? bits(&s->next[r]) : 0;
	}
	s->fresh = s->next;
	s->next = spent;
	*moved = any != 0;
	return reached;
}

/* The searches from sources begin … begin + count - 1: adds up their distances, keeps the largest. */
static uint64_t
search_batch(hop_search *s, uint32_t begin, uint32_t count, uint32_t *diameter)
{
	hop_line all = { { 0 } };
	uint64_t sum = 0;
	bool moved = true;

	memset(s->seen, 0, s->routers * sizeof *s->seen);
	memset(s->fresh, 0, s->routers * sizeof *s->fresh);
	for (uint32_t i = 0; i < count; i++) {
		uint64_t bit = UINT64_C(1) << i % 64;

		s->seen[s->source[begin + i]].word[i / 64] |= bit;
		s->fresh[s->source[begin + i]].word[i / 64] |= bit;
		all.word[i / 64] |= bit;
	}
	for (uint32_t away = 1; moved; away++) {
		uint64_t reached = step(s, &all, &moved);

		sum += reached * away;
		if (reached > 0 && away > *diameter)
			*diameter = away;
	}
	return sum;
}

/* One search by itself, from source `i`; queue[routers], away[routers] are its own. */
static uint64_t
search_one(const hop_search *s, uint32_t i, uint32_t *queue, uint32_t *away, uint32_t *diameter)
{
	uint32_t end = 1;
	uint64_t sum = 0;

	memset(away, 0xff, s->routers * sizeof *away);
	queue[0] = s->source[i];
	away[queue[0]] = 0;
	for (uint32_t at = 0; at < end; at++) {
		uint32_t r = queue[at];

		if (s->counts[r]) {
			sum += away[r];
			*diameter = away[r] > *diameter ? away[r] : *diameter;
		}
		for (uint32_t k = s->first[r]; k < s->first[r + 1]; k++)
			if (away[s->to[k]] == NONE) {
				away[s->to[k]] = away[r] + 1;
				queue[end++] = s->to[k];
			}
	}
	return sum;
}

/* Both means of n routers from the one over all n² pairs. */
static hops
means(uint32_t diameter, double mean_all, double n)
{
	return (hops){ diameter, n > 1 ? mean_all * n / (n - 1) : NAN, mean_all };
}

hops
hops_search(const machine *m)
{
	hop_search s = prepare(m);
	uint32_t diameter = 0, n = s.sources, begin = 0;
	uint32_t *queue = xalloc(m->routers, sizeof *queue), *away = xalloc(m->routers, sizeof *away);
	uint64_t sum = 0;

	while (begin < n && (begin == 0 || diameter > LONG))
		sum += search_one(&s, begin++, queue, away, &diameter);
	for (; begin < n; begin += BATCH)
		sum += search_batch(&s, begin, n - begin < BATCH ? n - begin : BATCH, &diameter);
	free_all(queue, away);
	free_all(s.first, s.to, s.source, s.counts, s.seen, s.fresh, s.next);
	return means(diameter, (double)sum / ((double)n * n), n);
}

hops
hops_of(const machine *m)
{
	uint32_t diameter;
	double mean;

	if (!m->kind->hops)
		return hops_search(m);
	mean = m->kind->hops(m, &diameter);
	return means(diameter, mean, m->routers);
}
