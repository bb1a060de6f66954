/* summary -- columns of a table in a few statistics, group by group; links is that of what netsim --links counted, link class by link
 * class (the first paper's Fig. 5 and 6).
 *
 * Every value is kept, as quartiles want them all. */
#include <float.h>
#include <stddef.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "metrics/choices.h"
#include "metrics/groups.h"
#include "metrics/result.h"
#include "metrics/stats/stats.h"

typedef struct summary_settings {
	names by, of, cases;
} summary_settings;

/* A column in a group. */
typedef struct summary_sample {
	value_sample values;	/* its units are cases */
	size_t empty;		/* rows of the group whose cell is empty */
} summary_sample;

/* The values of some columns, gathered by group. */
typedef struct samples {
	int columns;		/* how many are gathered */
	groups groups;
	groups cases;		/* where they are asked for */
	bool in_cases;		/* they are, and a file has them: else each value is by itself */
	summary_sample *sample;		/* [group * columns + column] */
	size_t room;
} samples;

static summary_sample *
samples_of(const samples *s, uint32_t group, int column)
{
	return &s->sample[(size_t)group * (size_t)s->columns + (size_t)column];
}

/* The handle of the first column that names a case. */
static int
want_cases(samples *s, input *in, const names *cases)
{
	int first = cases->count > 0 ? input_want_all(in, cases) : input_wish(in, "case", "1");

	groups_init(&s->cases, first, cases->count > 0 ? (int)cases->count : 1);
	return first;
}

/* Read all rows: group by the columns `by`, gather the numbers of the columns `of`, and, unless `cases` is NULL, the case of each:
 * the columns that name it, or when there are none the column "case", if a file has it. */
static void
samples_read(samples *s, input *in, const names *by, const names *of, const names *cases)
{
	int keys = input_want_all(in, by), values = input_want_all(in, of), case_ = -1;
	choices chosen;

	*s = (samples){ .columns = (int)of->count };
	groups_init(&s->groups, keys, (int)by->count);
	if (cases)
		case_ = want_cases(s, in, cases);
	choices_watch(&chosen, in, by);
	while (input_next(in)) {
		uint32_t group = groups_add(&s->groups, in), unit = cases ? groups_add(&s->cases, in) : 0;

		s->sample = xgrow(s->sample, &s->room, ((size_t)group + 1) * (size_t)s->columns, sizeof *s->sample);
		s->in_cases = s->in_cases || (cases && input_has(in, case_));
		for (int c = 0; c < s->columns; c++) {
			summary_sample *x = samples_of(s, group, c);
			double value;

			if (!input_number(in, values + c, -DBL_MAX, &value)) {
				x->empty++;
				continue;
			}
			choices_see(&chosen, in, group);
			sample_add(&x->values, value, unit);
		}
	}
}

static const struct {
	const char *name;
	size_t at;
} real[] = {
	{ "mean", offsetof(stats, mean) },
	{ "sd", offsetof(stats, sd) },
	{ "min", offsetof(stats, min) },
	{ "q1", offsetof(stats, q1) },
	{ "median", offsetof(stats, median) },
	{ "q3", offsetof(stats, q3) },
	{ "max", offsetof(stats, max) },
	{ "ci95_low", offsetof(stats, ci95_low) },
	{ "ci95_high", offsetof(stats, ci95_high) },
};

static void
put(result *r, int column, const char *name, const stats *s, size_t empty)
{
	if (strcmp(name, "count") == 0)
		sink_put_int(r->sink, column, (int64_t)s->count);
	else if (strcmp(name, "empty") == 0)
		sink_put_int(r->sink, column, (int64_t)empty);
	else if (strcmp(name, "units") == 0)
		sink_put_int(r->sink, column, (int64_t)s->units);
	for (size_t i = 0; i < sizeof real / sizeof *real; i++)
		if (strcmp(real[i].name, name) == 0)
			result_real(r, column, *(const double *)((const char *)s + real[i].at));
}

static void
write_group(result *r, const samples *all, uint32_t group, const names *of, const names *statistics)
{
	for (int c = 0; c < all->columns; c++) {
		summary_sample *x = samples_of(all, group, c);
		stats s = sample_stats(&x->values, all->in_cases);
		int column = groups_put(&all->groups, group, r);

		if (of->count > 1)
			sink_put(r->sink, column++, names_at(of, (uint32_t)c));
		for (uint32_t i = 0; i < statistics->count; i++)
			put(r, column++, names_at(statistics, i), &s, x->empty);
		sink_row(r->sink, NULL);
	}
	sink_flush(r->sink);
}

/* For every group of the columns `by` and every column of `of` a row of the statistics that are listed; a column `column` says which
 * it is when there are several. Their interval is that of samples_read's `cases`; NULL: each row is a unit. */
static void
write_all(const cli *c, const names *by, const names *of, const names *cases, const char *list)
{
	names statistics = { 0 };
	samples all;
	result r;
	input in;

	names_read("", list, &statistics);
	result_open(&r, c, NULL);
	result_names(&r, by);
	if (of->count > 1)
		result_column(&r, "column");
	result_names(&r, &statistics);
	input_open(&in, c->files);
	samples_read(&all, &in, by, of, cases);
	result_header(&r, input_origin(&in), NULL);
	for (uint32_t group = 0; group < groups_count(&all.groups); group++)
		write_group(&r, &all, group, of, &statistics);
	sink_close(r.sink);
}

static void
summarize(const cli *c, void *given)
{
	const summary_settings *o = given;

	write_all(c, &o->by, &o->of, &o->cases, "count,empty,mean,sd,min,q1,median,q3,max,ci95_low,ci95_high,units");
}

static void
summarize_links(const cli *c, void *given)
{
	summary_settings *o = given;

	names_add(&o->by, "class", NULL);
	names_read("", "packets,stalls,stall_s", &o->of);
	write_all(c, &o->by, &o->of, NULL, "count,min,q1,median,q3,max,mean");
}

static const cli_option summary_options[] = {
	{ "by", "COL[,COL...]", "a group is the rows that are alike in these columns [all rows]", names_read, offsetof(summary_settings, by) },
	{ "of", "COL[,COL...]", "the columns of numbers to sum up", names_read, offsetof(summary_settings, of), true },
	{ "case", "COL[,COL...]", "make a case together, which the interval counts ['case', or each row where there is no such column]",
		names_read, offsetof(summary_settings, cases) },
	{ 0 }
}, link_options[] = {
	{ "by", "COL[,COL...]", "columns that part the links further, in front of 'class'", names_read, offsetof(summary_settings, by) },
	{ 0 }
};

const subcommand subcommand_summary = { "summary", "mean, deviation, quartiles and interval of columns, group by group",
	"[FILE...]", "Sum up columns of numbers, group by group.",
	.tables_only = true, .options = summary_options, .size = sizeof(summary_settings), .run = summarize };

const subcommand subcommand_links = { "links", "box-plot figures of packets and stalls per link, class by class",
	"[FILE...]", "Sum up packets and stalls per link, link class by link class.",
	.tables_only = true, .options = link_options, .size = sizeof(summary_settings), .run = summarize_links };
