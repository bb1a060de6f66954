/* link: map */
/* rivals -- multi-jagged, greedy and Hilbert mappings against slow restatements of their rules, and jobs whose best
 * mapping is known. */
#include "map/support/rank-axes.h"
#include "unit/map/searched.h"
#include "unit/tap.h"

static const char *const rivals[] = { "geom-mj", "greedy", "hilbert" };
enum { RIVALS = 3, MOST = 512 };

static bool
can_run(const mapped *j, const char *algorithm)
{
	return j->machine->dims > 0 || !(mapping_find(algorithm)->needs & NEEDS_COORDINATES);
}

/* The nodes of a box: from low[] on, size[] long, round the ends of a torus if need be; in any order.  How many they are. */
static uint32_t
draw_box(rng *r, const machine *m, const uint32_t *low, const uint32_t *size, uint32_t *node)
{
	uint32_t at[3], count = 0;

	for (at[2] = 0; at[2] < size[2]; at[2]++)
		for (at[1] = 0; at[1] < size[1]; at[1]++)
			for (at[0] = 0; at[0] < size[0]; at[0]++) {
				uint32_t v = 0;

				for (int d = 2; d >= 0; d--)
					v = v * m->extent[d] + (low[d] + at[d]) % m->extent[d];
				node[count++] = v;
			}
	rng_shuffle(r, node, count);
	return count;
}

/* --- all of them */

/* Every sort of machine, one rank a node and several, some left free: legal, the same again, whatever the seed. */
static void
test_legal(void)
{
	rng r;

	rng_init(&r, 1, "rivals", "", "");
	for (int k = 0; k < SEARCHED; k++) {
		mapped j;
		uint32_t *node = searched_init(&j, k, &r), *rank = xalloc(j.p.tasks, sizeof *rank), *again = xalloc(j.p.tasks, sizeof *again);

		for (int a = 0; a < RIVALS; a++) {
			if (!can_run(&j, rivals[a]))
				continue;
			mapped_run(&j, rivals[a], NULL, rank);
			rng_init(&j.random, 2, "map", "1", "j");
			mapped_run(&j, rivals[a], NULL, again);
			ok(legal_ranks(&j, rank) && memcmp(rank, again, j.p.tasks * sizeof *rank) == 0, "%s, %s, %s: legal, and the same again",
				rivals[a], searched[k].machine, searched[k].pattern);
		}
		free(rank);
		free(again);
		searched_free(&j, node);
	}
}

/* With more ranks than tasks: as many tasks a node as linear puts there. */
static void
test_spare(void)
{
	static const struct { const char *machine, *dims; uint32_t nodes; } jobs[] = {
		{ "mesh:k=4x4,cores=4", "3x5", 7 }, { "torus:k=5x4,p=2,cores=3", "3x2x2", 9 }, { "mesh:k=9,cores=2", "3x3", 9 } };
	rng r;

	rng_init(&r, 1, "spare", "", "");
	for (int k = 0; k < 3; k++) {
		machine *m = built(jobs[k].machine);
		uint32_t node[16], linear[16], rank[16];
		mapped j;

		draw_nodes(&r, m, node, jobs[k].nodes);
		mapped_init(&j, m, node, jobs[k].nodes, "alltoall", jobs[k].dims);
		mapped_run(&j, "linear", NULL, linear);
		for (int a = 0; a < RIVALS; a++) {
			mapped_run(&j, rivals[a], NULL, rank);
			ok(legal_ranks(&j, rank) && same_ranks(&j, linear, rank), "%s, %s of %u nodes: the ranks that linear uses",
				rivals[a], jobs[k].machine, jobs[k].nodes);
		}
		mapped_free(&j);
		machine_free(m);
	}
}

/* Average hops on the instances, against those of a random mapping (an independent program's, data/reference/mapping.csv). */
static void
test_instances(void)
{
	FILE *f = fopen("data/reference/mapping.csv", "r");
	char name[64], method[64];
	double hops;
	uint32_t seen = 0, read = 0, better[RIVALS] = { 0 };

	if (!f || fscanf(f, "%*s") != 0)
		die(FAIL_DATA, "data/reference/mapping.csv");
	while (fscanf(f, " %63[^,],%63[^,],%lf,%*s", name, method, &hops) == 3) {
		uint32_t *rank;
		mapped j;

		if (strcmp(method, "random") != 0 || (CHECKED && seen++ % 4 != 2))
			continue;
		mapped_instance(&j, name);
		rank = xalloc(j.p.tasks, sizeof *rank);
		for (int a = 0; a < RIVALS; a++) {
			mapped_run(&j, rivals[a], NULL, rank);
			better[a] += legal_ranks(&j, rank) && cost_mean(&j.p, rank) < 0.65 * hops;
		}
		read++;
		free((void *)j.p.node);
		mapped_free(&j);
		machine_free(j.machine);
		free(rank);
	}
	fclose(f);
	for (int a = 0; a < RIVALS; a++)
		ok(read == (CHECKED ? 4 : 16) && better[a] == read, "mapping.csv: %s has less than 0.65 of a random mapping's average hops on %u of %u instances",
			rivals[a], better[a], read);
}

/* --- geom-mj */

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

static bool descends, last_decides;	/* --rank-tie-order desc, --rank-tie-axes last */

/* A rotation, and what it makes of a job. */
typedef struct jagged {
	const mapped *j;
	int dims;		/* of the job, those of one task left out */
	uint32_t dim[PATTERN_DIMS], stride[PATTERN_DIMS];
	int axes, axis_of[PATTERN_DIMS], order[PATTERN_DIMS];
	uint32_t start[MACHINE_DIMS];	/* where coordinates begin on a torus */
	uint32_t *rank;
	uint64_t least;
} jagged;

static uint32_t
shifted(const jagged *g, uint32_t rank, int axis)
{
	uint32_t at = coordinate(g->j, rank, axis);

	return axis < g->j->machine->dims ? (at + g->j->machine->extent[axis] - g->start[axis]) % g->j->machine->extent[axis] : at;
}

static bool
before(const jagged *g, int d, uint32_t a, uint32_t b)
{
	int dims = g->dims, by[MACHINE_DIMS + PATTERN_DIMS], count = 0;
	uint32_t x = shifted(g, a, g->axis_of[d]), y = shifted(g, b, g->axis_of[d]);

	if (x != y)
		return x < y;
	for (int e = 0; e < dims + g->axes; e++) {	/* the axes of the job's dimensions, then those that are left */
		int axis = cut_tie() == TIE_MACHINE ? e : e < dims ? g->axis_of[e] : e - dims;
		bool seen = axis >= g->axes;

		for (int k = 0; k < count; k++)
			seen |= by[k] == axis;
		if (!seen)
			by[count++] = axis;
	}
	for (int k = 0; k < count; k++) {
		int axis = by[last_decides ? count - 1 - k : k];

		x = shifted(g, a, axis);
		y = shifted(g, b, axis);
		if (x != y)
			return descends ? x > y : x < y;
	}
	return a < b;
}

/* Cut the n ranks of list[] along the k-th dimension and so on; the task is known in those before. */
static void
slow_cut(const jagged *g, int k, uint32_t *list, uint32_t n, uint32_t task)
{
	uint32_t slices, size;
	int d;

	if (k == g->dims) {
		g->rank[task] = list[0];
		return;
	}
	d = g->order[k];
	slices = g->dim[d];
	size = n / slices;
	for (uint32_t i = 1; i < n; i++)
		for (uint32_t at = i; at > 0 && before(g, d, list[at], list[at - 1]); at--) {
			uint32_t r = list[at];

			list[at] = list[at - 1];
			list[at - 1] = r;
		}
	for (uint32_t s = 0; s < slices; s++)
		slow_cut(g, k + 1, list + s * size, size, task + s * g->stride[d]);
}

/* All numbers below `limit` in the d-th and later places of value[], no two alike; then `then`. */
static void
permute(jagged *g, int *value, int d, int limit, void (*then)(jagged *g))
{
	if (d == g->dims) {
		then(g);
		return;
	}
	for (int v = 0; v < limit; v++) {
		bool taken = false;

		for (int e = 0; e < d; e++)
			taken = taken || value[e] == v;
		if (!taken) {
			value[d] = v;
			permute(g, value, d + 1, limit, then);
		}
	}
}

static void
slow_try(jagged *g)
{
	const mapped *j = g->j;
	uint32_t list[MOST], each = (j->p.tasks - 1) / j->p.nodes + 1;
	uint64_t cost;

	for (uint32_t i = 0; i < j->p.tasks; i++)
		list[i] = i / each * j->machine->cores + i % each;
	slow_cut(g, 0, list, j->p.tasks, 0);
	cost = cost_total(&j->p, g->rank);
	g->least = cost < g->least ? cost : g->least;
}

static void
slow_orders(jagged *g)
{
	permute(g, g->order, 0, g->dims, slow_try);
}

/* Where coordinates begin: of all that a rank has, the one with the most free coordinates before it, of equals the
 * lowest. */
static void
slow_starts(jagged *g)
{
	const mapped *j = g->j;
	uint32_t each = (j->p.tasks - 1) / j->p.nodes + 1;

	for (int a = 0; a < j->machine->dims; a++) {
		uint32_t k = j->machine->extent[a], most = 0;
		bool used[64] = { false }, any = false;

		for (uint32_t i = 0; i < j->p.tasks; i++)
			used[coordinate(j, i / each * j->machine->cores + i % each, a)] = true;
		for (uint32_t c = 0; c < k; c++) {
			uint32_t gap = 0;

			while (gap < k - 1 && !used[(c + k - 1 - gap) % k])
				gap++;
			if (used[c] && (!any || gap > most)) {
				most = gap;
				g->start[a] = c;
				any = true;
			}
		}
	}
}

/* What the best rotation of a job costs. */
static uint64_t
slow_jagged(const mapped *j)
{
	uint32_t rank[MOST], stride = 1;
	jagged g = { .j = j, .rank = rank, .least = UINT64_MAX };

	for (int d = 0; d < j->traffic.dims; d++)
		if (j->traffic.dim[d] > 1) {
			g.dim[g.dims] = j->traffic.dim[d];
			g.stride[g.dims++] = stride;
			stride *= j->traffic.dim[d];
		}
	g.axes = j->machine->dims > g.dims ? j->machine->dims : g.dims;
	if (kind_among(j->machine, "torus"))
		slow_starts(&g);
	permute(&g, g.axis_of, 0, g.axes, slow_orders);
	return g.least;
}

static void
test_jagged(void)
{
	static const struct { const char *machine, *dims; uint32_t nodes; } jobs[] = {
		{ "mesh:k=5x4x6,cores=1", "3x4x2", 24 }, { "mesh:k=5x4x6,cores=1", "5x5", 25 }, { "mesh:k=6x6,p=2,cores=2", "2x3x4", 12 },
		{ "mesh:k=40,cores=1", "4x3x2", 24 }, { "torus:k=7x5x4,cores=1", "3x2x4", 24 }, { "torus:k=9x8,cores=2", "1x6x5", 15 },
		{ "expressmesh:k=6x5x3,gap=2,p=1,cores=1", "4x6", 24 }, { "hypercube:n=5,cores=1", "2x5", 10 },
		{ "mesh:k=3x4x2x3,cores=1", "2x2x3x2", 24 }, { "torus:k=12,p=2,cores=3", "17", 6 }, { "mesh:k=4x4,cores=1", "1x1", 1 } };
	static const char *const ties[] = { "lowest", "extent", "machine" };
	enum { ROUNDS = 24 };
	rng r;

	rng_init(&r, 1, "jagged", "", "");
	for (size_t k = 0; k < sizeof jobs / sizeof *jobs; k++) {
		machine *m = built(jobs[k].machine);
		uint32_t node[32], rank[32], same = 0;

		for (int round = 0; round < ROUNDS; round++) {
			mapped j;

			draw_nodes(&r, m, node, jobs[k].nodes);
			mapped_init(&j, m, node, jobs[k].nodes, "cartesian", jobs[k].dims);
			give("cut-tie", ties[rng_below(&r, 3)]);
			descends = rng_below(&r, 2);
			give("rank-tie-order", descends ? "desc" : "asc");
			last_decides = rng_below(&r, 2);
			give("rank-tie-axes", last_decides ? "last" : "first");
			mapped_run(&j, "geom-mj", NULL, rank);
			same += legal_ranks(&j, rank) && cost_total(&j.p, rank) == slow_jagged(&j);
			mapped_free(&j);
		}
		ok(same == ROUNDS, "geom-mj, %s, %s: costs what the best rotation of a slow restatement does (%u of %u)", jobs[k].machine, jobs[k].dims,
			same, ROUNDS);
		machine_free(m);
	}
}

/* A job on a box of its own shape, turned whichever way, on a torus also across its end. */
static void
test_perfect(void)
{
	static const char *const machines[] = { "mesh:k=9x8x7,cores=1", "torus:k=9x8x7,cores=1" };

	for (int k = 0; k < 2; k++) {
		machine *m = built(machines[k]);
		uint32_t node[MOST], rank[MOST], perfect = 0, worse = 0, runs = 0;
		rng r;

		rng_init(&r, 1, "perfect", "", "");
		for (; runs < 200; runs++) {
			uint32_t low[3], size[3], tasks;
			char *dims;
			mapped j;

			for (int d = 0; d < 3; d++) {
				size[d] = 1 + (uint32_t)rng_below(&r, m->extent[d]);
				low[d] = (uint32_t)rng_below(&r, k ? m->extent[d] : m->extent[d] - size[d] + 1);
			}
			tasks = draw_box(&r, m, low, size, node);
			rng_shuffle(&r, size, 3);
			dims = xprintf("%ux%ux%u", size[0], size[1], size[2]);
			mapped_init(&j, m, node, tasks, "halo3d", dims);
			mapped_run(&j, "geom-mj", NULL, rank);
			perfect += cost_total(&j.p, rank) == j.affinity.pairs;
			mapped_run(&j, "geom", NULL, rank);
			worse += cost_total(&j.p, rank) > j.affinity.pairs;
			mapped_free(&j);
			free(dims);
		}
		ok(perfect == runs, "geom-mj, %s: on a box of the job's shape neighbours are 1 apart (%u of %u)", machines[k], perfect, runs);
		ok(k ? worse > runs / 4 : worse == 0, "… where geom is not as good %u times", worse);
		machine_free(m);
	}
}

/* Scattered nodes on both sides of a torus' end. */
static void
test_wrapped(void)
{
	machine *m = built("torus:k=16x16,cores=1");
	uint32_t node[36], rank[36], better = 0, runs = 0;
	rng r;

	rng_init(&r, 1, "wrapped", "", "");
	for (; runs < 50; runs++) {
		uint64_t mj;
		mapped j;

		draw_nodes(&r, m, node, 36);	/* then brought into a square of 10 x 10 across both ends */
		for (uint32_t i = 0; i < 36; i++) {
			uint32_t cell = (uint32_t)rng_below(&r, 100), x = (cell % 10 + 11) % 16, y = (cell / 10 + 11) % 16;
			bool again = false;

			for (uint32_t k = 0; k < i; k++)
				again = again || node[k] == x + 16 * y;
			if (again)
				i--;
			else
				node[i] = x + 16 * y;
		}
		mapped_init(&j, m, node, 36, "halo2d", "6x6");
		mapped_run(&j, "geom-mj", NULL, rank);
		mj = cost_total(&j.p, rank);
		mapped_run(&j, "geom", NULL, rank);
		better += mj < cost_total(&j.p, rank);
		mapped_free(&j);
	}
	machine_free(m);
	ok(better == runs, "geom-mj: across the ends of a torus it is better than geom (%u of %u)", better, runs);
}

/* More rotations than are tried. */
static void
test_many_axes(void)
{
	machine *m = built("hypercube:n=9,cores=1");
	uint32_t node[MOST], rank[MOST];
	uint64_t random;
	mapped j;

	for (uint32_t i = 0; i < 512; i++)
		node[i] = i;
	mapped_init(&j, m, node, 512, "halo3d", "8x8x8");
	mapped_run(&j, "random", NULL, rank);
	random = cost_total(&j.p, rank);
	mapped_run(&j, "geom-mj", NULL, rank);
	ok(legal_ranks(&j, rank) && cost_total(&j.p, rank) < random / 2, "geom-mj, hypercube of nine axes: legal, and less than half of random");
	mapped_free(&j);
	machine_free(m);
}

/* --- greedy */

static uint64_t
pair_weight(const mapped *j, uint32_t a, uint32_t b)
{
	const affinity *f = &j->affinity;

	for (uint64_t k = f->first[a]; k < f->first[a + 1]; k++)
		if (f->neighbour[k] == b)
			return f->weight ? f->weight[k] : 1;
	return 0;
}

/* The rule, from nothing at every step. */
static void
slow_greedy(const mapped *j, uint32_t *rank)
{
	uint32_t n = j->p.tasks, step_of[MOST], node_of[MOST], each = (n - 1) / j->p.nodes + 1;
	uint8_t taken[MOST] = { 0 };

	for (uint32_t i = 0; i < n; i++)
		step_of[i] = NONE;
	for (uint32_t step = 0; step < n; step++) {
		uint32_t task = NONE, place = NONE;
		uint64_t key[4] = { 0 }, least = UINT64_MAX, far = 0;

		for (uint32_t i = 0; i < n; i++) {
			uint64_t with = 0, all = 0, since = NONE, mine[4];

			for (uint32_t o = 0; o < n; o++) {
				uint64_t w = pair_weight(j, i, o);

				all += w;
				with += step_of[o] == NONE ? 0 : w;
				since = w && step_of[o] < since ? step_of[o] : since;
			}
			mine[0] = with;
			mine[1] = NONE - since;
			mine[2] = since == NONE ? all : 0;
			mine[3] = n - i;
			if (step_of[i] != NONE)
				continue;
			for (int k = 0; k < 4; k++)
				if (task == NONE || mine[k] != key[k]) {
					if (task == NONE || mine[k] > key[k]) {
						task = i;
						memcpy(key, mine, sizeof key);
					}
					break;
				}
		}
		for (uint32_t i = 0; i < n; i++) {
			uint32_t r = i / each * j->machine->cores + i % each;
			uint64_t sum = 0, away = 0;

			if (taken[i])
				continue;
			for (uint32_t o = 0; o < n; o++)
				if (step_of[o] != NONE)
					sum += pair_weight(j, task, o) * distance_between(&j->distances, r / j->machine->cores, node_of[o]);
			for (uint32_t v = 0; v < j->p.nodes; v++)
				away += distance_between(&j->distances, r / j->machine->cores, v);
			if (sum < least || (sum == least && away > far)) {
				least = sum;
				far = away;
				place = i;
			}
		}
		taken[place] = 1;
		rank[task] = place / each * j->machine->cores + place % each;
		node_of[task] = rank[task] / j->machine->cores;
		step_of[task] = step;
	}
}

static void
test_greedy(void)
{
	static const struct { const char *machine, *pattern, *dims; uint32_t nodes; } jobs[] = {
		{ "mesh:k=6x5x4,cores=1", "halo3d", "3x4x3", 36 }, { "mesh:k=6x6,p=2,cores=3", "halo3d26", "4x3x3", 14 },
		{ "dragonfly:g=9,a=4,p=2,cores=2", "halo3d26", "3x3x3", 20 }, { "fattree:k=3,n=3,cores=2", "halo2d", "6x5", 15 },
		{ "torus:k=6x6,cores=1", "unstructured", "30", 30 }, { "slimfly:q=5,p=2,cores=2", "fft3d", "6x5", 15 } };
	rng r;

	rng_init(&r, 1, "greedy", "", "");
	for (size_t k = 0; k < sizeof jobs / sizeof *jobs; k++) {
		machine *m = built(jobs[k].machine);
		uint32_t node[64], rank[64], want[64], same = 0;
		enum { ROUNDS = 20 };

		for (int round = 0; round < ROUNDS; round++) {
			mapped j;

			draw_nodes(&r, m, node, jobs[k].nodes);
			mapped_init(&j, m, node, jobs[k].nodes, jobs[k].pattern, jobs[k].dims);
			mapped_run(&j, "greedy", NULL, rank);
			slow_greedy(&j, want);
			same += memcmp(rank, want, j.p.tasks * sizeof *rank) == 0;
			mapped_free(&j);
		}
		ok(same == ROUNDS, "greedy, %s, %s %s: as a slow restatement has it (%u of %u)", jobs[k].machine, jobs[k].pattern, jobs[k].dims, same, ROUNDS);
		machine_free(m);
	}
}

/* All talk to all, one pair a thousand times more: of nine tasks in a row these two are neighbours, whichever they are. */
static void
test_weights(void)
{
	machine *m = built("mesh:k=9,cores=1");
	uint32_t node[9] = { 4, 0, 8, 3, 7, 1, 5, 2, 6 }, rank[9], close[2] = { 0 };

	for (int heavy = 0; heavy < 2; heavy++)
		for (uint32_t a = 0; a < 9; a++)
			for (uint32_t b = a + 1; b < 9; b++) {
				mapped j;

				mapped_init(&j, m, node, 9, "alltoall", "9");
				j.affinity.weight = xalloc(j.affinity.first[9], sizeof *j.affinity.weight);
				for (uint32_t i = 0; i < 9; i++)
					for (uint64_t k = j.affinity.first[i]; k < j.affinity.first[i + 1]; k++)
						j.affinity.weight[k] = heavy && i + j.affinity.neighbour[k] == a + b && (i == a || i == b) ? 1000 : 1;
				mapped_run(&j, "greedy", NULL, rank);
				close[heavy] += distance_of(&j.distances, rank[a], rank[b]) == 1;
				mapped_free(&j);
			}
	machine_free(m);
	ok(close[1] == 36 && close[0] == 8, "greedy: of 36 pairs %u are neighbours when they exchange most, else %u", close[1], close[0]);
}

/* More partners than are looked at, of differing weights: legal, and the heaviest is still next to the task. */
static void
test_many_partners(void)
{
	machine *m = built("mesh:k=12x12,cores=1");
	uint32_t node[144], rank[144], close = 0;
	mapped j;

	for (uint32_t i = 0; i < 144; i++)
		node[i] = i;
	mapped_init(&j, m, node, 144, "alltoall", "144");
	j.affinity.weight = xalloc(j.affinity.first[144], sizeof *j.affinity.weight);
	for (uint32_t i = 0; i < 144; i++)
		for (uint64_t k = j.affinity.first[i]; k < j.affinity.first[i + 1]; k++)
			j.affinity.weight[k] = (i ^ 1) == j.affinity.neighbour[k] ? 100000 : 1 + (i + j.affinity.neighbour[k]) % 5;
	mapped_run(&j, "greedy", NULL, rank);
	for (uint32_t i = 0; i < 144; i += 2)
		close += distance_of(&j.distances, rank[i], rank[i + 1]) == 1;
	ok(legal_ranks(&j, rank) && close >= 60, "greedy, all to all: %u of 72 heavy pairs are next to each other", close);
	mapped_free(&j);
	machine_free(m);
}

/* --- hilbert */

/* Hilbert's curve drawn: the square from (x, y) with one side along (ax, ay), entered there, the other along (bx, by). */
static void
draw_curve(int32_t x, int32_t y, int32_t ax, int32_t ay, int32_t bx, int32_t by, int32_t side, uint32_t *out, uint32_t *count)
{
	int32_t half = side / 2;

	if (side == 1) {
		out[(*count)++] = (uint32_t)(x + 16 * y);
		return;
	}
	/* Four squares of half the side: the first entered at its corner, the last left at the corner along a. */
	draw_curve(x, y, bx, by, ax, ay, half, out, count);
	draw_curve(x + bx * half, y + by * half, ax, ay, bx, by, half, out, count);
	draw_curve(x + (ax + bx) * half, y + (ay + by) * half, ax, ay, bx, by, half, out, count);
	draw_curve(x + ax * (side - 1) + bx * (half - 1), y + ay * (side - 1) + by * (half - 1), -bx, -by, -ax, -ay, half, out, count);
}

/* The nodes in the order of the curve: a job without a grid on all of them. */
static void
curve_order(machine *m, uint32_t *order)
{
	uint32_t *node = xalloc(m->nodes, sizeof *node);
	char *tasks = xprintf("%u", m->nodes);
	mapped j;

	for (uint32_t i = 0; i < m->nodes; i++)
		node[i] = i;
	mapped_init(&j, m, node, m->nodes, "cartesian", tasks);
	j.traffic.dims = 0;
	mapped_run(&j, "hilbert", NULL, order);
	mapped_free(&j);
	free(node);
	free(tasks);
}

static void
test_square(void)
{
	machine *m = built("mesh:k=16x16,cores=1");
	uint32_t order[256], one[256], other[256], count = 0, steps = 0;

	curve_order(m, order);
	draw_curve(0, 0, 1, 0, 0, 1, 16, one, &count);
	count = 0;
	draw_curve(0, 0, 0, 1, 1, 0, 16, other, &count);
	for (uint32_t i = 0; i + 1 < 256; i++)
		steps += node_distance(m, order[i], order[i + 1]) == 1;
	is_int(steps, 255, "hilbert, 16x16: one after the other is next to it");
	ok(memcmp(order, one, sizeof order) == 0 || memcmp(order, other, sizeof order) == 0, "… and it is the curve drawn by halves");
	machine_free(m);
}

/* In three and four dimensions: steps of one, and each aligned cube, of every size, is filled before it is left. */
static void
test_cubes(void)
{
	static const struct { const char *machine; uint32_t side; } cubes[] = { { "mesh:k=16x16x16,cores=1", 16 }, { "mesh:k=8x8x8x8,cores=1", 8 }, { "hypercube:n=10,cores=1", 2 },
		{ "mesh:k=64,cores=1", 64 } };

	for (int k = 0; k < 4; k++) {
		machine *m = built(cubes[k].machine);
		uint32_t *order = xalloc(m->nodes, sizeof *order), at[MACHINE_DIMS], was[MACHINE_DIMS], wrong = 0, steps = 0;

		curve_order(m, order);
		for (uint32_t i = 0; i + 1 < m->nodes; i++)
			steps += node_distance(m, order[i], order[i + 1]) == 1;
		for (uint32_t side = 2; side < cubes[k].side; side *= 2) {
			uint32_t cells = 1;

			for (int d = 0; d < m->dims; d++)
				cells *= side;
			for (uint32_t i = 0; i < m->nodes; i++) {
				m->kind->coordinates(m, m->node_router[order[i]], at);
				m->kind->coordinates(m, m->node_router[order[i / cells * cells]], was);
				for (int d = 0; d < m->dims; d++)
					wrong += at[d] / side != was[d] / side;
			}
		}
		ok(steps == m->nodes - 1 && wrong == 0, "hilbert, %s: steps of 1, cube after cube", cubes[k].machine);
		free(order);
		machine_free(m);
	}
}

/* On a machine that is no cube, and on some of its nodes: the order of the cube around it. */
static void
test_part_of_cube(void)
{
	machine *cube = built("mesh:k=8x8x8,cores=1"), *m = built("mesh:k=5x7x1x3,p=2,cores=1");
	uint32_t order[512], node[60], rank[60], wrong = 0;
	rng r;

	rng_init(&r, 1, "cube", "", "");
	curve_order(cube, order);
	for (int round = 0; round < 50; round++) {
		uint32_t count = 0, want[60];
		mapped j;

		draw_nodes(&r, m, node, 60);
		mapped_init(&j, m, node, 60, "cartesian", "60");
		j.traffic.dims = 0;
		mapped_run(&j, "hilbert", NULL, rank);
		for (uint32_t i = 0; i < 512; i++)
			for (uint32_t k = 0; k < 60; k++) {
				uint32_t router = node[k] / 2, x = router % 5, y = router / 5 % 7, z = router / 35;

				if (x + 8 * (y + 8 * z) == order[i])
					want[count++] = k;
			}
		wrong += count != 60 || memcmp(want, rank, sizeof rank) != 0;
		mapped_free(&j);
	}
	is_int(wrong, 0, "hilbert, 5x7x1x3 with two nodes a router: the order of the cube of 8 around it, nodes of a router as listed");
	machine_free(cube);
	machine_free(m);
}

/* Job and machine of one shape: both curves are the same, tasks and routers correspond. */
static void
test_same_curve(void)
{
	static const struct { const char *machine, *pattern, *dims; } jobs[] = { { "mesh:k=6x5x3,cores=1", "halo3d", "6x5x3" }, { "mesh:k=9x4,cores=1", "halo2d", "9x4" },
		{ "torus:k=1x7x4,cores=1", "halo3d", "7x1x4" }, { "mesh:k=3x2x4x5,cores=1", "cartesian", "3x2x4x5" } };

	for (int k = 0; k < 4; k++) {
		machine *m = built(jobs[k].machine);
		uint32_t node[128], rank[128], same = 0;
		mapped j;

		for (uint32_t i = 0; i < m->nodes; i++)
			node[i] = m->nodes - 1 - i;
		mapped_init(&j, m, node, m->nodes, jobs[k].pattern, jobs[k].dims);
		mapped_run(&j, "hilbert", NULL, rank);
		for (uint32_t i = 0; i < m->nodes; i++)
			same += node[rank[i]] == i;
		ok(same == m->nodes, "hilbert, %s on %s: task and node correspond", jobs[k].dims, jobs[k].machine);
		mapped_free(&j);
		machine_free(m);
	}
}

int
main(void)
{
	test_legal();
	test_spare();
	test_perfect();
	test_wrapped();
	test_many_axes();
	test_greedy();
	test_weights();
	test_many_partners();
	test_square();
	test_cubes();
	test_part_of_cube();
	test_same_curve();
	test_instances();
	test_jagged();	/* which gives options */
	return done_testing();
}
