/* link: map */
/* local -- the local search near a task's partners, and the assignment that it and annealing rest on. */
#include "map/support/assignment.h"
#include "unit/map/searched.h"
#include "unit/tap.h"

/* After random swaps, what is known of each task and of the job, against costs worked out anew. */
static void
test_assignment(void)
{
	rng r;

	rng_init(&r, 1, "assignment", "", "");
	for (int k = 0; k < SEARCHED; k++) {
		mapped j;
		uint32_t *node = searched_init(&j, k, &r), *rank = xalloc(j.p.tasks, sizeof *rank);
		assignment s;
		bool change = true, within = true, total = true, places = true;

		mapped_run(&j, "random", NULL, rank);
		assignment_init(&s, &j.p, j.p.affinity, rank);
		for (int n = 0; n < 500; n++) {
			uint32_t a = (uint32_t)rng_below(&r, j.p.tasks), b = (uint32_t)rng_below(&r, j.p.tasks);
			uint64_t before = cost_total(&j.p, rank);
			int64_t adds = cost_swap(&j.p, rank, a, b), told = 0;

			if (a == b)
				continue;
			within = within && !assignment_swap_within(&s, a, b, adds - 1, &told) && assignment_swap_within(&s, a, b, adds, &told) && told == adds;
			assignment_swap(&s, a, b, adds);
			change = change && before + (uint64_t)adds == cost_total(&j.p, rank);
			total = total && s.total == cost_total(&j.p, rank);
			places = places && s.task[rank[a]] == a && s.task[rank[b]] == b && s.node[a] == rank[a] / j.machine->cores;
		}
		ok(change && within, "%s, %s: a swap adds what cost_swap says, no less and no more, and what cost_total says", searched[k].machine, searched[k].pattern);
		ok(total && places && legal_ranks(&j, rank), "… and the total and who sits where are kept");
		assignment_free(&s);
		free(rank);
		searched_free(&j, node);
	}
}

/* Three nodes of a dragonfly, the second on a way between the others that is shorter than their distance. */
static bool
find_detour(const machine *m, uint32_t *node)
{
	for (node[0] = 0; node[0] < m->nodes; node[0]++)
		for (node[1] = 0; node[1] < m->nodes; node[1]++)
			for (node[2] = 0; node[2] < m->nodes; node[2]++)
				if (node_distance(m, node[0], node[2]) > node_distance(m, node[0], node[1]) + node_distance(m, node[1], node[2]))
					return true;
	return false;
}

/* A chain of three tasks there, whose ends change places: that adds nothing, whatever their distance is. */
static void
test_detour(void)
{
	machine *m = built("dragonfly:g=9,a=4,p=2,cores=1");
	uint32_t node[3], rank[3] = { 0, 1, 2 };
	int64_t adds = -1;
	mapped j;
	assignment s;

	if (!find_detour(m, node))
		die(FAIL_DATA, "no detour");
	mapped_init(&j, m, node, 3, "halo2d", "3x1");
	assignment_init(&s, &j.p, j.p.affinity, rank);
	ok(assignment_swap_within(&s, 0, 2, 0, &adds) && adds == 0, "a swap over a way that is shorter than the distance is not ruled out");
	assignment_free(&s);
	mapped_free(&j);
	machine_free(m);
}

static void
test_improves(void)
{
	rng r;

	rng_init(&r, 2, "local", "", "");
	for (int k = 0; k < SEARCHED; k++) {
		mapped j;
		uint32_t *node = searched_init(&j, k, &r);

		ok(improves(&j, "local"), "%s, %s: legal, never worse, the same again", searched[k].machine, searched[k].pattern);
		searched_free(&j, node);
	}
}

/* A perfect mapping in which the corners have changed places: they go back. */
static void
test_repairs(void)
{
	static const uint32_t far[2][2] = { { 0, 511 }, { 7, 504 } };
	machine *m = built("mesh:k=8x8x8,cores=1");
	uint32_t node[512], rank[512];
	mapped j;

	for (uint32_t i = 0; i < 512; i++)
		node[i] = rank[i] = i;
	mapped_init(&j, m, node, 512, "halo3d", "8x8x8");
	for (int i = 0; i < 2; i++) {
		uint32_t a = far[i][0], b = far[i][1], swap = rank[a];

		rank[a] = rank[b];
		rank[b] = swap;
	}
	ok(cost_mean(&j.p, rank) > 1.01, "four tasks of 512 are far from their places");
	improve(&j, "local", rank);
	ok(cost_mean(&j.p, rank) == 1, "they are put back: average hops of 1");
	mapped_free(&j);
	machine_free(m);
}

/* The quality is that of GSEARCH, which tries all pairs. */
static void
test_instances(void)
{
	static const char *const instances[] = {
		"16x24x24_16x32x8_random_1.txt", "16x24x24_16x32x8_snake_1.txt", "24x24x16_16x32x8_random_1.txt", "24x24x16_16x32x8_snake_1.txt",
		"16x24x24_8x16x8_random_1.txt", "16x24x24_8x16x8_snake_1.txt", "24x24x16_8x16x8_random_1.txt", "24x24x16_8x16x8_snake_1.txt",
	};

	for (size_t k = 0; k < sizeof instances / sizeof *instances; k++) {
		double over = over_gsearch(instances[k], "local");

		ok(over <= 1.01, "%s: within 1%% of GSEARCH's average hops (%+.2f%%)", instances[k], 100 * (over - 1));
	}
}

int
main(void)
{
	test_assignment();
	test_detour();
	test_improves();
	test_repairs();
	test_instances();
	return done_testing();
}
