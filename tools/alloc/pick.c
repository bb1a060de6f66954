#include "alloc/pick.h"

#include <string.h>

#include "lib/cli/cli.h"

void
pick_lowest(const occupancy *o, uint32_t need, uint32_t *out)
{
	const uint8_t *at = o->busy, *end = o->busy + o->machine->nodes;

	for (uint32_t n = 0; n < need; at++) {
		at = memchr(at, 0, (size_t)(end - at));
		out[n++] = (uint32_t)(at - o->busy);
	}
}

void
pick_highest(const occupancy *o, uint32_t need, uint32_t *out)
{
	size_t left = o->machine->nodes;

	for (uint32_t n = 0; n < need;) {
		left = (size_t)((const uint8_t *)memrchr(o->busy, 0, left) - o->busy);
		out[n++] = (uint32_t)left;
	}
}

void
pick_random(uint32_t *pool, uint32_t n, rng *r, uint32_t need, uint32_t *out)
{
	for (uint32_t k = 0; k < need; k++) {
		uint32_t i = (uint32_t)rng_below(r, n);

		out[k] = pool[i];
		pool[i] = pool[--n];
	}
}

uint32_t
tightest_run(const uint32_t *item, uint32_t n, uint32_t need)
{
	uint32_t best = 0;

	for (uint32_t i = 1; i + need <= n; i++)
		if (item[i + need - 1] - item[i] < item[best + need - 1] - item[best])
			best = i;
	return best;
}

uint32_t
idle_domains(const occupancy *o, const level *l, const level *within, uint32_t part, uint32_t *out)
{
	const uint32_t *idle = occupancy_idle(o, l);
	uint32_t n = 0;

	for (uint32_t d = 0; d < l->domains; d++)
		if (idle[d] > 0 && (!within || within->of[l->member[l->first[d]]] == part))
			out[n++] = d;
	return n;
}

void
sort_by_key(const uint32_t *key, uint32_t *item, uint32_t n, bool greatest_first)
{
	uint32_t *start, *sorted = xalloc(n, sizeof *sorted), most = 0;

	for (uint32_t i = 0; i < n; i++)
		if (key[item[i]] > most)
			most = key[item[i]];
	start = xcalloc((size_t)most + 2, sizeof *start);
	for (uint32_t i = 0; i < n; i++)
		start[(greatest_first ? most - key[item[i]] : key[item[i]]) + 1]++;
	for (uint32_t k = 0; k < most; k++)
		start[k + 1] += start[k];
	for (uint32_t i = 0; i < n; i++)
		sorted[start[greatest_first ? most - key[item[i]] : key[item[i]]]++] = item[i];
	memcpy(item, sorted, n * sizeof *item);
	free_all(start, sorted);
}

void
pick_whole(const occupancy *o, const level *l, const uint32_t *domain, uint32_t need, uint32_t *out)
{
	for (uint32_t n = 0; n < need; domain++)
		n += occupancy_domain(o, l, *domain, out + n, need - n);
}

void
pick_round_robin(const occupancy *o, const level *l, const level *within, uint32_t part, uint32_t need, uint32_t *out)
{
	uint32_t *domain = xalloc(l->domains, sizeof *domain), domains = idle_domains(o, l, within, part, domain), n = 0;
	uint32_t *node = xalloc(o->idle, sizeof *node), *turn = xalloc(o->machine->nodes, sizeof *turn);

	for (uint32_t i = 0; i < domains; i++) {
		uint32_t idle = occupancy_domain(o, l, domain[i], node + n, UINT32_MAX);

		for (uint32_t k = 0; k < idle; k++)
			turn[node[n++]] = k;
	}
	sort_by_key(turn, node, n, false);
	memcpy(out, node, need * sizeof *out);
	free_all(domain, node, turn);
}
