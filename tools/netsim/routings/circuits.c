/* circuits -- what GRAP (2.2) says of TAGO (Teh et al., "TAGO: Rethinking Routing Design in High Performance Reconfigurable Networks", SC
 * 2020; topology-aware, globally direct, oblivious): a packet takes exactly one circuit, from its group straight to that of its
 * destination, because the circuits fit the traffic already; packets are spread over all circuits of the two groups; inside groups routes
 * adapt.  Where this is more definite, or differs:
 *
 * - Packets are spread at random over the circuits that make the shortest route, not over all alike: else most of them
 *   would pay for a local link that they need not take.
 * - Routes adapt by the rule of ugal-l.  In the first router one other circuit of the two groups is drawn, from all, and
 *   taken where q_shortest H_shortest > q_other H_other; that is how the longer ones get their packets.  In the last
 *   group, or the only one, the same rule asks whether to go by way of one random other router of the group.
 *
 * Oblivious, as the O says, is what follows it more closely: a random circuit, of the shortest or of all, whatever waits, and straight on
 * from there; only packets that stay in their group adapt. */
#include "lib/route/rdragonfly.h"
#include "netsim/engine/philox.h"
#include "netsim/routings/weigh.h"

/* The circuit of a packet in its first router, as packet.via. */
static uint32_t
circuit(const network *n, const packet *p, uint32_t router, int64_t now)
{
	const paths *w = &n->paths;
	uint32_t routers = w->machine->routers, first = rdragonfly_shortest(w, &p->trip, true), second;
	uint64_t waiting = counted(n, waiting_first(n, p, router, routers + first, now));

	if (waiting == 0)
		return routers + first;		/* another waits no less */
	second = rdragonfly_other(w, &p->trip, first, philox_word(n->route_key, p->word, p->hops));
	if (second == NONE || waiting * rdragonfly_length(w, &p->trip, first)
		<= waiting_first(n, p, router, routers + second, now) * rdragonfly_length(w, &p->trip, second))
		return routers + first;
	return routers + second;
}

static const uint32_t *
groups_of(const paths *w)
{
	return rdragonfly_of(w->machine)->groups.group;
}

/* Asked in the first router and in the first one of the last group, which may be the same. */
static void
choose(network *n, packet *p, uint32_t router, int64_t now)
{
	const uint32_t *group = groups_of(&n->paths);
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
	choose_first(n, p, router, now);
	p->word = word;
}

static bool
targets(const paths *w, const trip *t, uint32_t router, uint32_t k, uint32_t *via)
{
	const uint32_t *group = groups_of(w);
	const uint16_t *out;

	if (group[router] == group[t->router])
		return targets_either(w, t, router, k, via);
	*via = t->via;
	if (t->via != NONE)	/* settled in the first router */
		return k == 0;
	if (k >= rdragonfly_exits(rdragonfly_of(w->machine), group[router], group[t->router], &out))
		return false;
	*via = w->machine->routers + out[k];
	return true;
}

static void
choose_oblivious(network *n, packet *p, uint32_t router, bool all, int64_t now)
{
	const paths *w = &n->paths;
	const uint32_t *group = groups_of(w);

	p->settled = 1;
	if (group[router] != group[p->router])
		p->via = w->machine->routers + (all ? rdragonfly_any(w, &p->trip) : rdragonfly_shortest(w, &p->trip, true));
	else
		choose_first(n, p, router, now);
}

static void
choose_shortest(network *n, packet *p, uint32_t router, int64_t now)
{
	choose_oblivious(n, p, router, false, now);
}

static void
choose_any(network *n, packet *p, uint32_t router, int64_t now)
{
	choose_oblivious(n, p, router, true, now);
}

const decision draw_shortest = { .detours = true, .weighs = true, .asks = ASKS_ROUTER, .choose = choose_shortest, .targets = targets };
const decision draw_any = { .detours = true, .weighs = true, .asks = ASKS_ROUTER, .choose = choose_any, .targets = targets };
const decision weigh_circuits = { .detours = true, .weighs = true, .asks = ASKS_ROUTER, .choose = choose, .targets = targets };
