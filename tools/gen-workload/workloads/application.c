/* application -- one job of a program on a lattice of sites, of the size at which Topaware was measured or any other.
 *
 * Fiedler and Whalen, "Improving Task Placement for Applications with 2D, 3D, and 4D Virtual Cartesian Topologies on 3D
 * Torus Networks with Service Nodes", I-A and III: nodes, tasks, lattices.  What a site sends is not in the paper; each
 * entry says where its number comes from. */
#include <float.h>
#include <inttypes.h>
#include <string.h>

#include "gen-workload/jobs.h"
#include "lib/cli/choices.h"
#include "lib/cli/units.h"
#include "lib/pattern/dims.h"

typedef struct application {
	const char *name;
	const char *about;	/* one line for --help */
	uint32_t nodes, tasks_per_node;
	const char *dims;	/* the process grid of that many tasks; NULL: chosen as for any other number */
	const char *lattice;	/* NULL: it grows with the tasks, */
	const char *block;	/* each of which has that many sites */
	const char *periodic;	/* dimensions that wrap around; NULL: none */
	int64_t site_bytes;	/* what a site sends over a boundary in a step */
	double share;		/* of the run that is communication, as the paper gives it; 0: it does not */
} application;

static const application applications[] = {
	/* III-A.  A step is one of the conjugate gradient, which applies the improved staggered operator to the even and to
	 * the odd sites.  A site needs a vector of three complex floats (su3_vector, 24 bytes) from each neighbour and from
	 * each third neighbour, so three layers of sites cross a boundary for these: 4 x 24 bytes a site
	 * (generic_ks/dslash_fn.c of milc-qcd/milc_qcd). */
	{ "milc", "lattice QCD, 4D", 4116, 16, "14x14x14x24", "84x84x84x144", NULL, "xyzw", 96, 0 },
	/* III-B; the share is that of I-A, on 2k nodes by default.  A step sends two tangential components of B and two of the
	 * current, in floats: 16 bytes a cell (lanl/vpic); and particles, of 48 bytes (particle_injector_t).  That three a cell
	 * leave it over a boundary is assumed: a hundredth of the 320 that a cell had in NCSA's run of 7.44e12 particles in
	 * 3072 x 3072 x 2464 cells. */
	{ "vpic", "plasma, particle in cell, 3D", 4608, 16, "48x48x32", "1536x1536x1536", NULL, NULL, 160, 0.08 },
	/* III-C: from 2,000 to 12,900 nodes with fixed work a task; all else is assumed: a task a node (with threads and the
	 * accelerator), 48^3 points each.  A step is a stage of the Runge-Kutta method: four layers for eighth-order
	 * differences of 56 variables (momentum, density, energy and 51 mass fractions of 52 species), in doubles. */
	{ "s3d", "combustion, 3D, a grid that grows with the nodes", 2000, 1, NULL, NULL, "48x48x48", NULL, 1792, 0 },
	/* III-D; the share is that with the custom rank order of 2x8 tasks a node.  The grid of tasks is WRF's own
	 * (MPASPECT: the squarest, x the less).  28 levels: the case of 6075 x 6075 km at 1 km has just over a billion points
	 * (Morton and others, "The Weather Research and Forecasting (WRF) model as a tool for evaluating HPCMP assets and
	 * capabilities in grand scale numerical weather prediction").  A step is a stage of the Runge-Kutta method: three layers
	 * for fifth-order advection of eleven variables, in floats; how many variables is assumed. */
	{ "wrf", "weather, 2D", 4560, 16, "256x285", "6075x6075", NULL, NULL, 3696, 0.18 },
	{ 0 }
};

typedef struct application_run {
	gen_options common;
	const application *app;
	int64_t nodes, tasks_per_node, site_bytes;	/* 0: the application's */
	const char *dims, *lattice, *block, *periodic;	/* NULL: likewise */
	char *sites;		/* of the lattice, in the end */
	int64_t compute, comm;	/* ps a step: computed; communicated, as measured; -1: not given */
	double share;		/* of a step that `comm` is; 0: the application's */
} application_run;

/* The most even cut of a lattice that was found. */
typedef struct lattice_cut {
	int dims;
	const uint32_t *site;
	bool found, exact;
	uint64_t halo;		/* sites on the faces of the largest block */
	uint32_t dim[PATTERN_DIMS];
} lattice_cut;

static choice_list
known_names(const char *typed)
{
	choice_list c = choices_begin(typed, " ");

	for (const application *a = applications; a->name; a++)
		choices_add(&c, a->name);
	return c;
}

static void
read_name(void *of, const char *arg)
{
	application_run *r = of;
	const application *a = applications;
	choice_list c;

	if (r->app)
		die(FAIL_USAGE, "'%s': one application at a time", arg);
	while (a->name && strcmp(a->name, arg) != 0)
		a++;
	if (!a->name) {
		c = known_names(arg);
		die(FAIL_USAGE, "unknown application '%s'; %sknown: %s", arg, choices_hint(&c), c.names);
	}
	r->app = a;
}

static const cli_option settings[] = {
	{ "job-nodes", "N", "nodes of the job [the application's]", option_count, offsetof(application_run, nodes) },
	{ .name = "nodes" },
	{ "tasks-per-node", "N", "tasks a node [the application's]", option_count, offsetof(application_run, tasks_per_node) },
	{ "dims", "XxYxZ", "process grid of all tasks [the application's, or the one with the least boundaries]", option_text,
		offsetof(application_run, dims) },
	{ "lattice", "XxYxZxT", "sites of the whole lattice [the application's]", option_text, offsetof(application_run, lattice) },
	{ "block", "XxYxZxT", "instead: sites of a task, so that the lattice grows with the tasks", option_text,
		offsetof(application_run, block) },
	{ "site-bytes", "SIZE", "what a site sends over a boundary in a step [the application's]", option_size,
		offsetof(application_run, site_bytes) },
	{ "periodic", "AXES", "dimensions of the lattice that wrap around, as xz, or none [the application's]", option_text,
		offsetof(application_run, periodic) },
	{ "iterations", "N", "how many steps [1]", option_count, offsetof(application_run, common.iterations) },
	{ .name = "steps" },
	{ "compute", "TIME", "computation before the exchange of each step [none]", option_time, offsetof(application_run, compute) },
	{ "comm", "TIME", "instead: so much that a step that communicates for TIME does so for the share of --share", option_span,
		offsetof(application_run, comm) },
	{ "share", "X", "with --comm: share of communication, between 0 and 1 [the application's]", NULL,
		offsetof(application_run, share), .quantity = { VALUE_REAL, DBL_TRUE_MIN, 1 - DBL_EPSILON / 2, "a number between 0 and 1" } },
	REPEAT_SETTING("the job"),
	{ 0 }
};
static const application_run usual = { .compute = -1, .comm = -1, .common.iterations = 1 };

/* What the machine has room for. */
static void
settle_tasks(application_run *r, const drawn_jobs *w)
{
	uint32_t cores = w->machine->cores;
	const char *whose = r->nodes ? "--job-nodes" : r->app->name, *per = r->tasks_per_node ? "--tasks-per-node" : r->app->name;

	if (!r->nodes)
		r->nodes = r->app->nodes;
	if (!r->tasks_per_node)
		r->tasks_per_node = r->app->tasks_per_node;
	jobs_fit(w, whose, r->nodes);
	if (r->tasks_per_node > cores)
		die(FAIL_USAGE, "%s: '%" PRId64 "' tasks a node: the machine's have %" PRIu32 " processors", per, r->tasks_per_node, cores);
	if (r->nodes * r->tasks_per_node > INT32_MAX)
		die(FAIL_USAGE, "--tasks-per-node: '%" PRId64 "': %" PRId64 " nodes then have more than %d tasks", r->tasks_per_node, r->nodes,
			INT32_MAX);
	r->common.shape.tasks = (uint32_t)(r->nodes * r->tasks_per_node);
}

/* Extents given with `option`, or the application's own; as many as the application's lattice has dimensions. */
static void
read_extents(const application_run *r, const char *option, const char *given, const char *own, uint32_t *extent)
{
	int dims, wanted;

	read_dims(r->app->block ? r->app->block : r->app->lattice, &wanted, extent);
	if (!read_dims(given ? given : own, &dims, extent) || dims != wanted)
		die(FAIL_USAGE, "%s: '%s': must be %d extents for %s, as %s", option, given, wanted, r->app->name,
			r->app->block ? r->app->block : r->app->lattice);
}

/* Is this grid better than what was found?  One that divides the lattice is, then one whose largest block has less on its faces. */
static void
consider(const uint32_t *dim, void *of)
{
	lattice_cut *c = of;
	uint64_t halo = 0;
	bool exact = true;

	for (int d = 0; d < c->dims; d++) {
		uint64_t face = 1;

		if (dim[d] > c->site[d])
			return;
		exact &= c->site[d] % dim[d] == 0;
		for (int e = 0; e < c->dims; e++)
			face *= e == d ? 1 : (c->site[e] + dim[e] - 1) / dim[e];
		halo += face;
	}
	/* at a tie the last: x is cut most */
	if (c->found && (exact != c->exact ? c->exact : halo > c->halo))
		return;
	c->found = true;
	c->exact = exact;
	c->halo = halo;
	memcpy(c->dim, dim, sizeof c->dim);
}

/* --dims, or the application's own grid: is it one of the tasks on such a lattice (NULL: it will grow)? */
static void
check_grid(const application_run *r, const char *text, int dims, const uint32_t *site, const uint32_t *dim)
{
	uint32_t tasks = r->common.shape.tasks;

	if (dims_product(dims, dim) != tasks)
		die(FAIL_USAGE, "--dims: '%s': does not multiply to %" PRIu32 ", %" PRId64 " nodes of %" PRId64 " tasks", text, tasks,
			r->nodes, r->tasks_per_node);
	for (int d = 0; site && d < dims; d++)
		if (dim[d] > site[d])
			die(FAIL_USAGE, "--lattice: '%s': %" PRIu32 " sites cannot be divided among %" PRIu32 " tasks of --dims '%s'",
				r->sites, site[d], dim[d], text);
}

/* The process grid; `site`: the lattice, NULL when it grows. */
static void
settle_grid(application_run *r, int dims, const uint32_t *site, uint32_t *dim)
{
	const application *a = r->app;
	bool own = a->dims && (uint64_t)a->nodes * a->tasks_per_node == r->common.shape.tasks && !r->lattice && !r->block;
	const char *text = r->dims ? r->dims : own ? a->dims : NULL;
	lattice_cut best = { .dims = dims, .site = site };

	if (text) {
		read_extents(r, "--dims", text, NULL, dim);
		check_grid(r, text, dims, site, dim);
	} else if (site) {
		factors_each(r->common.shape.tasks, dims, consider, &best);
		if (!best.found)
			die(FAIL_USAGE, "--lattice: '%s': cannot be divided among %" PRIu32 " tasks", r->sites, r->common.shape.tasks);
		memcpy(dim, best.dim, (size_t)dims * sizeof *dim);
	} else {
		cubic_dims(r->common.shape.tasks, dims, dim);
	}
	r->common.shape.dims = write_dims(dims, dim);
}

/* As many sites a task as --block says. */
static void
grow_lattice(application_run *r, int dims, const uint32_t *dim)
{
	uint32_t site[PATTERN_DIMS];

	read_extents(r, "--block", r->block, r->app->block, site);
	for (int d = 0; d < dims; d++) {
		if (site[d] > UINT32_MAX / dim[d])
			die(FAIL_USAGE, "--block: '%s': the lattice has 2^32 sites or more along a dimension", r->block ? r->block : r->app->block);
		site[d] *= dim[d];
	}
	r->sites = write_dims(dims, site);
}

static void
settle_lattice(application_run *r)
{
	const application *a = r->app;
	bool grows = r->block || (a->block && !r->lattice);
	uint32_t site[PATTERN_DIMS], dim[PATTERN_DIMS];
	int dims;

	if (r->block && r->lattice)
		die(FAIL_USAGE, "--block: '%s': --lattice says how many sites there are", r->block);
	read_dims(a->block ? a->block : a->lattice, &dims, site);
	if (!grows) {
		read_extents(r, "--lattice", r->lattice, a->lattice, site);
		r->sites = xstrdup(r->lattice ? r->lattice : a->lattice);
	}
	settle_grid(r, dims, grows ? NULL : site, dim);
	if (grows)
		grow_lattice(r, dims, dim);
	own_set(&r->common.shape.own, "lattice", r->sites);
	own_set(&r->common.shape.own, "site_bytes", xprintf("%" PRId64, r->site_bytes ? r->site_bytes : a->site_bytes));
}

/* Picoseconds of computation a step, or -1. */
static int64_t
compute_ps(const application_run *r)
{
	double share = r->share > 0 ? r->share : r->app->share, ps;

	if (r->comm < 0 && r->share > 0)
		die(FAIL_USAGE, "--share: needs the measured time of --comm");
	if (r->comm < 0)
		return r->compute;
	if (r->compute >= 0)
		die(FAIL_USAGE, "--comm: is instead of --compute");
	if (share == 0)
		die(FAIL_USAGE, "--comm: the paper gives no share of communication for %s; add --share X", r->app->name);
	ps = (double)r->comm * (1 - share) / share;
	if (ps > 1e18)
		die(FAIL_USAGE, "--share: '%g': computation would take more than 1000000 s a step", share);
	return (int64_t)(ps + 0.5);
}

static void
write_job(const application_run *r, drawn_jobs *w)
{
	int64_t compute = compute_ps(r);
	int compute_s = compute >= 0 ? sink_own(w->sink, "compute_s") : -1, name = sink_own(w->sink, "application");
	drawn_job j = { .number = 1, .nodes = (uint32_t)r->nodes, .pattern = r->common.patterns.item[0] };

	while (jobs_case(w, 1)) {
		sink_put_real(w->sink, compute_s, ps_to_seconds(compute));
		sink_put(w->sink, name, r->app->name);
		jobs_put(w, &j);
	}
}

/* What stands behind the options in --help. */
static char *
list_names(void)
{
	char *text = xstrdup("Applications:\n");

	for (const application *a = applications; a->name; a++)
		text = xappend(text, "  %-6s%s\n", a->name, a->about);
	return text;
}

static void
write_table(const cli *c, void *of)
{
	application_run *r = of;
	drawn_jobs w;

	if (!r->app)
		die(FAIL_USAGE, "name an application: %s", known_names("").names);
	set_patterns("--pattern", "lattice", &r->common.patterns);
	jobs_open(&w, c, &r->common);
	settle_tasks(r, &w);
	settle_lattice(r);
	if (!r->periodic)
		r->common.shape.periodic = r->app->periodic;
	else if (strcmp(r->periodic, "none") != 0)
		r->common.shape.periodic = r->periodic;
	shape_settle(&r->common.shape, &r->common.patterns);
	jobs_columns(&w, 0);
	write_job(r, &w);
	sink_close(w.sink);
}

const subcommand subcommand_application = { "application", "a program on a lattice: MILC, VPIC, S3D or WRF",
	"APPLICATION", "One job of a program on a lattice of sites.",
	.size = sizeof(application_run), .defaults = &usual, .options = settings,
	.read_operand = read_name, .more_help = list_names, .run = write_table };
