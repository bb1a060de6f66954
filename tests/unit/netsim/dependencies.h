/* dependencies -- which channel a packet may hold while it waits for which, and whether that goes round
 * in a circle. */
#pragma once

#include "unit/netsim/follow.h"

typedef struct graph {
	uint32_t channels, stride;	/* channel v of a link is link * stride + v */
	uint8_t *edge;		/* [channels * channels] */
	uint8_t *state;		/* of the depth-first search */
	bool escape;		/* waits for adaptive channels do not count: those behind all but one that the routing needs */
} graph;

/* For m under a routing that gives its links so many channels at most. */
static void
graph_init(graph *g, const machine *m, uint32_t stride)
{
	*g = (graph){ .channels = m->links * stride, .stride = stride };
	g->edge = xcalloc(g->channels, g->channels);
	g->state = xcalloc(g->channels, 1);
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

/* Is there a cycle?  The graph is gone then. */
static bool
graph_cycle(graph *g)
{
	bool found = false;

	for (uint32_t c = 0; c < g->channels && !found; c++)
		found = g->state[c] == 0 && on_cycle(g, c);
	free(g->edge);
	free(g->state);
	return found;
}

/* A packet holds the channel it came by and may wait for the one it leaves by. */
__attribute__((unused)) static void
depend(void *context, const network *n, const packet *p, const packet *s, uint32_t link)
{
	graph *g = context;
	int class = n->machine->class[link];

	if (!g->escape || (class != CLASS_NODE && s->channel_next + 1 < routing_channels(n->routing, n->machine, class)))
		g->edge[(p->link * g->stride + p->channel) * g->channels + link * g->stride + s->channel_next] = 1;
}

/* Is there a cycle when every packet follows every choice of r?  `escape`: among waits for escape channels. */
__attribute__((unused)) static bool
has_cycle(const machine *m, const routing *r, bool escape)
{
	network n;
	graph g;

	network_init(&n, m, r, 0, 64);
	graph_init(&g, m, n.stride ? n.stride : 1);
	g.escape = escape;
	follow_all(&n, 1, depend, &g);
	network_free(&n);
	return graph_cycle(&g);
}

/* As routes.next. */
typedef uint32_t next_link(const paths *w, trip *t, uint32_t router);

static const routes *right;	/* the routes that a wrong `next` spoils */

/* r, but with `next` for the next links of its routes, which are `right` from now on; until the next call. */
__attribute__((unused)) static const routing *
spoilt(const routing *r, next_link *next)
{
	static routes wrong;
	static routing with;

	right = r->routes;
	wrong = *right;
	wrong.next = next;
	with = *r;
	with.routes = &wrong;
	return &with;
}

/* The routes `right` with all their channels folded into one. */
__attribute__((unused)) static uint32_t
next_folded(const paths *w, trip *t, uint32_t router)
{
	uint32_t link = right->next(w, t, router);

	t->channel = 0;
	return link;
}
