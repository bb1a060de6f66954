#include "metrics/plot/marks.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "metrics/choices.h"
#include "metrics/groups.h"
#include "metrics/plot/chart.h"
#include "metrics/stats/stats.h"

enum { MOST_POINTS = 20000, MOST_LABELS = 200 };	/* that a picture has room for */

#define AT(field) offsetof(marks_options, field)

static const cli_option known[] = {
	{ "x", "COL", "the column across", option_text, AT(column[ACROSS]), true },
	{ "y", "COL", "the column of the values", option_text, AT(column[UP]), true },
	{ "by", "COL", "rows that are alike in it have one colour [all rows]", option_text, AT(by) },
	{ "half", "COL", "half the length of each value's interval", option_text, AT(half) },
	{ "low", "COL", "or where it begins, with --high", option_text, AT(end[UP][0]) },
	{ "high", "COL", "and ends", option_text, AT(end[UP][1]) },
	{ "log", "x|y", "make that axis logarithmic (may be repeated)", chart_read_log, AT(log) },
	{ 0 }
};
const cli_option_group marks_groups[] = {
	{ known, offsetof(marks_picture, marks) },
	{ picture_options_known, offsetof(marks_picture, picture) },
	{ chart_options_known, offsetof(marks_picture, picture) },
	{ 0 }
};
const cli_rule marks_rules[] = {
	{ "low", "high", NULL, "--low and --high: an interval has two ends" },
	{ "high", "low", NULL, "--low and --high: an interval has two ends" },
	{ "half", NULL, "low", "--half and --low: one of them says where an interval begins" },
	{ 0 }
};

typedef struct marks_reading {
	const marks_options *asked;
	marks_form form;
	input *in;
	groups pair;		/* an x of a group */
	groups case_;
	choices chosen;
	int at[AXES], by, half, end[AXES][2], label;	/* handles of columns; -1: not asked for */
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
find_columns(marks_reading *r)
{
	static const names nothing;
	const marks_options *o = r->asked;

	r->at[ACROSS] = input_want(r->in, o->column[ACROSS]);
	r->by = want(r->in, o->by);
	groups_init(&r->pair, r->at[ACROSS], o->by ? 2 : 1);
	groups_init(&r->case_, input_wish(r->in, "case", "1"), 1);
	r->at[UP] = input_want(r->in, o->column[UP]);
	r->half = want(r->in, o->half);
	for (int axis = 0; axis < AXES; axis++)
		for (int end = 0; end < 2; end++)
			r->end[axis][end] = want(r->in, o->end[axis][end]);
	r->label = want(r->in, o->label);
	choices_watch(&r->chosen, r->in, o->by ? NULL : &nothing);
}

/* The interval that the row gives, if it does. */
static void
read_interval(const marks_reading *r, mark *k, int axis)
{
	const int *end = r->end[axis];
	double half;

	k->low[axis] = k->high[axis] = NAN;
	if (axis == UP && r->half >= 0 && input_number(r->in, r->half, 0, &half)) {
		k->low[axis] = k->at[axis] - half;
		k->high[axis] = k->at[axis] + half;
	}
	if (end[0] < 0)
		return;
	k->low[axis] = input_real(r->in, end[0], -DBL_MAX, NAN);
	k->high[axis] = input_real(r->in, end[1], -DBL_MAX, NAN);
	if (isnan(k->low[axis]) != isnan(k->high[axis]))
		input_bad(r->in, end[isnan(k->high[axis])], "must be given where the other end is");
	if (k->low[axis] > k->high[axis])
		input_bad(r->in, end[0], "must not be above the interval's other end");
}

/* Where the row's mark stands; false: it has no place. */
static bool
read_place(const marks_reading *r, mark *k)
{
	bool bars = r->form == MARKS_BARS;

	if (!bars && !input_number(r->in, r->at[ACROSS], -DBL_MAX, &k->at[ACROSS])) {
		if (r->form == MARKS_LINES)
			input_bad(r->in, r->at[ACROSS], "must be a number");
		return false;
	}
	if (!input_number(r->in, r->at[UP], -DBL_MAX, &k->at[UP]))
		return false;
	for (int axis = UP; axis >= (bars ? UP : ACROSS); axis--)
		if (r->asked->log[axis] && k->at[axis] <= 0)
			input_bad(r->in, r->at[axis], "must be above 0 on a logarithmic axis");
	return true;
}

static mark *
add_mark(marks_reading *r, marks *m, const mark *new)
{
	int most = r->label < 0 ? MOST_POINTS : MOST_LABELS;
	mark *k;

	m->of = xgrow(m->of, &r->mark_room, m->count + 1, sizeof *m->of);
	r->sample = xgrow(r->sample, &r->sample_room, m->count + 1, sizeof *r->sample);
	k = &m->of[m->count++];
	*k = *new;
	if (r->form != MARKS_POINTS)
		k->x = names_add(&m->x, input_text(r->in, r->at[ACROSS]), NULL);
	k->group = names_add(&m->group, r->by < 0 ? "" : input_text(r->in, r->by), NULL);
	if (m->group.count > PALETTE)
		input_bad(r->in, r->by, xprintf("is one group too many: at most %d can be told apart", PALETTE));
	if (r->form == MARKS_POINTS && m->count > (size_t)most)
		table_bad(r->in->table, &r->in->row, -1, "is the point of one row too many: at most %d%s can be drawn", most,
			r->label < 0 ? "" : " with labels");
	k->label = r->label < 0 ? NULL : xstrdup(input_text(r->in, r->label));
	return k;
}

static void
add_row(marks_reading *r, marks *m)
{
	size_t pair = m->count;
	uint32_t unit = groups_add(&r->case_, r->in);
	mark new = { 0 }, *k;

	if (r->asked->skipped && strcmp(input_text(r->in, r->by), r->asked->skipped) == 0)
		return;
	if (!read_place(r, &new))
		return;
	if (r->form != MARKS_POINTS)
		pair = groups_add(&r->pair, r->in);
	k = pair == m->count ? add_mark(r, m, &new) : &m->of[pair];
	if (r->sample[pair].count > 0 && (r->half >= 0 || r->end[UP][0] >= 0))
		input_bad(r->in, r->at[ACROSS], "is there twice: where columns give the interval, each value has one row");
	if (r->form != MARKS_POINTS)
		choices_see(&r->chosen, r->in, (uint32_t)pair);
	sample_add(&r->sample[pair], k->at[UP] = new.at[UP], unit);
	for (int axis = 0; axis < AXES; axis++)
		read_interval(r, k, axis);
	r->cases = r->cases || input_has(r->in, r->case_.first);
}

/* The range of what is drawn along an axis; on a logarithmic one ends below 0 do not count. */
static void
find_range(marks *m, int axis, bool log)
{
	m->least[axis] = DBL_MAX;
	m->most[axis] = -DBL_MAX;
	for (const mark *k = m->of; k < m->of + m->count; k++)
		for (int i = 0; i < 3; i++) {
			double value = (double[]){ k->at[axis], k->low[axis], k->high[axis] }[i];

			if (log && value <= 0)
				continue;
			m->least[axis] = fmin(m->least[axis], value);	/* that of NAN and a number is the number */
			m->most[axis] = fmax(m->most[axis], value);
		}
}

/* Of values none of which is below 0 no interval reaches below it, unless the table says so; a logarithmic axis begins a little below the
 * least, and intervals that come from 0 begin with it. */
static void
cut_intervals(marks *m, bool log, bool given)
{
	double least = DBL_MAX, floor = -DBL_MAX;

	for (size_t i = 0; i < m->count; i++)
		least = fmin(least, m->of[i].at[UP]);
	if (log)
		floor = m->least[UP] / 1.5;
	else if (least >= 0 && !given)
		floor = 0;
	for (size_t i = 0; i < m->count; i++)
		if (m->of[i].low[UP] < floor)
			m->of[i].low[UP] = floor;
	find_range(m, UP, log);
	m->least[UP] = log ? floor : m->least[UP];
}

void
marks_read(marks *m, const marks_options *asked, input *in, marks_form form)
{
	marks_reading r = { .asked = asked, .form = form, .in = in };

	*m = (marks){ 0 };
	find_columns(&r);
	while (input_next(in))
		add_row(&r, m);
	if (m->count == 0 && form == MARKS_POINTS)
		die(FAIL_DATA, "%s: no row has values in '%s' and '%s': there is nothing to draw", in->first, asked->column[ACROSS], asked->column[UP]);
	if (m->count == 0)
		die(FAIL_DATA, "%s: no row has a value in '%s': there is nothing to draw", in->first, asked->column[UP]);
	/* Several rows are their mean. */
	for (size_t i = 0; i < m->count; i++) {
		stats x;

		if (r.sample[i].count > 1) {
			x = sample_stats(&r.sample[i], r.cases);
			m->of[i].at[UP] = x.mean;
			m->of[i].low[UP] = x.ci95_low;
			m->of[i].high[UP] = x.ci95_high;
		}
	}
	for (int axis = 0; axis < AXES; axis++)
		find_range(m, axis, asked->log[axis]);
	if (form != MARKS_POINTS)
		cut_intervals(m, asked->log[UP], asked->half || asked->end[UP][0]);
}

void
marks_write(picture *p, const marks *m, const char *name, const double *size, const char *colour)
{
	const mark *end = m->of + m->count;

	for (uint32_t g = 0; g < m->group.count; g++) {
		fprintf(p->script, "$%s%u << END\n", name, g);
		for (const mark *k = m->of; k < end; k++)
			if (k->group == g)
				fprintf(p->script, "%.*g %.*g\n", p->digits, k->at[ACROSS] / size[ACROSS], p->digits, k->at[UP] / size[UP]);
		fputs("END\n", p->script);
	}
	fputs("$intervals0 << END\n", p->script);
	for (const mark *k = m->of; k < end; k++)
		for (int axis = 0; axis < AXES; axis++) {
			double from[AXES] = { k->at[ACROSS] / size[ACROSS], k->at[UP] / size[UP] }, way[AXES] = { 0 };

			/* The interval of a mark as a row of numbers, for `vectors nohead lc rgb variable`. */
			if (!isfinite(k->low[axis]) || !isfinite(k->high[axis]))
				continue;
			from[axis] = k->low[axis] / size[axis];
			way[axis] = (k->high[axis] - k->low[axis]) / size[axis];
			fprintf(p->script, "%.*g %.*g %.9g %.9g %ld\n", p->digits, from[ACROSS], p->digits, from[UP], way[ACROSS], way[UP],
				strtol((colour ? colour : palette[k->group].colour) + 1, NULL, 16));
		}
	fputs("END\n", p->script);
}
