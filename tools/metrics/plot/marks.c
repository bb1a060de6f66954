#include "metrics/plot/marks.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "metrics/choices.h"
#include "metrics/groups.h"
#include "metrics/input.h"
#include "metrics/plot/chart.h"
#include "metrics/stats/stats.h"

static const cli_option known[] = {
	{ "x", "COL", "the column across", option_text, offsetof(marks_options, x), true },
	{ "y", "COL", "the column of the values", option_text, offsetof(marks_options, y), true },
	{ "by", "COL", "rows that are alike in it have one colour [all rows]", option_text, offsetof(marks_options, by) },
	{ "half", "COL", "half the length of each value's interval", option_text, offsetof(marks_options, half) },
	{ "low", "COL", "or where it begins, with --high", option_text, offsetof(marks_options, low) },
	{ "high", "COL", "and ends", option_text, offsetof(marks_options, high) },
	{ "log", "x|y", "make that axis logarithmic (may be repeated)", chart_read_log, offsetof(marks_options, log) },
	{ 0 }
};
const cli_option_group marks_groups[] = {
	{ known, offsetof(marks_picture, marks) },
	{ picture_options_known, offsetof(marks_picture, picture) },
	{ chart_options_known, offsetof(marks_picture, picture) },
	{ 0 }
};

typedef struct marks_reading {
	const marks_options *asked;
	input in;
	groups pair;		/* an x of a group */
	groups case_;
	choices chosen;
	int x, by, y, half, low, high;	/* handles of columns; -1: not asked for */
	bool cases;		/* a table has them */
	value_sample *sample;	/* [pairs]: its rows, whose units are cases */
	size_t sample_room, mark_room;
} marks_reading;

static int
want(input *in, const char *name)
{
	return name ? input_want(in, name) : -1;
}

static void
find_columns(marks_reading *r, const marks_options *asked)
{
	static const names nothing;

	r->x = input_want(&r->in, asked->x);
	r->by = want(&r->in, asked->by);
	groups_init(&r->pair, r->x, asked->by ? 2 : 1);
	groups_init(&r->case_, input_wish(&r->in, "case", "1"), 1);
	r->y = input_want(&r->in, asked->y);
	r->half = want(&r->in, asked->half);
	r->low = want(&r->in, asked->low);
	r->high = want(&r->in, asked->high);
	choices_watch(&r->chosen, &r->in, asked->by ? NULL : &nothing);
}

/* The interval that the row gives, if it does. */
static void
read_interval(const marks_reading *r, mark *k)
{
	double half;

	k->low = k->high = NAN;
	if (r->half >= 0 && input_number(&r->in, r->half, 0, &half)) {
		k->low = k->value - half;
		k->high = k->value + half;
	}
	if (r->low >= 0 && input_number(&r->in, r->low, -DBL_MAX, &k->low) != input_number(&r->in, r->high, -DBL_MAX, &k->high))
		input_bad(&r->in, isnan(k->low) ? r->low : r->high, "must be given where the other end is");
	if (k->low > k->high)
		input_bad(&r->in, r->low, "must not be above the interval's other end");
}

static void
begin_mark(marks_reading *r, marks *m, uint32_t pair, double at)
{
	bool added;
	mark *k;

	m->of = xgrow(m->of, &r->mark_room, (size_t)pair + 1, sizeof *m->of);
	r->sample = xgrow(r->sample, &r->sample_room, (size_t)pair + 1, sizeof *r->sample);
	k = &m->of[pair];
	k->x = names_add(&m->x, input_text(&r->in, r->x), &added);
	k->group = names_add(&m->group, r->by < 0 ? "" : input_text(&r->in, r->by), &added);
	k->at = at;
	m->count = (size_t)pair + 1;
	if (m->group.count > PALETTE)
		input_bad(&r->in, r->by, xprintf("is one group too many: at most %d can be told apart", PALETTE));
}

static void
add_row(marks_reading *r, marks *m, bool numbers)
{
	double value, at = 0;
	uint32_t pair, unit = groups_add(&r->case_, &r->in);
	value_sample *s;

	if (numbers && !input_number(&r->in, r->x, -DBL_MAX, &at))
		input_bad(&r->in, r->x, "must be a number");
	if (!input_number(&r->in, r->y, -DBL_MAX, &value))
		return;
	if ((r->asked->log[1] && value <= 0) || (numbers && r->asked->log[0] && at <= 0))
		input_bad(&r->in, r->asked->log[1] && value <= 0 ? r->y : r->x, "must be above 0 on a logarithmic axis");
	pair = groups_add(&r->pair, &r->in);
	if (pair == m->count)
		begin_mark(r, m, pair, at);
	s = &r->sample[pair];
	if (s->count > 0 && (r->half >= 0 || r->low >= 0))
		input_bad(&r->in, r->x, "is there twice: where columns give the interval, each value has one row");
	choices_see(&r->chosen, &r->in, pair);
	sample_add(s, m->of[pair].value = value, unit);
	read_interval(r, &m->of[pair]);
	r->cases = r->cases || input_has(&r->in, r->case_.first);
}

/* Several rows are their mean. */
static void
sum_up(const marks_reading *r, value_sample *s, mark *k)
{
	stats x;

	if (s->count > 1) {
		x = sample_stats(s, r->cases);
		k->value = x.mean;
		k->low = x.ci95_low;
		k->high = x.ci95_high;
	}
	sample_free(s);
}

static double
least_of(const marks *m, bool positive)
{
	double least = DBL_MAX;

	for (size_t i = 0; i < m->count; i++) {
		const mark *k = &m->of[i];

		least = fmin(least, k->value);
		if (isfinite(k->low) && (!positive || k->low > 0))
			least = fmin(least, k->low);
	}
	return least;
}

/* The range of what is drawn.  Of values none of which is below 0 no interval reaches below it, unless the table says so; a logarithmic
 * axis begins a little below the least, and intervals that come from 0 begin with it. */
static void
find_range(marks *m, bool log, bool given)
{
	double least = DBL_MAX, floor = -DBL_MAX;

	for (size_t i = 0; i < m->count; i++)
		least = fmin(least, m->of[i].value);
	if (log)
		floor = least_of(m, true) / 1.5;
	else if (least >= 0 && !given)
		floor = 0;
	m->least_at = DBL_MAX;
	m->most = m->most_at = -DBL_MAX;
	for (size_t i = 0; i < m->count; i++) {
		mark *k = &m->of[i];

		if (k->low < floor)
			k->low = floor;
		m->most = fmax(m->most, fmax(k->value, k->high));	/* that of NAN and a number is the number */
		m->least_at = fmin(m->least_at, k->at);
		m->most_at = fmax(m->most_at, k->at);
	}
	m->least = log ? floor : least_of(m, false);
}

void
marks_read(marks *m, const marks_options *asked, char **files, bool numbers)
{
	marks_reading r = { .asked = asked };

	if (!asked->low != !asked->high)
		die(FAIL_USAGE, "--low and --high: an interval has two ends");
	if (asked->half && asked->low)
		die(FAIL_USAGE, "--half and --low: one of them says where an interval begins");
	*m = (marks){ 0 };
	input_open(&r.in, files);
	find_columns(&r, asked);
	while (input_next(&r.in))
		add_row(&r, m, numbers);
	if (m->count == 0)
		die(FAIL_DATA, "%s: no row has a value in '%s': there is nothing to draw", r.in.first, asked->y);
	for (size_t i = 0; i < m->count; i++)
		sum_up(&r, &r.sample[i], &m->of[i]);
	find_range(m, asked->log[1], asked->half || asked->low);
	choices_free(&r.chosen);
	free(r.sample);
	input_close(&r.in);
}

void
marks_free(marks *m)
{
	names_free(&m->x);
	names_free(&m->group);
	free(m->of);
}
