#include "map/launch/file.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "lib/cli/choices.h"
#include "lib/cli/cli.h"
#include "map/launch/launch.h"

/* --- options */

#define LAUNCHERS "srun|mpirun|mpiexec|prterun|flux|pals"

static const struct launcher_name {
	const char *name, *format;	/* its own */
	enum launcher bit;
	const char *command;	/* how its own is told of it; NULL: as the format says */
} launchers[] = {
	{ "srun", "hostfile", SRUN, NULL }, { "mpirun", "rankfile", MPIRUN, NULL }, { "mpiexec", "machinefile", MPIEXEC, NULL },
	{ "prterun", "rankfile", MPIRUN, "prterun --map-by rankfile:file=FILE" }, { "flux", "taskmap", FLUX, NULL },
	{ "pals", "mpich-rank-order", PALS, "MPICH_RANK_REORDER_METHOD=3 mpiexec --ppn N" },
};

static const launch_format *
find(const char *name)
{
	choice_list c = choices_begin(name, " ");

	for (const launch_format *const *p = launch_formats; *p; p++) {
		if (strcmp((*p)->name, name) == 0)
			return *p;
		choices_add(&c, (*p)->name);
	}
	die(FAIL_USAGE, "--format: '%s': unknown format; %sknown: %s", name, choices_hint(&c), c.names);
}

/* A variable of the environment that begins so; NULL: none. */
static const char *
variable(const char *prefix)
{
	char **v = environ;

	while (*v && strncmp(*v, prefix, strlen(prefix)) != 0)
		v++;
	return *v;
}

/* What says that Open MPI starts the tasks: this runs below its mpirun, or there are settings of it and no allocation of Slurm, in which
 * srun starts programs of Open MPI, too.  NULL: nothing. */
static const char *
open_mpi(void)
{
	const char *below = variable("OMPI_COMM_WORLD_"), *set = variable("OMPI_");

	if (!below)
		below = variable("PRTE_LAUNCHED");
	if (!set)
		set = variable("PRTE_");
	return below || variable("SLURM_JOB_") ? below : set;
}

void
launch_settle(launch_options *o)
{
	const char *why = o->launcher ? NULL : open_mpi();
	const struct launcher_name *by = why ? &launchers[1] : o->launcher;

	if (o->launcher && !o->format)
		o->format = find(o->launcher->format);
	if (!o->format || !by || o->format->launchers & by->bit)
		return;
	if (!why)
		die(FAIL_USAGE, "--format: '%s': %s would lose its order; its own is --format %s", o->format->name, by->name, by->format);
	die(FAIL_USAGE, "--format: '%s': mpirun would lose its order, and %.*s speaks of Open MPI; its own is --format rankfile, "
		"and --launcher names another",
		o->format->name, (int)strcspn(why, "="), why);
}

static void
read_format(const char *option, const char *value, void *field)
{
	(void)option;
	*(const launch_format **)field = find(value);
}

static void
read_launcher(const char *option, const char *value, void *field)
{
	*(const struct launcher_name **)field = &launchers[option_word(option, value, LAUNCHERS)];
}

const cli_option launch_table[] = {
	{ "format", "FORMAT", "Write a file for a launcher, of one job, and not the table: mpich-rank-order, rankfile, hostfile, machinefile, taskmap or nodelist",
	  read_format, offsetof(launch_options, format) },
	{ "launcher", LAUNCHERS, "What starts the tasks: write its own format, and refuse one whose order it loses",
	  read_launcher, offsetof(launch_options, launcher) },
	{ "hosts", "HOSTLIST", "What the nodes of the machine, or of the job, are called, as nid[0001-0016]", option_text,
		offsetof(launch_options, hosts) },
	{ "job", "NAME", "--format: which job of the table", option_text, offsetof(launch_options, job) },
	{ "case", "ID", "--format: of which case", option_text, offsetof(launch_options, case_) },
	{ 0 }
};

/* --- the file */

void
launch_file_open(launch_file *f, const launch_options *o, const char *in, hosts names, const char *run)
{
	*f = (launch_file){ .options = o, .in = in, .hosts = names };
	f->out = xmemory_open(&f->text, &f->size);
	if (run && o->format->comments)
		fprintf(f->out, "# %s\n", run);
}

bool
launch_file_wants(launch_file *f, const job_row *j)
{
	const launch_options *o = f->options;
	const job_reader *r = j->from;

	if ((o->job && strcmp(j->name, o->job) != 0) || (o->case_ && strcmp(j->case_, o->case_) != 0))
		return false;
	if (f->found && o->job)
		table_bad(r->table, j->row, r->at[JOB_NAME], "is in case '%s', too; --case picks one", f->found);
	if (f->found)
		table_bad(r->table, j->row, r->at[JOB_NAME], "is a second job, and --format %s writes one; --job picks it", o->format->name);
	f->found = xstrdup(j->case_);
	return true;
}

void
launch_file_put(launch_file *f, const job_row *j, const list *rank)
{
	const list *node = j->node;
	launch l = { .job = j->name, .nodes = node->count, .cores = f->hosts.machine->cores, .tasks = rank->count, .rank = rank->item };
	const launch_format *format = f->options->format;

	if (node->count == 0)
		table_bad(j->from->table, j->row, j->from->at[JOB_NODE_LIST], "job '%s' has no nodes", l.job);
	if (format->hosts)
		l.host = hosts_job(&f->hosts, node->item, node->count);
	format->write(&l, f->out);
	f->tasks = l.tasks;
}

void
launch_file_close(launch_file *f)
{
	const launch_options *o = f->options;
	bool own = o->launcher && o->launcher->command && strcmp(o->launcher->format, o->format->name) == 0;

	xmemory_close(f->out);
	if (!f->found && o->job)
		die(FAIL_DATA, "%s: no job '%s'%s%s", f->in, o->job, o->case_ ? " in case " : "", o->case_ ? o->case_ : "");
	if (!f->found)
		die(FAIL_DATA, "%s: no job", f->in);
	fwrite(f->text, 1, f->size, stdout);
	warn("%s: for %s: %s -n %" PRIu32 " ./a.out", o->format->name, own ? o->launcher->name : o->format->reader,
		own ? o->launcher->command : o->format->command, f->tasks);
}
