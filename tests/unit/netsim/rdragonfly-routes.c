/* link: netsim */
/* rdragonfly-routes -- where packets go on reconfigurable dragonflies, against a plain search over all circuits: minimal and,
 * when nothing waits, tago and tago-shortest take a shortest way, these two each of them as often, tago-all any, by each circuit as often;
 * every choice that tago may make leads to the destination over one circuit. */
#include <stdlib.h>

#include "netsim/engine/network.h"
#include "unit/slow/circuits.h"
#include "unit/tap.h"

enum { MACHINES = 100, TOO_MANY = 20, EACH = 50 };

static packet
new_packet(const machine *m, uint32_t from, uint32_t to)
{
	return (packet){ .from = from, .to = to, .router = m->node_router[to], .via = NONE, .hops = 1,
		.link = m->router_links + from, .bytes = 64 };
}

/* The way of a packet. */
typedef struct walk {
	uint32_t links;		/* between routers; TOO_MANY: it goes astray */
	uint32_t circuits, circuit;	/* how many circuits, and the link into the last of them */
} walk;

static walk
walk_of(const network *n, packet p)
{
	const machine *m = n->machine;
	uint32_t router = m->node_router[p.from];
	walk w = { .circuit = NONE };

	for (; w.links < TOO_MANY; w.links++) {
		uint32_t link = paths_next(&n->paths, &p.trip, router);

		if (m->from[link] != router || m->to[link] == NONE)
			break;
		if (port_of(n, link)->flags & ENDPOINT) {
			if (m->to[link] != p.to)
				break;
			return w;
		}
		if (strcmp(m->class_name[m->class[link]], "global") == 0) {
			w.circuits++;
			w.circuit = link;
		}
		router = m->to[link];
	}
	w.links = TOO_MANY;
	return w;
}

static uint32_t
group_of(const machine *m, uint32_t router)
{
	return router / rdragonfly_of(m)->groups.a;
}

/* Links between routers of the way from s to t by the circuit that `link` goes into; TOO_MANY when it is none between
 * their groups. */
static uint32_t
length_by(const machine *m, uint32_t s, uint32_t t, uint32_t link)
{
	uint32_t x = m->from[link], y = m->to[link];

	if (link >= m->router_links || y == NONE || m->class[link] == CLASS_NODE || group_of(m, x) == group_of(m, y)
		|| group_of(m, x) != group_of(m, s) || group_of(m, y) != group_of(m, t))
		return TOO_MANY;
	return (x != s) + 1U + (y != t);
}

/* The links of a shortest way, and by how many circuits there is one, or any where `all`; into[link]: is it one of them? */
static uint32_t
shortest(const machine *m, uint32_t s, uint32_t t, bool all, uint8_t *into, uint32_t *ways)
{
	uint32_t least = TOO_MANY;

	*ways = 0;
	for (uint32_t link = 0; link < m->router_links; link++)
		if (length_by(m, s, t, link) < least)
			least = length_by(m, s, t, link);
	for (uint32_t link = 0; link < m->router_links; link++) {
		into[link] = least < TOO_MANY && (all ? length_by(m, s, t, link) < TOO_MANY : length_by(m, s, t, link) == least);
		*ways += into[link];
	}
	return least;
}

/* What is wrong with the ways between nodes u and v when nothing waits; `all`: tago takes every circuit. */
static uint32_t
wrong_shortest(network *minimal, network *tago, bool all, uint32_t u, uint32_t v)
{
	const machine *m = minimal->machine;
	uint32_t s = m->node_router[u], t = m->node_router[v], ways, least, wrong = 0, *count = xcalloc(m->router_links, sizeof *count);
	uint8_t *into = xcalloc(m->router_links, 1);
	walk w;

	if (group_of(m, s) == group_of(m, t)) {
		least = s != t;
		ways = 1;
	} else {
		least = shortest(m, s, t, all, into, &ways);
	}
	w = walk_of(minimal, new_packet(m, u, v));
	wrong += w.links != least || w.circuits > 1 || (w.circuits && !into[w.circuit]);
	all &= w.circuits > 0;
	for (uint32_t i = 0; i <= EACH * ways; i++) {
		packet p = new_packet(m, u, v);

		p.word = (uint32_t)((uint64_t)UINT32_MAX * i / (EACH * ways));
		tago->choose(tago, &p, s, 0);
		w = walk_of(tago, p);
		wrong += (all ? w.links != length_by(m, s, t, w.circuit) : w.links != least) || w.circuits > 1 || (w.circuits && !into[w.circuit]);
		if (w.circuits)
			count[w.circuit]++;
	}
	for (uint32_t link = 0; link < m->router_links; link++)
		wrong += into[link] && abs((int)count[link] - EACH) > 2;
	free(count);
	free(into);
	return wrong;
}

/* Every target in the first router is another circuit between the groups, and all of them are there; behind the circuit,
 * every detour is one router of the last group. */
static uint32_t
wrong_targets(const network *n, uint32_t u, uint32_t v)
{
	const machine *m = n->machine;
	uint32_t s = m->node_router[u], t = m->node_router[v], via, wrong = 0, all = 0, found = 0;
	bool apart = group_of(m, s) != group_of(m, t);
	uint8_t *into = xcalloc(m->router_links, 1);
	packet p = new_packet(m, u, v);

	for (uint32_t link = 0; apart && link < m->router_links; link++)
		all += length_by(m, s, t, link) < TOO_MANY;
	for (uint32_t k = 0; n->routing->decision->targets(&n->paths, &p.trip, s, k, &via); k++) {
		packet q = p;
		walk w;

		q.via = via;
		w = walk_of(n, q);
		if (apart) {
			wrong += w.circuits != 1 || into[w.circuit] || w.links != length_by(m, s, t, w.circuit);
			into[w.circuit == NONE ? 0 : w.circuit] = 1;
		} else {
			wrong += w.circuits != 0 || w.links != (via == NONE ? s != t : 2U);
			wrong += via != NONE && (group_of(m, via) != group_of(m, s) || via == s || via == t);
		}
		found++;
	}
	free(into);
	return wrong + (apart ? found != all : s != t && found != rdragonfly_of(m)->groups.a - 1);
}

static void
compare(machine *m)
{
	uint32_t wrong = 0, targets = 0, pairs = 0, near = 0, far = 0;
	network minimal, tago, nearest, any;
	const uint16_t *exit;

	network_init(&minimal, m, routing_find(m, "minimal"), 0, 64);
	network_init(&tago, m, routing_find(m, "adaptive"), 0, 64);
	network_init(&nearest, m, routing_find(m, "tago-shortest"), 0, 64);
	network_init(&any, m, routing_find(m, "tago-all"), 0, 64);
	for (uint32_t u = 0; u < m->nodes; u++)
		for (uint32_t v = 0; v < m->nodes; v++) {
			uint32_t x = m->level[1].of[u], y = m->level[1].of[v];

			if (u == v || (x != y && !rdragonfly_exits(rdragonfly_of(m), x, y, &exit)))
				continue;
			wrong += wrong_shortest(&minimal, &tago, false, u, v) + wrong_shortest(&minimal, &nearest, false, u, v)
				+ wrong_shortest(&minimal, &any, true, u, v);
			targets += wrong_targets(&tago, u, v);
			pairs++;
			near += x == y;
			far += x != y;
		}
	ok(pairs && wrong == 0, "%s: shortest ways, each as often; %u pairs in groups, %u between", m->spec, near, far);
	ok(targets == 0, "%s: targets", m->spec);
	network_free(&minimal);
	network_free(&tago);
	network_free(&nearest);
	network_free(&any);
}

static void
random_ones(rng *r)
{
	for (int i = 0; i < MACHINES; i++) {
		uint32_t g = 2 + (uint32_t)rng_below(r, 4), a = 1 + (uint32_t)rng_below(r, 4), h = (2 * g + a - 1) / a, group[8];
		uint32_t ocs = 1 + (uint32_t)rng_below(r, a * h), left_out = g > 2 && rng_below(r, 2);
		circuits c = { 0 };
		const char *why;
		machine *m;

		while (a * h % ocs)
			ocs--;
		m = machine_build(xprintf("rdragonfly:g=%u,a=%u,p=%u,h=%u,ocs=%u", g, a, 1 + (uint32_t)rng_below(r, 2), h, ocs), NULL, 0, "test", 1);
		for (uint32_t k = 0; k < g; k++)
			group[k] = k;
		while (!any_circuits(r, m, group, g - left_out, &c))
			;
		if (!circuits_connect(m, &c, &why))
			die(FAIL_DATA, "%s", why);
		compare(m);
		circuits_free(&c);
		machine_free(m);
	}
}

int
main(void)
{
	static const char *const even[] = { "rdragonfly:g=5,a=4,p=1,h=2", "rdragonfly:g=2,a=3,p=2,h=2", "rdragonfly:g=4,a=2,p=1,h=3,ocs=3", "rdragonfly:g=1,a=4,p=2", NULL };
	rng r;

	for (int i = 0; even[i]; i++) {
		machine *m = machine_joined(even[i]);

		compare(m);
		machine_free(m);
	}
	rng_init(&r, 1, "test", "", "");
	random_ones(&r);
	return done_testing();
}
