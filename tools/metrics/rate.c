/* rate -- the communication rate of workloads: the sum of their jobs' (III-B of the express mesh paper). */

#include "lib/cli/subcommand.h"
#include "lib/cli/units.h"
#include "metrics/choices.h"
#include "metrics/groups.h"
#include "metrics/result.h"

typedef struct rate_options {
	names by;
} rate_options;

/* The jobs of a group that have a time. */
typedef struct total {
	int64_t jobs, bytes;
	long double rate;	/* bytes a second */
} total;

typedef struct rate_totals {
	groups groups;
	total *of;		/* [group] */
	size_t room;
	int time, bytes;	/* handles of the input's columns */
} rate_totals;

/* Whether the job counts. */
static bool
add_job(const rate_totals *t, total *sum, const input *in)
{
	double time;
	int64_t bytes;

	if (!input_number(in, t->time, 0, &time))
		return false;
	if (!read_int(input_text(in, t->bytes), 0, INT64_MAX, &bytes))
		input_bad(in, t->bytes, "must be a number of bytes, as the job has a time");
	if (bytes > INT64_MAX - sum->bytes)
		input_bad(in, t->bytes, "is too much: the sum has more than 63 bits");
	sum->jobs++;
	sum->bytes += bytes;
	if (time > 0)
		sum->rate += bytes / (long double)time;
	return true;
}

static void
read_jobs(rate_totals *t, const names *by, input *in)
{
	choices chosen;

	*t = (rate_totals){ 0 };
	groups_want(&t->groups, in, by);
	t->time = input_want(in, "comm_time_s");
	t->bytes = input_want(in, "comm_bytes");
	choices_watch(&chosen, in, by);
	while (input_next(in)) {
		uint32_t group = groups_add(&t->groups, in);

		t->of = xgrow(t->of, &t->room, (size_t)group + 1, sizeof *t->of);
		if (add_job(t, &t->of[group], in))
			choices_see(&chosen, in, group);
	}
}

static void
run(const cli *c, void *given)
{
	rate_options *o = given;
	rate_totals t;
	result r;
	input in;

	if (o->by.count == 0)
		names_read("--by", "case", &o->by);
	result_open(&r, c, NULL);
	result_names(&r, &o->by);
	result_columns(&r, "jobs,comm_bytes,rate_bytes_per_s");
	input_open(&in, c->files);
	read_jobs(&t, &o->by, &in);
	result_header(&r, input_origin(&in), NULL);
	for (uint32_t group = 0; group < groups_count(&t.groups); group++) {
		const total *sum = &t.of[group];
		int column = groups_put(&t.groups, group, &r);

		sink_put_int(r.sink, column, sum->jobs);
		sink_put_int(r.sink, column + 1, sum->bytes);
		if (sum->jobs)
			result_real(&r, column + 2, (double)sum->rate);
		sink_row(r.sink, NULL);
	}
	sink_close(r.sink);
}

static const cli_option known[] = {
	{ "by", "COL[,COL...]", "a workload is the rows that are alike in these columns [case]", names_read, offsetof(rate_options, by) },
	{ 0 }
};

const subcommand subcommand_rate = { "rate", "communication rate of workloads, the sum of their jobs' rates",
	"[RESULTS...]", "Sum up the communication rates of jobs, workload by workload.",
	.tables_only = true, .options = known, .size = sizeof(rate_options), .run = run };
