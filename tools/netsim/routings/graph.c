/* graph -- minimal routing by tables, detours by a random router, and the choice between the two.
 *
 * packet.rank counts how often the way has turned, from up to down or from down to up, beginning with up: odd
 * where the last link went down.  Channel rank/2 is then the next one wherever a packet goes up again (graph.h). */
#include "netsim/routings/graph.h"

#include "netsim/routings/choice.h"

enum { STRAIGHT = 1, DETOUR = 2 };	/* segments of a route */

static void *
prepare_straight(const machine *m)
{
	return graph_ways_new(m, STRAIGHT);
}

static void *
prepare_detours(const machine *m)
{
	return graph_ways_new(m, DETOUR);
}

static int
channels_straight(const machine *m, int class)
{
	(void)class;
	return graph_ways_channels(m, STRAIGHT);
}

static int
channels_detours(const machine *m, int class)
{
	(void)class;
	return graph_ways_channels(m, DETOUR);
}

/* One of `count`, always the same for p's source and destination at this router.  The router counts, too: else all that
 * came by one of a few links would take one and the same of the next few. */
static inline uint32_t
draw(const packet *p, uint32_t router, uint32_t count)
{
	uint32_t hash = (p->from * 2654435761u) ^ (p->to * 2246822519u) ^ (router * 3266489917u);

	hash = (hash ^ hash >> 15) * 2246822519u;
	hash = (hash ^ hash >> 13) * 2654435761u;
	return (uint32_t)((uint64_t)(hash ^ hash >> 16) * count >> 32);
}

/* The link for p, among those whose bits are set. */
static inline uint32_t
pick(const graph_ways *g, const uint64_t *ways, const packet *p, uint32_t router)
{
	const graph_ports *at = &g->ports[router];
	uint32_t words = at[1].word - at->word, count = 0, word = 0, k;
	uint64_t bits;

	ways += at->word;
	for (uint32_t i = 0; i < words; i++)
		count += (uint32_t)__builtin_popcountll(ways[i]);
	k = count > 1 ? draw(p, router, count) : 0;
	for (; k >= (count = (uint32_t)__builtin_popcountll(ways[word])); word++)
		k -= count;
	for (bits = ways[word]; k > 0; k--)
		bits &= bits - 1;
	return at->first + 64 * word + (uint32_t)__builtin_ctzll(bits);
}

static uint32_t
next(const network *n, packet *p, uint32_t router)
{
	const machine *m = n->machine;
	graph_ways *g = n->tables;
	bool down = p->rank % 2, onward = p->via == router, up;
	uint32_t to, link;
	unsigned rank;

	if (onward)
		p->via = NONE;
	to = p->via == NONE ? p->router : p->via;
	if (router == to) {
		p->channel_next = 0;
		return m->reverse[m->router_links + p->to];
	}
	link = pick(g, graph_ways_to(g, to) + (g->restricted && down && !onward ? g->words : 0), p, router);
	up = g->place[m->to[link]] < g->place[router];
	rank = p->rank + (unsigned)(up == down);
	p->rank = rank & 15;
	p->channel_next = rank / 2 & 15;
	return link;
}

uint32_t
graph_detour(const network *n, const packet *p, uint32_t router)
{
	const graph_ways *g = n->tables;

	if (router == p->router || g->hosts < 3)
		return NONE;
	return g->host[choice_but_two(choice_at_random(p, g->hosts - 2), g->host_of[router], g->host_of[p->router])];
}

uint32_t
graph_links(const network *n, const packet *p, uint32_t router, uint32_t via)
{
	graph_ways *g = n->tables;

	graph_ways_to(g, p->router);
	if (via == NONE)
		return g->links[p->router][router];
	graph_ways_to(g, via);
	return g->links[via][router] + g->links[p->router][via];
}

static bool
targets(const network *n, const packet *p, uint32_t router, uint32_t k, uint32_t *via)
{
	const graph_ways *g = n->tables;
	uint32_t count = router == p->router || g->hosts < 3 ? 0 : g->hosts - 2;

	*via = k < count ? g->host[choice_but_two(k, g->host_of[router], g->host_of[p->router])] : NONE;
	return k < count || (count == 0 && k == 0);
}

static bool
targets_or_minimal(const network *n, const packet *p, uint32_t router, uint32_t k, uint32_t *via)
{
	*via = NONE;
	if (k == 0)
		return true;
	return targets(n, p, router, k - 1, via) && *via != NONE;
}

const routing routing_graph_minimal = {
	.name = "minimal",
	.about = "a shortest way, by tables; of several the one that a hash of source and destination names",
	.kind = "graph",
	.channels = channels_straight,
	.prepare = prepare_straight,
	.release = graph_ways_free,
	.next = next,
};

const routing routing_graph_valiant = {
	.name = "valiant",
	.about = "by way of a random router that has nodes, other than source and destination (Valiant 1982)",
	.kind = "graph",
	.channels = channels_detours,
	.prepare = prepare_detours,
	.release = graph_ways_free,
	.choose = choose_detour,
	.detour = graph_detour,
	.next = next,
	.targets = targets,
};

const routing routing_graph_ugal_l = {
	.name = "ugal-l",
	.alias = "adaptive",
	.about = "minimal iff q_m H_m <= q_v H_v, q the bytes waiting for the first link (Singh 2005)",
	.kind = "graph",
	.channels = channels_detours,
	.prepare = prepare_detours,
	.release = graph_ways_free,
	.asks = ASKS_ROUTER,
	.choose = choose_ugal_l,
	.detour = graph_detour,
	.links = graph_links,
	.next = next,
	.targets = targets_or_minimal,
};

const routing routing_graph_ugal_g = {
	.name = "ugal-g",
	.about = "as ugal-l, q summed over the whole of both paths (Singh 2005)",
	.kind = "graph",
	.channels = channels_detours,
	.prepare = prepare_detours,
	.release = graph_ways_free,
	.asks = ASKS_PATHS,
	.choose = choose_ugal_g,
	.detour = graph_detour,
	.links = graph_links,
	.next = next,
	.targets = targets_or_minimal,
};
