/* link: netsim */
/* zero_load -- one packet on an idle network takes exactly the contract's formula:
 * T = sum of latencies + L router latencies + x_0 + sum max(0, x_i - x_(i-1)). */
#include <stdlib.h>
#include <string.h>

#include "lib/rng/rng.h"
#include "netsim/route.h"
#include "tap.h"

typedef struct walk {
	int64_t latency, first, growth, before;
	int links, routers;
	char order[16];		/* "lglgl" */
	uint32_t bytes;
} walk;

static void
add_link(const network *n, const packet *p, void *context)
{
	walk *w = context;
	const machine *m = n->machine;
	const speed *s = &m->speeds[m->speed_of[p->link]];
	int64_t x = (int64_t)(((__extension__ (unsigned __int128)8) * w->bytes * UINT64_C(1000000000000) + s->bits_per_s - 1)
		/ s->bits_per_s);

	w->latency += s->latency;
	if (w->links == 0)
		w->first = x;
	else if (x > w->before)
		w->growth += x - w->before;
	w->before = x;
	w->links++;
	if (m->class[p->link] != CLASS_NODE)
		w->order[w->routers++] = m->class_name[m->class[p->link]][0];
}

/* Orders of links seen, as a small set. */
static char seen[64][16];
static int seen_count;

static void
note(const char *order)
{
	for (int i = 0; i < seen_count; i++)
		if (strcmp(seen[i], order) == 0)
			return;
	if (seen_count < 64)
		strcpy(seen[seen_count++], order);
}

static bool
was_seen(const char *order)
{
	for (int i = 0; i < seen_count; i++)
		if (strcmp(seen[i], order) == 0)
			return true;
	return false;
}

/* Random pairs and sizes; the number of them that differ from the formula. */
static int
differences(const machine *m, const routing *r, rng *random, int tries)
{
	network n;
	int wrong = 0;

	network_init(&n, m, r, 3000);
	for (int i = 0; i < tries; i++) {
		uint32_t from = (uint32_t)rng_below(random, m->nodes), to = (uint32_t)rng_below(random, m->nodes);
		walk w = { .bytes = 1 + (uint32_t)rng_below(random, 3000) };
		int64_t end, formula;

		if (from == to)
			continue;
		n.route_key[0] = rng_u32(random);
		end = route_play(&n, from, to, w.bytes, add_link, &w);
		formula = w.latency + (w.routers + 1) * m->router_latency + w.first + w.growth;
		wrong += end != formula;
		note(w.order);
	}
	network_free(&n);
	return wrong;
}

int
main(void)
{
	static const char *const shape[] = {
		"dragonfly:g=17,a=4,p=4", "dragonfly:g=9,a=4,p=2,h=4",
		"dragonfly:g=7,a=3,p=2,local-bw=3Gb/s,global-bw=7Gb/s,node-bw=11Gb/s,local-latency=13ns,global-latency=1us,node-latency=7ns,router-latency=77ns",
		"dragonfly:g=7,a=3,p=2,local-bw=13Gb/s,global-bw=2Gb/s,node-bw=1Gb/s,arrangement=circulant",
		"dragonfly:g=6,a=4,p=1,local-bw=1Gb/s,global-bw=100Gb/s,node-bw=9Gb/s,arrangement=relative,router-latency=0,global-latency=0", NULL
	};
	static const char *const order[] = { "", "l", "g", "lg", "gl", "lgl", "ll", "gg", "lgg", "ggl", "glg", "lggl", "lglg", "glgl", "lglgl", NULL };
	rng random;

	rng_init(&random, 1, "zero-load", "", "");
	for (int i = 0; shape[i]; i++) {
		machine *m = machine_build(shape[i], NULL, 0, "test", 1);

		for (int k = 0; routings[k]; k++)
			is_int(differences(m, routings[k], &random, 3000), 0, xprintf("%s on %s", routings[k]->name, shape[i]));
		machine_free(m);
	}
	for (int i = 0; order[i]; i++)
		ok(was_seen(order[i]), "a path '%s' was among them", order[i]);
	return done_testing();
}
