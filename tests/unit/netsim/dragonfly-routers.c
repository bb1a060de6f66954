/* link: netsim */
/* dragonfly-routers -- valiant-router and ugal-router: detours go by every router of other groups, by all alike; both
 * halves of one are minimal, at most six links together, and its channels ascend; and which way UGAL takes. */
#include "lib/rng/rng.h"
#include "lib/route/dragonfly.h"
#include "unit/netsim/drawn-queues.h"
#include "unit/netsim/follow.h"

enum { TOO_MANY = 20 };	/* links: the packet is lost */

/* What a walk came by. */
typedef struct walked {
	uint32_t links;		/* between routers; TOO_MANY when it comes to a wrong node */
	uint64_t waiting;	/* bytes for the first link */
	bool seen, ascends;	/* it was at its detour's router; no channel is below the one before, or without a detour of the first half */
} walked;

static walked
walk(const network *n, packet p, uint32_t router, uint32_t via)
{
	static const int place[3][4] = { [DRAGONFLY_LOCAL] = { 1, 3, 4, 6 }, [DRAGONFLY_GLOBAL] = { 2, 5 } };	/* in l0 g0 l1 l2 g1 l3 */
	walked t = { .seen = via == NONE, .ascends = true };
	int last = 0;

	p.via = via;
	for (; t.links < TOO_MANY; t.links++) {
		uint32_t link = paths_next(&n->paths, &p.trip, router);
		int class = n->machine->class[link], at;

		t.seen |= router == via;
		if (t.links == 0)
			t.waiting = port_of(n, link)->waiting;
		if (port_of(n, link)->flags & ENDPOINT) {
			if (n->machine->to[link] != p.to)
				t.links = TOO_MANY;
			return t;
		}
		at = place[class][p.channel_next];
		t.ascends &= at > last && (via != NONE || at >= 4);
		last = at;
		router = port_of(n, link)->to;
	}
	return t;
}

/* May a packet from router `from` to router `to` go by router `via`? */
static bool
legal(const dragonfly *d, uint32_t from, uint32_t to, uint32_t via)
{
	return from / d->a != to / d->a && via / d->a != from / d->a && via != to;
}

/* What is wrong with the ways of one packet: routers that are not listed as often as they should be, or ways by them; *most, the
 * links of the longest. */
static uint32_t
wrong_ways(const network *n, const packet *p, uint32_t *most)
{
	const machine *m = n->machine;
	const dragonfly *d = dragonfly_of(&n->paths);
	uint32_t router = m->node_router[p->from], count[64] = { 0 }, wrong = 0, straight = 0, via;

	for (uint32_t k = 0; n->routing->decision->targets(&n->paths, &p->trip, router, k, &via); k++) {
		walked t = walk(n, *p, router, via);
		uint32_t want = node_distance(m, p->from, via == NONE ? p->to : via * d->p) + (via == NONE ? 0 : node_distance(m, via * d->p, p->to));

		wrong += !t.seen || !t.ascends || t.links < want || (d->copies == 1 && t.links > want);
		++*(via == NONE ? &straight : &count[via]);
		if (t.links > *most)
			*most = t.links;
	}
	for (via = 0; via < m->routers; via++)
		wrong += count[via] != legal(d, router, p->router, via);
	return wrong + (straight == 0);
}

static void
ways(const char *spec, const char *name, uint32_t longest)
{
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	uint32_t wrong = 0, most = 0;
	network n;

	network_init(&n, m, routing_find(m, name), 0, 64);
	for (uint32_t u = 0; u < m->nodes; u++)
		for (uint32_t v = 0; v < m->nodes; v++) {
			packet p = new_packet(&n, u, v);

			if (u != v)
				wrong += wrong_ways(&n, &p, &most);
		}
	is_int(wrong, 0, xprintf("%s on %s: by all routers of other groups, minimal to and from them, channels ascend", name, spec));
	is_int(most, longest, "links of the longest way");
	network_free(&n);
	machine_free(m);
}

/* Random bits that are spread evenly draw each router as often, those of the source's group and the destination's as no detour. */
static void
draws(const char *spec)
{
	enum { EACH = 100 };
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	const dragonfly *d = m->shape;
	uint32_t from = m->nodes / 2, to = m->nodes - 1, router = m->node_router[from], *count = xcalloc(m->routers, sizeof *count), straight = 0;
	uint32_t wrong = 0;
	network n;

	network_init(&n, m, routing_find(m, "valiant-router"), 0, 64);
	for (uint32_t i = 0; i < EACH * m->routers; i++) {
		packet p = new_packet(&n, from, to);

		p.word = (uint32_t)(((uint64_t)i << 32) / (EACH * m->routers)) + 1;
		n.choose(&n, &p, router, 0);
		wrong += !p.settled;
		++*(p.via == NONE ? &straight : &count[p.via]);
	}
	for (uint32_t via = 0; via < m->routers; via++)
		wrong += legal(d, router, m->node_router[to], via) ? count[via] + 2 < EACH || count[via] > EACH + 2 : count[via] != 0;
	wrong += straight + 4 < (d->a + 1) * EACH || straight > (d->a + 1) * EACH + 4;
	is_int(wrong, 0, xprintf("valiant-router on %s: draws every router as often", spec));
	free(count);
	network_free(&n);
	machine_free(m);
}

/* Queues at random: which way UGAL takes, by the rule that the manual states. */
static void
ugal(const char *spec, uint64_t bias, uint64_t threshold)
{
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	uint32_t wrong = 0, detoured = 0, tries = 20000;
	network n, blank;
	rng r;

	rng_init(&r, 1, "dragonfly-routers", spec, "");
	network_init(&n, m, routing_find(m, "ugal-router"), 0, 64);
	network_init(&blank, m, routing_find(m, "valiant-router"), 0, 64);
	n.bias = bias;
	n.threshold = threshold;
	for (uint32_t i = 0; i < tries; i++) {
		uint32_t from = (uint32_t)rng_below(&r, m->nodes), to = (uint32_t)rng_below(&r, m->nodes), router = m->node_router[from];
		packet p = new_packet(&n, from, to), q;
		bool straight = true;

		p.word = rng_u32(&r);
		if (i % 16 == 0)
			draw_queues(&n, &r);
		q = p;
		blank.choose(&blank, &q, router, 0);	/* the detour that is drawn */
		if (q.via != NONE) {
			walked near = walk(&n, p, router, NONE), far = walk(&n, p, router, q.via);

			straight = near.waiting <= threshold || near.waiting <= far.waiting * 2 + bias;
		}
		n.choose(&n, &p, router, 0);
		wrong += !p.settled || p.via != (straight ? NONE : q.via) || (!straight && q.via / dragonfly_of(&n.paths)->a == p.router / dragonfly_of(&n.paths)->a);
		detoured += !straight;
	}
	is_int(wrong, 0, xprintf("ugal-router on %s, bias %d, threshold %d: the way it takes, never by the destination's group", spec, (int)bias,
		(int)threshold));
	ok(detoured > tries / 100 && detoured < tries / 2, "a detour %u times of %u", detoured, tries);
	network_free(&n);
	network_free(&blank);
	machine_free(m);
}

int
main(void)
{
	static const struct { const char *spec; uint32_t longest; } shape[] = {
		{ "dragonfly:g=9,a=4,p=1", 6 }, { "dragonfly:g=9,a=4,p=1,arrangement=relative", 6 }, { "dragonfly:g=9,a=4,p=1,arrangement=circulant", 6 },
		{ "dragonfly:g=5,a=4,p=2,h=2", 6 }, { "dragonfly:g=4,a=5,p=1,h=2,arrangement=circulant", 6 }, { "dragonfly:g=5,a=2,p=2,h=2", 6 },
		{ "dragonfly:g=2,a=3,p=2", 4 }, { "dragonfly:g=6,a=1,p=2,h=5", 2 }, { "dragonfly:g=1,a=5,p=1", 1 }
	};

	for (size_t i = 0; i < sizeof shape / sizeof *shape; i++) {
		ways(shape[i].spec, "valiant-router", shape[i].longest);
		ways(shape[i].spec, "ugal-router", shape[i].longest);
	}
	for (size_t i = 0; i < 4; i++) {
		draws(shape[i].spec);
		ugal(shape[i].spec, 0, 0);
		ugal(shape[i].spec, 100, 0);
		ugal(shape[i].spec, 10, 100);
	}
	return done_testing();
}
