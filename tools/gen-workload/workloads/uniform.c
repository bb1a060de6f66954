/* uniform -- jobs of one size (the Level-Spread paper, Table II, homogeneous
 * workloads): as many as a utilization allows, or four that fill it together. */
#include "gen-workload/fraction.h"
#include "gen-workload/jobs.h"

typedef struct uniform {
	gen_options common;
	int64_t job_nodes;	/* 0: not given */
	bool quarters;
	const char *utilization;
} uniform;

static const cli_option settings[] = {
	{ "job-nodes", "N", "nodes of every job [as few as --dims or --matrix need]", option_count, offsetof(uniform, job_nodes) },
	{ "quarters", NULL, "instead: four jobs of a quarter of the share each", option_flag, offsetof(uniform, quarters) },
	{ "utilization", "X", "share of the machine that the jobs fill at most [0.9; with --quarters 1]", option_text,
		offsetof(uniform, utilization) },
	{ "pattern", "NAME", "communication pattern; several joined by ',' make a case each; mixed: the six of the paper [alltoall; with --dims cartesian, with --matrix matrix, with --lattice lattice]", set_patterns, offsetof(uniform, common.patterns) },
	{ 0 }
};
static const cli_option_group groups[] = { { closed_settings, offsetof(uniform, common) },
	{ shape_settings, offsetof(uniform, common.shape) }, { 0 } };

/* What the options come to on a machine. */
static lot
plan(const uniform *u, const drawn_jobs *w)
{
	const capacity *c = &w->capacity;
	lot l = { .nodes = (uint32_t)u->job_nodes, .count = 4, .times = 1 };
	fraction share = utilization_read(u->utilization ? u->utilization : u->quarters ? "1" : "0.9");

	if (u->quarters)
		l.nodes = (uint32_t)utilization_jobs(&share, c->nodes, l.count);
	jobs_fit(w, "--job-nodes", l.nodes);
	if (l.nodes == 0)
		die(FAIL_USAGE, "--quarters: a quarter of %s%u nodes is less than a node",
			u->utilization ? "that share of " : "", c->nodes);
	shape_check(&u->common.shape, l.nodes, w->machine->cores);
	if (!u->quarters)
		l.count = utilization_jobs(&share, c->nodes, l.nodes);
	if (l.count == 0)
		die(FAIL_USAGE, "--utilization: no job of %u nodes fits in that share of %u nodes", l.nodes, c->nodes);
	l.class = capacity_class(c, l.nodes);
	return l;
}

static void
write_table(const cli *common, void *of)
{
	uniform *u = of;
	uint32_t needed;
	lot l;
	drawn_jobs w;

	closed_defaults(&u->common, shape_pattern(&u->common.shape));
	shape_settle(&u->common.shape, &u->common.patterns);
	jobs_open(&w, common, &u->common);
	needed = shape_nodes(&u->common.shape, w.machine->cores);
	if (!u->quarters && !u->job_nodes)
		u->job_nodes = needed < w.capacity.nodes ? needed : w.capacity.nodes;
	if (u->quarters == (u->job_nodes > 0))
		die(FAIL_USAGE, "give --job-nodes N or --quarters, with or without --utilization X, or --dims or --matrix");
	l = plan(u, &w);
	jobs_columns(&w, JOBS_GROUPS);
	jobs_put_grid(&w, &l, 1);
	sink_close(w.sink);
}

const subcommand subcommand_uniform = { "uniform", "jobs of one size",
	"", "Jobs of one size, as many as a share of the machine holds.",
	.size = sizeof(uniform), .options = settings, .groups = groups, .made = own_rows, .made_at = offsetof(uniform, common.shape.own),
		.run = write_table };
