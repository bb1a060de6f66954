/* searched -- jobs for searches to improve, on scattered nodes of machines of every kind, and GSEARCH's figures to meet. */
#pragma once

#include "unit/map/mapped.h"

/* With one rank a node and several, all of them taken and some free, weights of all sorts. */
static const struct searched {
	const char *machine;
	uint32_t nodes;
	const char *pattern, *dims;
} searched[] = {
	{ "mesh:k=8x8x8,cores=1", 100, "halo3d", "5x5x4" },
	{ "mesh:k=8x8,p=2,cores=3", 40, "halo3d26", "5x5x4" },
	{ "torus:k=6x5x4,p=2,cores=2", 50, "halo3d26", "5x5x4" },
	{ "hypercube:n=7,cores=1", 81, "halo2d", "9x9" },
	{ "expressmesh:k=6x6,gap=2,p=2,cores=2", 30, "halo3d", "5x4x3" },
	{ "dragonfly:g=9,a=4,p=2,cores=2", 40, "halo2d", "10x8" },
	{ "fattree:k=3,n=3,cores=4", 20, "halo3d", "4x4x4" },
	{ "slimfly:q=5,p=2,cores=1", 30, "alltoall", "30" },
	{ "mesh:k=4x4,cores=2", 1, "halo2d", "2x1" },
	{ "dragonfly:g=3,a=2,p=4,cores=1", 1, "halo2d", "1x1" },
};
enum { SEARCHED = sizeof searched / sizeof *searched };

/* The k-th of them on nodes drawn by r; the machine, the nodes and the job are the caller's. */
static inline uint32_t *
searched_init(mapped *j, int k, rng *r)
{
	machine *m = built(searched[k].machine);
	uint32_t *node = xalloc(searched[k].nodes, sizeof *node);

	draw_nodes(r, m, node, searched[k].nodes);
	mapped_init(j, m, node, searched[k].nodes, searched[k].pattern, searched[k].dims);
	return node;
}

static inline void
searched_free(mapped *j, uint32_t *node)
{
	mapped_free(j);
	machine_free(j->machine);
	free(node);
}

/* Does `after` use the ranks that `before` does? */
static inline bool
same_ranks(const mapped *j, const uint32_t *before, const uint32_t *after)
{
	uint8_t *used = xcalloc(j->p.ranks, sizeof *used);
	bool same = true;

	for (uint32_t i = 0; i < j->p.tasks; i++)
		used[before[i]] = 1;
	for (uint32_t i = 0; i < j->p.tasks; i++)
		same = same && used[after[i]];
	free(used);
	return same;
}

/* Run an algorithm that improves on the mapping in rank[], always with the same random numbers. */
static inline void
improve(mapped *j, const char *algorithm, uint32_t *rank)
{
	rng_init(&j->random, 1, "map", "1", "j");
	mapping_find(algorithm)->improve(&j->p, rank);
}

/* An algorithm that improves, from random mappings and its own start: legal, on the ranks of the start, no worse,
 * better where a random mapping leaves room, and the same again. */
static inline bool
improves(mapped *j, const char *algorithm)
{
	uint32_t tasks = j->p.tasks, *start = xalloc(tasks, sizeof *start), *end = xalloc(tasks, sizeof *end), *again = xalloc(tasks, sizeof *again);
	bool good = true;

	for (int round = 0; round < 2; round++) {
		mapped_run(j, round ? "random" : mapping_find(algorithm)->start, NULL, start);
		memcpy(end, start, tasks * sizeof *end);
		memcpy(again, start, tasks * sizeof *end);
		improve(j, algorithm, end);
		improve(j, algorithm, again);
		good = good && legal_ranks(j, end) && same_ranks(j, start, end) && memcmp(end, again, tasks * sizeof *end) == 0;
		good = good && cost_total(&j->p, end) <= cost_total(&j->p, start);
		good = good && (!round || tasks < 50 || cost_total(&j->p, end) < cost_total(&j->p, start));
	}
	free(start);
	free(end);
	free(again);
	return good;
}

/* GSEARCH's average hops on an instance, by an independent program (data/reference/mapping.csv). */
static inline double
gsearch_hops(const char *instance)
{
	FILE *f = fopen("data/reference/mapping.csv", "r");
	char name[64], method[64], rest[64];
	double hops;

	if (!f || fscanf(f, "%*s") != 0)
		die(FAIL_DATA, "cannot read 'data/reference/mapping.csv'");
	while (fscanf(f, " %63[^,],%63[^,],%lf,%63s", name, method, &hops, rest) == 4)
		if (strcmp(name, instance) == 0 && strcmp(method, "GSEARCH") == 0) {
			fclose(f);
			return hops;
		}
	die(FAIL_DATA, "'%s' is not in data/reference/mapping.csv", instance);
}

/* Average hops of an algorithm's mapping of an instance, over GSEARCH's. */
static inline double
over_gsearch(const char *instance, const char *algorithm)
{
	mapped j;
	uint32_t *rank;
	double hops;

	mapped_instance(&j, instance);
	rank = xalloc(j.p.tasks, sizeof *rank);
	mapped_run(&j, algorithm, NULL, rank);
	hops = cost_mean(&j.p, rank);
	free(rank);
	return hops / gsearch_hops(instance);
}
