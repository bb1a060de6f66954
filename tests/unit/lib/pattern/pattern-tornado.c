/* pattern-tornado -- half-way round in every dimension: against Dally and Towles' rule on whole
 * machines, and against a plain search on jobs that have some of the nodes. */
#include <stdlib.h>

#include "lib/machine/machine.h"
#include "lib/pattern/pattern.h"
#include "unit/tap.h"

static bool
prepare(endpoints *e, const machine *m, const uint32_t *node, uint32_t nodes)
{
	const char *why = NULL;

	*e = (endpoints){ .pattern = pattern_find("tornado"), .machine = m, .node = node, .nodes = nodes };
	rng_init(&e->random, 1, "pattern", "1", "1");
	return e->pattern->prepare_open(e, &why);
}

/* Dally and Towles, table 3.1: t_x = s_x + (k/2 rounded up - 1) mod k; labels have x fastest, nodes of a router first. */
static void
whole(void)
{
	static const struct {
		const char *machine;
		uint32_t p, dims, k[4], shift[4];
	} all[] = {
		{ "torus:k=8", 1, 1, { 8 }, { 3 } },
		{ "torus:k=7,p=3", 3, 1, { 7 }, { 3 } },
		{ "torus:k=4x3x5,p=2", 2, 3, { 4, 3, 5 }, { 1, 1, 2 } },
		{ "mesh:k=6x1x2x9", 1, 4, { 6, 1, 2, 9 }, { 2, 0, 0, 4 } },
		{ "expressmesh:k=8x6,gap=1,p=4", 4, 2, { 8, 6 }, { 3, 2 } },
		{ "expressmesh:k=10,gap=3", 1, 1, { 10 }, { 4 } },
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		machine *m = machine_build(all[i].machine, NULL, 0, "test", 1);
		uint32_t *node = xalloc(m->nodes, sizeof *node), wrong = 0;
		endpoints e;

		for (uint32_t v = 0; v < m->nodes; v++)
			node[v] = v;
		wrong += !prepare(&e, m, node, m->nodes);
		for (uint32_t v = 0; v < m->nodes; v++) {
			uint32_t left = v / all[i].p, stride = 1, router = 0;

			for (uint32_t d = 0; d < all[i].dims; d++) {
				router += (left % all[i].k[d] + all[i].shift[d]) % all[i].k[d] * stride;
				left /= all[i].k[d];
				stride *= all[i].k[d];
			}
			wrong += e.pattern->target(&e, v, 99) != router * all[i].p + v % all[i].p;
		}
		ok(wrong == 0, "%s: half-way round, same place (wrong: %u)", all[i].machine, wrong);
		e.pattern->release(e.state);
		free(node);
		machine_free(m);
	}
}

/* The coordinate of dimension d that `from` is followed by: of those that have nodes, the one so far on. */
static uint32_t
follower(const machine *m, const uint32_t *node, uint32_t nodes, int d, uint32_t from)
{
	uint32_t have[64], n = 0, mine = 0, at[MACHINE_DIMS];

	for (uint32_t c = 0; c < m->extent[d]; c++)
		for (uint32_t i = 0; i < nodes; i++) {
			m->kind->coordinates(m, m->node_router[node[i]], at);
			if (at[d] != c)
				continue;
			mine = c == from ? n : mine;
			have[n++] = c;
			break;
		}
	return have[(mine + (n + 1) / 2 - 1) % n];
}

/* Where v should send: the node of the job there that has its place, if there is one. */
static uint32_t
wanted(const machine *m, const uint32_t *node, uint32_t nodes, uint32_t v)
{
	uint32_t here[MACHINE_DIMS], at[MACHINE_DIMS], member[64], n = 0, place = 0;

	m->kind->coordinates(m, m->node_router[node[v]], here);
	for (uint32_t i = 0; i < v; i++)
		place += m->node_router[node[i]] == m->node_router[node[v]];
	for (int d = 0; d < m->dims; d++)
		here[d] = follower(m, node, nodes, d, here[d]);
	for (uint32_t i = 0; i < nodes; i++) {
		m->kind->coordinates(m, m->node_router[node[i]], at);
		if (memcmp(at, here, (size_t)m->dims * sizeof *at) == 0)
			member[n++] = i;
	}
	return n ? member[place % n] : v;
}

/* Does any dimension have three coordinates with nodes of the job? */
static bool
turns(const machine *m, const uint32_t *node, uint32_t nodes)
{
	uint32_t at[MACHINE_DIMS];

	for (int d = 0; d < m->dims; d++)
		for (uint32_t i = 0; i < nodes; i++) {
			m->kind->coordinates(m, m->node_router[node[i]], at);
			if (follower(m, node, nodes, d, at[d]) != at[d])
				return true;
		}
	return false;
}

static void
part(void)
{
	static const char *const all[] = { "mesh:k=5x4,p=2", "torus:k=3x4x2", "expressmesh:k=7x3,gap=2,p=3", "hypercube:n=4" };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		machine *m = machine_build(all[i], NULL, 0, "test", 1);
		uint32_t wrong = 0, silent = 0, sent = 0, small = 0;
		rng r;

		rng_init(&r, 1, "test", "tornado", all[i]);
		for (int job = 0; job < 400; job++) {
			uint32_t node[64], n = 0, percent = 2 + (uint32_t)rng_below(&r, 98);
			endpoints e;
			bool round;

			for (uint32_t v = 0; v < m->nodes; v++)
				if (rng_below(&r, 100) < percent)
					node[n++] = v;
			if (n == 0)
				continue;
			round = turns(m, node, n);
			small += !round;
			wrong += !prepare(&e, m, node, n);
			for (uint32_t v = 0; v < n; v++) {
				uint32_t to = e.pattern->target(&e, v, 7);
				wrong += to != (round ? wanted(m, node, n, v) : (v + n / 2) % n);
				silent += round && to == v;
				sent += round && to != v;
			}
			e.pattern->release(e.state);
		}
		ok(wrong == 0, "%s, some of the nodes: %u send, %u have nobody there; %u jobs too small (wrong: %u)",
			all[i], sent, silent, small, wrong);
		ok(small > 0 && (m->extent[0] == 2 ? sent == 0 : sent > 100 && silent > 100), "%s: all of these come", all[i]);
		machine_free(m);
	}
}

int
main(void)
{
	whole();
	part();
	return done_testing();
}
