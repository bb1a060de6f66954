/* own-job-options -- the part of the command line that describes a job without a table. */
#include "map/own-job.h"

enum { FIRST = 0x300, NODES = FIRST, TOPOLOGY, TASKS_PER_NODE, DIMS, PERIODIC, PATTERN, MATRIX, END };

static const struct argp_option option_table[] = {
	{ "nodes", NODES, "HOSTLIST", 0, "Read no table: map one job, which has these nodes", 0 },
	{ "topology", TOPOLOGY, "FILE", 0, "--nodes: they are those of a topology.conf of Slurm", 0 },
	{ "tasks-per-node", TASKS_PER_NODE, "N", 0, "--nodes: how many tasks a node takes [with --topology as many as it must, else the machine's cores]", 0 },
	{ "dims", DIMS, "XxYxZ", 0, "--nodes: the job's process grid", 0 },
	{ "periodic", PERIODIC, "DIMS", 0, "--nodes: dimensions of the grid that wrap around, as xz", 0 },
	{ "pattern", PATTERN, "NAME", 0, "--nodes: what the tasks send [with --matrix matrix, else with --dims cartesian]", 0 },
	{ "matrix", MATRIX, "FILE", 0, "--nodes: a file that says how much each rank sends to each", 0 },
	{ 0 }
};

/* Where the value of an option goes. */
static const char **
place_of(own_job_options *o, int key)
{
	const char **const place[] = { &o->nodes, &o->topology, &o->tasks_per_node, &o->dims, &o->periodic, &o->pattern, &o->matrix };

	return place[key - FIRST];
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	own_job_options *o = state->input;

	if (key >= FIRST && key < END) {
		*place_of(o, key) = arg;
		return 0;
	}
	if (key != ARGP_KEY_END || o->nodes)
		return ARGP_ERR_UNKNOWN;
	for (int i = FIRST; i < END; i++)
		if (*place_of(o, i))
			die(FAIL_USAGE, "--%s: '%s': is for a job without a table, and --nodes is missing",
				option_table[i - FIRST].name, *place_of(o, i));
	return 0;
}

const struct argp own_job_argp = { .options = option_table, .parser = parse };
