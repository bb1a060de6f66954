/* pattern-open -- open-loop patterns: where node v sends, against plain restatements, on
 * jobs that have some of a machine's nodes. */
#include <stdlib.h>

#include "lib/machine/machine.h"
#include "lib/pattern/pattern.h"
#include "unit/tap.h"

enum { GROUPS = 5, IN_GROUP = 6 };	/* the machine below */

static machine *m;

/* The job that has the nodes whose bits are set. */
static uint32_t
nodes_of(uint32_t bits, uint32_t *node)
{
	uint32_t n = 0;

	for (uint32_t v = 0; v < m->nodes; v++)
		if (bits >> v & 1)
			node[n++] = v;
	return n;
}

static bool
prepare(endpoints *e, const char *name, const machine *on, const uint32_t *node, uint32_t n, uint64_t seed)
{
	const char *why = NULL;
	bool good;

	*e = (endpoints){ .pattern = pattern_find(name), .machine = on, .node = node, .nodes = n };
	rng_init(&e->random, seed, "pattern", "1", "1");
	good = !e->pattern->prepare_open || e->pattern->prepare_open(e, &why);
	if (!good && !why)
		abort();
	return good;
}

static void
release(endpoints *e)
{
	if (e->pattern->release)
		e->pattern->release(e->state);
}

static uint32_t
target(const endpoints *e, uint32_t v, uint32_t word)
{
	return e->pattern->target(e, v, word);
}

/* Words spread evenly meet every other node equally often. */
static void
uniform(void)
{
	uint32_t wrong = 0, lone = 0;
	endpoints e;

	for (uint32_t n = 2; n <= 30; n++)
		for (uint32_t v = 0; v < n; v++) {
			uint32_t met[30] = { 0 }, words = 7 * (n - 1);
			prepare(&e, "uniform", m, NULL, n, 1);
			for (uint32_t i = 0; i < words; i++)
				met[target(&e, v, (uint32_t)((((uint64_t)i << 32) + words / 2) / words + 1))]++;
			for (uint32_t u = 0; u < n; u++)
				wrong += met[u] != (u == v ? 0 : 7);
			wrong += target(&e, v, 0) == v || target(&e, v, UINT32_MAX) == v || target(&e, v, UINT32_MAX) >= n;
		}
	prepare(&e, "uniform", m, &lone, 1, 1);
	ok(wrong == 0, "uniform: the others, evenly");
	ok(target(&e, 0, 12345) == 0, "uniform: a lone node sends nothing");
}

/* The j-th of the job's nodes in the group that is `on` such groups after v's; the last result: how many it has. */
static uint32_t
in_group(const uint32_t *node, uint32_t n, uint32_t v, uint32_t on, uint32_t j, uint32_t *size)
{
	uint32_t present[GROUPS], count = 0, mine = 0, found = NONE;

	for (uint32_t g = 0; g < GROUPS; g++)
		for (uint32_t i = 0; i < n; i++)
			if (node[i] / IN_GROUP == g) {
				if (node[v] / IN_GROUP == g)
					mine = count;
				present[count++] = g;
				break;
			}
	*size = 0;
	for (uint32_t i = 0; i < n; i++)
		if (node[i] / IN_GROUP == present[(mine + on) % count]) {
			if (*size == j)
				found = i;
			++*size;
		}
	return found;
}

static uint32_t
groups_in(const uint32_t *node, uint32_t n)
{
	uint32_t seen = 0;

	for (uint32_t i = 0; i < n; i++)
		seen |= 1U << node[i] / IN_GROUP;
	return (uint32_t)__builtin_popcount(seen);
}

static void
over_groups(void)
{
	uint32_t node[32], wrong_next = 0, wrong_tornado = 0, refused = 0, size, jobs = 0;
	endpoints e;
	rng r;

	rng_init(&r, 1, "test", "", "");
	for (int job = 0; job < 3000; job++) {
		uint32_t bits = rng_u32(&r) & (job % 2 ? rng_u32(&r) & rng_u32(&r) : UINT32_MAX);
		uint32_t n = nodes_of(bits, node), groups = groups_in(node, n);
		if (groups < 2) {
			refused += n == 0 || (!prepare(&e, "adversarial", m, node, n, 1) && (release(&e), true) &&
				!prepare(&e, "tornado", m, node, n, 1) && (release(&e), true));
			jobs += 1;
			continue;
		}
		prepare(&e, "adversarial", m, node, n, 1);
		for (uint32_t v = 0; v < n; v++) {
			in_group(node, n, v, 1, 0, &size);
			for (uint32_t j = 0; j < size; j++) {
				uint32_t word = (uint32_t)(((uint64_t)j << 32) / size + 1), last = (uint32_t)((((uint64_t)j + 1) << 32) / size - 1);
				uint32_t want = in_group(node, n, v, 1, j, &size);
				wrong_next += target(&e, v, word) != want || target(&e, v, last) != want;
			}
		}
		release(&e);
		prepare(&e, "tornado", m, node, n, 1);
		for (uint32_t v = 0; v < n; v++) {
			uint32_t place = 0;
			for (uint32_t u = 0; u < v; u++)
				place += node[u] / IN_GROUP == node[v] / IN_GROUP;
			in_group(node, n, v, groups / 2, 0, &size);
			wrong_tornado += target(&e, v, 77) != in_group(node, n, v, groups / 2, place % size, &size);
		}
		release(&e);
	}
	ok(wrong_next == 0, "adversarial: any node of the next group of the job");
	ok(wrong_tornado == 0, "tornado: the same place half the groups on");
	ok(jobs > 0 && refused == jobs, "both refuse jobs within one group (%u)", jobs);
}

/* The job's nodes of a group, evenly, and none of another group; a node alone in its group sends nothing. */
static void
in_own_group(void)
{
	uint32_t node[32], wrong = 0, alone = 0;
	endpoints e;
	rng r;

	rng_init(&r, 2, "test", "", "");
	for (int job = 0; job < 500; job++) {
		uint32_t n = nodes_of(rng_u32(&r) & (job % 2 ? rng_u32(&r) : UINT32_MAX), node);

		prepare(&e, "group-uniform", m, node, n, 1);
		for (uint32_t v = 0; v < n; v++) {
			uint32_t others = 0, met[32] = { 0 };

			for (uint32_t u = 0; u < n; u++)
				others += u != v && node[u] / IN_GROUP == node[v] / IN_GROUP;
			for (uint32_t i = 0; i < 7 * others; i++)
				met[target(&e, v, (uint32_t)((((uint64_t)i << 32) + others) / (7 * others) + 1))]++;
			for (uint32_t u = 0; u < n; u++)
				wrong += met[u] != (u != v && node[u] / IN_GROUP == node[v] / IN_GROUP ? 7 : 0);
			wrong += others ? target(&e, v, 0) == v || target(&e, v, UINT32_MAX) == v : target(&e, v, 77) != v;
			alone += !others;
		}
		release(&e);
	}
	ok(wrong == 0, "group-uniform: the others of the group, evenly");
	ok(alone > 10, "group-uniform: %u nodes had nobody", alone);
}

/* A machine without groups. */
static void
without_groups(void)
{
	machine flat = *m;
	uint32_t node[32] = { 0 }, n = nodes_of(0x2aaaaaaa, node), wrong = 0;
	endpoints e;

	flat.levels = 1;
	ok(!prepare(&e, "adversarial", &flat, node, n, 1), "adversarial: needs groups");
	release(&e);
	ok(!prepare(&e, "group-uniform", &flat, node, n, 1), "group-uniform: needs groups");
	release(&e);
	prepare(&e, "tornado", &flat, node, n, 1);
	for (uint32_t v = 0; v < n; v++)
		wrong += target(&e, v, 0) != (v + n / 2) % n;
	ok(wrong == 0, "tornado: half the nodes on where there are no groups");
	release(&e);
}

static void
fixed(void)
{
	uint32_t wrong_complement = 0, wrong_transpose = 0;
	endpoints e;

	for (uint32_t n = 1; n <= 100; n++) {
		uint32_t rows = 1, columns;
		for (uint32_t f = 1; f * f <= n; f++)
			if (n % f == 0)
				rows = f;
		columns = n / rows;
		prepare(&e, "bitcomplement", m, NULL, n, 1);
		for (uint32_t v = 0; v < n; v++)
			wrong_complement += target(&e, v, 9) != n - 1 - v;
		prepare(&e, "transpose", m, NULL, n, 1);
		for (uint32_t i = 0; i < rows; i++)
			for (uint32_t j = 0; j < columns; j++)
				wrong_transpose += target(&e, i * columns + j, 9) != j * rows + i;
		release(&e);
	}
	ok(wrong_complement == 0, "bitcomplement");
	ok(wrong_transpose == 0, "transpose");
}

static void
permutation(void)
{
	uint32_t wrong = 0, same = 0;
	endpoints e, again, other;

	for (uint32_t n = 1; n <= 60; n++) {
		uint32_t at = 0, steps = 0;
		prepare(&e, "permutation", m, NULL, n, 1);
		prepare(&again, "permutation", m, NULL, n, 1);
		prepare(&other, "permutation", m, NULL, n, 2);
		do {
			at = target(&e, at, 5);
			steps++;
		} while (at != 0 && steps <= n);
		wrong += steps != n;
		for (uint32_t v = 0; v < n; v++) {
			wrong += target(&e, v, 1) != target(&again, v, 2);
			same += n > 20 && target(&e, v, 0) == target(&other, v, 0);
		}
		release(&e);
		release(&again);
		release(&other);
	}
	ok(wrong == 0, "permutation: one cycle, the same for the same seed");
	ok(same < 120, "permutation: another for another seed");
}

/* The table of patterns. */
static void
table_of_patterns(void)
{
	int n = 0, open = 0;

	for (; patterns[n]; n++) {
		const pattern *p = patterns[n];
		bool computed = p->phases && p->sends && p->send && p->receives;
		bool listed = !p->phases && !p->sends && !p->send && !p->receives && (p->read || p->prepare);
		bool closed = (computed || listed) && !p->target;
		ok(pattern_find(p->name) == p && *p->about && (closed || (p->target && !p->phases)), "%s", p->name);
		open += pattern_open(p);
	}
	ok(open > 0 && open < n, "patterns of both sorts");
	ok1(pattern_find("") == NULL && pattern_find("unifor") == NULL);
}

int
main(void)
{
	m = machine_build("dragonfly:g=5,a=3,p=2", NULL, 0, "--machine", FAIL_USAGE);
	table_of_patterns();
	uniform();
	in_own_group();
	over_groups();
	without_groups();
	fixed();
	permutation();
	machine_free(m);
	return done_testing();
}
