/* uniform -- jobs of one size (the Level-Spread paper, Table II, homogeneous
 * workloads): as many as a utilization allows, or four that fill it together. */
#include "gen-workload/capacity.h"
#include "gen-workload/jobs.h"
#include "gen-workload/utilization.h"
#include "gen-workload/workload.h"

typedef struct uniform {
	options common;
	int64_t job_nodes;	/* 0: not given */
	bool quarters;
	const char *utilization;
} uniform;

enum { OPT_JOB_NODES = 0x100, OPT_QUARTERS, OPT_UTILIZATION, OPT_PATTERN };

static const struct argp_option flags[] = {
	{ "job-nodes", OPT_JOB_NODES, "N", 0, "nodes of every job [as few as --dims or --matrix need]", 0 },
	{ "quarters", OPT_QUARTERS, NULL, 0, "instead: four jobs of a quarter of the share each", 0 },
	{ "utilization", OPT_UTILIZATION, "X", 0, "share of the machine that the jobs fill at most [0.9; with --quarters 1]", 0 },
	{ "pattern", OPT_PATTERN, "NAME", 0, "communication pattern; several joined by ',' make a case each; mixed: the six of the paper [alltoall; with --dims cartesian, with --matrix matrix, with --lattice lattice]", 0 },
	{ 0 }
};

static error_t
parse(int option, char *arg, struct argp_state *state)
{
	uniform *u = state->input;

	switch (option) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &u->common.cli;
		state->child_inputs[1] = &u->common;
		state->child_inputs[2] = &u->common.shape;
		return 0;
	case OPT_JOB_NODES:
		u->job_nodes = read_count("--job-nodes", arg, 1, INT32_MAX);
		return 0;
	case OPT_QUARTERS:
		u->quarters = true;
		return 0;
	case OPT_UTILIZATION:
		u->utilization = arg;
		return 0;
	case OPT_PATTERN:
		read_patterns(&u->common.patterns, arg, false);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* What the options come to on a machine of that capacity, with so many cores a node. */
static lot
plan(const uniform *u, const capacity *c, uint32_t cores)
{
	lot l = { .nodes = (uint32_t)u->job_nodes, .count = 4, .times = 1 };
	utilization share = utilization_read(u->utilization ? u->utilization : u->quarters ? "1" : "0.9");

	if (u->quarters)
		l.nodes = (uint32_t)utilization_jobs(&share, c->nodes, l.count);
	if (l.nodes > c->nodes)
		die(FAIL_USAGE, "--job-nodes: '%u': the machine has %u nodes", l.nodes, c->nodes);
	if (l.nodes == 0)
		die(FAIL_USAGE, "--quarters: a quarter of %s%u nodes is less than a node",
			u->utilization ? "that share of " : "", c->nodes);
	shape_check(&u->common.shape, l.nodes, cores);
	if (!u->quarters)
		l.count = utilization_jobs(&share, c->nodes, l.nodes);
	if (l.count == 0)
		die(FAIL_USAGE, "--utilization: no job of %u nodes fits in that share of %u nodes", l.nodes, c->nodes);
	l.class = capacity_class(c, l.nodes);
	return l;
}

static int
run(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &cli_argp_operands, 0, NULL, 0 }, { &closed_argp, 0, NULL, 0 }, { &shape_argp, 0, NULL, 0 }, { 0 }
	};
	static const struct argp parser = { flags, parse, "",
		"Jobs of one size, as many as a share of the machine holds.", children, NULL, NULL };
	uniform u = { 0 };
	uint32_t needed;
	machine *m;
	capacity c;
	lot l;
	jobs w;

	cli_parse("gen-workload uniform", &parser, argc, argv, &u.common.cli, &u);
	closed_defaults(&u.common, shape_pattern(&u.common.shape));
	shape_settle(&u.common);
	m = machine_of(&u.common.cli, NULL);
	c = capacity_of(m);
	needed = shape_nodes(&u.common.shape, m->cores);
	if (!u.quarters && !u.job_nodes)
		u.job_nodes = needed < c.nodes ? needed : c.nodes;
	if (u.quarters == (u.job_nodes > 0))
		die(FAIL_USAGE, "give --job-nodes N or --quarters, with or without --utilization X, or --dims or --matrix");
	l = plan(&u, &c, m->cores);
	jobs_open(&w, &u.common, m, c.group ? JOBS_CLASS : 0);
	jobs_begin(&w);
	jobs_put_grid(&w, &l, 1);
	jobs_close(&w);
	machine_free(m);
	return 0;
}

const workload workload_uniform = { "uniform", "jobs of one size", run };
