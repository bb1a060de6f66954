/* link: netsim */
/* dragonfly-choices -- what is chosen on dragonflies is chosen evenly: parallel links by
 * the hash of source and destination, detours by random bits. */
#include <math.h>
#include <stdlib.h>

#include "lib/route/dragonfly.h"
#include "netsim/engine/network.h"
#include "unit/tap.h"

static packet
new_packet(const machine *m, uint32_t from, uint32_t to)
{
	return (packet){ .from = from, .to = to, .router = m->node_router[to], .via = NONE,
		.link = m->router_links + from, .bytes = 64 };
}

/* The sum over cells of (count - mean)^2 / mean. */
static double
chi_square(const uint32_t *count, uint32_t cells, double mean)
{
	double sum = 0;

	for (uint32_t i = 0; i < cells; i++)
		sum += (count[i] - mean) * (count[i] - mean) / mean;
	return sum;
}

/* Node pairs by the parallel link that they take from group x to group y; how many take a
 * port that does not lead there, or come by another one than the way back would take. */
static uint32_t
count_copies(const machine *m, uint32_t x, uint32_t y, uint32_t *count)
{
	const dragonfly *d = m->shape;
	uint32_t each = d->a * d->p, wrong = 0;

	for (uint32_t u = x * each; u < (x + 1) * each; u++)
		for (uint32_t v = y * each; v < (y + 1) * each; v++) {
			packet p = new_packet(m, u, v);
			uint32_t out = dragonfly_exit(d, &p.trip, x, y), in = dragonfly_exit(d, &p.trip, y, x);
			uint32_t link = dragonfly_global(m, d, x * d->a + d->owner[out], out);
			uint32_t back = dragonfly_global(m, d, y * d->a + d->owner[in], in);

			wrong += m->to[link] != y * d->a + d->owner[in] || m->reverse[link] != back;
			count[out / (d->g - 1)]++;
		}
	return wrong;
}

/* Parallel links share the pairs of nodes at least about as evenly as chance would. */
static void
parallel(const char *spec)
{
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	const dragonfly *d = m->shape;
	double pairs = (double)(d->a * d->p) * (d->a * d->p), sum = 0, freedom = 0;
	uint32_t *count = xalloc(d->copies, sizeof *count), wrong = 0;

	for (uint32_t x = 0; x < d->g; x++)
		for (uint32_t y = 0; y < d->g; y++) {
			if (x == y)
				continue;
			memset(count, 0, d->copies * sizeof *count);
			wrong += count_copies(m, x, y, count);
			sum += chi_square(count, d->copies, pairs / d->copies);
			freedom += d->copies - 1;
		}
	ok(d->copies > 1 && sum < freedom + 4 * sqrt(2 * freedom),
		"%s: %u parallel links, chi-square %.1f of %.0f degrees of freedom", spec, d->copies, sum, freedom);
	is_int(wrong, 0, "and both ends name the same one");
	free(count);
	machine_free(m);
}

/* May a packet from node u to node v go by `via`?  As hopline-routings.7 says. */
static bool
legal(const dragonfly *d, uint32_t from, uint32_t to, uint32_t via)
{
	if (d->group[from] != d->group[to])
		return via < d->g && via != d->group[from] && via != d->group[to];
	return from != to && via / d->a == d->group[from] && via != from && via != to;
}

/* Detours of one packet for random words that are spread evenly over all of them, both ends
 * included: each legal one must come up the same number of times, give or take two. */
static bool
even(const network *n, uint32_t u, uint32_t v)
{
	enum { EACH = 100 };
	const machine *m = n->machine;
	const dragonfly *d = dragonfly_of(&n->paths);
	uint32_t from = m->node_router[u], to = m->node_router[v], count[256] = { 0 }, none = 0, all = 0, via;
	packet p = new_packet(m, u, v);
	bool good = true;

	for (via = 0; via < m->routers; via++)
		all += legal(d, from, to, via);
	for (uint32_t i = 0; i < EACH * all + 1; i++) {
		p.word = all ? (uint32_t)((uint64_t)UINT32_MAX * i / (EACH * all)) : i;
		via = paths_draw(&n->paths, &p.trip, from);
		if (via == NONE)
			none++;
		else if (via < m->routers)
			count[via]++;
		else
			return false;
	}
	for (via = 0; via < m->routers; via++)
		good = good && (legal(d, from, to, via) ? abs((int)count[via] - EACH) <= 2 : count[via] == 0);
	return good && none == (all == 0);
}

static void
detours(const machine *m)
{
	uint32_t wrong = 0;
	network n;

	network_init(&n, m, routing_find(m, "valiant"), 0, 64);
	for (uint32_t u = 0; u < m->nodes; u++)
		for (uint32_t v = 0; v < m->nodes; v++)
			wrong += u != v && !even(&n, u, v);
	is_int(wrong, 0, xprintf("%s: detours are legal, and equally likely", m->spec));
	network_free(&n);
}

int
main(void)
{
	static const char *const shape[] = {
		"dragonfly:g=9,a=4,p=1", "dragonfly:g=5,a=4,p=2,h=2", "dragonfly:g=4,a=5,p=1,h=2,arrangement=circulant",
		"dragonfly:g=2,a=3,p=2", "dragonfly:g=3,a=2,p=2", "dragonfly:g=1,a=5,p=1", "dragonfly:g=6,a=1,p=2",
		"dragonfly:g=33,a=4,p=1", NULL
	};

	for (int i = 0; shape[i]; i++) {
		machine *m = machine_build(shape[i], NULL, 0, "test", 1);

		detours(m);
		machine_free(m);
	}
	parallel("dragonfly:g=5,a=4,p=4,h=2");
	parallel("dragonfly:g=5,a=4,p=4,h=4");
	parallel("dragonfly:g=4,a=3,p=5,h=3");
	parallel("dragonfly:g=2,a=8,p=8,h=8");
	parallel("dragonfly:g=3,a=8,p=8,h=3,arrangement=relative");
	return done_testing();
}
