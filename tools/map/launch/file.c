/* file -- see file.h. */
#include "map/launch/file.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/choices.h"
#include "lib/cli/cli.h"
#include "map/launch/launch.h"

/* --- options */

enum { FORMAT = 0x400, HOSTS, JOB, CASE };

static const struct argp_option option_table[] = {
	{ "format", FORMAT, "FORMAT", 0, "Write a file for a launcher, of one job, and not the table: mpich-rank-order, rankfile, hostfile, machinefile or nodelist", 0 },
	{ "hosts", HOSTS, "HOSTLIST", 0, "What the nodes of the machine, or of the job, are called, as nid[0001-0016]", 0 },
	{ "job", JOB, "NAME", 0, "--format: which job of the table", 0 },
	{ "case", CASE, "ID", 0, "--format: of which case", 0 },
	{ 0 }
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

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	launch_options *o = state->input;

	switch (key) {
	case FORMAT:
		o->format = find(arg);
		return 0;
	case HOSTS:
		o->hosts = arg;
		return 0;
	case JOB:
		o->job = arg;
		return 0;
	case CASE:
		o->case_ = arg;
		return 0;
	case ARGP_KEY_END:
		if (!o->format && (o->job || o->case_))
			die(FAIL_USAGE, "--%s: '%s': is for --format", o->job ? "job" : "case", o->job ? o->job : o->case_);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp launch_argp = { .options = option_table, .parser = parse };

/* --- the file */

void
launch_file_open(launch_file *f, const launch_options *o, const table *in, hosts names, const char *run)
{
	*f = (launch_file){ .options = o, .in = in, .job = table_need(in, "job"), .hosts = names };
	f->out = xmemory_open(&f->text, &f->size);
	if (run && o->format->comments)
		fprintf(f->out, "# %s\n", run);
}

bool
launch_file_wants(launch_file *f, const char *id, const row *r)
{
	const launch_options *o = f->options;

	if ((o->job && strcmp(cell_text(r, f->job), o->job) != 0) || (o->case_ && strcmp(id, o->case_) != 0))
		return false;
	if (f->found && o->job)
		table_bad(f->in, r, f->job, "is in case '%s', too; --case picks one", f->found);
	if (f->found)
		table_bad(f->in, r, f->job, "is a second job, and --format %s writes one; --job picks it", o->format->name);
	f->found = xstrdup(id);
	return true;
}

void
launch_file_put(launch_file *f, const row *r, const list *node, const list *rank)
{
	launch l = { .job = cell_text(r, f->job), .nodes = node->count, .cores = f->hosts.machine->cores, .tasks = rank->count, .rank = rank->item };
	const char **host = NULL;

	if (node->count == 0)
		table_bad(f->in, r, table_need(f->in, "node_list"), "job '%s' has no nodes", l.job);
	if (f->options->format->hosts)
		l.host = host = hosts_job(&f->hosts, node->item, node->count);
	f->options->format->write(&l, f->out);
	free(host);
}

void
launch_file_close(launch_file *f)
{
	const launch_options *o = f->options;

	xmemory_close(f->out);
	if (!f->found && o->job)
		die(FAIL_DATA, "%s: no job '%s'%s%s", f->in->file, o->job, o->case_ ? " in case " : "", o->case_ ? o->case_ : "");
	if (!f->found)
		die(FAIL_DATA, "%s: no job", f->in->file);
	fwrite(f->text, 1, f->size, stdout);
	free(f->text);
	free(f->found);
}
