/* link: netsim */
/* zero_load -- one packet on an idle network takes exactly the formula of hopline-model.7:
 * T = sum of latencies + L router latencies + x_0 + sum max(0, x_i - x_(i-1)). */
#include <stdlib.h>
#include <string.h>

#include "lib/rng/rng.h"
#include "netsim/observe/route.h"
#include "unit/tap.h"

typedef struct walk {
	int64_t latency, first, growth, before;
	int links, routers;
	char order[64];		/* "lglgl" */
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
note_order(const char *order)
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

	network_init(&n, m, r, 0, 3000);
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
		if (strcmp(m->kind->name, "dragonfly") == 0)
			note_order(w.order);
	}
	network_free(&n);
	return wrong;
}

int
main(void)
{
	static const char *const shape[] = {
		"dragonfly:g=17,a=4,p=4", "dragonfly:g=9,a=4,p=2,h=4", "dragonfly:g=9,a=4,p=2,h=4,links-per-arc=1,arrangement=random,arrangement-seed=7,io-groups=2",
		"dragonfly:g=7,a=3,p=2,local-bw=3Gb/s,global-bw=7Gb/s,node-bw=11Gb/s,local-latency=13ns,global-latency=1us,node-latency=7ns,router-latency=77ns",
		"dragonfly:g=7,a=3,p=2,local-bw=13Gb/s,global-bw=2Gb/s,node-bw=1Gb/s,arrangement=circulant",
		"dragonfly:g=6,a=4,p=1,local-bw=1Gb/s,global-bw=100Gb/s,node-bw=9Gb/s,arrangement=relative,router-latency=0,global-latency=0",
		"fattree:k=3,n=4", "fattree:radix=8,pods=6,taper=3,node-bw=3Gb/s,leaf-spine-bw=11Gb/s,spine-core-bw=2Gb/s,spine-core-latency=1us,leaf-spine-latency=7ns",
		"slimfly:q=5,p=3", "dragonflyplus:g=7,leaves=3,p=2", "dragonflyplus:g=4,leaves=2,spines=3,p=2,h=3,node-bw=11Gb/s,local-bw=3Gb/s,global-bw=7Gb/s,local-latency=13ns,global-latency=1us,router-latency=0", "slimfly:q=8,p=2,node-bw=11Gb/s,local-bw=3Gb/s,global-bw=7Gb/s,local-latency=13ns,global-latency=1us,router-latency=0",
		"mesh:k=5x4x3,p=2", "torus:k=5x4x3,bw=9.4GB/s/4.7GB/s/2GB/s,latency=100ns/50ns/0", "torus:k=2x1x9,node-bw=1Gb/s,router-latency=0",
		"expressmesh:k=7x8,gap=2x3,p=3,bw=3Gb/s/11Gb/s", "hypercube:n=6,bw=100Gb/s,latency=1us",
		"graph:links=tests/vectors/graph.links.csv,nodes=tests/vectors/graph.nodes.csv,node-bw=11Gb/s,router-latency=17ns",
		"twistedtorus:k=8x4x4,bw=3Gb/s/8Gb/s/11Gb/s", "cubetorus:cubes=2x1x1,twist=half,circuit-bw=3Gb/s,circuit-latency=300ns",
		"torus:k=5x4x3,broken=r0-r1+r17-r18,bw=9Gb/s/4Gb/s/2GB/s", "dragonfly:g=9,a=4,p=2,broken=links:0.1:1,global-bw=3Gb/s",
		"dragonfly:g=5,a=8,p=2,h=2,rows=2,global-block=2,column-links=3,global-bw=3Gb/s",
		"dragonfly:g=5,a=8,p=2,h=4,router-arrangement=parallel,global-latency=1us", NULL
	};
	static const char *const order[] = { "", "l", "g", "lg", "gl", "lgl", "ll", "gg", "lgg", "ggl", "glg", "lggl", "lglg", "glgl", "lglgl", NULL };
	rng random;

	rng_init(&random, 1, "zero-load", "", "");
	for (int i = 0; shape[i]; i++) {
		machine *m = machine_build(shape[i], NULL, 0, "test", 1);

		for (const routing *r = routings; r->name; r++)
			if (routing_serves(r, m))
				is_int(differences(m, r, &random, CHECKED ? 100 : 1000), 0, xprintf("%s on %s", r->name, shape[i]));
		machine_free(m);
	}
	for (int i = 0; order[i]; i++)
		ok(was_seen(order[i]), "a path '%s' was among them", order[i]);
	return done_testing();
}
