/* link: map */
/* mappings -- the mapping algorithms against their rules. */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "map/mapping.h"
#include "unit/tap.h"

static const mapping *
find(const char *name)
{
	for (int i = 0; mappings[i]; i++)
		if (strcmp(mappings[i]->name, name) == 0)
			return mappings[i];
	return NULL;
}

/* Run one; `case_` names the random stream. */
static void
place(const char *name, const machine *m, const uint32_t *node, uint32_t nodes, uint32_t tasks, int job, uint32_t *out)
{
	char *id = xprintf("%d", job);
	const mapping *how = find(name);
	rng r;

	rng_init(&r, 3, "map", "1", id);
	if (how->begin)
		how->begin(m);
	how->place(&(placement){ .machine = m, .node = node, .nodes = nodes, .tasks = tasks,
		.ranks = nodes * m->cores, .random = &r }, out);
	if (how->end)
		how->end();
	for (uint32_t i = 0; i < tasks; i++)
		out[i] = node[out[i] / m->cores];
	free(id);
}

/* Nodes of the job only, at most `cores` tasks each. */
static bool
legal(const machine *m, const uint32_t *node, uint32_t nodes, const uint32_t *task_node, uint32_t tasks)
{
	uint32_t placed = 0;

	for (uint32_t i = 0; i < nodes; i++) {
		uint32_t here = 0;

		for (uint32_t k = 0; k < tasks; k++)
			here += task_node[k] == node[i];
		if (here > m->cores)
			return false;
		placed += here;
	}
	return placed == tasks;
}

static void
test_rules(const machine *m)
{
	bool all_legal = true, linear = true, blocks = true;
	uint32_t node[12], out[36], low[12];

	for (uint32_t i = 0; i < 12; i++)
		node[i] = (i * 7 + 3) % 18;
	for (uint32_t nodes = 1; nodes <= 12; nodes++)
		for (uint32_t tasks = 1; tasks <= 3 * nodes; tasks++) {
			uint32_t each = tasks / nodes + (tasks % nodes > 0);

			for (int i = 0; mappings[i]; i++) {
				if (mappings[i]->needs || mappings[i]->improve)
					continue;	/* their tests are elsewhere */
				place(mappings[i]->name, m, node, nodes, tasks, (int)tasks, out);
				all_legal = all_legal && legal(m, node, nodes, out, tasks);
			}
			place("linear", m, node, nodes, tasks, 0, out);
			for (uint32_t i = 0; i < tasks; i++)
				linear = linear && out[i] == node[i / each];
			place("random-nodes", m, node, nodes, tasks, 0, out);
			for (uint32_t i = 0; i < tasks; i++) {
				low[i / each] = i % each ? low[i / each] : out[i];
				blocks = blocks && out[i] == low[i / each];
			}
		}
	ok(all_legal, "every algorithm: nodes of the job, at most cores tasks each");
	ok(linear, "linear: task i on node i / ceil(tasks / nodes)");
	ok(blocks, "random-nodes: consecutive tasks stay together");
}

/* Where task 0 and the last task go, 24,000 times: uniform over the nodes. */
static void
test_uniform(const machine *m, const char *name)
{
	enum { DRAWS = 24000, NODES = 6, TASKS = 12 };
	uint32_t node[NODES] = { 2, 3, 5, 7, 11, 13 }, out[TASKS], seen[2][18] = { { 0 } };
	double mean = (double)DRAWS / NODES, chi[2] = { 0 };

	for (int i = 0; i < DRAWS; i++) {
		place(name, m, node, NODES, TASKS, i, out);
		seen[0][out[0]]++;
		seen[1][out[TASKS - 1]]++;
	}
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < NODES; i++)
			chi[k] += (seen[k][node[i]] - mean) * (seen[k][node[i]] - mean) / mean;
	ok(chi[0] < 20.5 && chi[1] < 20.5, "%s: uniform (chi-square %.1f, %.1f of 5 degrees)", name, chi[0], chi[1]);
}

/* random draws processors, not nodes: two tasks on two nodes of three cores meet in 2 of 5 cases. */
static void
test_processors(const machine *m)
{
	uint32_t node[2] = { 4, 9 }, out[2], together = 0;

	for (int i = 0; i < 20000; i++) {
		place("random", m, node, 2, 2, i, out);
		together += out[0] == out[1];
	}
	ok(together > 7700 && together < 8300, "random: two tasks share a node %u times of 20000, 8000 expected", together);
}

int
main(void)
{
	machine *m = machine_build("dragonfly:g=3,a=3,p=2,cores=3", NULL, 0, "test", 1);

	test_rules(m);
	test_uniform(m, "random");
	test_uniform(m, "random-nodes");
	test_processors(m);
	machine_free(m);
	return done_testing();
}
