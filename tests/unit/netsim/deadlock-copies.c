/* link: netsim */
/* deadlock-copies -- as deadlock.c, for every routing with more virtual channels than it needs (paths.h).
 *
 * Packets of every copy are followed. One that changed its copy on the way, as `par` may have it, would close no
 * circle either, so such waits are added. What must be found out are channels that mean one thing in one copy and
 * another in the next, and adaptive channels that are escape channels, too. */
#include "unit/netsim/dependencies.h"
#include "unit/slow/circuits.h"

enum { WORDS = 8, WORD_STEP = 65536 / WORDS };	/* a word at least for each of up to 8 copies */

static paths several;		/* the routes in copies that wrong ones spoil */

static unsigned
needs(const network *n, uint32_t link)
{
	int class = n->machine->class[link];

	return class == CLASS_NODE ? 1 : (unsigned)routing_channels(n->routing, n->machine, class);
}

/* As depend, with any copy before and behind. */
static void
depend_any_copy(void *context, const network *n, const packet *p, const packet *s, uint32_t link)
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

/* Is there a cycle among the waits that `visit` adds, for packets of all copies? */
static bool
copies_have_cycle(network *n, visitor visit)
{
	const machine *m = n->machine;
	graph g;

	graph_init(&g, m, n->stride);
	g.escape = n->paths.routes->escape;
	for (uint32_t word = 0; word < WORDS * WORD_STEP; word += word % WORD_STEP + 1 < words(n) ? 1 : WORD_STEP - word % WORD_STEP)
		for (uint32_t u = 0; u < m->nodes; u++)
			for (uint32_t v = 0; v < m->nodes; v++) {
				packet p = new_packet(n, u, v);

				p.word = word;
				if (u != v)
					follow(n, p, m->node_router[u], visit, &g);
			}
	return graph_cycle(&g);
}

static uint32_t
next_right(const paths *w, trip *t, uint32_t router)
{
	(void)w;
	return paths_next(&several, t, router);
}

/* The copies overlap: channel v of copy i is channel i + v. */
static uint32_t
next_overlapping(const paths *w, trip *t, uint32_t router)
{
	uint32_t link = right->next(w, t, router), copy = t->word / WORD_STEP;

	t->channel = (t->channel + copy) % w->channels[w->machine->class[link]] & 15;
	return link;
}

/* Adaptive channels begin with the last of the escape channels. */
static uint32_t
next_too_low(const paths *w, trip *t, uint32_t router)
{
	bool adaptive = t->via != NONE;
	uint32_t link = next_right(w, t, router);

	t->channel = (t->channel - adaptive) & 15;
	return link;
}

static void
no_cycles(const char *spec)
{
	machine *m = machine_joined(spec);

	for (const routing *r = routings; r->name; r++)
		for (int vcs = 2; routing_serves(r, m) && vcs <= MAX_CHANNELS; vcs += vcs < 4 ? 1 : 4) {
			network n;

			if (!network_init(&n, m, r, vcs, 64))
				continue;
			ok(!copies_have_cycle(&n, depend), "%s on %s with %d channels: no cycle", r->name, spec, vcs);
			if (!r->routes->escape)
				ok(!copies_have_cycle(&n, depend_any_copy), "%s on %s with %d channels: nor from copy to copy", r->name, spec, vcs);
			network_free(&n);
		}
	machine_free(m);
}

/* The wrong routes find their copies themselves. */
static void
wrong_one(const char *spec, const char *name, int vcs, next_link *next, const char *what)
{
	machine *m = machine_joined(spec);
	const routing *r = routing_find(m, name);
	network n;

	network_init(&n, m, r, vcs, 64);
	several = n.paths;
	n.paths.copies = false;
	n.paths.routes = spoilt(r, next_right)->routes;
	ok(!copies_have_cycle(&n, depend), "%s on %s with %d channels: no cycle", name, spec, vcs);
	n.paths.routes = spoilt(r, next)->routes;
	ok(copies_have_cycle(&n, depend), "the same where %s: a cycle is found", what);
	network_free(&n);
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
	wrong_one("torus:k=4", "minimal", 4, next_overlapping, "copies overlap");
	wrong_one("torus:k=3x4", "minimal", 2, next_overlapping, "copies overlap");
	wrong_one("slimfly:q=3,p=1", "minimal", 4, next_overlapping, "copies overlap");
	wrong_one("slimfly:q=3,p=1", "valiant", 8, next_overlapping, "copies overlap");
	wrong_one("dragonfly:g=5,a=2,p=1,h=2", "ugal-l", 6, next_overlapping, "copies overlap");
	wrong_one("torus:k=4", "adaptive", 4, next_too_low, "adaptive channels are escape channels");
	wrong_one("mesh:k=3x3", "adaptive", 3, next_too_low, "adaptive channels are escape channels");
	wrong_one("expressmesh:k=4x4,gap=2", "adaptive", 3, next_too_low, "adaptive channels are escape channels");
	return done_testing();
}
