/* link: map */
/* anneal -- simulated annealing with proposals near a task's partners. */
#include "unit/map/searched.h"
#include "unit/tap.h"

static void
test_improves(void)
{
	rng r;

	rng_init(&r, 1, "anneal", "", "");
	for (int k = 0; k < SEARCHED; k++) {
		mapped j;
		uint32_t *node = searched_init(&j, k, &r);

		give("moves", "200");
		ok(improves(&j, "anneal"), "%s, %s: legal, never worse, the same again", searched[k].machine, searched[k].pattern);
		searched_free(&j, node);
	}
}

/* There is nothing better than a perfect mapping: the best one met is kept, and that is the first. */
static void
test_keeps_best(void)
{
	machine *m = built("mesh:k=6x6x6,cores=1");
	uint32_t node[216], rank[216];
	mapped j;

	for (uint32_t i = 0; i < 216; i++)
		node[i] = rank[i] = i;
	mapped_init(&j, m, node, 216, "halo3d", "6x6x6");
	for (uint64_t moves = 1; moves <= 100; moves *= 10) {
		give_number("moves", moves);
		improve(&j, "anneal", rank);
		ok(cost_mean(&j.p, rank) == 1, "from a perfect mapping, %" PRIu64 " proposals a task: no worse", moves);
	}
	mapped_free(&j);
	machine_free(m);
}

/* Average hops of an instance after so many proposals a task. */
static double
after(mapped *j, uint64_t moves, uint32_t *rank)
{
	give_number("moves", moves);
	mapped_run(j, "geom-or-linear", NULL, rank);
	improve(j, "anneal", rank);
	return cost_mean(&j->p, rank);
}

static void
test_budget(void)
{
	uint32_t rank[512], other[512];
	double few, many;
	mapped j;

	mapped_instance(&j, "16x24x24_8x16x4_random_1.txt");
	few = after(&j, 10, rank);
	many = after(&j, 1000, rank);
	ok(many < 0.97 * few, "a hundred times the proposals: better (%.3f, %.3f)", few, many);
	mapped_run(&j, "geom-or-linear", NULL, other);
	rng_init(&j.random, 2, "map", "1", "j");
	mapping_find("anneal")->improve(&j.p, other);
	ok(memcmp(rank, other, sizeof rank) != 0, "other random numbers, another mapping");
	give("moves", "1000000000");
	give("time", "10ms");
	mapped_run(&j, "geom-or-linear", NULL, rank);
	many = cost_mean(&j.p, rank);
	improve(&j, "anneal", rank);
	ok(legal_ranks(&j, rank) && cost_mean(&j.p, rank) <= many, "a budget of time: it ends, and is no worse");
	give("moves", "10");
	give("time", "1000000s");
	mapped_run(&j, "geom-or-linear", NULL, rank);
	improve(&j, "anneal", rank);
	ok(cost_mean(&j.p, rank) == few, "both: the one that is used up first ends it");
	mapped_free(&j);
}

/* The temperature is measured in the weights themselves: their unit does not matter. */
static void
test_scale(void)
{
	machine *m = built("torus:k=8x8,cores=2");
	uint32_t node[32], one[64], other[64];
	mapped j;
	rng r;

	rng_init(&r, 2, "anneal", "", "");
	draw_nodes(&r, m, node, 32);
	mapped_init(&j, m, node, 32, "halo3d26", "4x4x4");
	after(&j, 100, one);
	for (uint64_t k = 0; k < 2 * j.affinity.pairs; k++)
		j.affinity.weight[k] *= 1024;
	after(&j, 100, other);
	ok(memcmp(one, other, sizeof one) == 0, "1,024 times the bytes: the same mapping");
	mapped_free(&j);
	machine_free(m);
}

/* With --objective hop-bytes the bytes weigh, with hops all pairs are alike. */
static void
test_objective(void)
{
	static const enum affinity_weights weights[2] = { WEIGH_PAIRS, WEIGH_BYTES };
	machine *m = built("torus:k=8x8,cores=2");
	uint32_t node[32], rank[2][64];
	uint64_t cost[2][2];	/* of one's mapping by the other's weights */
	mapped j;
	rng r;

	rng_init(&r, 3, "anneal", "", "");
	draw_nodes(&r, m, node, 32);
	mapped_init(&j, m, node, 32, "halo3d26", "4x4x4");
	for (int k = 0; k < 2; k++) {
		affinity_free(&j.affinity);
		affinity_init(&j.affinity, &j.traffic, weights[k], UINT64_MAX / 8);
		after(&j, 10000, rank[k]);
	}
	for (int by = 0; by < 2; by++) {
		affinity_free(&j.affinity);
		affinity_init(&j.affinity, &j.traffic, weights[by], UINT64_MAX / 8);
		for (int k = 0; k < 2; k++)
			cost[k][by] = cost_total(&j.p, rank[k]);
	}
	ok(cost[0][0] < cost[1][0], "hops: fewer hops than with hop-bytes");
	ok(cost[1][1] < cost[0][1], "hop-bytes: fewer bytes times hops than with hops");
	mapped_free(&j);
	machine_free(m);
}

/* Better than GSEARCH by as much as promised, with the default budget. */
static void
test_instances(void)
{
	static const char *const instances[] = { "16x24x24_8x16x8_snake_1.txt", "24x24x16_8x16x8_snake_1.txt" };

	for (int k = 0; k < 2; k++) {
		double over = over_gsearch(instances[k], "anneal");

		ok(over <= 0.95, "%s: 5%% better than GSEARCH (%+.2f%%)", instances[k], 100 * (over - 1));
	}
}

int
main(void)
{
	test_instances();	/* before anything is given */
	test_improves();
	test_keeps_best();
	test_budget();
	test_scale();
	test_objective();
	return done_testing();
}
