/* mapped -- a job with a process grid on nodes of a machine: all that a mapping algorithm asks for. */
#pragma once

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "map/support/assignment.h"
#include "unit/lib/pattern/read-row.h"

typedef struct mapped {
	machine *machine;
	traffic traffic;
	affinity affinity;
	distances distances;
	rng random;
	placement p;
} mapped;

static inline machine *
built(const char *spec)
{
	return machine_build(spec, NULL, 0, "test", 1);
}

/* A job of the pattern with the grid `dims` on node[], which must outlive it; as many tasks as the grid has.  `sizes` are those over
 * faces, edges and corners. */
static inline void
mapped_sized(mapped *j, machine *m, const uint32_t *node, uint32_t nodes, const char *name, const char *dims, const char *sizes)
{
	traffic *t = &j->traffic;
	uint32_t dim[PATTERN_DIMS];
	char *cells = xprintf("%s,%s,%s", name, dims, sizes);
	int count;

	*j = (mapped){ .machine = m };
	if (!read_dims(dims, &count, dim))
		die(FAIL_DATA, "bad dims");
	*t = read_job("pattern,dims,bytes,edge_bytes,corner_bytes", cells, (uint32_t)dims_product(count, dim), false, "j");
	free(cells);
	affinity_init(&j->affinity, t, WEIGH_IF_UNEQUAL, UINT64_MAX / 8);
	distances_init(&j->distances, m, node, nodes, 0);
	rng_init(&j->random, 1, "map", "1", "j");
	j->p = (placement){ .machine = m, .case_ = "1", .job = "j", .node = node, .nodes = nodes, .tasks = t->tasks,
		.ranks = nodes * m->cores, .traffic = t, .affinity = &j->affinity, .distances = &j->distances,
		.random = &j->random };
}

/* Give an option to the algorithms that take it, for all that they do from now on. */
static inline void
give(const char *option, const char *text)
{
	for (const mapping *const *m = mappings; *m; m++)
		for (const algorithm_option *const *p = (*m)->option; *p; p++)
			if (strcmp((*p)->name, option) == 0)
				option_give(*p, text);
}

static inline void
give_number(const char *option, uint64_t n)
{
	char text[24];

	snprintf(text, sizeof text, "%" PRIu64, n);
	give(option, text);
}

/* The cost of task i on rank `at`, its neighbours where they are; what it exchanges with `but` left out. */
static inline uint64_t
task_cost(const placement *p, const uint32_t *rank, uint32_t i, uint32_t at, uint32_t but)
{
	const affinity *a = p->affinity;
	uint64_t sum = 0;

	for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++)
		if (a->neighbour[k] != but)
			sum += affinity_weight(a, k) * distance_of(p->distances, at, rank[a->neighbour[k]]);
	return sum;
}

/* What swapping the ranks of tasks i and j would add to the total: the pair itself stays as far apart as it is. */
static inline int64_t
cost_swap(const placement *p, const uint32_t *rank, uint32_t i, uint32_t j)
{
	uint64_t before = task_cost(p, rank, i, rank[i], j) + task_cost(p, rank, j, rank[j], i);
	uint64_t after = task_cost(p, rank, i, rank[j], j) + task_cost(p, rank, j, rank[i], i);

	return (int64_t)after - (int64_t)before;
}

/* The mean distance of neighbours, by weight: average hops; 0 without neighbours. */
static inline double
cost_mean(const placement *p, const uint32_t *rank)
{
	return p->affinity->total ? (double)cost_total(p, rank) / (double)p->affinity->total : 0;
}

static inline void
mapped_init(mapped *j, machine *m, const uint32_t *node, uint32_t nodes, const char *name, const char *dims)
{
	mapped_sized(j, m, node, nodes, name, dims, "1000,100,10");
}

/* Begin as the algorithm does unless told otherwise, with `from` where that is given, and run it. */
static inline void
mapped_run(mapped *j, const char *algorithm, const char *from, uint32_t *rank)
{
	const mapping *m = mapping_find(algorithm);

	if (!m->improve) {
		m->place(&j->p, rank);
		return;
	}
	mapped_run(j, from ? from : m->start, NULL, rank);
	m->improve(&j->p, rank);
}

/* The nodes and the machine are the caller's. */
static inline void
mapped_free(mapped *j)
{
	traffic_release(&j->traffic);
	affinity_free(&j->affinity);
	distances_free(&j->distances);
}

/* `count` different nodes of the machine, in any order. */
static inline void
draw_nodes(rng *r, const machine *m, uint32_t *node, uint32_t count)
{
	uint32_t *all = xalloc(m->nodes, sizeof *all);

	for (uint32_t v = 0; v < m->nodes; v++)
		all[v] = v;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t k = i + (uint32_t)rng_below(r, m->nodes - i), v = all[k];

		all[k] = all[i];
		node[i] = all[i] = v;
	}
	free(all);
}

/* Every task on a rank of its own that exists. */
static inline bool
legal_ranks(const mapped *j, const uint32_t *rank)
{
	uint8_t *taken = xcalloc(j->p.ranks, sizeof *taken);
	bool good = true;

	for (uint32_t i = 0; i < j->p.tasks && good; i++) {
		good = rank[i] < j->p.ranks && !taken[rank[i]];
		if (good)
			taken[rank[i]] = 1;
	}
	free(taken);
	return good;
}

/* An instance of data/reference/instances: `X Y Z torus jx jy jz kind seed`, then the nodes.  The nodes and the
 * machine are the caller's. */
static inline void
mapped_instance(mapped *j, const char *name)
{
	char *path = xprintf("data/reference/instances/%s", name), word[16], *dims;
	uint32_t k[3], torus, job[3], seed, *node;
	FILE *f = fopen(path, "r");

	if (!f || fscanf(f, "%u %u %u %u %u %u %u %15s %u", &k[0], &k[1], &k[2], &torus, &job[0], &job[1], &job[2], word, &seed) != 9)
		die(FAIL_DATA, "cannot read '%s'", path);
	node = xalloc((size_t)job[0] * job[1] * job[2], sizeof *node);
	for (uint32_t i = 0; i < job[0] * job[1] * job[2]; i++)
		if (fscanf(f, "%u", &node[i]) != 1)
			die(FAIL_DATA, "'%s' ends early", path);
	fclose(f);
	free(path);
	path = xprintf("%s:k=%ux%ux%u,cores=1", torus ? "torus" : "mesh", k[0], k[1], k[2]);
	dims = xprintf("%ux%ux%u", job[0], job[1], job[2]);
	mapped_init(j, built(path), node, job[0] * job[1] * job[2], "halo3d", dims);
	free(path);
	free(dims);
}
