/* link: map */
/* partitioners -- metis, multisection and scotch, and what they rest on: halves, sites, ties. */
#if defined HAVE_METIS && defined HAVE_SCOTCH

#include "map/support/bisection.h"
#include "map/support/used-routers.h"
#include "unit/map/searched.h"
#include "unit/tap.h"

static const char *const partitioners[] = { "metis", "scotch", "multisection" };
enum { BOTH = 2, ALL = 3 };	/* of them, those of an independent program; all */

/* A random graph of `count` vertices: each tied to some four others, with weights up to 9. */
static void
draw_graph(weighted_graph *t, uint32_t count, rng *r)
{
	uint8_t *weight = xcalloc((size_t)count * count, 1);

	for (uint32_t k = 0; k < 2 * count; k++) {
		uint32_t i = (uint32_t)rng_below(r, count), j = (uint32_t)rng_below(r, count);

		if (i != j)
			weight[i * count + j] = weight[j * count + i] = (uint8_t)(1 + rng_below(r, 9));
	}
	weighted_graph_init(t, count);
	for (uint32_t i = 0; i < count; i++) {
		for (uint32_t j = 0; j < count; j++)
			if (weight[i * count + j])
				weighted_graph_add(t, j, weight[i * count + j]);
		weighted_graph_end_vertex(t);
	}
	free(weight);
}

static int64_t
cut_weight(const weighted_graph *t, const uint8_t *side)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < t->count; i++)
		for (int32_t k = t->first[i]; k < t->first[i + 1]; k++)
			sum += side[i] != side[t->to[k]] ? t->weight[k] : 0;
	return sum / 2;
}

static uint32_t
zeros_of(const uint8_t *side, uint32_t count)
{
	uint32_t zeros = 0;

	for (uint32_t i = 0; i < count; i++)
		zeros += side[i] == 0;
	return zeros;
}

/* Sizes of 1 are met exactly; the cut is lighter than one by number. */
static void
test_halves(void)
{
	uint32_t wrong = 0;
	int64_t cut = 0, by_number = 0;
	rng r;

	rng_init(&r, 1, "halves", "", "");
	for (int n = 0; n < 300; n++) {
		uint32_t count = 2 + (uint32_t)rng_below(&r, 80), left = 1 + (uint32_t)rng_below(&r, count - 1);
		uint8_t side[82];
		weighted_graph t;

		draw_graph(&t, count, &r);
		bisect(&t, NULL, left, 4, side);
		wrong += zeros_of(side, count) != left;
		cut += cut_weight(&t, side);
		for (uint32_t i = 0; i < count; i++)
			side[i] = i >= left;
		by_number += cut_weight(&t, side);
		weighted_graph_free(&t);
	}
	is_int(wrong, 0, "halves of 300 random graphs: sides of another size than wanted");
	ok(3 * cut < 2 * by_number, "they cut %" PRId64 ", halves by number %" PRId64, cut, by_number);
}

/* Vertices of sizes 1 to 5: a side misses its size by no more than half of one, and none is empty. */
static void
test_sizes(void)
{
	uint32_t wrong = 0, empty = 0;
	rng r;

	rng_init(&r, 2, "halves", "", "");
	for (int n = 0; n < 300; n++) {
		uint32_t count = 2 + (uint32_t)rng_below(&r, 80);
		int32_t size[82], all = 0, over;
		uint8_t side[82];
		weighted_graph t;

		draw_graph(&t, count, &r);
		for (uint32_t i = 0; i < count; i++)
			all += size[i] = 1 + (int32_t)rng_below(&r, 5);
		over = -all / 2;
		bisect(&t, size, (uint32_t)all / 2, 4, side);
		for (uint32_t i = 0; i < count; i++)
			over += side[i] ? 0 : size[i];
		wrong += abs(over) > 2;
		empty += zeros_of(side, count) == 0 || zeros_of(side, count) == count;
		weighted_graph_free(&t);
	}
	is_int(wrong, 0, "vertices of several sizes: sides that miss theirs by more than need be");
	is_int(empty, 0, "empty sides");
}

/* Two groups in which all are tied, and one tie between them. */
static void
test_cliques(void)
{
	uint32_t parted = 0;
	uint8_t side[20];
	weighted_graph t;

	weighted_graph_init(&t, 20);
	for (uint32_t i = 0; i < 20; i++) {
		for (uint32_t j = 0; j < 20; j++)
			if (i != j && (i % 2 == j % 2 || i + j == 1))
				weighted_graph_add(&t, j, 1);
		weighted_graph_end_vertex(&t);
	}
	bisect(&t, NULL, 10, 4, side);
	for (uint32_t i = 0; i < 20; i++)
		parted += side[i] != side[i % 2];
	ok(parted == 0 && side[0] != side[1], "two cliques are parted where they meet");
	weighted_graph_free(&t);
}

/* Vertices that can be reached from vertex 0. */
static uint32_t
reached(const weighted_graph *t)
{
	uint8_t *seen = xcalloc(t->count, 1);
	int32_t *queue = xalloc(t->count, sizeof *queue);
	uint32_t front = 0, back = 0;

	queue[back++] = 0;
	seen[0] = 1;
	while (front < back) {
		int32_t i = queue[front++];

		for (int32_t k = t->first[i]; k < t->first[i + 1]; k++)
			if (!seen[t->to[k]]) {
				seen[t->to[k]] = 1;
				queue[back++] = t->to[k];
			}
	}
	free(seen);
	free(queue);
	return back;
}

/* Does each tie stand at both its ends, with the distance as its weight? */
static bool
are_distances(const used_routers *s, const weighted_graph *t)
{
	uint64_t there = 0, back = 0;

	for (uint32_t i = 0; i < t->count; i++)
		for (int32_t k = t->first[i]; k < t->first[i + 1]; k++) {
			if (t->weight[k] != (int32_t)used_routers_distance(s, i, (uint32_t)t->to[k]) || t->to[k] == (int32_t)i)
				return false;
			there += (uint64_t)i * 1000003 ^ (uint64_t)t->to[k];
			back += (uint64_t)t->to[k] * 1000003 ^ i;
		}
	return there == back;
}

/* The ranks of linear, each once, those of a router together. */
static bool
are_ranks(const used_routers *s, const mapped *j, const uint32_t *linear)
{
	const machine *m = j->machine;
	bool good = s->first[s->count] == j->p.tasks && same_ranks(j, linear, s->rank);

	for (uint32_t i = 0; i < s->count && good; i++)
		for (uint32_t k = s->first[i]; k < s->first[i + 1]; k++)
			good = good && m->node_router[j->p.node[s->rank[k] / m->cores]] == m->node_router[j->p.node[s->node[i]]];
	for (uint32_t i = 1; i < s->count && good; i++)
		good = used_routers_distance(s, 0, i) > 0;
	return good;
}

static void
check_sites(const char *spec, uint32_t nodes, const char *dims, bool scattered)
{
	machine *m = built(spec);
	uint32_t *node = xalloc(nodes, sizeof *node), *linear, *every;
	mapped j;
	used_routers s;
	weighted_graph t;
	rng r;

	rng_init(&r, 3, "sites", "", "");
	draw_nodes(&r, m, node, nodes);
	for (uint32_t i = 0; i < nodes && !scattered; i++)	/* two distant clusters */
		node[i] = i < nodes / 2 ? i : m->nodes - nodes + i;
	mapped_init(&j, m, node, nodes, "halo2d", dims);
	linear = xalloc(j.p.tasks, sizeof *linear);
	mapped_run(&j, "linear", NULL, linear);
	used_routers_init(&s, &j.p, false);
	every = xalloc(s.count, sizeof *every);
	for (uint32_t i = 0; i < s.count; i++)
		every[i] = i;
	used_routers_graph(&s, every, s.count, &t);
	ok(are_ranks(&s, &j, linear), "%s: %u sites have the ranks of linear, those of a router each", spec, s.count);
	ok(t.count == s.count && reached(&t) == s.count && are_distances(&s, &t), "… and ties as long as the ways, which lead from each to all");
	weighted_graph_free(&t);
	used_routers_free(&s);
	mapped_free(&j);
	machine_free(m);
	free(node);
	free(linear);
	free(every);
}

static void
test_sites(void)
{
	check_sites("mesh:k=20x20,p=2,cores=2", 300, "20x29", true);
	check_sites("mesh:k=40x40,cores=1", 300, "20x15", false);
	check_sites("dragonfly:g=33,a=8,p=4,h=4,cores=2", 400, "20x40", true);
	check_sites("fattree:k=4,n=3,cores=3", 20, "5x3", true);
	check_sites("mesh:k=4x4,cores=4", 1, "2x1", true);
}

/* Legal on the ranks of linear, the same when run again, whatever ran in between, and clearly better than chance. */
static void
test_kinds(void)
{
	for (size_t b = 0; b < ALL; b++) {
		rng r;

		rng_init(&r, 4, "kinds", "", "");
		for (int k = 0; k < SEARCHED; k++) {
			mapped j;
			uint32_t *node = searched_init(&j, k, &r), tasks = j.p.tasks;
			uint32_t *linear = xalloc(tasks, sizeof *linear), *one = xalloc(tasks, sizeof *one), *two = xalloc(tasks, sizeof *two);
			bool even = strcmp(searched[k].pattern, "alltoall") == 0;
			double chance;

			mapped_run(&j, "linear", NULL, linear);
			mapped_run(&j, "random", NULL, two);
			chance = cost_mean(&j.p, two);
			mapped_run(&j, partitioners[b], NULL, one);
			mapped_run(&j, partitioners[(b + 1) % ALL], NULL, two);
			mapped_run(&j, partitioners[b], NULL, two);
			ok(legal_ranks(&j, one) && same_ranks(&j, linear, one) && memcmp(one, two, tasks * sizeof *one) == 0,
				"%s on %s, %s: legal, the same again", partitioners[b], searched[k].machine, searched[k].pattern);
			ok(even || tasks < 3 || cost_mean(&j.p, one) < 0.8 * chance, "… %g hops, a random mapping has %g", cost_mean(&j.p, one), chance);
			free(linear);
			free(one);
			free(two);
			searched_free(&j, node);
		}
	}
}

/* More sites than Scotch keeps a table for: its own lattices of up to three dimensions and of more, and graphs. */
static void
test_large(void)
{
	static const char *const machines[] = { "torus:k=16x18x17,cores=1", "hypercube:n=13,cores=1", "mesh:k=5000,cores=1", "mesh:k=70x70,cores=1", "torus:k=9x9x8x8,cores=1" };
	const size_t count = CHECKED ? 2 : sizeof machines / sizeof *machines;	/* each takes one way through our code, and seconds in Scotch's */

	for (size_t k = 0; k < count; k++) {
		machine *m = built(machines[k]);
		uint32_t *node = xalloc(4200, sizeof *node), *rank = xalloc(4200, sizeof *rank);
		double chance, scotch;
		mapped j;
		rng r;

		rng_init(&r, 5, "large", "", "");
		draw_nodes(&r, m, node, 4200);
		mapped_init(&j, m, node, 4200, "halo2d", "70x60");
		mapped_run(&j, "random", NULL, rank);
		chance = cost_mean(&j.p, rank);
		mapped_run(&j, "scotch", NULL, rank);
		scotch = cost_mean(&j.p, rank);
		ok(legal_ranks(&j, rank) && scotch < chance / 2, "scotch on %s, 4,200 tasks: %g hops, a random mapping has %g", machines[k], scotch, chance);
		mapped_free(&j);
		machine_free(m);
		free(node);
		free(rank);
	}
}

/* The whole of a machine in any order: Scotch's own torus or tree, and the machine's levels.  The job's grid has the shape of the
 * machine, so that little more than a link lies between neighbours, or between those that no subtree can keep together. */
static void
test_whole(void)
{
	static const struct { const char *algorithm, *machine, *dims; uint32_t apart; double most; } wholes[] = {
		{ "scotch", "torus:k=8x8x8,cores=1", "8x8x8", 0, 1.4 },
		{ "scotch", "torus:k=6x6x4x4,cores=1", "24x6x4", 0, 1.7 },
		{ "scotch", "mesh:k=16x16,p=2,cores=1", "32x16x1", 0, 1.5 },
		{ "scotch", "fattree:k=4,n=3,cores=4", "8x8x4", 2, 2.2 },
		{ "multisection", "fattree:k=4,n=3,cores=4", "8x8x4", 2, 2.2 },
		{ "multisection", "dragonfly:g=9,a=4,p=2,cores=4", "8x6x6", 2, 2.2 },
		{ "multisection", "torus:k=8x8x8,cores=1", "8x8x8", 0, 2 },
	};

	for (size_t k = 0; k < sizeof wholes / sizeof *wholes; k++) {
		machine *m = built(wholes[k].machine);
		uint32_t *node = xalloc(m->nodes, sizeof *node), *rank = xalloc((size_t)m->nodes * m->cores, sizeof *rank);
		double hops;
		mapped j;
		rng r;

		rng_init(&r, 6, "whole", "", "");
		draw_nodes(&r, m, node, m->nodes);
		mapped_init(&j, m, node, m->nodes, "halo3d", wholes[k].dims);
		distances_free(&j.distances);
		distances_init(&j.distances, m, node, m->nodes, wholes[k].apart);
		mapped_run(&j, wholes[k].algorithm, NULL, rank);
		hops = cost_mean(&j.p, rank);
		ok(legal_ranks(&j, rank) && hops < wholes[k].most, "%s on the whole %s: %g hops", wholes[k].algorithm, wholes[k].machine, hops);
		mapped_free(&j);
		machine_free(m);
		free(node);
		free(rank);
	}
}

/* A chain on a line: where the halves of a part go depends on where their neighbours are, or the chain would be folded at random. */
static void
test_ways(void)
{
	machine *m = built("mesh:k=256,cores=1");
	uint32_t node[256], rank[256];
	mapped j;

	for (uint32_t i = 0; i < 256; i++)
		node[i] = i;
	mapped_init(&j, m, node, 256, "halo2d", "256x1");
	mapped_run(&j, "metis", NULL, rank);
	ok(cost_mean(&j.p, rank) < 1.5, "metis: a chain of 256 tasks lies along a line: %g hops", cost_mean(&j.p, rank));
	mapped_free(&j);
	machine_free(m);
}

/* Heavy pairs far apart in number; two tasks a node. */
static void
test_weights(void)
{
	machine *m = built("mesh:k=6x6,cores=2");
	uint32_t node[36], rank[72];
	mapped j;

	for (uint32_t i = 0; i < 36; i++)
		node[i] = i;
	mapped_init(&j, m, node, 36, "alltoall", "72");
	j.affinity.weight = xalloc(2 * j.affinity.pairs, sizeof *j.affinity.weight);
	j.affinity.total = 0;
	for (uint32_t i = 0; i < 72; i++)
		for (uint64_t k = j.affinity.first[i]; k < j.affinity.first[i + 1]; k++) {
			j.affinity.weight[k] = j.affinity.neighbour[k] % 36 == i % 36 ? INT32_MAX : 1;
			j.affinity.total += j.affinity.neighbour[k] > i ? j.affinity.weight[k] : 0;
		}
	for (size_t b = 0; b < ALL; b++) {
		uint32_t together = 0;

		mapped_run(&j, partitioners[b], NULL, rank);
		for (uint32_t i = 0; i < 36; i++)
			together += rank[i] / 2 == rank[i + 36] / 2;
		ok(legal_ranks(&j, rank) && together == 36, "%s: of 36 heavy pairs %u share a node", partitioners[b], together);
	}
	mapped_free(&j);
	machine_free(m);
}

/* Average hops on an instance by a method of an independent program, which uses the same libraries (data/reference/mapping.csv). */
static double
reference_hops(const char *instance, const char *method)
{
	FILE *f = fopen("data/reference/mapping.csv", "r");
	char name[64], by[64], rest[64];
	double hops;

	if (!f || fscanf(f, "%*s") != 0)
		die(FAIL_DATA, "cannot read 'data/reference/mapping.csv'");
	while (fscanf(f, " %63[^,],%63[^,],%lf,%63s", name, by, &hops, rest) == 4)
		if (strcmp(name, instance) == 0 && strcmp(by, method) == 0) {
			fclose(f);
			return hops;
		}
	die(FAIL_DATA, "'%s' by '%s' is not in data/reference/mapping.csv", instance, method);
}

/* That program sends METIS's halves one way only, and has Scotch cut the whole mesh. */
static void
test_instances(void)
{
	static const char *const method[] = { "METIS-RB both (Hoefler-Snir)", "Scotch(default)" };
	static const char *const instance[] = {
		"16x24x24_8x16x4_random_1.txt", "16x24x24_8x16x4_snake_1.txt",
		"24x24x16_8x16x8_random_1.txt", "24x24x16_8x16x8_snake_1.txt", "16x24x24_16x32x8_random_1.txt",
	};
	const size_t instances = CHECKED ? 2 : sizeof instance / sizeof *instance;	/* of one mesh then */

	for (size_t k = 0; k < instances; k++) {
		mapped j;
		uint32_t *rank;

		mapped_instance(&j, instance[k]);
		rank = xalloc(j.p.tasks, sizeof *rank);
		for (size_t b = 0; b < BOTH; b++) {
			double hops, known = reference_hops(instance[k], method[b]);

			mapped_run(&j, partitioners[b], NULL, rank);
			hops = cost_mean(&j.p, rank);
			ok(legal_ranks(&j, rank) && hops <= known, "%s on %s: %.3f hops, at most %.3f", partitioners[b], instance[k], hops, known);
		}
		free(rank);
		mapped_free(&j);
	}
}

int
main(void)
{
	test_halves();
	test_sizes();
	test_cliques();
	test_sites();
	test_kinds();
	test_large();
	test_whole();
	test_ways();
	test_weights();
	test_instances();
	return done_testing();
}

#else

#include <stdio.h>

int
main(void)
{
	puts("1..0 # SKIP this build has not both METIS and Scotch");
	return 0;
}

#endif
