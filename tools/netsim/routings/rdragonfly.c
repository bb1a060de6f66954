/* rdragonfly -- the way of a packet over the circuits of a reconfigurable dragonfly.
 *
 * minimal: over the circuit between the two groups that makes the shortest route; of several the one that a hash of
 * source and destination names.
 *
 * tago: what GRAP (2.2) says of TAGO (Teh et al., "TAGO: Rethinking Routing Design in High Performance Reconfigurable
 * Networks", SC 2020; topology-aware, globally direct, oblivious): a packet takes exactly one circuit, from its group
 * straight to that of its destination, because the circuits fit the traffic already; packets are spread over all circuits
 * of the two groups; inside groups routes adapt.  Where this is more definite, or differs:
 *
 * - Packets are spread at random over the circuits that make the shortest route, not over all alike: else most of them
 *   would pay for a local link that they need not take.
 * - Routes adapt by the rule of ugal-l.  In the first router one other circuit of the two groups is drawn, from all, and
 *   taken where q_shortest H_shortest > q_other H_other; that is how the longer ones get their packets.  In the last
 *   group, or the only one, the same rule asks whether to go by way of one random other router of the group.
 *
 * packet.via is the circuit up to the last group, as routers + its link in the source group (0 … a*h-1), and in the last
 * group the router of a detour. */
#include "lib/machine/kinds/rdragonfly.h"

#include "netsim/engine/philox.h"
#include "netsim/routings/choice.h"
#include "netsim/routings/dragonfly.h"

/* Up only: l0 before the circuit, l1 behind it, l2 behind a detour; within one group l0, and l1 behind a detour. */
static const channel_order order = {	/* l0 g0 l1 l2 */
	.ascend = { [DRAGONFLY_LOCAL] = { 0, 1, 1, 2 }, [DRAGONFLY_GLOBAL] = { 0, 0 } },
	.rank_of = { [DRAGONFLY_LOCAL] = { 1, 3, 4 }, [DRAGONFLY_GLOBAL] = { 2 } }
};

/* The circuits from p's group to that of its destination, another one. */
typedef struct exits {
	const rdragonfly *d;
	const uint16_t *out;	/* their links, ascending, */
	uint32_t count;		/* so many */
	uint32_t base;		/* the first end of the source group (circuits.h) */
	uint32_t there;		/* and of the destination's */
} exits;

static exits
exits_of(const rdragonfly *d, uint32_t from, uint32_t to)
{
	exits e = { .d = d, .base = from * d->links, .there = to * d->links };

	e.count = rdragonfly_exits(d, from, to, &e.out);
	assert(e.count);
	return e;
}

/* The place of the router at the far end of link k. */
static inline uint32_t
far_place(const exits *e, uint32_t k)
{
	return e->d->groups.owner[e->d->far[e->base + k] - e->there];
}

/* How many of the first `count` links of an ascending list are below `link`. */
static uint32_t
below(const uint16_t *list, uint32_t count, uint32_t link)
{
	uint32_t low = 0;

	while (low < count) {
		uint32_t middle = (low + count) / 2;

		if (list[middle] < link)
			low = middle + 1;
		else
			count = middle;
	}
	return low;
}

/* Those of an ascending list that the router at `place` owns: the first of them, and how many. */
static const uint16_t *
owned(const rdragonfly *d, const uint16_t *list, uint32_t count, uint32_t place, uint32_t *many)
{
	uint32_t first = below(list, count, place * d->groups.h);

	*many = below(list + first, count - first, (place + 1) * d->groups.h);
	return list + first;
}

static inline uint32_t
pick(const packet *p, uint32_t count, bool at_random)
{
	return at_random ? choice_at_random(p, count) : choice_of_pair(p, count);
}

/* A link of `out` that leads to the router at place `aim`; NONE when none does. */
static uint32_t
straight(const exits *e, const packet *p, const uint16_t *out, uint32_t count, uint32_t aim, bool at_random)
{
	uint32_t many = 0, k;

	for (uint32_t i = 0; i < count; i++)
		many += far_place(e, out[i]) == aim;
	if (many == 0)
		return NONE;
	k = pick(p, many, at_random);
	while (far_place(e, *out) != aim || k--)
		out++;
	return *out;
}

/* The link of p's group by which it goes to the other one: of the circuits that make the shortest route from its first
 * router one at random, or the one that a hash names. */
static uint32_t
shortest(const network *n, const packet *p, bool at_random)
{
	const rdragonfly *d = rdragonfly_of(n->machine);
	const dragonfly *g = &d->groups;
	uint32_t source = n->machine->node_router[p->from], aim = g->place[p->router], k, here, there;
	exits e = exits_of(d, g->group[source], g->group[p->router]);
	const uint16_t *out = owned(d, e.out, e.count, g->place[source], &here), *in;

	k = straight(&e, p, out, here, aim, at_random);
	if (k != NONE)
		return k;
	rdragonfly_exits(d, g->group[p->router], g->group[source], &in);
	in = owned(d, in, e.count, aim, &there);
	if (here + there == 0)
		return e.out[pick(p, e.count, at_random)];
	k = pick(p, here + there, at_random);
	return k < here ? out[k] : d->far[e.there + in[k - here]] - e.base;
}

/* Another circuit for p than that of link k, at random; NONE when there is none. */
static uint32_t
other(const network *n, const packet *p, uint32_t k)
{
	const rdragonfly *d = rdragonfly_of(n->machine);
	const uint32_t *group = d->groups.group;
	exits e = exits_of(d, group[n->machine->node_router[p->from]], group[p->router]);
	uint32_t i;

	if (e.count < 2)
		return NONE;
	i = (uint32_t)((uint64_t)philox_word(n->route_key, p->word, p->hops) * (e.count - 1) >> 32);
	return e.out[i + (i >= below(e.out, e.count, k))];
}

/* Links between routers of p's route over the circuit of link k. */
static uint32_t
links_by(const network *n, const packet *p, uint32_t k)
{
	const rdragonfly *d = rdragonfly_of(n->machine);
	const dragonfly *g = &d->groups;
	uint32_t source = n->machine->node_router[p->from];
	exits e = exits_of(d, g->group[source], g->group[p->router]);

	return (g->owner[k] != g->place[source]) + 1U + (far_place(&e, k) != g->place[p->router]);
}

/* The circuit of a packet in its first router, as packet.via. */
static uint32_t
circuit(const network *n, const packet *p, uint32_t router, int64_t now)
{
	uint32_t routers = n->machine->routers, first = shortest(n, p, true), second;
	uint64_t waiting = choice_less_bias(n, choice_waiting(n, p, router, routers + first, now));

	if (waiting == 0)
		return routers + first;		/* another waits no less */
	second = other(n, p, first);
	if (second == NONE || waiting * links_by(n, p, first)
		<= choice_waiting(n, p, router, routers + second, now) * links_by(n, p, second))
		return routers + first;
	return routers + second;
}

static uint32_t
next(const network *n, packet *p, uint32_t router)
{
	const machine *m = n->machine;
	const dragonfly *d = &rdragonfly_of(m)->groups;
	uint32_t place, k;

	if (d->group[router] == d->group[p->router]) {
		if (p->via >= m->routers || p->via == router)
			p->via = NONE;
		if (p->via == NONE && router == p->router) {
			p->channel_next = 0;
			return m->first[router] + p->to - router * d->p;
		}
		place = d->place[p->via == NONE ? p->router : p->via];
	} else {
		k = p->via == NONE ? shortest(n, p, false) : p->via - m->routers;
		place = d->owner[k];
		if (place == d->place[router])
			return channel_take(p, &order, DRAGONFLY_GLOBAL, dragonfly_global(m, d, router, k));
	}
	return channel_take(p, &order, DRAGONFLY_LOCAL, dragonfly_local(m, d, router, place));
}

/* Asked in the first router and in the first one of the last group, which may be the same. */
static void
choose(network *n, packet *p, uint32_t router, int64_t now)
{
	const uint32_t *group = dragonfly_of(n)->group;
	uint32_t word = p->word;

	if (group[router] != group[p->router]) {
		if (p->via == NONE)
			p->via = circuit(n, p, router, now);
		return;
	}
	p->via = NONE;
	p->settled = 1;
	if (router == p->router)
		return;
	if (p->hops > 1)	/* the circuit was drawn with this word */
		p->word = philox_word(n->route_key, word, p->hops);
	choice_ugal(n, p, router, now);
	p->word = word;
}

static bool
targets(const network *n, const packet *p, uint32_t router, uint32_t k, uint32_t *via)
{
	const rdragonfly *d = rdragonfly_of(n->machine);
	const uint32_t *group = d->groups.group;
	const uint16_t *out;

	if (group[router] == group[p->router])
		return dragonfly_targets_or_minimal(n, p, router, k, via);
	*via = p->via;
	if (p->via != NONE)	/* settled in the first router */
		return k == 0;
	if (k >= rdragonfly_exits(d, group[router], group[p->router], &out))
		return false;
	*via = n->machine->routers + out[k];
	return true;
}

static int
channels(const machine *m, int class)
{
	(void)m;
	return class == DRAGONFLY_LOCAL ? 3 : 1;
}

static int
channels_minimal(const machine *m, int class)
{
	(void)m;
	return class == DRAGONFLY_LOCAL ? 2 : 1;
}

const routing routing_rdragonfly_minimal = {
	.name = "minimal",
	.about = "the circuit of the shortest route, straight to the group of the destination",
	.kind = "rdragonfly",
	.channels = channels_minimal,
	.next = next,
};

const routing routing_rdragonfly_tago = {
	.name = "tago",
	.alias = "adaptive",
	.about = "a random circuit of the shortest routes, adaptive inside groups (after Teh et al. 2020)",
	.kind = "rdragonfly",
	.channels = channels,
	.asks = ASKS_ROUTER,
	.choose = choose,
	.detour = dragonfly_detour,
	.links = dragonfly_links,
	.next = next,
	.targets = targets,
};
