/* plain -- GSEARCH's double loop as one would write it by hand, and the searches of map beside it: a part of make bench.
 *
 *   plain random MACHINE DIMS RUNS	GSEARCH on random allocations of a mesh, jobs of the grid DIMS
 *   plain instance NAME RUNS		the searches on one of data/reference/instances, RUNS seeds of anneal
 *
 * Prints lines "benchmark,quantity,value,unit".  Times are CPU time; all begin with GEOM, whose time does not count.
 *
 * The loop is that of Balzuweit et al., "Local search to improve task mapping", Fig. 2, with all that is plain: only
 * the distances that a swap changes, from a table, or for many tasks (whose table no cache holds) from coordinates. */
#include <time.h>

#include "unit/map/searched.h"

enum { AXES = 3, TABLE_TASKS = 1024 };	/* with more, coordinates were faster */

typedef struct plain {
	const affinity *affinity;
	uint32_t tasks;
	uint32_t *node;			/* [tasks] the node of a task, as a place in the job's list */
	uint16_t *table;		/* [tasks][tasks] links between nodes of the job; NULL: coordinates */
	int16_t (*at)[AXES];		/* [tasks] coordinates of the job's nodes */
} plain;

static double
cpu_time(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void
print(const char *name, const char *quantity, double value, const char *unit)
{
	printf("%s,%s,%.4g,%s\n", name, quantity, value, unit);
	fflush(stdout);
}

/* --- the loop */

/* All of the loop is made twice, for each way to know distances: nothing is asked in its inside. */
#define INSIDE static inline __attribute__((always_inline))

INSIDE int64_t
links(const plain *x, uint32_t a, uint32_t b, bool tabled)
{
	int64_t sum = 0;

	if (tabled)
		return x->table[(size_t)a * x->tasks + b];
	for (int d = 0; d < AXES; d++)
		sum += abs(x->at[a][d] - x->at[b][d]);
	return sum;
}

/* The cost of task i on a node; the way to task `but` is left out. */
INSIDE int64_t
cost(const plain *x, uint32_t i, uint32_t node, uint32_t but, bool tabled)
{
	const affinity *a = x->affinity;
	int64_t sum = 0;

	for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++)
		if (a->neighbour[k] != but)
			sum += links(x, node, x->node[a->neighbour[k]], tabled);
	return sum;
}

INSIDE bool
better_swapped(const plain *x, uint32_t i, uint32_t j, bool tabled)
{
	uint32_t here = x->node[i], there = x->node[j];

	return cost(x, i, there, j, tabled) + cost(x, j, here, i, tabled) < cost(x, i, here, j, tabled) + cost(x, j, there, i, tabled);
}

INSIDE void
double_loop(plain *x, bool tabled)
{
	bool made;

	do {
		made = false;
		for (uint32_t i = 0; i < x->tasks; i++)
			for (uint32_t j = i + 1; j < x->tasks; j++)
				if (better_swapped(x, i, j, tabled)) {
					uint32_t node = x->node[i];

					x->node[i] = x->node[j];
					x->node[j] = node;
					made = true;
				}
	} while (made);
}

/* Run it on a job of one task a node of a mesh; its seconds. */
static double
run_plain(const mapped *j, uint32_t *node)
{
	uint32_t n = j->p.tasks;
	plain x = { .affinity = &j->affinity, .tasks = n, .node = node, .at = xcalloc(n, sizeof *x.at) };
	double began;

	if (strncmp(j->machine->spec, "mesh:", 5) != 0 || j->machine->cores != 1 || j->machine->dims > AXES || j->affinity.weight)
		die(FAIL_DATA, "'%s': the plain loop is for meshes with a task a node, all pairs alike", j->machine->spec);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t at[MACHINE_DIMS];

		j->machine->kind->coordinates(j->machine, j->machine->node_router[j->p.node[i]], at);
		for (int d = 0; d < j->machine->dims; d++)
			x.at[i][d] = (int16_t)at[d];
	}
	began = cpu_time();
	if (n <= TABLE_TASKS) {
		uint16_t *way = xalloc((size_t)n * n, sizeof *way);

		for (uint32_t i = 0; i < n; i++)
			for (uint32_t k = 0; k < n; k++)
				way[(size_t)i * n + k] = (uint16_t)links(&x, i, k, false);
		x.table = way;
	}
	if (x.table)
		double_loop(&x, true);
	else
		double_loop(&x, false);
	began = cpu_time() - began;
	free(x.table);
	free(x.at);
	return began;
}

/* --- beside it */

/* An algorithm of map from that start; its seconds. */
static double
run_search(mapped *j, const char *algorithm, uint64_t seed, const uint32_t *start, uint32_t *rank)
{
	double began;

	memcpy(rank, start, j->p.tasks * sizeof *rank);
	rng_init(&j->random, seed, "map", "1", "j");
	began = cpu_time();
	mapping_find(algorithm)->improve(&j->p, rank);
	return cpu_time() - began;
}

/* Both do the same swaps, so they end in the same mapping. */
static void
compare(const mapped *j, const uint32_t *plain_node, const uint32_t *rank)
{
	if (memcmp(plain_node, rank, j->p.tasks * sizeof *rank) != 0)
		die(FAIL_DATA, "'%s': GSEARCH's mapping is not the plain loop's", j->machine->spec);
}

static void
bench_random(const char *spec, const char *dims, int runs)
{
	char *name = xprintf("GSEARCH %s random %s", dims, spec + strcspn(spec, "=") + 1);
	double loop = 0, search = 0;
	machine *m = built(spec);
	rng r;

	name[strcspn(name, ",")] = '\0';
	rng_init(&r, 1, "bench", "", "");
	for (int k = 0; k < runs; k++) {
		uint32_t dim[PATTERN_DIMS], tasks = 1, *node, *start, *rank;
		int axes;
		mapped j;

		if (!read_dims(dims, &axes, dim))
			die(FAIL_USAGE, "'%s': must be dimensions, as 4x4x2", dims);
		for (int d = 0; d < axes; d++)
			tasks *= dim[d];
		node = xalloc(tasks, sizeof *node);
		start = xalloc(tasks, sizeof *start);
		rank = xalloc(tasks, sizeof *rank);
		draw_nodes(&r, m, node, tasks);
		mapped_init(&j, m, node, tasks, "halo3d", dims);
		mapped_run(&j, "geom", NULL, start);
		search += run_search(&j, "gsearch", 1, start, rank);
		loop += run_plain(&j, start);
		compare(&j, start, rank);
		mapped_free(&j);
		free(node);
		free(start);
		free(rank);
	}
	print(name, "time", search / runs, "s");
	print(name, "time of the plain loop", loop / runs, "s");
	print(name, "time of the plain loop / time", loop / search, "1");
	machine_free(m);
}

/* Its time and average hops beside those of the plain loop and GSEARCH. */
static void
beside(const char *name, const char *algorithm, double time, double loop, double hops, double gsearch)
{
	char *what = xprintf("%s: time", algorithm), *ratio = xprintf("%s: time of the plain loop / time", algorithm),
		*over = xprintf("%s: average hops over GSEARCH's", algorithm);

	print(name, what, time, "s");
	print(name, ratio, loop / time, "1");
	print(name, over, hops / gsearch, "1");
	free(what);
	free(ratio);
	free(over);
}

static void
bench_instance(const char *file, int runs)
{
	static const char *const algorithm[] = { "gsearch", "local", "anneal" };
	char *name = xprintf("%.*s", (int)strcspn(file, "."), file);
	uint32_t *start, *rank, *node;
	double loop, gsearch = 0;
	mapped j;

	mapped_instance(&j, file);
	start = xalloc(j.p.tasks, sizeof *start);
	rank = xalloc(j.p.tasks, sizeof *rank);
	node = xalloc(j.p.tasks, sizeof *node);
	mapped_run(&j, "geom", NULL, start);
	memcpy(node, start, j.p.tasks * sizeof *node);
	loop = run_plain(&j, node);
	print(name, "time of the plain loop", loop, "s");
	for (size_t a = 0; a < sizeof algorithm / sizeof *algorithm; a++) {
		double time = 0, hops = 0;
		int rounds = a == 2 ? runs : 1;		/* the others have nothing to do with seeds */

		for (int k = 1; k <= rounds; k++) {
			time += run_search(&j, algorithm[a], (uint64_t)k, start, rank);
			hops += cost_mean(&j.p, rank);
		}
		if (a == 0) {
			compare(&j, node, rank);
			gsearch = hops;
		}
		beside(name, algorithm[a], time / rounds, loop, hops / rounds, gsearch);
	}
	mapped_free(&j);
	free(start);
	free(rank);
	free(node);
	free(name);
}

int
main(int argc, char *argv[])
{
	prog = "plain";
	if (argc == 5 && strcmp(argv[1], "random") == 0)
		bench_random(argv[2], argv[3], atoi(argv[4]));
	else if (argc == 4 && strcmp(argv[1], "instance") == 0)
		bench_instance(argv[2], atoi(argv[3]));
	else
		die(FAIL_USAGE, "usage: plain random MACHINE DIMS RUNS | plain instance NAME RUNS");
	return 0;
}
