/* link: netsim */
/* deadlock-lanes -- as deadlock.c, for every routing with more virtual channels than it needs (lanes.h).
 *
 * Packets of every lane are followed. One that changed its lane on the way, as `par` may have it, would close no
 * circle either, so such waits are added. What must be found out are channels that mean one thing in one lane and
 * another in the next, and adaptive channels that are escape channels, too. */
#include "unit/netsim/dependencies.h"
#include "netsim/lanes.h"
#include "unit/slow/circuits.h"

enum { WORDS = 8, WORD_STEP = 65536 / WORDS };	/* a word at least for each of up to 8 lanes */

static routing *several;	/* the routing in lanes that a wrong one spoils */

static unsigned
needs(const network *n, uint32_t link)
{
	int class = n->machine->class[link];

	return class == CLASS_NODE ? 1 : (unsigned)n->routing_channels(routing, n->machine, class);
}

/* As depend, with any lane before and behind. */
static void
depend_any_lane(void *context, const network *n, const packet *p, const packet *s, uint32_t link)
{
	unsigned held = needs(n, p->link), wanted = needs(n, link);

	for (unsigned v = p->channel % held; v < network_channels(n, p->link); v += held)
		for (unsigned w = s->channel_next % wanted; w < network_channels(n, link); w += wanted) {
			packet q = *p, t = *s;

			q.channel = v & 15;
			t.channel_next = w & 15;
			depend(context, n, &q, &t, link);
		}
}

/* Is there a cycle among the waits that `visit` adds, for packets of all lanes? */
static bool
lanes_have_cycle(const machine *m, const routing *r, visitor visit)
{
	network n;
	graph g;

	network_init(&n, m, r, 0, 64);
	graph_init(&g, m, n.stride);
	g.escape = r->tokens;
	for (uint32_t word = 0; word < WORDS * WORD_STEP; word += word % WORD_STEP + 1 < words(&n) ? 1 : WORD_STEP - word % WORD_STEP)
		for (uint32_t u = 0; u < m->nodes; u++)
			for (uint32_t v = 0; v < m->nodes; v++) {
				packet p = new_packet(&n, u, v);

				p.word = word;
				if (u != v)
					follow(&n, p, m->node_router[u], visit, &g);
			}
	network_free(&n);
	return graph_cycle(&g);
}

static uint32_t
next_right(const network *n, packet *p, uint32_t router)
{
	network lanes = *n;

	lanes.routing = several;
	return several->next(&lanes, p, router);
}

/* The lanes overlap: channel v of lane i is channel i + v. */
static uint32_t
next_overlapping(const network *n, packet *p, uint32_t router)
{
	uint32_t link = right->next(n, p, router), lane = p->word / WORD_STEP;

	p->channel_next = (p->channel_next + lane) % network_channels(n, link) & 15;
	return link;
}

/* Adaptive channels begin with the last of the escape channels. */
static uint32_t
next_too_low(const network *n, packet *p, uint32_t router)
{
	bool adaptive = p->via != NONE;
	uint32_t link = next_right(n, p, router);

	p->channel_next = (p->channel_next - adaptive) & 15;
	return link;
}

static void
no_cycles(const char *spec)
{
	machine *m = machine_joined(spec);

	for (int k = 0; routings[k].name; k++)
		for (int vcs = 2; routing_serves(&routings[k], m) && vcs <= MAX_CHANNELS; vcs += vcs < 4 ? 1 : 4) {
			routing *r = lanes_of(routings[k], m, vcs);

			if (!r)
				continue;
			ok(!lanes_have_cycle(m, r, depend), "%s on %s with %d channels: no cycle", r->name, spec, vcs);
			if (!r->tokens)
				ok(!lanes_have_cycle(m, r, depend_any_lane), "%s on %s with %d channels: nor from lane to lane", r->name, spec, vcs);
			free(r);
		}
	machine_free(m);
}

static void
wrong_one(const char *spec, const char *name, int vcs, uint32_t (*next)(const network *, packet *, uint32_t), const char *what)
{
	machine *m = machine_joined(spec);
	routing wrong;

	right = routing_find(m, name);
	several = lanes_of(right, m, vcs);
	wrong = *several;
	wrong.next = next_right;
	ok(!lanes_have_cycle(m, &wrong, depend), "%s on %s with %d channels: no cycle", name, spec, vcs);
	wrong.next = next;
	ok(lanes_have_cycle(m, &wrong, depend), "the same where %s: a cycle is found", what);
	free(several);
	machine_free(m);
}

int
main(void)
{
	static const char *const shape[] = {
		"mesh:k=3x3", "torus:k=4", "torus:k=5", "torus:k=3x4", "torus:k=2x5,p=2", "expressmesh:k=6,gap=2", "expressmesh:k=3x4,gap=1",
		"hypercube:n=3", "fattree:k=2", "fattree:radix=4,levels=2,pods=4", "slimfly:q=3,p=1", "dragonfly:g=5,a=2,p=1,h=2", "dragonfly:g=3,a=3,p=1", "rdragonfly:g=4,a=2,p=1,h=3",
		"graph:links=tests/vectors/graph.links.csv,nodes=tests/vectors/graph.nodes.csv", NULL
	};

	for (int i = 0; shape[i]; i++)
		no_cycles(shape[i]);
	wrong_one("torus:k=4", "minimal", 4, next_overlapping, "lanes overlap");
	wrong_one("torus:k=3x4", "minimal", 2, next_overlapping, "lanes overlap");
	wrong_one("slimfly:q=3,p=1", "minimal", 4, next_overlapping, "lanes overlap");
	wrong_one("slimfly:q=3,p=1", "valiant", 8, next_overlapping, "lanes overlap");
	wrong_one("dragonfly:g=5,a=2,p=1,h=2", "ugal-l", 6, next_overlapping, "lanes overlap");
	wrong_one("torus:k=4", "adaptive", 4, next_too_low, "adaptive channels are escape channels");
	wrong_one("mesh:k=3x3", "adaptive", 3, next_too_low, "adaptive channels are escape channels");
	wrong_one("expressmesh:k=4x4,gap=2", "adaptive", 3, next_too_low, "adaptive channels are escape channels");
	return done_testing();
}
