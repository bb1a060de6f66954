/* link: netsim */
/* deadlock-trees -- as deadlock.c, for fat-trees and Slim Fly: the channel dependency graph of
 * every routing has no cycle, and routings that are wrong are found out. */
#include "follow.h"
#include "lib/machine/fattree.h"

typedef struct graph {
	uint32_t channels, stride;	/* channel v of a link is link * stride + v */
	uint8_t *edge;		/* [channels * channels] */
	uint8_t *state;		/* of the depth-first search */
} graph;

/* A packet holds the channel it came by and waits for the one it leaves by. */
static void
depend(void *context, const network *n, const packet *p, const packet *s, uint32_t link)
{
	graph *g = context;

	(void)n;
	g->edge[(p->link * g->stride + p->channel) * g->channels + link * g->stride + s->channel_next] = 1;
}

static bool
on_cycle(graph *g, uint32_t c)
{
	g->state[c] = 1;
	for (uint32_t d = 0; d < g->channels; d++)
		if (g->edge[c * g->channels + d] && (g->state[d] == 1 || (g->state[d] == 0 && on_cycle(g, d))))
			return true;
	g->state[c] = 2;
	return false;
}

static bool
has_cycle(const machine *m, const routing *r)
{
	graph g = { .stride = 1 };
	bool found = false;
	network n;

	network_init(&n, m, r, 64);
	for (int class = 1; class < m->classes; class++)
		if ((uint32_t)r->channels(m, class) > g.stride)
			g.stride = (uint32_t)r->channels(m, class);
	g.channels = m->links * g.stride;
	g.edge = xcalloc(g.channels, g.channels);
	g.state = xcalloc(g.channels, 1);
	follow_all(&n, 1, depend, &g);
	for (uint32_t c = 0; c < g.channels && !found; c++)
		found = g.state[c] == 0 && on_cycle(&g, c);
	free(g.edge);
	free(g.state);
	network_free(&n);
	return found;
}

static const routing *right;

static uint32_t
next_folded(const network *n, packet *p, uint32_t router)
{
	uint32_t link = right->next(n, p, router);

	p->channel_next = 0;
	return link;
}

/* By way of the leaf behind the destination's: down, and up again. */
static uint32_t
next_valley(const network *n, packet *p, uint32_t router)
{
	const fattree *t = n->machine->shape;
	uint32_t leaf = (p->router + 1) % t->leaves[t->height];
	packet q = *p;

	if (router == leaf)
		p->rank = 1;
	if (p->rank == 0) {
		q.to = leaf * t->down[1];
		q.router = leaf;
	}
	return right->next(n, &q, router);
}

int
main(void)
{
	static const char *const shape[] = {
		"fattree:k=2", "fattree:k=3,n=2", "fattree:k=2,n=4", "fattree:k=3,n=1", "fattree:k=2,taper=3", "fattree:radix=4",
		"fattree:radix=6,levels=2,pods=6", "fattree:radix=4,pods=3", "fattree:radix=6,taper=2,pods=2",
		"slimfly:q=3,p=1", "slimfly:q=4,p=1", "slimfly:q=5,p=1", "slimfly:q=7,p=1", "slimfly:q=3,p=2", NULL
	};
	static const char *const twisted[] = { "fattree:k=2", "slimfly:q=3,p=1", "slimfly:q=5,p=1" };

	for (int i = 0; shape[i]; i++) {
		machine *m = machine_build(shape[i], NULL, 0, "test", 1);

		for (int k = 0; routings[k]; k++)
			if (routing_serves(routings[k], m))
				ok(!has_cycle(m, routings[k]), "%s on %s: no cycle", routings[k]->name, shape[i]);
		machine_free(m);
	}
	for (size_t i = 0; i < sizeof twisted / sizeof *twisted; i++) {
		machine *m = machine_build(twisted[i], NULL, 0, "test", 1);

		for (int k = 0; routings[k]; k++) {
			routing wrong = *routings[k];

			right = routings[k];
			if (!routing_serves(right, m) || (i == 0 && right->choose))
				continue;
			wrong.next = i == 0 ? next_valley : next_folded;
			ok(has_cycle(m, &wrong), "%s on %s %s: a cycle is found", right->name, twisted[i],
				i == 0 ? "by way of another leaf" : "with one channel a link");
		}
		machine_free(m);
	}
	return done_testing();
}
