/* summary -- columns of a table in a few statistics, group by group; links is that of what netsim --links counted, link class by link
 * class (the first paper's Fig. 5 and 6).
 *
 * Every value is kept, as quartiles want them all: eight bytes each, and four for its case. */
#include <float.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "metrics/choices.h"
#include "metrics/groups.h"
#include "metrics/result.h"
#include "metrics/stats/stats.h"

typedef struct summary_settings {
	names by, of, cases;
} summary_settings;

typedef struct summary_sample {
	double *value;
	uint32_t *unit;		/* [count]: the case of each; NULL: each value is by itself */
	size_t count, room, unit_room;
	size_t empty;		/* rows of the group whose cell is empty */
} summary_sample;

/* The values of some columns, gathered by group. */
typedef struct samples {
	int columns;		/* how many are gathered */
	groups groups;
	groups cases;		/* where they are asked for */
	summary_sample *sample;		/* [group * columns + column] */
	size_t room;
} samples;

static summary_sample *
samples_of(const samples *s, uint32_t group, int column)
{
	return &s->sample[(size_t)group * (size_t)s->columns + (size_t)column];
}

static void
add(summary_sample *s, double value, const uint32_t *unit)
{
	s->value = xgrow(s->value, &s->room, s->count + 1, sizeof *s->value);
	if (unit) {
		s->unit = xgrow(s->unit, &s->unit_room, s->count + 1, sizeof *s->unit);
		s->unit[s->count] = *unit;
	}
	s->value[s->count++] = value;
}

/* The handle of the first column that names a case. */
static int
want_cases(samples *s, input *in, const names *cases)
{
	int first = cases->count > 0 ? input_want_all(in, cases) : input_wish(in, "case", "1");

	groups_init(&s->cases, first, cases->count > 0 ? (int)cases->count : 1);
	return first;
}

static void
forget_cases(samples *s)
{
	size_t n = (size_t)groups_count(&s->groups) * (size_t)s->columns;

	for (size_t i = 0; i < n; i++) {
		free(s->sample[i].unit);
		s->sample[i].unit = NULL;
	}
}

/* Read all rows: group by the columns `by`, gather the numbers of the columns `of`, and, unless `cases` is NULL, the case of each:
 * the columns that name it, or when there are none the column "case", if a file has it. */
static void
samples_read(samples *s, input *in, const names *by, const names *of, const names *cases)
{
	int keys = input_want_all(in, by), values = input_want_all(in, of), case_ = -1;
	bool known = false;
	choices chosen;

	*s = (samples){ .columns = (int)of->count };
	groups_init(&s->groups, keys, (int)by->count);
	if (cases)
		case_ = want_cases(s, in, cases);
	choices_watch(&chosen, in, by);
	while (input_next(in)) {
		uint32_t group = groups_add(&s->groups, in), unit = cases ? groups_add(&s->cases, in) : 0;

		s->sample = xgrow(s->sample, &s->room, ((size_t)group + 1) * (size_t)s->columns, sizeof *s->sample);
		known = known || (cases && input_has(in, case_));
		for (int c = 0; c < s->columns; c++) {
			summary_sample *x = samples_of(s, group, c);
			double value;

			if (!input_number(in, values + c, -DBL_MAX, &value)) {
				x->empty++;
				continue;
			}
			choices_see(&chosen, in, group);
			add(x, value, cases ? &unit : NULL);
		}
	}
	choices_free(&chosen);
	if (!known)
		forget_cases(s);
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

static double
find(const stats *s, const char *name)
{
	size_t i = 0;

	while (strcmp(real[i].name, name) != 0)
		i++;
	return *(const double *)((const char *)s + real[i].at);
}

static void
put(result *r, int column, const char *name, const stats *s, size_t empty)
{
	if (strcmp(name, "count") == 0)
		sink_put_int(r->sink, column, (int64_t)s->count);
	else if (strcmp(name, "empty") == 0)
		sink_put_int(r->sink, column, (int64_t)empty);
	else if (strcmp(name, "units") == 0)
		sink_put_int(r->sink, column, (int64_t)s->units);
	else
		result_real(r, column, find(s, name));
}

static void
write_group(result *r, const samples *all, uint32_t group, const names *of, const names *statistics)
{
	for (int c = 0; c < all->columns; c++) {
		const summary_sample *x = samples_of(all, group, c);
		stats s = x->unit ? stats_of_units(x->value, x->unit, x->count) : stats_of(x->value, x->count);
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
	input_close(&in);
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
	bool added;

	names_add(&o->by, "class", &added);
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
