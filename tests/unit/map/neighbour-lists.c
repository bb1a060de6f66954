/* link: map */
/* neighbour-lists -- which nodes of a job are near each, against all distances, on machines of every kind. */
#include "map/support/neighbour-lists.h"
#include "unit/map/mapped.h"
#include "unit/tap.h"

static const char *const specs[] = {
	"mesh:k=7x5x4", "torus:k=6x5,p=2", "torus:k=2x9", "hypercube:n=6", "expressmesh:k=8x6,gap=3,p=2", "dragonfly:g=9,a=4,p=2", "fattree:k=3,n=3",
	"slimfly:q=5,p=2",
};

static uint32_t *links;		/* [routers][routers] on a shortest way */

/* A dragonfly's distance is that of its minimal routes, which never take two global links in a row: ways over a third
 * router may be shorter (Floyd and Warshall). */
static void
measure(const machine *m)
{
	uint32_t n = m->routers;

	links = xrealloc(links, (size_t)n * n, sizeof *links);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < n; j++)
			links[i * n + j] = m->kind->distance(m, i, j);
	for (uint32_t k = 0; k < n; k++)
		for (uint32_t i = 0; i < n; i++)
			for (uint32_t j = 0; j < n; j++)
				if (links[i * n + k] + links[k * n + j] < links[i * n + j])
					links[i * n + j] = links[i * n + k] + links[k * n + j];
}

static uint32_t
between(const machine *m, const uint32_t *node, uint32_t i, uint32_t j)
{
	return links[m->node_router[node[i]] * m->routers + m->node_router[node[j]]];
}

/* The list of node i: nobody twice, ascending, itself first or not at all, none left out that is nearer than one that is
 * in it, and as many as wanted. */
static bool
right(const machine *m, const uint32_t *node, uint32_t nodes, const neighbour_lists *n, uint32_t i, uint32_t radius, uint32_t least, uint32_t most, bool self)
{
	const uint32_t *list = n->node + n->first[i];
	uint32_t count = (uint32_t)(n->first[i + 1] - n->first[i]), others = self ? nodes : nodes - 1, within = 0, farthest;
	uint8_t *in = xcalloc(nodes, sizeof *in);
	bool good = count <= most && count >= (least < others ? least : others) && (!self || list[0] == i);

	farthest = count ? between(m, node, i, list[count - 1]) : 0;
	for (uint32_t k = 0; k < count; k++) {
		good = good && list[k] < nodes && !in[list[k]] && (self || list[k] != i);
		good = good && (k == 0 || between(m, node, i, list[k - 1]) <= between(m, node, i, list[k]));
		in[list[k]] = 1;
	}
	for (uint32_t k = 0; k < nodes; k++) {
		uint32_t away = between(m, node, i, k);

		good = good && (in[k] || (k == i && !self) || away >= farthest);
		within += away <= radius && (k != i || self);
	}
	good = good && count >= (within < most ? within : most) && (count <= least || farthest <= radius || farthest <= between(m, node, i, list[least - 1]));
	free(in);
	return good;
}

/* All lists of a job with radii, least and most numbers of all sorts. */
static bool
right_everywhere(const machine *m, const uint32_t *node, uint32_t nodes)
{
	bool good = true;

	for (uint32_t radius = 0; radius <= 4; radius++)
		for (uint32_t least = 1; least <= 9; least += 4)
			for (uint32_t most = least; most <= 30; most += 7)
				for (int self = 0; self <= 1; self++) {
					neighbour_lists n;

					neighbour_lists_init(&n, m, node, nodes, radius, least, most, self);
					for (uint32_t i = 0; i < nodes; i++)
						good = good && right(m, node, nodes, &n, i, radius, least, most, self);
					neighbour_lists_free(&n);
				}
	return good;
}

static void
test_kinds(void)
{
	rng r;

	rng_init(&r, 1, "near", "", "");
	for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
		machine *m = built(specs[k]);
		bool good = true;

		measure(m);
		for (int round = 0; round < 3; round++) {
			uint32_t nodes = round == 2 ? m->nodes : 1 + (uint32_t)rng_below(&r, m->nodes), *node = xalloc(nodes, sizeof *node);

			draw_nodes(&r, m, node, nodes);
			good = good && right_everywhere(m, node, nodes);
			free(node);
		}
		ok(good, "%s: the nearest, by distance", specs[k]);
		machine_free(m);
	}
}

/* Twenty nodes at one distance and room for four: not the same four for everybody. */
static void
test_spread(void)
{
	machine *m = built("dragonfly:g=2,a=20,p=1");
	uint32_t node[20], most_listed = 0, listed[20] = { 0 };
	neighbour_lists n;

	for (uint32_t i = 0; i < 20; i++)
		node[i] = i;
	neighbour_lists_init(&n, m, node, 20, 1, 4, 4, false);
	for (uint64_t k = 0; k < n.first[20]; k++)
		listed[n.node[k]]++;
	for (uint32_t i = 0; i < 20; i++)
		most_listed = listed[i] > most_listed ? listed[i] : most_listed;
	ok(n.first[20] == 80 && most_listed <= 8, "of many at one distance everybody lists others: nobody is in more than 8 of 20 lists (%u)", most_listed);
	neighbour_lists_free(&n);
	machine_free(m);
}

int
main(void)
{
	test_kinds();
	test_spread();
	return done_testing();
}
