/* background -- traffic on all nodes that no job of a case has, as other users' jobs make it (GRAP, 5.1.2: all other nodes send
 * at random at 26% of full speed).
 *
 * It comes after the jobs have their nodes, so this workload reads a table and writes it again, a row a case longer. */
#include <stdio.h>
#include <string.h>

#include "gen-workload/patterns.h"
#include "lib/cli/subcommand.h"
#include "lib/cli/units.h"
#include "lib/job/job.h"
#include "lib/stream/sink.h"

typedef struct background {
	const char *job;
	const pattern *pattern;	/* NULL: not given */
	double load;
	int64_t bytes;		/* 0: not given */
	int64_t lead;		/* ps */
} background;

/* A run over a table. */
typedef struct filling {
	const background *asked;
	table *in;
	sink *out;
	machine *machine;
	job_reader rows;
	int case_, alloc;	/* of the input, -1 where it has none */
	struct {		/* of the output, -1 where left out */
		int case_, job, nodes, node_list, pattern, load, bytes, start, warmup;
	} own;
	list rest;		/* the nodes of the background */
	long cases, full;	/* that came, and that have no node left */
	char *first_full;	/* the first of those */
} filling;

static void
set_open_pattern(const char *option, const char *arg, void *to)
{
	*(const pattern **)to = read_pattern(option, arg, true);
}

static const cli_option settings[] = {
	{ "load", "X", "share of a node's link that it fills, above 0 to 1", option_share, offsetof(background, load), true },
	{ "pattern", "NAME", "open-loop traffic pattern [uniform]", set_open_pattern, offsetof(background, pattern) },
	{ "bytes", "SIZE", "message size [one packet]", option_size, offsetof(background, bytes) },
	{ "lead", "TIME", "begin so long before the jobs, which start later by that [0]", option_time, offsetof(background, lead) },
	{ "job", "NAME", "name of the added job [background]", NULL,
		offsetof(background, job), .quantity = { VALUE_TEXT, .must = "a name" } },
	{ 0 }
};
static const background usual = { .job = "background" };

/* Has the row nodes?  Read them.  One that alloc left out has none. */
static bool
place(filling *f, job_row *j)
{
	const int name = f->rows.at[JOB_NAME];

	if (strcmp(j->name, f->asked->job) == 0)
		table_bad(f->in, j->row, name, "is the name of the background: choose another with --job");
	if (!j->placed && !*cell_text(j->row, f->alloc))
		table_bad(f->in, j->row, name, "has no nodes yet: alloc comes first");
	if (job_read_node_list(j) == 0)
		job_read_task_nodes(j);
	job_read_cells(j, 1 << JOB_START);
	return j->placed;
}

static void
put_time(filling *f, int column, int64_t ps)
{
	char digits[32];

	snprintf(digits, sizeof digits, "%.15g", ps_to_seconds(ps));	/* %.9g would move late starts */
	sink_put(f->out, column, digits);
}

/* The row of the background, which begins at `start`. */
static void
put_background(filling *f, const char *id, int64_t start)
{
	const background *x = f->asked;

	sink_put(f->out, f->own.case_, id);
	sink_put(f->out, f->own.job, x->job);
	sink_put_int(f->out, f->own.nodes, f->rest.count);
	sink_put(f->out, f->own.node_list, list_write(f->rest.item, f->rest.count, false));
	sink_put(f->out, f->own.pattern, x->pattern->name);
	sink_put_real(f->out, f->own.load, x->load);
	sink_put_int(f->out, f->own.bytes, x->bytes);
	put_time(f, f->own.start, start);
	put_time(f, f->own.warmup, x->lead);
	sink_row(f->out, NULL);
}

static void
fill_case(filling *f, const batch *b)
{
	int64_t earliest = INT64_MAX;

	job_reader_clear(&f->rows);
	for (int i = 0; i < b->rows; i++) {
		job_row j = job_of(&f->rows, b->id, &b->row[i]);
		bool placed = place(f, &j);

		if (placed && j.start < earliest)
			earliest = j.start;
		if (placed && f->asked->lead)
			put_time(f, f->own.start, j.start + f->asked->lead);
		sink_row(f->out, &b->row[i]);
	}
	f->rest.count = 0;
	for (uint32_t v = 0; v < f->machine->nodes; v++)
		if (!f->rows.holder[v] && machine_has(f->machine, v))
			list_push(&f->rest, v);
	f->cases++;
	if (f->rest.count && earliest != INT64_MAX)
		put_background(f, b->id, earliest);
	else if (f->full++ == 0)
		f->first_full = xstrdup(b->id);
	sink_flush(f->out);
}

static void
fill_table(filling *f)
{
	batch b;
	sink *s = f->out;

	job_reader_init(&f->rows, f->in, f->machine, JOBS_PLACED);
	f->case_ = table_column(f->in, "case");
	f->alloc = table_column(f->in, "alloc");
	f->own.case_ = sink_own_if(s, f->case_ >= 0, "case");
	f->own.job = sink_own(s, "job");
	f->own.nodes = sink_own(s, "nodes");
	f->own.pattern = sink_own(s, "pattern");
	f->own.load = sink_own(s, "load");
	f->own.bytes = f->asked->bytes ? sink_own(s, "bytes") : -1;
	f->own.start = sink_own(s, "start_s");
	f->own.warmup = f->asked->lead ? sink_own(s, "warmup_s") : -1;
	f->own.node_list = sink_own(s, "node_list");
	sink_header(f->out, f->machine->spec);
	while (table_next_case(f->in, &b))
		fill_case(f, &b);
	if (f->full)
		warn("%s: %ld of %ld cases without background, case '%s' first: no node is left, or no job has any", f->in->file,
			f->full, f->cases, f->first_full);
}

static void
write_table(const cli *c, void *of)
{
	background *x = of;
	filling f = { .asked = x };

	if (!x->pattern)
		x->pattern = read_pattern("--pattern", "uniform", true);
	f.in = table_open(c->file);
	f.machine = machine_of(c, f.in);
	f.out = sink_open(f.in, c);
	fill_table(&f);
	sink_close(f.out);
}

const subcommand subcommand_background = { "background", "traffic on the nodes that the jobs of a placed table leave",
	"[FILE]", "Traffic on the nodes that the jobs of a placed table leave: a row more in each case.",
	.size = sizeof(background), .defaults = &usual, .options = settings, .run = write_table };
