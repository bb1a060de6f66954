/* file -- see file.h. */
#include "map/launch/file.h"

#include <stdlib.h>
#include <string.h>

#include "map/launch/launch.h"

void
launch_file_open(launch_file *f, const launch_options *o, const table *in, hosts names, const char *run)
{
	*f = (launch_file){ .options = o, .in = in, .job = table_need(in, "job"), .hosts = names };
	f->out = open_memstream(&f->text, &f->size);
	if (!f->out)
		die(FAIL_DATA, "out of memory");
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
		table_bad(f->in, r, table_need_nodes(f->in), "job '%s' has no nodes", l.job);
	if (f->options->format->hosts)
		l.host = host = hosts_job(&f->hosts, node->item, node->count);
	f->options->format->write(&l, f->out);
	free(host);
}

void
launch_file_close(launch_file *f)
{
	const launch_options *o = f->options;

	if (fclose(f->out) != 0)
		die(FAIL_DATA, "out of memory");
	if (!f->found && o->job)
		die(FAIL_DATA, "%s: no job '%s'%s%s", f->in->file, o->job, o->case_ ? " in case " : "", o->case_ ? o->case_ : "");
	if (!f->found)
		die(FAIL_DATA, "%s: no job", f->in->file);
	fwrite(f->text, 1, f->size, stdout);
	free(f->text);
	free(f->found);
}
