/* link: map */
/* layout -- Adaptive Layout on allocations of all shapes: everybody holds what lies where it is, the lattice is covered once, nobody
 * holds much more than others near, and where the job fills its prism the layout is the uniform one. */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/rng/rng.h"
#include "map/torus/layout.h"
#include "unit/tap.h"

enum { RADIUS = 2 };

static machine *
built(const char *spec)
{
	return machine_build(spec, NULL, 0, "test", 1);
}

/* A job on some routers of a machine: each node of theirs has up to `cores` tasks, at random when `uneven`. */
static uint32_t
draw_tasks(const machine *m, rng *r, uint32_t percent, bool uneven, uint32_t *task_node)
{
	uint32_t tasks = 0;

	for (uint32_t v = 0; v < m->nodes; v++) {
		uint32_t count = uneven ? (uint32_t)rng_below(r, m->cores + 1) : m->cores;

		if (rng_below(r, 100) >= percent)
			continue;
		for (uint32_t i = 0; i < count; i++)
			task_node[tasks++] = v;
	}
	if (tasks == 0)
		task_node[tasks++] = (uint32_t)rng_below(r, m->nodes);
	return tasks;
}

/* The parts that each task holds; their sum. */
static uint64_t
loads(const torus_layout *l, uint32_t *load)
{
	uint32_t n = l->places * l->deep;
	uint64_t sum = 0;

	memset(load, 0, l->tasks * sizeof *load);
	for (uint32_t i = 0; i < n; i++)
		for (int k = 0; k < CUT_PARTS; k++)
			if (l->cut.owner[i][k] < l->tasks) {
				load[l->cut.owner[i][k]]++;
				sum++;
			}
	return sum;
}

/* Where a task should be, restated: its coordinates less the least of all. */
static void
corner(const machine *m, const uint32_t *task_node, uint32_t tasks, uint32_t *low, uint32_t *size)
{
	uint32_t at[3] = { 0 }, high[3] = { 0 };

	low[0] = low[1] = low[2] = UINT32_MAX;
	for (uint32_t i = 0; i < tasks; i++) {
		m->kind->coordinates(m, m->node_router[task_node[i]], at);
		for (int d = 0; d < 3; d++) {
			low[d] = at[d] < low[d] ? at[d] : low[d];
			high[d] = at[d] > high[d] ? at[d] : high[d];
		}
	}
	for (int d = 0; d < 3; d++)
		size[d] = high[d] - low[d] + 1;
}

/* Block (x, y, z, t) is whole, of the t-th task there, for every task. */
static bool
everyone_claims(const torus_layout *l, const machine *m, const uint32_t *task_node)
{
	uint32_t low[3], size[3], *seen = xcalloc(m->routers, sizeof *seen);
	bool good = true;

	corner(m, task_node, l->tasks, low, size);
	good = l->extent[0] == size[0] && l->extent[1] == size[1] && l->extent[2] == size[2];
	for (uint32_t i = 0; i < l->tasks && good; i++) {
		uint32_t at[3] = { 0 }, router = m->node_router[task_node[i]], t = seen[router]++;
		const uint32_t *owner;

		m->kind->coordinates(m, router, at);
		owner = l->cut.owner[at[0] - low[0] + size[0] * (at[1] - low[1] + size[1] * (at[2] - low[2] + size[2] * t))];
		good = cut_whole(owner) && owner[0] == i;
	}
	free(seen);
	return good;
}

/* Steps between two routers' places in the layout, restated. */
static uint32_t
steps(const torus_layout *l, uint32_t a, uint32_t b)
{
	uint32_t sum = 0;

	for (int d = 0; d < 3; d++) {
		uint32_t n = l->extent[d], x = a % n, y = b % n, away = x > y ? x - y : y - x;

		sum += l->ring[d] && n - away < away ? n - away : away;
		a /= n;
		b /= n;
	}
	return sum;
}

/* Nobody has two parts more than another of its router, or than the process at its t of a router near. */
static bool
balanced(const torus_layout *l, const uint32_t *load)
{
	for (uint32_t i = 0; i < l->tasks; i++) {
		uint32_t place = l->place[i], t = 0;

		for (uint32_t k = l->first[place]; k < l->first[place + 1]; k++) {
			if (load[l->task[k]] + 1 < load[i])
				return false;
			if (l->task[k] == i)
				t = k - l->first[place];
		}
		for (uint32_t p = 0; p < l->places; p++)
			if (l->first[p + 1] > l->first[p] && steps(l, p, place) <= RADIUS &&
				load[l->task[l->first[p] + t % (l->first[p + 1] - l->first[p])]] + 1 < load[i])
				return false;
	}
	return true;
}

static void
random_allocations(const char *spec, int dims, uint32_t runs)
{
	machine *m = built(spec);
	site_cut lattice = { .dims = dims, .sites = { 30, 30, 30, 30 } };
	uint32_t *task_node = xalloc((size_t)m->nodes * m->cores, sizeof *task_node), *load = xalloc((size_t)m->nodes * m->cores, sizeof *load);
	uint32_t own = 0, once = 0, even = 0, done = 0;
	rng r;

	for (rng_init(&r, 1, "layout", spec, ""); done < runs; done++) {
		uint32_t tasks = draw_tasks(m, &r, 5 + (uint32_t)rng_below(&r, 96), rng_below(&r, 2), task_node);
		const char *why;
		torus_layout l;

		if (!layout_init(&l, m, task_node, tasks, &lattice, &why))
			die(FAIL_DATA, "%s", why);
		layout_rebalance(&l, RADIUS);
		own += everyone_claims(&l, m, task_node);
		once += loads(&l, load) == (uint64_t)CUT_PARTS * cut_blocks(l.cut.dims, l.cut.blocks);
		even += balanced(&l, load);
		layout_free(&l);
	}
	ok(own == runs, "%s: block (x, y, z, t) is the t-th task's there (%u of %u)", spec, own, runs);
	ok(once == runs, "%s: every part of every block has an owner (%u of %u)", spec, once, runs);
	ok(even == runs, "%s: within %d routers nobody has two parts more (%u of %u)", spec, RADIUS, even, runs);
	free(task_node);
	free(load);
	machine_free(m);
}

/* --- by hand */

/* Owners of the parts of a block. */
static bool
owners(const torus_layout *l, uint32_t block, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	const uint32_t *o = l->cut.owner[block];

	return o[0] == a && o[1] == b && o[2] == c && o[3] == d;
}

/* Tasks on these nodes of a machine with one node a router. */
static torus_layout
laid(machine *m, const uint32_t *node, uint32_t tasks, uint32_t radius)
{
	site_cut lattice = { .dims = 4, .sites = { 20, 20, 20, 20 } };
	const char *why;
	torus_layout l;

	if (!layout_init(&l, m, node, tasks, &lattice, &why))
		die(FAIL_DATA, "%s", why);
	layout_rebalance(&l, radius);
	return l;
}

/* All nodes but one. */
static uint32_t
all_but(const machine *m, uint32_t hole, uint32_t *node)
{
	uint32_t n = 0;

	for (uint32_t v = 0; v < m->nodes; v++)
		if (v != hole)
			node[n++] = v;
	return n;
}

static void
holes(void)
{
	machine *mesh = built("mesh:k=5x5x5,cores=1"), *ring = built("torus:k=5x5x5,cores=1"), *flat = built("mesh:k=4x3,cores=1");
	uint32_t node[125], n = all_but(mesh, 62, node);
	site_cut plane = { .dims = 2, .sites = { 8, 12 } };
	const char *why;
	torus_layout l = laid(mesh, node, n, RADIUS);

	/* nodes above the hole are tasks of a number one less */
	ok(owners(&l, 62, 61, 62, 62 - 25, 62 + 25 - 1), "a hole within: -x +x -z +z");
	layout_free(&l);
	n = all_but(mesh, 0, node);
	l = laid(mesh, node, n, RADIUS);
	ok(owners(&l, 0, 0, 24, 1, 49), "in a corner: +x +z, then two along x and z, before aslant");
	layout_free(&l);
	n = all_but(ring, 0, node);
	l = laid(ring, node, n, RADIUS);
	ok(owners(&l, 0, 3, 0, 99, 24), "round a torus: -x is the other end");
	layout_free(&l);
	n = all_but(flat, 5, node);
	if (!layout_init(&l, flat, node, n, &plane, &why))
		die(FAIL_DATA, "%s", why);
	layout_rebalance(&l, RADIUS);
	ok(owners(&l, 5, 4, 5, 6, 1), "in a plane: -x +x +2x, then the row below");
	layout_free(&l);
	machine_free(mesh);
	machine_free(ring);
	machine_free(flat);
}

/* Two holes between three routers in a row: the one between them is dealt four parts, and passes on. */
static void
passing(void)
{
	static const uint32_t node[] = { 0, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 };
	machine *m = built("mesh:k=5x3x1,cores=1");
	uint32_t load[13], most = 0, before;
	torus_layout l = laid(m, node, 13, 0);

	loads(&l, load);
	before = load[1];
	layout_free(&l);
	l = laid(m, node, 13, RADIUS);
	loads(&l, load);
	for (int i = 0; i < 13; i++)
		most = load[i] > most ? load[i] : most;
	ok(before > 5 && most == 5, "a task between two holes passes parts on to the next row (%u parts, then at most %u)", before, most);
	layout_free(&l);
	machine_free(m);
}

/* A job that fills its prism, in a lattice that divides: blocks are whole and alike, t within the pair of nodes. */
static void
uniform(void)
{
	machine *m = built("torus:k=6x5x4,p=2,cores=2");
	site_cut lattice = { .dims = 4, .sites = { 12, 10, 8, 12 } };
	uint32_t task_node[240 * 2], tasks = 0, good = 0;
	const char *why;
	torus_layout l;

	for (uint32_t i = 0; i < m->nodes * m->cores; i++)
		task_node[tasks++] = i / m->cores;
	if (!layout_init(&l, m, task_node, tasks, &lattice, &why))
		die(FAIL_DATA, "%s", why);
	layout_rebalance(&l, RADIUS);
	for (uint32_t i = 0; i < l.places * l.deep; i++)
		good += owners(&l, i, i % 120 * 4 + i / 120, i % 120 * 4 + i / 120, i % 120 * 4 + i / 120, i % 120 * 4 + i / 120);
	ok(good == 480 && l.deep == 4, "a job that fills its prism: one whole block a task (%u)", good);
	for (int d = 0; d < 4; d++)
		for (uint32_t k = 0; k < l.cut.blocks[d]; k++)
			good += cut_share(k, 0 + l.cut.sites[d], l.cut.blocks[d]) == (d == 3 ? 3 : 2);
	ok(good == 480 + 6 + 5 + 4 + 4, "in a lattice that its extents divide: all alike");
	layout_free(&l);
	machine_free(m);
}

/* TA-07: 68,528 tasks, sixteen on each of 4,283 nodes of 23x4x24 routers. */
static void
large(void)
{
	machine *m = built("torus:k=23x4x24,p=2,cores=16,service=blades:132,unavailable=4415");
	site_cut lattice = { .dims = 4, .sites = { 84, 84, 84, 144 } };
	uint32_t *task_node = xalloc(68528, sizeof *task_node), *load = xalloc(68528, sizeof *load), tasks = 0, most = 0, least = UINT32_MAX;
	const char *why;
	torus_layout l;

	for (uint32_t v = 0; v < m->nodes; v++)
		for (uint32_t i = 0; i < m->cores && machine_has(m, v); i++)
			task_node[tasks++] = v;
	if (!layout_init(&l, m, task_node, tasks, &lattice, &why))
		die(FAIL_DATA, "%s", why);
	layout_rebalance(&l, RADIUS);
	loads(&l, load);
	for (uint32_t i = 0; i < tasks; i++) {
		most = load[i] > most ? load[i] : most;
		least = load[i] < least ? load[i] : least;
	}
	ok(tasks == 68528 && least == 4 && most == 5, "68,528 tasks: %u to %u parts each, %.3f on average", least, most,
		4.0 * cut_blocks(4, l.cut.blocks) / tasks);
	layout_free(&l);
	free(task_node);
	free(load);
	machine_free(m);
}

static void
refused(void)
{
	static const struct { const char *spec; int dims; uint32_t sites, tasks; const char *why; } bad[] = {
		{ "mesh:k=4x4x4,cores=1", 3, 9, 64, NULL },
		{ "mesh:k=4x4x4,cores=2", 3, 9, 128, "has 3 dimensions; algorithm 'adaptive-layout' divides 3 over routers and one more over the tasks of a router, here up to 2" },
		{ "mesh:k=4x4x4,cores=2", 2, 9, 128, "has 2 dimensions; algorithm 'adaptive-layout' divides 3 over routers and one more over the tasks of a router, here up to 2" },
		{ "mesh:k=4x4x4,cores=2", 4, 3, 128, "has 3 sites in dimension 1, and the job extends over 4 routers there" },
		{ "mesh:k=2x2x2,cores=4", 4, 3, 32, "has 3 sites in dimension 4, and the job extends over 4 tasks of a router there" },
		{ "mesh:k=9,cores=4", 2, 9, 36, "cannot be divided over a machine of other than two or three coordinates" },
		{ "mesh:k=2x2x2x2,cores=1", 4, 9, 16, "cannot be divided over a machine of other than two or three coordinates" },
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		machine *m = built(bad[i].spec);
		uint32_t s = bad[i].sites, task_node[128];
		site_cut lattice = { .dims = bad[i].dims, .sites = { s, s, s, s } };
		const char *why = "it was not refused";
		bool good;
		torus_layout l;

		for (uint32_t k = 0; k < bad[i].tasks; k++)
			task_node[k] = k / m->cores;
		good = layout_init(&l, m, task_node, bad[i].tasks, &lattice, &why);
		if (good)
			layout_free(&l);
		if (bad[i].why)
			is_str(why, bad[i].why, bad[i].why);
		else
			ok(good, "three dimensions are divided where routers have a task each");
		machine_free(m);
	}
}

int
main(void)
{
	random_allocations("mesh:k=5x4x3,p=2,cores=2", 4, 300);
	random_allocations("torus:k=6x3x4,p=2,cores=3", 4, 300);
	random_allocations("torus:k=8x7,cores=2", 3, 300);
	holes();
	passing();
	uniform();
	large();
	refused();
	return done_testing();
}
