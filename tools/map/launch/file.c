/* file -- see file.h. */
#include "map/launch/file.h"

#include <stdlib.h>
#include <string.h>

#include "map/launch/launch.h"

void
launch_file_open(launch_file *f, const options *opt, hosts names)
{
	*f = (launch_file){ .opt = opt, .hosts = names };
	f->out = open_memstream(&f->text, &f->size);
	if (!f->out)
		die(FAIL_DATA, "out of memory");
}

bool
launch_file_wants(launch_file *f, const placer *p, const char *id, const row *r)
{
	const launch_options *o = &f->opt->launch;

	if ((o->job && strcmp(cell_text(r, p->rows.at.job), o->job) != 0) || (o->case_ && strcmp(id, o->case_) != 0))
		return false;
	if (f->found && o->job)
		table_bad(p->in, r, p->rows.at.job, "is in case '%s', too; --case picks one", f->found);
	if (f->found)
		table_bad(p->in, r, p->rows.at.job, "is a second job, and --format %s writes one; --job picks it", o->format->name);
	f->found = xstrdup(id);
	return true;
}

void
launch_file_put(launch_file *f, const placer *p, const row *r)
{
	const launch_format *format = f->opt->launch.format;
	launch l = { .job = cell_text(r, p->rows.at.job), .nodes = p->rows.node.count, .cores = p->machine->cores,
		.tasks = p->rank.count, .rank = p->rank.item };
	const char **host = NULL;

	if (p->rows.node.count == 0)
		table_bad(p->in, r, p->rows.at.node_list, "job '%s' has no nodes", l.job);
	if (format->hosts)
		l.host = host = hosts_job(&f->hosts, p->rows.node.item, p->rows.node.count);
	if (format->comments && !f->opt->cli.bare)
		fprintf(f->out, "# %s\n", f->opt->cli.run);
	format->write(&l, f->out);
	free(host);
}

void
launch_file_close(launch_file *f, const table *in)
{
	const launch_options *o = &f->opt->launch;

	if (fclose(f->out) != 0)
		die(FAIL_DATA, "out of memory");
	if (!f->found && o->job)
		die(FAIL_DATA, "%s: no job '%s'%s%s", in->file, o->job, o->case_ ? " in case " : "", o->case_ ? o->case_ : "");
	if (!f->found)
		die(FAIL_DATA, "%s: no job", in->file);
	fwrite(f->text, 1, f->size, stdout);
	free(f->text);
	free(f->found);
}
