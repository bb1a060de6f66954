/* rate -- the communication rate of workloads: the sum of their jobs' (III-B of the express mesh
 * paper). */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/units.h"
#include "metrics/groups.h"
#include "metrics/result.h"
#include "metrics/subcommand.h"

enum { KEY_BY = 0x100 };

typedef struct options {
	cli cli;
	words files, by;
} options;

/* The jobs of a group that have a time. */
typedef struct total {
	int64_t jobs, bytes;
	long double rate;	/* bytes a second */
} total;

typedef struct totals {
	groups groups;
	total *of;		/* [group] */
	uint32_t room;
	int time, bytes;	/* handles of the input's columns */
} totals;

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->cli;
		return 0;
	case KEY_BY:
		words_split(&o->by, "--by", arg);
		return 0;
	case ARGP_KEY_ARG:
		words_add(&o->files, arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static total *
total_of(totals *t, uint32_t group)
{
	if (group >= t->room) {
		uint32_t old = t->room;

		t->room = old ? 2 * old : 64;
		t->of = xrealloc(t->of, t->room, sizeof *t->of);
		memset(t->of + old, 0, (t->room - old) * sizeof *t->of);
	}
	return &t->of[group];
}

static void
add_job(const totals *t, total *sum, const input *in)
{
	double time;
	int64_t bytes;

	if (!input_number(in, t->time, 0, &time))
		return;
	if (!read_int(input_text(in, t->bytes), 0, INT64_MAX, &bytes))
		input_bad(in, t->bytes, "must be a number of bytes, as the job has a time");
	if (bytes > INT64_MAX - sum->bytes)
		input_bad(in, t->bytes, "is too much: the sum has more than 63 bits");
	sum->jobs++;
	sum->bytes += bytes;
	if (time > 0)
		sum->rate += bytes / (long double)time;
}

static void
read_jobs(totals *t, const words *by, input *in)
{
	*t = (totals){ 0 };
	groups_init(&t->groups, in->wants, by->count);
	for (int i = 0; i < by->count; i++)
		input_wish(in, by->word[i], strcmp(by->word[i], "case") == 0 ? "1" : NULL);
	t->time = input_want(in, "comm_time_s");
	t->bytes = input_want(in, "comm_bytes");
	while (input_next(in))
		add_job(t, total_of(t, groups_add(&t->groups, in)), in);
}

static void
write_group(result *r, const totals *t, uint32_t group)
{
	const total *sum = &t->of[group];
	int by = t->groups.columns;

	for (int k = 0; k < by; k++)
		sink_put(r->sink, k, groups_cell(&t->groups, group, k));
	sink_put_int(r->sink, by, sum->jobs);
	sink_put_int(r->sink, by + 1, sum->bytes);
	if (sum->jobs)
		result_real(r, by + 2, (double)sum->rate);
	sink_row(r->sink, NULL);
}

static const struct argp_option known[] = {
	{ "by", KEY_BY, "COL[,COL...]", 0, "a workload is the rows that are alike in these columns [case]", 0 },
	{ 0 }
};

static int
run(int argc, char **argv)
{
	const struct argp_child child[] = { { &cli_argp_operands, 0, NULL, 0 }, { 0 } };
	const struct argp parser = { known, parse, "[RESULTS...]", "Sum up the communication rates of jobs, workload by workload.", child, NULL, NULL };
	options o = { 0 };
	words figures = { 0 };
	totals t;
	result r;
	input in;

	parse_tables_only("metrics rate", &parser, argc, argv, &o.cli, &o);
	if (o.by.count == 0)
		words_add(&o.by, "case");
	words_split(&figures, "", "jobs,comm_bytes,rate_bytes_per_s");
	result_open(&r, &o.cli, NULL);
	result_columns(&r, &o.by);
	result_columns(&r, &figures);
	input_open(&in, &o.files);
	read_jobs(&t, &o.by, &in);
	result_header(&r, &in);
	for (uint32_t group = 0; group < groups_count(&t.groups); group++)
		write_group(&r, &t, group);
	input_close(&in);
	sink_close(r.sink);
	return EXIT_SUCCESS;
}

const subcommand subcommand_rate = { "rate", "communication rate of workloads, the sum of their jobs' rates", run };
