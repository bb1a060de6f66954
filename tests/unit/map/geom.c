/* link: map */
/* geom -- GEOM against a slow restatement of its rule, an independent program's figures (data/reference), and
 * allocations whose best mapping is known. */
#include <math.h>

#include "map/support/rank-axes.h"
#include "map/support/task-grid.h"
#include "unit/map/mapped.h"
#include "unit/tap.h"

/* --- a slow restatement: the ranks are sorted anew at every cut */

static bool descends, last_decides, ratio;	/* --rank-tie-order desc, --rank-tie-axes last, --cut ratio */

typedef struct slow {
	const mapped *j;
	int dims, axes;
	uint32_t dim[MACHINE_DIMS];
	int along[MACHINE_DIMS];
	uint32_t *rank;
} slow;

typedef struct box {
	uint32_t low[MACHINE_DIMS], size[MACHINE_DIMS];
} box;

static uint32_t
coordinate(const mapped *j, uint32_t rank, int axis)
{
	const machine *m = j->machine;
	uint32_t at[MACHINE_DIMS];

	if (axis >= m->dims)
		return 0;
	m->kind->coordinates(m, m->node_router[j->p.node[rank / m->cores]], at);
	return at[axis];
}

/* How far ranks extend along an axis. */
static uint32_t
extent(const mapped *j, const uint32_t *list, uint32_t n, int axis)
{
	uint32_t low = UINT32_MAX, high = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = coordinate(j, list[i], axis);

		low = at < low ? at : low;
		high = at > high ? at : high;
	}
	return high - low;
}

/* Which place value i has among values sorted downwards, the lower index first. */
static int
place_of(const uint32_t *value, int count, int i)
{
	int place = 0;

	for (int k = 0; k < count; k++)
		place += value[k] > value[i] || (value[k] == value[i] && k < i);
	return place;
}

static bool
before(const slow *s, int d, uint32_t a, uint32_t b)
{
	uint32_t x = coordinate(s->j, a, s->along[d]), y = coordinate(s->j, b, s->along[d]);

	if (x != y)
		return x < y;
	for (int k = 0; k < s->axes; k++) {
		int e = last_decides ? s->axes - 1 - k : k, axis = cut_tie() == TIE_MACHINE ? e : s->along[e];

		x = coordinate(s->j, a, axis);
		y = coordinate(s->j, b, axis);
		if (x != y)
			return descends ? x > y : x < y;
	}
	return a < b;
}

static bool
wins_tie(const slow *s, uint32_t *list, uint32_t n, int e, int d)
{
	switch (cut_tie()) {
	case TIE_EXTENT:
		return extent(s->j, list, n, s->along[e]) > extent(s->j, list, n, s->along[d]);
	case TIE_MACHINE:
		return s->along[e] < s->along[d];
	default:
		return false;
	}
}

/* --cut ratio in place of dimension d: ratios as in RCBTaskMapper, of doubles.  Dimensions in the order in which geom has them: by machine
 * axis with --cut-tie machine, where all axes have one. */
static int
ratio_rule(const slow *s, const box *q, uint32_t *list, uint32_t n, int d)
{
	bool by_axis = cut_tie() == TIE_MACHINE;
	int best = -1;
	double wide[MACHINE_DIMS], most = -1, least = 1e9, longest = -1, shortest = 1e9;

	for (int k = 0; k < s->axes; k++) {
		int e = k;

		for (int i = 0; by_axis && i < s->axes; i++)
			e = s->along[i] == k ? i : e;
		wide[e] = extent(s->j, list, n, s->along[e]);
		best = wide[e] > most ? e : best;
		most = fmax(most, wide[e]);
		least = fmin(least, wide[e]);
		longest = fmax(longest, q->size[e] - 1.0);
		shortest = fmin(shortest, q->size[e] - 1.0);
	}
	return most > 0 && !(longest / shortest >= most / least) && q->size[best] > 1 ? best : d;
}

static void
cut(const slow *s, const box *q, uint32_t *list, uint32_t n)
{
	box one = *q, other = *q;
	uint32_t task = 0, first;
	int d = 0;

	if (n == 1) {
		bool last = last_fastest() && s->j->traffic.pattern->grid == 0;

		for (int k = 0; k < s->dims; k++) {
			int e = last ? k : s->dims - 1 - k;

			task = task * s->dim[e] + q->low[e];
		}
		s->rank[task] = list[0];
		return;
	}
	for (int e = 1; e < s->dims; e++)
		if (q->size[e] > q->size[d] || (q->size[e] == q->size[d] && wins_tie(s, list, n, e, d)))
			d = e;
	if (ratio)
		d = ratio_rule(s, q, list, n, d);
	for (uint32_t i = 1; i < n; i++)
		for (uint32_t k = i; k > 0 && before(s, d, list[k], list[k - 1]); k--) {
			uint32_t r = list[k];

			list[k] = list[k - 1];
			list[k - 1] = r;
		}
	one.size[d] = q->size[d] - q->size[d] / 2;
	other.size[d] = q->size[d] / 2;
	other.low[d] += one.size[d];
	first = n / q->size[d] * one.size[d];
	cut(s, &one, list, first);
	cut(s, &other, list + first, n - first);
}

static void
slow_geom(const mapped *j, uint32_t *rank)
{
	const traffic *t = &j->traffic;
	uint32_t *list = xalloc(t->tasks, sizeof *list), wide[MACHINE_DIMS], each = (t->tasks - 1) / j->p.nodes + 1;
	slow s = { .j = j, .dims = t->dims, .axes = j->machine->dims > t->dims ? j->machine->dims : t->dims, .rank = rank };
	box all = { .low = { 0 } };

	for (uint32_t i = 0; i < t->tasks; i++)
		list[i] = i / each * j->machine->cores + i % each;
	for (int a = 0; a < s.axes; a++) {
		s.dim[a] = all.size[a] = a < t->dims ? t->dim[a] : 1;
		wide[a] = extent(j, list, t->tasks, a);
	}
	for (int d = 0; d < s.axes; d++)
		for (int a = 0; a < s.axes; a++)
			if (place_of(s.dim, s.axes, d) == place_of(wide, s.axes, a))
				s.along[d] = a;
	cut(&s, &all, list, t->tasks);
	free(list);
}

static void
test_random(void)
{
	static const char *const machines[] = { "mesh:k=5x3x4,cores=1", "mesh:k=4x4x4,p=2,cores=2", "torus:k=3x7,p=2,cores=3",
		"hypercube:n=6,cores=1", "mesh:k=40,cores=2", "expressmesh:k=4x5x3,gap=2,p=1,cores=1", "mesh:k=3x3x3x2,cores=2" };
	static const char *const dims[] = { "7", "30", "4x2", "3x5", "2x2x2", "4x2x1", "3x4x2", "1x5x3", "2x3x2x2", "1", "1x1x9", "5x5" };
	static const char *const ties[] = { "lowest", "extent", "machine" };
	enum { MACHINES = sizeof machines / sizeof *machines, DIMS = sizeof dims / sizeof *dims };
	uint32_t same = 0, legal = 0, runs = 0, node[64], got[64], want[64];
	rng r;

	rng_init(&r, 1, "geom", "", "");
	for (int i = 0; i < MACHINES; i++) {
		machine *m = built(machines[i]);

		for (int k = 0; k < 40 * DIMS; k++) {
			const char *job = dims[k % DIMS];
			uint32_t tasks = 1, dim[PATTERN_DIMS], least, nodes;
			int count;
			mapped j;

			read_dims(job, &count, dim);
			for (int d = 0; d < count; d++)
				tasks *= dim[d];
			least = (tasks - 1) / m->cores + 1;
			nodes = least + (uint32_t)rng_below(&r, (m->nodes < 40 ? m->nodes : 40) - least + 1);
			draw_nodes(&r, m, node, nodes);
			mapped_init(&j, m, node, nodes, count == 2 && k % 3 ? "halo2d" : count == 3 && k % 3 ? "halo3d" : "alltoall", job);
			give("cut-tie", ties[rng_below(&r, 3)]);
			descends = rng_below(&r, 2);
			give("rank-tie-order", descends ? "desc" : "asc");
			last_decides = rng_below(&r, 2);
			give("rank-tie-axes", last_decides ? "last" : "first");
			ratio = rng_below(&r, 2);
			give("cut", ratio ? "ratio" : "job");
			give("task-order", rng_below(&r, 2) ? "last" : "first");
			mapped_run(&j, "geom", NULL, got);
			slow_geom(&j, want);
			runs++;
			legal += legal_ranks(&j, got);
			same += memcmp(got, want, tasks * sizeof *got) == 0;
			mapped_free(&j);
		}
		machine_free(m);
	}
	ok(same == runs && legal == runs, "random jobs on seven machines: as a slow restatement has it (%u of %u)", same, runs);
}

/* --- known results */

/* A line of data/reference/mapping.csv. */
static void
test_instances(void)
{
	FILE *f = fopen("data/reference/mapping.csv", "r");
	char name[64], method[32];
	double hops, cpu;
	uint32_t max, swaps, read = 0, same = 0;

	if (!f || fscanf(f, "%*s") != 0)
		die(FAIL_DATA, "data/reference/mapping.csv");
	while (fscanf(f, " %63[^,],%31[^,],%lf,%u,%lf,%u", name, method, &hops, &max, &cpu, &swaps) == 6) {
		uint32_t *rank, longest = 0;
		char text[32], mine[32];
		mapped j;

		if (strcmp(method, "GEOM") != 0)
			continue;
		mapped_instance(&j, name);
		rank = xalloc(j.p.tasks, sizeof *rank);
		mapped_run(&j, "geom", NULL, rank);
		for (uint32_t i = 0; i < j.p.tasks; i++)
			for (uint64_t k = j.affinity.first[i]; k < j.affinity.first[i + 1]; k++) {
				uint32_t links = distance_of(&j.distances, rank[i], rank[j.affinity.neighbour[k]]);

				longest = links > longest ? links : longest;
			}
		snprintf(text, sizeof text, "%.5f", hops);
		snprintf(mine, sizeof mine, "%.5f", cost_mean(&j.p, rank));
		read++;
		same += strcmp(text, mine) == 0 && longest == max;
		machine_free(j.machine);
		free((void *)j.p.node);
		mapped_free(&j);
		free(rank);
	}
	fclose(f);
	ok(read == 16 && same == 16, "mapping.csv: average and longest hops of %u of %u instances", same, read);
}

static void
test_vectors(void)
{
	FILE *f = fopen("data/reference/gsearch_vectors.csv", "r");
	machine *m = built("mesh:k=4x4x2,cores=1");
	uint32_t read = 0, same = 0;
	char line[512];

	if (!f || !fgets(line, sizeof line, f))
		die(FAIL_DATA, "data/reference/gsearch_vectors.csv");
	while (fgets(line, sizeof line, f)) {
		uint32_t node[8], want[8], rank[8];
		char *c = strchr(strchr(line, ',') + 1, ',') + 1;
		bool equal = true;
		mapped j;

		for (int i = 0; i < 8; i++)
			node[i] = (uint32_t)strtoul(c, &c, 10);
		c++;
		for (int i = 0; i < 8; i++)
			want[i] = (uint32_t)strtoul(c, &c, 10);
		mapped_init(&j, m, node, 8, "halo3d", "4x2x1");
		mapped_run(&j, "geom", NULL, rank);
		for (int i = 0; i < 8; i++)
			equal = equal && node[rank[i]] == want[i];
		read++;
		same += equal && cost_total(&j.p, rank) == strtoul(c + 1, NULL, 10);
		mapped_free(&j);
	}
	fclose(f);
	machine_free(m);
	ok(read == 10 && same == 10, "gsearch_vectors.csv: %u of %u mappings", same, read);
}

/* The nodes of a cuboid, drawn in any order. */
static void
draw_cuboid(rng *r, const machine *m, const uint32_t *size, uint32_t *node)
{
	uint32_t low[3], at[3] = { 0 }, count = 0;

	for (int d = 0; d < 3; d++)
		low[d] = (uint32_t)rng_below(r, m->extent[d] - size[d] + 1);
	for (at[2] = 0; at[2] < size[2]; at[2]++)
		for (at[1] = 0; at[1] < size[1]; at[1]++)
			for (at[0] = 0; at[0] < size[0]; at[0]++)
				node[count++] = low[0] + at[0] + m->extent[0] * (low[1] + at[1] + m->extent[1] * (low[2] + at[2]));
	rng_shuffle(r, node, count);
}

/* Balzuweit et al., IV-A: a job on an allocation of its own shape, turned whichever way. */
static void
test_perfect(void)
{
	machine *m = built("mesh:k=9x8x7,cores=1");
	uint32_t node[512], rank[512], perfect = 0, runs = 0;
	rng r;

	rng_init(&r, 1, "perfect", "", "");
	for (; runs < 500; runs++) {
		uint32_t size[3];
		char *dims;
		mapped j;

		for (int d = 0; d < 3; d++)
			size[d] = 1 + (uint32_t)rng_below(&r, m->extent[d]);
		draw_cuboid(&r, m, size, node);
		rng_shuffle(&r, size, 3);
		dims = xprintf("%ux%ux%u", size[0], size[1], size[2]);
		mapped_init(&j, m, node, size[0] * size[1] * size[2], "halo3d", dims);
		mapped_run(&j, "geom", NULL, rank);
		perfect += cost_total(&j.p, rank) == j.affinity.pairs;
		mapped_free(&j);
		free(dims);
	}
	machine_free(m);
	ok(perfect == runs, "a job on a cuboid of its shape, turned: neighbours are 1 apart (%u of %u)", perfect, runs);
}

int
main(void)
{
	test_instances();
	test_vectors();
	test_perfect();
	test_random();	/* which gives options */
	return done_testing();
}
