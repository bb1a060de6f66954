/* figures -- what summary and links have in common; they differ in what they ask for. */
#include "metrics/figures.h"

#include <string.h>

#include "metrics/result.h"
#include "metrics/stats/stats.h"
#include "metrics/samples.h"

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
put(result *r, int first, const sample *s, const words *figures)
{
	stats all = s->unit ? stats_of_units(s->value, s->unit, s->count) : stats_of(s->value, s->count);

	for (int i = 0; i < figures->count; i++) {
		const char *name = figures->word[i];

		if (strcmp(name, "count") == 0)
			sink_put_int(r->sink, first + i, (int64_t)s->count);
		else if (strcmp(name, "empty") == 0)
			sink_put_int(r->sink, first + i, (int64_t)s->empty);
		else if (strcmp(name, "units") == 0)
			sink_put_int(r->sink, first + i, (int64_t)all.units);
		else
			result_real(r, first + i, find(&all, name));
	}
}

static void
write_group(result *r, const tally *t, uint32_t group, const words *of, const words *figures)
{
	int by = t->groups.columns, several = of->count > 1;

	for (int c = 0; c < of->count; c++) {
		for (int k = 0; k < by; k++)
			sink_put(r->sink, k, groups_cell(&t->groups, group, k));
		if (several)
			sink_put(r->sink, by, of->word[c]);
		put(r, by + several, tally_sample(t, group, c), figures);
		sink_row(r->sink, NULL);
	}
	sink_flush(r->sink);
}

void
figures_write(const cli *c, const words *files, const words *by, const words *of, const words *cases, const words *figures)
{
	input in;
	tally t;
	result r;

	result_open(&r, c, NULL);
	result_columns(&r, by);
	if (of->count > 1)
		result_column(&r, "column");
	result_columns(&r, figures);
	input_open(&in, files);
	tally_read(&t, &in, by, of, cases);
	result_header(&r, &in);
	for (uint32_t group = 0; group < groups_count(&t.groups); group++)
		write_group(&r, &t, group, of, figures);
	input_close(&in);
	sink_close(r.sink);
}
