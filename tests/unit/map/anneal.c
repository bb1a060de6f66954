/* link: map */
/* anneal -- simulated annealing with proposals near a task's partners. */
#include <math.h>

#include "map/support/partners.h"
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

/* Weights for all pairs of tasks, from 1 to a million. */
static void
draw_weights(affinity *a, rng *r)
{
	a->weight = xrealloc(a->weight, 2 * a->pairs, sizeof *a->weight);
	for (uint32_t i = 0; i < a->tasks; i++)
		for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++) {
			uint32_t other = a->neighbour[k];

			a->weight[k] = (uint32_t)exp(rng_unit(r) * log(1e6));
			for (uint64_t back = a->first[other]; other < i && back < a->first[other + 1]; back++)
				if (a->neighbour[back] == i)
					a->weight[k] = a->weight[back];
		}
}

/* The least cost with tasks k, k + 1, ... on any nodes that have fewer than `most`, those before them where they are. */
static uint64_t
least_cost(const placement *p, uint32_t *rank, uint32_t *held, uint32_t most, uint32_t k)
{
	uint64_t least = UINT64_MAX;

	if (k == p->tasks)
		return cost_total(p, rank);
	for (uint32_t v = 0; v < p->nodes; v++) {
		uint64_t cost;

		if (held[v] == most)
			continue;
		rank[k] = v * p->machine->cores + held[v]++;
		cost = least_cost(p, rank, held, most, k + 1);
		least = cost < least ? cost : least;
		held[v]--;
	}
	return least;
}

/* Up to eight tasks: nothing is better that has no more tasks a node than the launcher's order; what is as good already stays. */
static void
test_few(void)
{
	static const struct { const char *machine; uint32_t nodes, tasks; } few[] = {
		{ "torus:k=11,cores=1", 5, 5 }, { "torus:k=11,cores=1", 7, 7 }, { "mesh:k=8x8,cores=1", 8, 5 }, { "dragonfly:g=9,a=4,p=2,cores=2", 3, 6 },
		{ "fattree:k=3,n=3,cores=4", 2, 8 }, { "torus:k=6x5x4,cores=2", 4, 7 }, { "torus:k=6x5x4,cores=2", 6, 6 }, { "slimfly:q=5,p=2,cores=3", 3, 4 },
		{ "mesh:k=8x8,cores=1", 8, 8 } };
	rng r;

	rng_init(&r, 4, "anneal", "", "");
	for (size_t c = 0; c < sizeof few / sizeof *few; c++) {
		uint32_t node[8], rank[8], other[8], held[8] = { 0 }, most = (few[c].tasks + few[c].nodes - 1) / few[c].nodes;
		int best = 0, kept = 0, fits = 0, draws = c == 8 ? 1 : 6;
		machine *m = built(few[c].machine);

		for (int k = 0; k < draws; k++) {
			char *dims = xprintf("%u", few[c].tasks);
			mapped j;

			draw_nodes(&r, m, node, few[c].nodes);
			mapped_init(&j, m, node, few[c].nodes, "alltoall", dims);
			if (k > 0 || draws == 1)
				draw_weights(&j.affinity, &r);
			linear_ranks(&j.p, rank);
			mapping_find("anneal")->improve(&j.p, rank);
			fits += legal_ranks(&j, rank);
			memcpy(other, rank, sizeof other);
			mapping_find("anneal")->improve(&j.p, other);
			kept += memcmp(rank, other, few[c].tasks * sizeof *rank) == 0;
			best += cost_total(&j.p, rank) == least_cost(&j.p, other, held, most, 0);
			for (uint32_t i = 0; i < few[c].tasks; i++)
				held[rank[i] / m->cores]++;
			for (uint32_t v = 0; v < few[c].nodes; v++) {
				fits -= held[v] > most;
				held[v] = 0;
			}
			mapped_free(&j);
			free(dims);
		}
		ok(best == draws && kept == draws && fits == draws, "%s, %u tasks on %u nodes: in %d of %d cases nothing is better, %d stay, %d fit",
			few[c].machine, few[c].tasks, few[c].nodes, best, draws, kept, fits);
		machine_free(m);
	}
}

/* Partners are drawn as often as they weigh: Pearson's chi-squared is within five standard deviations. */
static void
test_partners(void)
{
	enum { MOST = 40, DRAWS = 400000 };
	uint64_t first[2] = { 0 };
	uint32_t neighbour[MOST] = { 0 }, weight[MOST];
	rng r;

	rng_init(&r, 5, "anneal", "", "");
	for (int c = 0; c < 6; c++) {
		affinity a = { .tasks = 1, .first = first, .neighbour = neighbour, .weight = c == 0 ? NULL : weight };
		uint32_t count[MOST] = { 0 }, partners = c < 3 ? 7 : MOST;
		double sum = 0, chi = 0;
		partner *p;

		first[1] = partners;
		for (uint32_t k = 0; k < partners; k++) {
			weight[k] = c == 0 ? 1 : c == 1 ? (k == 3 ? 4000000000 : 1000000000) : 1 + (uint32_t)rng_below(&r, c == 2 ? 10 : 1000);
			sum += weight[k];
		}
		p = partners_by_weight(&a);
		for (int k = 0; k < DRAWS; k++) {
			uint64_t word = rng_u64(&r), chance = rng_u64(&r);

			count[draw_partner(&a, p, 0, &word, &chance)]++;
		}
		for (uint32_t k = 0; k < partners; k++)
			chi += pow(count[k] - weight[k] / sum * DRAWS, 2) / (weight[k] / sum * DRAWS);
		ok(chi < partners - 1 + 5 * sqrt(2.0 * (partners - 1)) && !p == !c, "%u partners, weights %d: drawn by weight (chi-squared %.1f)", partners, c, chi);
		free(p);
	}
}

int
main(void)
{
	test_few();
	test_partners();
	test_instances();	/* before anything is given */
	test_improves();
	test_keeps_best();
	test_budget();
	test_scale();
	test_objective();
	return done_testing();
}
