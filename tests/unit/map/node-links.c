/* node-links -- distances that count the links of nodes: two more between different nodes, in each way that distances are kept, and
 * searches that count them. */
/* link: map */
#include "unit/dies.h"
#include "unit/map/mapped.h"

/* By a table of nodes or of their routers, by halves of a lattice, and by asking the machine. */
static const struct {
	const char *machine, *dims;	/* of a job; NULL: none is mapped */
	uint32_t nodes;
	bool table, halves;
} cases[] = {
	{ "mesh:k=6x6x6,p=2,cores=3", "9x6x4", 72, true, true },
	{ "dragonfly:g=9,a=4,p=2,cores=2", "6x4x4", 48, true, false },
	{ "torus:k=16x12x8,cores=1", "11x10x10", 1100, false, true },
	{ "fattree:k=22,n=3,cores=1", NULL, 8200, true, false },
	{ "dragonfly:g=257,a=33,p=2,cores=1", NULL, 16000, false, false },
};

static void
test_distances(int c)
{
	machine *m = built(cases[c].machine);
	uint32_t *node = xalloc(cases[c].nodes, sizeof *node), wrong = 0;
	distances d;
	rng r;

	rng_init(&r, 1, "node-links", "", "");
	draw_nodes(&r, m, node, cases[c].nodes);
	distances_init(&d, m, node, cases[c].nodes, 2);
	for (uint32_t i = 0; i < 40000; i++) {
		uint32_t a = (uint32_t)rng_below(&r, cases[c].nodes), b = i % 8 ? (uint32_t)rng_below(&r, cases[c].nodes) : a;

		wrong += distance_between(&d, a, b) != node_distance(m, node[a], node[b]) + (a == b ? 0 : 2);
		wrong += distance_of(&d, a * m->cores + m->cores - 1, b * m->cores) != node_distance(m, node[a], node[b]) + (a == b ? 0 : 2);
	}
	ok(wrong == 0 && (d.table != NULL) == cases[c].table && (d.halves.lower > 0) == cases[c].halves, "%s, %u nodes: %u distances wrong",
		cases[c].machine, cases[c].nodes, wrong);
	distances_free(&d);
	machine_free(m);
	free(node);
}

/* Swaps that would still gain. */
static uint32_t
gains_left(const mapped *j, const uint32_t *rank)
{
	uint32_t left = 0;

	for (uint32_t a = 0; a < j->p.tasks; a++)
		for (uint32_t b = a + 1; b < j->p.tasks; b++)
			left += cost_swap(&j->p, rank, a, b) < 0;
	return left;
}

/* The end of a search is a local optimum of those distances. */
static void
test_search(int c, const char *algorithm)
{
	machine *m = built(cases[c].machine);
	uint32_t *node = xalloc(cases[c].nodes, sizeof *node), *rank;
	mapped j;
	rng r;

	rng_init(&r, 2, "node-links", "", "");
	draw_nodes(&r, m, node, cases[c].nodes);
	mapped_init(&j, m, node, cases[c].nodes, "halo3d", cases[c].dims);
	distances_free(&j.distances);
	distances_init(&j.distances, m, node, cases[c].nodes, 2);
	rank = xalloc(j.p.tasks, sizeof *rank);
	mapped_run(&j, algorithm, "random", rank);
	ok(legal_ranks(&j, rank) && gains_left(&j, rank) == 0, "%s: %s ends where no swap gains", cases[c].machine, algorithm);
	mapped_free(&j);
	machine_free(m);
	free(node);
	free(rank);
}

/* Four nodes on one router: links between routers see no difference, links of nodes do. */
static void
test_one_router(void)
{
	static const uint32_t node[] = { 0, 1, 2, 3 };
	static const uint32_t scattered[] = { 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15 };
	machine *m = built("mesh:k=1,p=4,cores=4");
	mapped j;

	mapped_init(&j, m, node, 4, "halo2d", "4x4");
	is_int((int64_t)cost_total(&j.p, scattered), 0, "four nodes of a router: nothing costs anything");
	distances_free(&j.distances);
	distances_init(&j.distances, m, node, 4, 2);
	is_int((int64_t)cost_total(&j.p, scattered), 2 * 12, "with the links of nodes: twice the pairs that are on two nodes");
	mapped_free(&j);
	machine_free(m);
}

int
main(void)
{
	for (int c = 0; c < 4; c++)
		test_distances(c);
	for (int c = 0; c < 4 && cases[c].dims; c++)
		test_search(c, "gsearch");
	test_one_router();
	return done_testing();
}
