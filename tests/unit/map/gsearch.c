/* link: map */
/* gsearch -- GSEARCH and its two variants against the paper's loops written out, swap by swap; an independent program's
 * figures (data/reference); and the parts they are made of: costs, distances, another order of tasks. */
#include <unistd.h>

#include "map/support/task-grid.h"
#include "unit/map/mapped.h"
#include "unit/tap.h"

enum { MOST_TASKS = 64, MOST_SWAPS = 512 };
static const char NO_LIMIT[] = "1e17";	/* of swaps */

/* --- the loops written out */

/* What a search did: the mapping after each swap. */
typedef struct story {
	uint32_t swaps;
	uint32_t rank[MOST_SWAPS + 1][MOST_TASKS];
	bool falls;		/* did every swap lower the total? */
} story;

/* Tasks in the order of the scan. */
static void
scan_order(const mapped *j, uint32_t *order)
{
	const traffic *t = &j->traffic;
	bool last = last_fastest() && t->pattern->grid != 0;

	for (uint32_t i = 0; i < t->tasks; i++) {
		uint32_t left = i, task = 0, stride = t->tasks;

		for (int d = t->dims - 1; last && d >= 0; d--) {
			stride /= t->dim[d];
			task += left % t->dim[d] * stride;
			left /= t->dim[d];
		}
		order[i] = last ? task : i;
	}
}

/* What a swap gains, from the totals before and after. */
static int64_t
gain(const mapped *j, uint32_t *rank, uint32_t a, uint32_t b)
{
	int64_t before = (int64_t)cost_total(&j->p, rank), after;
	uint32_t r = rank[a];

	rank[a] = rank[b];
	rank[b] = r;
	after = (int64_t)cost_total(&j->p, rank);
	rank[b] = rank[a];
	rank[a] = r;
	return before - after;
}

static void
swap(const mapped *j, story *s, uint32_t *rank, uint32_t a, uint32_t b)
{
	uint32_t r = rank[a];

	s->falls = s->falls && gain(j, rank, a, b) > 0;
	rank[a] = rank[b];
	rank[b] = r;
	if (++s->swaps > MOST_SWAPS)
		die(FAIL_DATA, "too many swaps");
	memcpy(s->rank[s->swaps], rank, j->p.tasks * sizeof *rank);
}

/* A pass of Fig. 2. */
static void
walk_first(const mapped *j, story *s, uint32_t *rank, const uint32_t *order)
{
	for (uint32_t a = 0; a < j->p.tasks; a++)
		for (uint32_t b = a + 1; b < j->p.tasks; b++)
			if (gain(j, rank, order[a], order[b]) > 0)
				swap(j, s, rank, order[a], order[b]);
}

/* The best pair among those that begin with from … to - 1, in the order of the scan; false when none gains. */
static bool
best_pair(const mapped *j, uint32_t *rank, const uint32_t *order, uint32_t from, uint32_t to, uint32_t *first, uint32_t *second)
{
	int64_t best = 0;

	for (uint32_t a = from; a < to; a++)
		for (uint32_t b = a + 1; b < j->p.tasks; b++) {
			int64_t g = gain(j, rank, order[a], order[b]);

			if (g > best) {
				best = g;
				*first = order[a];
				*second = order[b];
			}
		}
	return best > 0;
}

static bool all;	/* --partners all */

static void
walk_all(const mapped *j, story *s, uint32_t *rank, const uint32_t *order)
{
	for (uint32_t i = 0; i < j->p.tasks; i++) {
		int64_t best = 0;
		uint32_t with = i;

		for (uint32_t k = 0; k < j->p.tasks; k++) {
			int64_t g = k == i ? 0 : gain(j, rank, order[i], order[k]);

			with = g > best ? k : with;
			best = g > best ? g : best;
		}
		if (best > 0)
			swap(j, s, rank, order[i], order[with]);
	}
}

static void
walk_rank(const mapped *j, story *s, uint32_t *rank, const uint32_t *order)
{
	uint32_t a, b;

	if (all) {
		walk_all(j, s, rank, order);
		return;
	}
	for (uint32_t i = 0; i < j->p.tasks; i++)
		if (best_pair(j, rank, order, i, i + 1, &a, &b))
			swap(j, s, rank, a, b);
}

static void
walk_best(const mapped *j, story *s, uint32_t *rank, const uint32_t *order)
{
	uint32_t a, b;

	if (best_pair(j, rank, order, 0, j->p.tasks, &a, &b))
		swap(j, s, rank, a, b);
}

static const struct variant {
	const char *name;
	void (*walk)(const mapped *j, story *s, uint32_t *rank, const uint32_t *order);
} variants[] = { { "gsearch", walk_first }, { "gsearch-rank", walk_rank }, { "gsearch-best", walk_best } };

static void
tell(const mapped *j, const struct variant *v, story *s)
{
	uint32_t rank[MOST_TASKS], order[MOST_TASKS], before;

	memcpy(rank, s->rank[0], j->p.tasks * sizeof *rank);
	scan_order(j, order);
	s->swaps = 0;
	s->falls = true;
	do {
		before = s->swaps;
		v->walk(j, s, rank, order);
	} while (s->swaps > before);
}

/* Is no pair better swapped? */
static bool
local_optimum(const mapped *j, const uint32_t *rank)
{
	for (uint32_t a = 0; a < j->p.tasks; a++)
		for (uint32_t b = a + 1; b < j->p.tasks; b++)
			if (cost_swap(&j->p, rank, a, b) < 0)
				return false;
	return true;
}

/* Stopped after so many swaps, does it have the mapping of the story? */
static bool
same_after(mapped *j, const struct variant *v, const story *s, uint32_t swaps)
{
	uint32_t rank[MOST_TASKS];

	memcpy(rank, s->rank[0], j->p.tasks * sizeof *rank);
	give_number("max-swaps", swaps);
	mapping_find(v->name)->improve(&j->p, rank);
	return memcmp(rank, s->rank[swaps < s->swaps ? swaps : s->swaps], j->p.tasks * sizeof *rank) == 0;
}

typedef struct tally {
	uint32_t runs, same, falls, optima, swaps;
} tally;

/* One job from one start, all variants. */
static void
compare(mapped *j, const uint32_t *start, tally *t)
{
	static story s;

	for (int v = 0; v < 3; v++) {
		bool same = true;

		memcpy(s.rank[0], start, j->p.tasks * sizeof *start);
		tell(j, &variants[v], &s);
		for (uint32_t k = 0; k <= s.swaps + 1; k++)
			same = same && same_after(j, &variants[v], &s, k);
		t[v].runs++;
		t[v].same += same;
		t[v].falls += s.falls;
		t[v].optima += local_optimum(j, s.rank[s.swaps]);
		t[v].swaps += s.swaps;
	}
}

/* Jobs of all sorts on machines of all sorts, from all sorts of starts. */
static void
test_random(void)
{
	static const char *const machines[] = { "mesh:k=4x4x3,cores=1", "torus:k=4x4x3,cores=1", "mesh:k=3x3,p=2,cores=2",
		"expressmesh:k=6x4,gap=2,p=1,cores=1", "dragonfly:g=5,a=3,p=2,cores=2", "hypercube:n=5,cores=1" };
	static const struct { const char *pattern, *dims; } jobs[] = { { "halo3d", "4x2x1" }, { "halo3d", "2x3x2" }, { "halo2d", "4x4" },
		{ "halo2d", "3x5" }, { "halo3d26", "2x2x3" }, { "halo2d", "16x1" }, { "unstructured", "12" }, { "alltoall", "9" }, { "fft3d", "2x4" } };
	enum { MACHINES = sizeof machines / sizeof *machines, JOBS = sizeof jobs / sizeof *jobs, ROUNDS = CHECKED ? 2 : 44 };
	uint32_t node[48], start[MOST_TASKS];
	tally t[3] = { { 0 } };
	rng r;

	rng_init(&r, 1, "gsearch", "", "");
	for (int i = 0; i < MACHINES; i++) {
		machine *m = built(machines[i]);

		for (int k = 0; k < JOBS * ROUNDS; k++) {
			uint32_t dim[PATTERN_DIMS], tasks = 1;
			uint64_t from = rng_below(&r, 3);
			int count;
			mapped j;

			read_dims(jobs[k % JOBS].dims, &count, dim);
			for (int d = 0; d < count; d++)
				tasks *= dim[d];
			draw_nodes(&r, m, node, (tasks - 1) / m->cores + 1);
			mapped_init(&j, m, node, (tasks - 1) / m->cores + 1, jobs[k % JOBS].pattern, jobs[k % JOBS].dims);
			give("task-order", rng_below(&r, 2) ? "last" : "first");
			all = rng_below(&r, 2);
			give("partners", all ? "all" : "above");
			mapped_run(&j, from == 0 && m->dims ? "geom" : from == 1 ? "linear" : "random", NULL, start);
			compare(&j, start, t);
			mapped_free(&j);
		}
		machine_free(m);
	}
	all = false;
	give("partners", "above");
	for (int v = 0; v < 3; v++) {
		ok(t[v].same == MACHINES * JOBS * ROUNDS, "%s: the swaps of the loop written out, one by one (%u of %u jobs, %u swaps)",
			variants[v].name, t[v].same, t[v].runs, t[v].swaps);
		ok(t[v].falls == t[v].runs, "%s: every swap lowers the total", variants[v].name);
		ok(t[v].optima == t[v].runs, "%s: in the end no pair is better swapped", variants[v].name);
	}
}

/* Weights that differ, far beyond a few bytes: halo3d26 with faces, edges and corners of their own. */
static void
test_weights(void)
{
	enum { WEIGHTS = CHECKED ? 15 : 60 };
	machine *m = built("mesh:k=4x4x4,cores=1");
	uint32_t node[18], start[MOST_TASKS];
	static const uint64_t most[] = { 100000000000, 1000000000, 1000 };
	uint64_t size[3];
	tally t[3] = { { 0 } };
	rng r;

	rng_init(&r, 1, "weights", "", "");
	for (uint32_t k = 0; k < WEIGHTS; k++) {
		char *sizes;
		mapped j;

		draw_nodes(&r, m, node, 18);
		for (int i = 0; i < 3; i++)
			size[i] = 1 + rng_below(&r, most[i]);
		sizes = xprintf("%" PRIu64 ",%" PRIu64 ",%" PRIu64, size[0], size[1], size[2]);
		mapped_sized(&j, m, node, 18, "halo3d26", "3x3x2", sizes);
		free(sizes);
		affinity_free(&j.affinity);
		affinity_init(&j.affinity, &j.traffic, WEIGH_IF_UNEQUAL, 1000);
		mapped_run(&j, "geom", NULL, start);
		compare(&j, start, t);
		mapped_free(&j);
	}
	machine_free(m);
	ok(t[0].same == WEIGHTS && t[1].same == WEIGHTS && t[2].same == WEIGHTS && t[0].optima == WEIGHTS, "weights of any size: the same swaps (%u of %u jobs)",
		t[0].same, t[0].runs);
}

/* --- known results */

/* After how many swaps it ended, from the last line of its trace. */
static uint32_t
count_swaps(mapped *j, const char *algorithm, FILE *trace, uint32_t *rank)
{
	char line[64];
	uint32_t swaps = 0;

	mapped_run(j, algorithm, NULL, rank);
	fflush(NULL);
	while (fgets(line, sizeof line, trace))
		sscanf(line, "%*[^,],%*[^,],%u", &swaps);
	clearerr(trace);
	return swaps;
}

static void
test_instances(void)
{
	static const struct { const char *theirs, *ours; uint32_t rows; } methods[] = {
		{ "GSEARCH", "gsearch", 16 }, { "GS-best-per-rank", "gsearch-rank", 16 }, { "GS-best-overall", "gsearch-best", 8 } };
	char path[] = "/tmp/gsearch-XXXXXX";
	static FILE *trace;	/* open to the end: no file that is read later gets its inode */

	trace = fdopen(mkstemp(path), "r");
	if (!trace)
		die(FAIL_DATA, "no file for a trace");
	give("swaps-trace", path);
	mapping_find("gsearch")->begin(NULL);
	for (int k = 0; k < 3; k++) {
		FILE *f = fopen("data/reference/mapping.csv", "r");
		char name[64], method[32];
		double hops, cpu;
		uint32_t max, swaps, read = 0, same = 0, rows = methods[k].rows - (CHECKED && k < 2 ? 4 : 0);

		if (!f || fscanf(f, "%*s") != 0)
			die(FAIL_DATA, "data/reference/mapping.csv");
		while (fscanf(f, " %63[^,],%31[^,],%lf,%u,%lf,%u", name, method, &hops, &max, &cpu, &swaps) == 6) {
			char text[32], mine[32];
			uint32_t *rank, made;
			mapped j;

			if (strcmp(method, methods[k].theirs) != 0 || (CHECKED && strstr(name, "16x32x8")))	/* 4,096 tasks take long */
				continue;
			mapped_instance(&j, name);
			rank = xalloc(j.p.tasks, sizeof *rank);
			made = count_swaps(&j, methods[k].ours, trace, rank);
			snprintf(text, sizeof text, "%.5f", hops);
			snprintf(mine, sizeof mine, "%.5f", cost_mean(&j.p, rank));
			read++;
			same += strcmp(text, mine) == 0 && made == swaps;
			machine_free(j.machine);
			free((void *)j.p.node);
			mapped_free(&j);
			free(rank);
		}
		fclose(f);
		ok(read == rows && same == read, "mapping.csv: %s, average hops and swaps of %u of %u instances", methods[k].ours, same, read);
	}
	mapping_find("gsearch")->end();
	remove(path);
}

/* Read count numbers after the comma. */
static char *
numbers(char *c, uint32_t *value, int count)
{
	for (int i = 0; i < count; i++)
		value[i] = (uint32_t)strtoul(c, &c, 10);
	return c + 1;
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
		uint32_t node[8], want[8], rank[8], final[8], hops, swaps = 0;
		bool equal = true;
		char *c;
		mapped j;

		c = numbers(strchr(strchr(line, ',') + 1, ',') + 1, node, 8);
		c = numbers(numbers(c, want, 8), &hops, 1);	/* GEOM's */
		mapped_init(&j, m, node, 8, "halo3d", "4x2x1");
		for (; *c != ','; c = strchr(c, ' ') + 1, swaps++) {	/* "i-j i-j ": each is the next */
			uint32_t a = (uint32_t)c[0] - '0', b = (uint32_t)c[2] - '0', v = want[a];

			want[a] = want[b];
			want[b] = v;
			give_number("max-swaps", swaps + 1);
			mapped_run(&j, "gsearch", NULL, rank);
			for (int i = 0; i < 8; i++)
				equal = equal && node[rank[i]] == want[i];
		}
		c = numbers(numbers(c + 1, final, 8), &hops, 1);
		give("max-swaps", NO_LIMIT);
		mapped_run(&j, "gsearch", NULL, rank);
		for (int i = 0; i < 8; i++)
			equal = equal && node[rank[i]] == final[i] && want[i] == final[i];
		read++;
		same += equal && cost_total(&j.p, rank) == hops;
		mapped_free(&j);
	}
	fclose(f);
	machine_free(m);
	ok(read == 10 && same == 10, "gsearch_vectors.csv: %u of %u, every swap", same, read);
}

/* --- the parts */

static void
test_cost(void)
{
	machine *m = built("torus:k=5x4,p=2,cores=2");
	uint32_t node[12], rank[24], wrong = 0;
	rng r;

	rng_init(&r, 1, "cost", "", "");
	for (int k = 0; k < 200; k++) {
		mapped j;

		draw_nodes(&r, m, node, 12);
		mapped_init(&j, m, node, 12, k % 2 ? "halo3d26" : "unstructured", "3x4x2");
		mapped_run(&j, "random", NULL, rank);
		for (uint32_t a = 0; a < 24; a++)
			for (uint32_t b = a + 1; b < 24; b++)
				wrong += cost_swap(&j.p, rank, a, b) != -gain(&j, rank, a, b);
		mapped_free(&j);
	}
	machine_free(m);
	is_int(wrong, 0, "cost_swap is what cost_total changes by");
}

/* By table, by halves of a lattice, and by asking the machine: as the machine says. */
static void
test_distances(void)
{
	static const struct { const char *machine; uint32_t nodes; bool table, halves; } cases[] = {
		{ "mesh:k=16x24x24", 100, true, false }, { "mesh:k=16x24x24", 700, true, true }, { "mesh:k=16x24x24", 3000, false, true },
		{ "torus:k=6x12x24,p=2", 2000, false, true }, { "expressmesh:k=12x14x13,gap=3,p=1", 2184, false, true },
		{ "hypercube:n=12", 4096, false, true }, { "mesh:k=9000", 8500, false, false }, { "torus:k=70000", 50, true, false },
		{ "mesh:k=70000", 70000, false, false }, { "dragonfly:g=17,a=4,p=4", 272, true, false } };

	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		machine *m = built(cases[c].machine);
		uint32_t *node = xalloc(cases[c].nodes, sizeof *node), wrong = 0, nodes = cases[c].nodes;
		distances d;
		rng r;

		rng_init(&r, 1, "distances", "", "");
		draw_nodes(&r, m, node, nodes);
		distances_init(&d, m, node, nodes, 0);
		for (int k = 0; k < 20000; k++) {
			uint32_t a = (uint32_t)rng_below(&r, nodes), b = (uint32_t)rng_below(&r, nodes);

			wrong += distance_between(&d, a, b) != node_distance(m, node[a], node[b]);
			wrong += distance_of(&d, a * m->cores + m->cores - 1, b * m->cores) != node_distance(m, node[a], node[b]);
		}
		ok(wrong == 0 && (d.table != NULL) == cases[c].table && (d.halves.lower > 0) == cases[c].halves, "%s, %u nodes: %u of 40000 distances wrong",
			cases[c].machine, nodes, wrong);
		distances_free(&d);
		machine_free(m);
		free(node);
	}
}

/* How much shorter a way over a third node may be than the distance: as searches are told. */
static void
test_detour(void)
{
	static const char *const machines[] = { "dragonfly:g=17,a=4,p=4", "dragonfly:g=5,a=3,p=2", "mesh:k=4x3x3", "torus:k=5x4x3",
		"expressmesh:k=9x4,gap=3,p=1", "hypercube:n=6", "fattree:k=4", "slimfly:q=5" };
	uint32_t wrong = 0, detours = 0;

	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
		machine *m = built(machines[i]);
		uint32_t node[1] = { 0 };
		distances d;

		distances_init(&d, m, node, 1, 0);
		for (uint32_t a = 0; a < m->routers; a++)
			for (uint32_t b = 0; b < m->routers; b++)
				for (uint32_t c = 0; c < m->routers; c++) {
					uint32_t ways = m->kind->distance(m, a, c) + m->kind->distance(m, c, b), direct = m->kind->distance(m, a, b);

					wrong += ways + d.slack < direct || (d.slack == 0 && ways < direct);
					detours += ways < direct;
				}
		distances_free(&d);
		machine_free(m);
	}
	ok(wrong == 0 && detours > 0, "a way over a third node is at most a detour shorter (%u are)", detours);
}

static void
test_renumber(void)
{
	machine *m = built("mesh:k=30,cores=1");
	uint32_t node[24], place[24], wrong = 0;
	rng r;

	rng_init(&r, 1, "renumber", "", "");
	draw_nodes(&r, m, node, 24);
	for (int k = 0; k < 40; k++) {
		affinity a;
		mapped j;

		mapped_init(&j, m, node, 24, k % 2 ? "halo3d26" : "halo3d", "3x4x2");
		for (uint32_t i = 0; i < 24; i++)
			place[i] = i;
		rng_shuffle(&r, place, 24);
		affinity_renumber(&a, &j.affinity, place);
		wrong += a.pairs != j.affinity.pairs || a.total != j.affinity.total || a.tasks != 24;
		for (uint32_t i = 0; i < 24; i++) {
			const uint64_t *from = j.affinity.first, *to = a.first;

			wrong += from[i + 1] - from[i] != to[place[i] + 1] - to[place[i]];
			for (uint64_t x = to[place[i]] + 1; x < to[place[i] + 1]; x++)
				wrong += a.neighbour[x - 1] >= a.neighbour[x];
			for (uint64_t x = from[i]; x < from[i + 1]; x++) {
				uint64_t y = to[place[i]];

				while (y < to[place[i] + 1] && a.neighbour[y] != place[j.affinity.neighbour[x]])
					y++;
				wrong += y == to[place[i] + 1] || (a.weight && a.weight[y] != j.affinity.weight[x]);
			}
		}
		affinity_free(&a);
		mapped_free(&j);
	}
	machine_free(m);
	is_int(wrong, 0, "affinity_renumber: the same pairs and weights, ascending");
}

int
main(void)
{
	test_instances();	/* first: nor is it that of one that was read */
	test_cost();
	test_distances();
	test_detour();
	test_renumber();
	test_vectors();
	test_weights();
	test_random();
	return done_testing();
}
