/* link: netsim */
/* deadlock -- the channel dependency graph of every routing of the dragonfly has no cycle.
 *
 * Dally and Seitz (1987): a network cannot deadlock when the relation "a packet
 * may hold channel c and wait for channel d" is acyclic.  The relation is listed by
 * following every packet through every choice that its routing may make.  A
 * routing whose channels are in the wrong order must be found out. */
#include "dependencies.h"

static uint32_t
channel_number(const network *n, uint32_t link, unsigned v)
{
	if (v >= network_channels(n, link)) {
		ok(false, "%s uses channel %u of a link that has %u", n->routing->name, v, network_channels(n, link));
		exit(1);
	}
	return link * MAX_CHANNELS + v;
}

/* What packets of one network may hold and wait for. */
typedef struct tracked {
	network net;
	graph graph;
} tracked;

/* Follow p, whose head is at `router` and which holds channel `held`. */
static void
pursue(tracked *t, packet p, uint32_t router, uint32_t held)
{
	graph *g = &t->graph;
	network *n = &t->net;
	const routing *r = n->routing;
	packet q = p;
	uint32_t via = NONE;

	p.hops++;
	if (p.hops > 20) {
		ok(false, "a packet of %s does not arrive", r->name);
		exit(1);
	}
	if (!p.settled)
		r->choose(n, &p, router, 0);
	for (uint32_t k = 0; q.settled ? k == 0 : r->targets(n, &q, router, k, &via); k++) {
		packet s = p;
		uint32_t link, channel_id;

		if (!q.settled) {
			s.via = via;
			s.settled = p.settled || via != NONE;
		}
		link = r->next(n, &s, router);
		if (port_of(n, link)->flags & ENDPOINT)
			continue;
		channel_id = channel_number(n, link, s.channel_next);
		g->edge[held * g->channels + channel_id] = 1;
		s.link = link;
		pursue(t, s, port_of(n, link)->to, channel_id);
	}
}

/* As has_cycle, where a packet that has been given a detour is not asked again. */
static bool
has_cycle_settled(const machine *m, const routing *r)
{
	tracked t;

	network_init(&t.net, m, r, 64);
	graph_init(&t.graph, m, MAX_CHANNELS);
	for (uint32_t u = 0; u < m->nodes; u++)
		for (uint32_t v = 0; v < m->nodes; v++)
			if (u != v)
				pursue(&t, new_packet(&t.net, u, v), m->node_router[u], channel_number(&t.net, m->router_links + u, 0));
	network_free(&t.net);
	return graph_cycle(&t.graph);
}

int
main(void)
{
	static const char *const shape[] = {
		"dragonfly:g=3,a=2,p=1", "dragonfly:g=5,a=4,p=1", "dragonfly:g=9,a=4,p=1",
		"dragonfly:g=5,a=2,p=1,h=2", "dragonfly:g=4,a=3,p=1,h=2", "dragonfly:g=1,a=4,p=1", "dragonfly:g=2,a=1,p=2",
		"dragonfly:g=6,a=4,p=1,arrangement=relative", "dragonfly:g=6,a=4,p=1,arrangement=circulant", NULL
	};

	for (int i = 0; shape[i]; i++) {
		machine *m = machine_build(shape[i], NULL, 0, "test", 1);

		for (int k = 0; routings[k]; k++)
			if (routing_serves(routings[k], m))
				ok(!has_cycle_settled(m, routings[k]), "%s on %s: no cycle", routings[k]->name, shape[i]);
		machine_free(m);
	}
	for (int k = 0; routings[k]; k++) {
		machine *m = machine_build("dragonfly:g=5,a=4,p=1", NULL, 0, "test", 1);
		routing wrong = *routings[k];

		right = routings[k];
		wrong.next = next_folded;
		if (!routing_serves(right, m))
			continue;
		ok(has_cycle_settled(m, &wrong), "%s with one channel a link: a cycle is found", right->name);
		machine_free(m);
	}
	return done_testing();
}
