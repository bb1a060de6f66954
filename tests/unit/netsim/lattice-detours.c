/* link: netsim */
/* lattice-detours -- valiant and ugal-l on meshes, tori, express meshes and hypercubes: detours go by every router,
 * by all alike; each half of one is as short as can be, and one after the other of the dimensions;
 * its channels ascend; and which of the two UGAL takes. */
#include "lib/rng/rng.h"
#include "unit/dies.h"
#include "unit/netsim/drawn-queues.h"
#include "unit/netsim/follow.h"
#include "unit/restated/lattice.h"

typedef struct tally {
	uint64_t ways;
	uint64_t astray, turns, disorder, descents, channels;	/* what is wrong */
	uint32_t *load;		/* [links]: packets that come by */
} tally;

static void
look(void *context, const network *n, const packet *p, const packet *s, uint32_t link)
{
	tally *t = context;
	const machine *m = n->machine;
	uint32_t router = m->from[link], goal = s->via == NONE ? p->router : s->via;
	int d = m->class[link] - 1;
	unsigned set = d >= 0 && is_ring(m, d) ? 2 : 1;

	t->load[link]++;
	if (port_of(n, link)->flags & ENDPOINT) {
		t->ways++;
		t->astray += m->to[link] != p->to || s->via != NONE;
		return;
	}
	t->turns += !is_right(m, link, coordinate(m, goal, d));
	for (int i = 0; i < d; i++)
		t->disorder += coordinate(m, router, i) != coordinate(m, goal, i);
	t->channels += s->channel_next / set != (s->via == NONE);
	if (p->hops > 1 && m->class[p->link] == m->class[link] && p->via == s->via)
		t->descents += s->channel_next < p->channel;
}

/* The most that a link of a class carries, less the least. */
static uint32_t
spread(const machine *m, const uint32_t *load)
{
	uint32_t most = 0;

	for (int class = 1; class < m->classes; class++) {
		uint32_t low = UINT32_MAX, high = 0;

		for (uint32_t l = 0; l < m->router_links; l++)
			if (m->class[l] == class) {
				low = load[l] < low ? load[l] : low;
				high = load[l] > high ? load[l] : high;
			}
		if (high && high - low > most)
			most = high - low;
	}
	return most;
}

/* All pairs, all detours; `even`: every link of a dimension is like every other. */
static void
ways(const char *spec, const char *name, bool even)
{
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	tally t = { .load = xcalloc(m->links, sizeof *t.load) };
	uint64_t hosts = m->nodes / m->routers, near = m->nodes * (hosts - 1), far = (uint64_t)m->nodes * (m->nodes - hosts), want;
	network n;

	network_init(&n, m, routing_find(m, name), 0, 64);
	want = (near + far * (m->routers + n.routing->decision->weighs)) * words(&n);	/* UGAL may also go straight on without a draw */
	follow_all(&n, 1, look, &t);
	network_free(&n);
	ok(t.ways == want && t.astray + t.turns + t.disorder + t.descents + t.channels == 0, "%s on %s: %" PRIu64 " ways of %" PRIu64 "; %" PRIu64 " astray, %" PRIu64
		" wrong steps, %" PRIu64 " out of order, %" PRIu64 " back over a dateline, %" PRIu64 " on a channel of the other half",
		name, spec, t.ways, want, t.astray, t.turns, t.disorder, t.descents, t.channels);
	if (even)
		is_int(spread(m, t.load), 0, "links of a dimension carry alike");
	free(t.load);
	machine_free(m);
}

/* Random bits that are spread evenly draw each router as often, source and destination as no detour. */
static void
draws(const char *spec, const char *name)
{
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	uint32_t each = 500, *count = xcalloc(m->routers, sizeof *count), wrong = 0, straight = 0;
	packet p;
	network n;

	network_init(&n, m, routing_find(m, name), 0, 64);
	p = new_packet(&n, 1, m->nodes - 1);
	for (uint32_t i = 0; i < each * m->routers; i++) {
		p.word = (uint32_t)(((uint64_t)i << 32) / (each * m->routers)) + 1;
		p.via = NONE;
		p.settled = 0;
		n.choose(&n, &p, 1, 0);
		wrong += !p.settled || (p.via != NONE && p.via >= m->routers);
		++*(p.via == NONE ? &straight : &count[p.via]);
	}
	for (uint32_t r = 0; r < m->routers; r++)
		wrong += r == 1 || r == p.router ? count[r] != 0 : count[r] + 2 < each || count[r] > each + 2;
	wrong += straight + 4 < 2 * each || straight > 2 * each + 4;
	is_int(wrong, 0, xprintf("%s on %s: draws every other router as often", name, spec));
	free(count);
	network_free(&n);
	machine_free(m);
}

/* Links between routers of p's way from `router` by way of `via`, one after the other, and the bytes that wait for the first. */
static uint64_t
walk(const network *n, packet p, uint32_t router, uint32_t via, uint64_t *waiting)
{
	uint64_t links = 0;
	uint32_t link;

	p.via = via;
	for (*waiting = 0;; links++) {
		link = paths_next(&n->paths, &p.trip, router);
		if (links == 0)
			*waiting = port_of(n, link)->waiting;
		if (port_of(n, link)->flags & ENDPOINT)
			return links;
		router = port_of(n, link)->to;
	}
}

/* Queues at random: which way UGAL takes, by the rule of hopline-routings.7. */
static void
ugal(const char *spec)
{
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	uint32_t wrong = 0, detoured = 0, tries = 20000;
	network n, blank;
	rng r;

	rng_init(&r, 1, "lattice-detours", spec, "");
	network_init(&n, m, routing_find(m, "ugal-l"), 0, 64);
	network_init(&blank, m, routing_find(m, "valiant"), 0, 64);
	for (uint32_t i = 0; i < tries; i++) {
		uint32_t from = (uint32_t)rng_below(&r, m->nodes), to = (uint32_t)rng_below(&r, m->nodes), router = m->node_router[from];
		packet p = new_packet(&n, from, to), q;
		uint64_t near, far, links, around;
		bool straight = true;

		p.word = rng_u32(&r);
		if (i % 16 == 0)
			draw_queues(&n, &r);
		q = p;
		blank.choose(&blank, &q, router, 0);	/* the detour that is drawn */
		if (q.via != NONE) {
			links = walk(&n, p, router, NONE, &near);
			around = walk(&n, p, router, q.via, &far);
			straight = near * links <= far * around;
		}
		n.choose(&n, &p, router, 0);
		wrong += !p.settled || p.via != (straight ? NONE : q.via);
		detoured += !straight;
	}
	is_int(wrong, 0, xprintf("ugal-l on %s: the way that it takes", spec));
	ok(detoured > tries / 100 && detoured < tries / 2, "a detour %u times of %u", detoured, tries);
	network_free(&n);
	network_free(&blank);
	machine_free(m);
}

/* A way of more routers than a packet can count. */
static void
prepare(const void *r)
{
	machine *m = machine_build("mesh:k=32769", NULL, 0, "test", 1);

	((const routing *)r)->routes->prepare(m, true);
}

int
main(void)
{
	static const struct { const char *spec; bool even; } shape[] = {
		{ "mesh:k=7", false }, { "mesh:k=4x3,p=2", false }, { "mesh:k=3x2x2", false }, { "mesh:k=2", true }, { "mesh:k=1x4", false },
		{ "torus:k=8", true }, { "torus:k=7", true }, { "torus:k=3", true }, { "torus:k=4x4", true }, { "torus:k=5x3,p=2", true }, { "torus:k=2x6", true },
		{ "torus:k=3x4x2", true },
		{ "expressmesh:k=9,gap=1", true }, { "expressmesh:k=9,gap=3", false }, { "expressmesh:k=5x4,gap=1", true }, { "expressmesh:k=6x4,gap=2", false },
		{ "hypercube:n=1", true }, { "hypercube:n=4", true }, { "hypercube:n=3,p=3", true }
	};
	static const char *const large[] = { "mesh:k=5x4", "torus:k=4x6", "expressmesh:k=10x3,gap=3", "expressmesh:k=5x5,gap=1", "hypercube:n=4" };
	machine *long_one = machine_build("mesh:k=32768", NULL, 0, "test", 1);

	for (size_t i = 0; i < sizeof shape / sizeof *shape; i++) {
		ways(shape[i].spec, "valiant", shape[i].even);
		ways(shape[i].spec, "ugal-l", shape[i].even);
	}
	for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
		draws(large[i], "valiant");
		ugal(large[i]);
	}
	ok(routing_find(long_one, "valiant")->routes->prepare(long_one, true) == NULL, "a detour through 65535 routers can be counted");
	for (const char *const *name = (const char *const[]){ "valiant", "ugal-l", NULL }; *name; name++)
		dies(prepare, routing_find(long_one, *name), 1, "hopline: the machine is too long: a packet counts at most 65535 routers");
	machine_free(long_one);
	return done_testing();
}
