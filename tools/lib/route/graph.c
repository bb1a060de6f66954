/* graph -- minimal ways by tables, and detours by way of any other router that has nodes.
 *
 * trip.rank counts how often the way has turned, from up to down or from down to up, beginning with up: odd
 * where the last link went down.  Channel rank/2 is then the next one wherever a packet goes up again (graph.h). */
#include "lib/route/graph.h"

#include "lib/route/pick.h"
#include "lib/route/routes.h"

static uint32_t
segments(bool detours)
{
	return detours ? 2 : 1;
}

static void *
prepare(const machine *m, bool detours)
{
	return graph_ways_new(m, segments(detours));
}

static int
channels(const machine *m, int class, bool detours)
{
	(void)class;
	return graph_ways_channels(m, segments(detours));
}

/* The link for t, among those whose bits are set. */
static inline uint32_t
pick(const graph_ways *g, const uint64_t *ways, const trip *t, uint32_t router)
{
	const graph_ports *at = &g->ports[router];
	uint32_t words = at[1].word - at->word, count = 0, word = 0, k;
	uint64_t bits;

	ways += at->word;
	for (uint32_t i = 0; i < words; i++)
		count += (uint32_t)__builtin_popcountll(ways[i]);
	/* Always the same for t at this router.  The hash includes that: else all that came by the same link would leave by the same link. */
	k = count > 1 ? (uint32_t)((uint64_t)pick_hash(t, router) * count >> 32) : 0;
	for (; k >= (count = (uint32_t)__builtin_popcountll(ways[word])); word++)
		k -= count;
	for (bits = ways[word]; k > 0; k--)
		bits &= bits - 1;
	return at->first + 64 * word + (uint32_t)__builtin_ctzll(bits);
}

static uint32_t
next(const paths *w, trip *t, uint32_t router)
{
	const machine *m = w->machine;
	graph_ways *g = w->tables;
	bool down = t->rank % 2, onward = t->via == router;
	uint32_t to, link;

	if (onward)
		t->via = NONE;
	to = t->via == NONE ? t->router : t->via;
	link = pick(g, graph_ways_to(g, to) + (g->restricted && down && !onward ? g->words : 0), t, router);
	turn_take(t, g->place[m->to[link]] < g->place[router]);
	return link;
}

static uint32_t
detours(const paths *w, const trip *t, uint32_t router)
{
	const graph_ways *g = w->tables;
	uint32_t hosts = g->hosts / w->machine->planes;

	return router == t->router || hosts < 3 ? 0 : hosts - 2;
}

/* One of the routers of this plane that have nodes, but neither this nor the destination's. */
static uint32_t
detour(const paths *w, const trip *t, uint32_t router, uint32_t k)
{
	const graph_ways *g = w->tables;
	uint32_t hosts = g->hosts / w->machine->planes, first = router / (w->machine->routers / w->machine->planes) * hosts;

	return g->host[first + pick_but_two(k, g->host_of[router] - first, g->host_of[t->router] - first)];
}

static uint32_t
length(const paths *w, const trip *t, uint32_t router, uint32_t via)
{
	graph_ways *g = w->tables;

	graph_ways_to(g, t->router);
	if (via == NONE)
		return g->links[t->router][router];
	graph_ways_to(g, via);
	return g->links[via][router] + g->links[t->router][via];
}

const routes routes_graph = {
	.kind = "graph twistedtorus cubetorus", .broken = "*", .channels = channels, .prepare = prepare, .release = graph_ways_free,
	.next = next, .detours = detours, .detour = detour, .length = length,
};
