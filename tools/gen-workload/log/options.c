#include "gen-workload/log/options.h"

#include <inttypes.h>
#include <string.h>

#include "gen-workload/log/records.h"
#include "lib/cli/option-values.h"
#include "lib/cli/units.h"

enum { MOST_TIMES = 1000000, MOST_DAYS = 10000 };

static void
set_at(const char *option, const char *arg, void *to)
{
	struct log_snapshot *at = to;
	double seconds = 0;

	at->given = true;
	at->fullest = strcmp(arg, "fullest") == 0;
	at->now = strcmp(arg, "now") == 0;
	if (!at->fullest && !at->now && !read_real(arg, 0, 1e11, &seconds))
		die(FAIL_USAGE, "%s: '%s': must be a number of seconds, fullest or now", option, arg);
	at->us = at->now ? STILL - 1 : (int64_t)(seconds * LOG_SECOND + 0.5);
}

static void
set_when(const char *option, const char *arg, void *to)
{
	log_time *t = to;

	t->given = true;
	if (!read_when(arg, &t->us, &t->dated))
		die(FAIL_USAGE, "%s: '%s': must be a number of seconds or a date such as 2019-01-31 or 2019-01-31T12:00:00Z", option, arg);
}

static void
set_dims_order(const char *option, const char *arg, void *to)
{
	int *axis = ((dims_order *)to)->axis;

	if (strlen(arg) != 3 || !strchr(arg, 'x') || !strchr(arg, 'y') || !strchr(arg, 'z'))
		die(FAIL_USAGE, "%s: '%s': must be the letters x, y and z in some order", option, arg);
	for (int i = 0; i < 3; i++)
		axis[i] = arg[i] - 'x';
}

static void
set_times(const char *option, const char *arg, void *to)
{
	fraction *times = to;

	if (!fraction_read(arg, MOST_TIMES - 1, times) || times->part == 0)
		die(FAIL_USAGE, "%s: '%s': must be a decimal number above 0 and below %d, of up to %d decimals", option, arg, MOST_TIMES,
			FRACTION_DECIMALS);
}

static void
set_most(const char *option, const char *arg, void *to)
{
	widths *w = to;

	w->machine = strcmp(arg, "machine") == 0;
	if (!w->machine)
		option_count(option, arg, &w->most);
}

static void
set_days(const char *option, const char *arg, void *to)
{
	char *copy = xstrdup(arg), *unit = cut_at(copy, 'd');

	if (!unit || *unit || !read_int(copy, 1, MOST_DAYS, (int64_t *)to))
		die(FAIL_USAGE, "%s: '%s': must be whole days from 1d to %dd", option, arg, MOST_DAYS);
}

const cli_option log_settings[] = {
	{ "procs-per-node", "N", "the log's processors a node [as its header says]", option_count, offsetof(log_options, procs_per_node) },
	{ "from", "TIME", "jobs submitted then or later: seconds after the log's first submit, or a date", set_when, offsetof(log_options, from) },
	{ "to", "TIME", "jobs submitted before", set_when, offsetof(log_options, to) },
	{ "min-nodes", "N", "jobs of at least N nodes", option_count, offsetof(log_options, min_nodes) },
	{ "match", "FIELD=REGEX", "jobs whose field matches, whole; may be given several times", set_filter, offsetof(log_options, wanted) },
	{ "unfinished", NULL, "Slurm's tables: jobs that wait or run, too; these have no runtime_s, those no log_start_s either", option_flag,
		offsetof(log_options, wanted.unfinished) },
	{ "max-jobs", "N", "the first N of these", NULL, offsetof(log_options, max_jobs), .most = INT64_MAX },
	{ "at", "TIME|fullest|now", "only the jobs of one moment: seconds after the log's first submit, the one with the most busy nodes that has a mix: no job with more than half of them, or that at which the log was written", set_at, offsetof(log_options, at) },
	{ "min-jobs", "N", "fullest: of the moments with at least N jobs, be one as large as it is", option_count,
		offsetof(log_options, min_jobs) },
	{ "pattern", "NAME", "pattern of all jobs; of several joined by ',' each job draws one; mixed: the six of the paper [mixed]", set_patterns,
		offsetof(log_options, common.patterns) },
	{ "dims-order", "AXES", "axes of the most cubic process grid, from its longest dimension to its shortest, as yxz [xyz]",
		set_dims_order, offsetof(log_options, dims_order) },
	{ "nodes-times", "X", "multiply the nodes of each job by X, rounded up [1]", set_times, offsetof(log_options, widths.times) },
	{ "nodes-most", "N|machine", "then give N nodes, or the whole machine, to jobs that have more [they keep them]", set_most,
		offsetof(log_options, widths) },
	{ "resample", "N|A-B", "N cases, each of days of the log drawn with replacement; or those from A to B", option_range,
		offsetof(log_options, resample.cases) },
	{ "resample-span", "DAYS", "how many days in a row are drawn together, as 7d [1d]", set_days, offsetof(log_options, resample.days) },
	{ "resample-length", "DAYS", "how many days a case has, as 7d [as the period of the log]", set_days,
		offsetof(log_options, resample.length) },
	{ 0 }
};

void
log_options_check(log_options *x)
{
	const pattern_list *l;
	bool any = false;

	if (x->from.given && x->to.given && x->from.dated == x->to.dated && x->from.us >= x->to.us)
		die(FAIL_USAGE, "--from must be before --to");
	if (x->shares.from != FROM_POINT && !x->shares.file)
		die(FAIL_USAGE, "--comm-share-from goes with --comm-share FILE");
	if (x->resample.days && x->resample.length % x->resample.days != 0)
		die(FAIL_USAGE, "--resample-length: %" PRId64 "d: must be a multiple of the span of %" PRId64 "d", x->resample.length,
			x->resample.days);
	closed_defaults(&x->common, "mixed");
	mix_open(&x->mix);
	/* Grids are written where a pattern has one. */
	l = &x->common.patterns;
	for (int i = 0; i < l->count; i++)
		any |= l->item[i]->grid != 0;
	if (dims_ordered(&x->dims_order) && !any)
		die(FAIL_USAGE, "--dims-order: no pattern of --pattern has a process grid");
}
