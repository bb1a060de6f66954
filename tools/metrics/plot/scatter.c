/* scatter -- a point for each row; of a table of metrics compare, one class of jobs against the other (the first paper's Fig. 10). */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "metrics/input.h"
#include "metrics/plot/chart.h"
#include "metrics/plot/gnuplot.h"

enum { MOST_POINTS = 20000, MOST_LABELS = 200 };	/* that a picture has room for */
enum { ACROSS, UP, AXES };

typedef struct scatter_options {
	picture_options picture;
	const char *column[AXES];	/* NULL: those of metrics compare */
	const char *by, *label;		/* NULL: not given */
	bool log[AXES];
} scatter_options;

typedef struct point {
	double at[AXES];
	double low[AXES], high[AXES];	/* NAN: no interval */
	uint32_t group;
	char *label;		/* NULL: none */
} point;

/* The columns, and what is read from them. */
typedef struct scatter {
	const char *column[AXES], *by;
	char *ends[AXES][2];	/* the columns of intervals; NULL: none */
	char *name[AXES];	/* what stands beside the axis; NULL: the column and its unit */
	names group;
	point *point;
	size_t points, room;
	double least[AXES], most[AXES];
} scatter;

/* Is there a column of this name?  The name is freed if not. */
static char *
column_if(const input *in, char *name)
{
	if (names_find(&in->name, name) != UINT32_MAX)
		return name;
	free(name);
	return NULL;
}

/* What --baseline said to metrics compare, by the #run line that it wrote; the caller frees it. */
static char *
baseline_of(const table *t)
{
	static const char key[] = " --baseline";

	for (int i = t->preambles - 1; i >= 0; i--) {
		const char *at = strncmp(t->preamble[i], "#run metrics ", 13) == 0 ? strstr(t->preamble[i], key) : NULL;

		if (at && strchr(" =", at[sizeof key - 1]))
			return xprintf("%.*s", (int)strcspn(at + sizeof key, " "), at + sizeof key);
	}
	return xstrdup("the baseline");
}

static void
take_class(scatter *s, const input *in, const char *column, const char *class, int axis)
{
	char *baseline = baseline_of(in->table);

	s->column[axis] = column;
	s->name[axis] = xprintf("%s: ratio to %s", class, baseline);
	free(baseline);
	s->least[axis] = s->most[axis] = 1;
}

/* What metrics compare wrote: its shares have ratio_CLASS, ratio_CLASS_low and ratio_CLASS_high, its points end in alloc and the
 * classes. */
static void
find_comparison(scatter *s, const input *in)
{
	uint32_t n = in->name.count, classes = 0;

	s->by = "alloc";
	for (uint32_t i = 0; i < n; i++) {
		const char *name = names_at(&in->name, i);
		char *low = column_if(in, xprintf("%s_low", name)), *high = column_if(in, xprintf("%s_high", name));

		if (strncmp(name, "ratio_", 6) != 0 || !low || !high)
			continue;
		if (classes < AXES) {
			take_class(s, in, name, name + 6, (int)classes);
			s->ends[classes][0] = low;
			s->ends[classes][1] = high;
		}
		classes++;
	}
	if (classes == 0 && n >= 3 && strcmp(names_at(&in->name, n - 3), s->by) == 0)
		for (; classes < AXES; classes++)
			take_class(s, in, names_at(&in->name, n - 2 + classes), names_at(&in->name, n - 2 + classes), (int)classes);
	if (classes != AXES)
		die(FAIL_USAGE, "--x and --y are required, as %s is no table of metrics compare with two classes of jobs", in->first);
}

static void
choose_columns(scatter *s, const scatter_options *o, const input *in)
{
	if (!o->column[ACROSS] != !o->column[UP])
		die(FAIL_USAGE, "--x and --y: a point has both");
	for (int axis = 0; axis < AXES; axis++) {
		s->column[axis] = o->column[axis];
		s->least[axis] = DBL_MAX;
		s->most[axis] = -DBL_MAX;
	}
	if (!o->column[ACROSS])
		find_comparison(s, in);
	s->by = o->by ? o->by : s->by;
}

/* The handles of a reading. */
typedef struct handles {
	int at[AXES], end[AXES][2];
	int by, label;
} handles;

static int
want(input *in, const char *name)
{
	return name ? input_want(in, name) : -1;
}

static handles
find_columns(const scatter *s, const scatter_options *o, input *in)
{
	handles h;

	for (int axis = 0; axis < AXES; axis++) {
		h.at[axis] = input_want(in, s->column[axis]);
		for (int end = 0; end < 2; end++)
			h.end[axis][end] = want(in, s->ends[axis][end]);
	}
	h.by = want(in, s->by);
	h.label = want(in, o->label);
	return h;
}

static void
widen(scatter *s, int axis, double value)
{
	s->least[axis] = fmin(s->least[axis], value);
	s->most[axis] = fmax(s->most[axis], value);
}

/* One coordinate and its interval; false when there is no value. */
static bool
read_coordinate(scatter *s, const scatter_options *o, const input *in, const handles *h, point *p, int axis)
{
	double *end[] = { &p->low[axis], &p->high[axis] };

	if (!input_number(in, h->at[axis], -DBL_MAX, &p->at[axis]))
		return false;
	for (int i = 0; i < 2; i++) {
		*end[i] = NAN;
		if (h->end[axis][i] >= 0 && input_number(in, h->end[axis][i], -DBL_MAX, end[i]) && (!o->log[axis] || *end[i] > 0))
			widen(s, axis, *end[i]);
	}
	if (o->log[axis] && p->at[axis] <= 0)
		input_bad(in, h->at[axis], "must be above 0 on a logarithmic axis");
	widen(s, axis, p->at[axis]);
	return true;
}

static void
read_point(scatter *s, const scatter_options *o, const input *in, const handles *h)
{
	point p = { .label = NULL };
	bool added;

	if (s->name[ACROSS] && h->by >= 0 && strcmp(s->by, "alloc") == 0 && strcmp(input_text(in, h->by), "all") == 0)
		return;		/* the shares' sum of all policies */
	for (int axis = 0; axis < AXES; axis++)
		if (!read_coordinate(s, o, in, h, &p, axis))
			return;
	p.group = names_add(&s->group, h->by < 0 ? "" : input_text(in, h->by), &added);
	if (s->group.count > PALETTE)
		input_bad(in, h->by, xprintf("is one group too many: at most %d can be told apart", PALETTE));
	p.label = h->label < 0 ? NULL : xstrdup(input_text(in, h->label));
	s->point = xgrow(s->point, &s->room, s->points + 1, sizeof *s->point);
	s->point[s->points++] = p;
	if (s->points > (h->label < 0 ? MOST_POINTS : MOST_LABELS))
		table_bad(in->table, &in->row, -1, "is the point of one row too many: at most %d%s can be drawn",
			h->label < 0 ? MOST_POINTS : MOST_LABELS, h->label < 0 ? "" : " with labels");
}

static void
read_points(scatter *s, const scatter_options *o, char **files)
{
	handles h;
	input in;

	input_open(&in, files);
	choose_columns(s, o, &in);
	h = find_columns(s, o, &in);
	while (input_next(&in))
		read_point(s, o, &in, &h);
	if (s->points == 0)
		die(FAIL_DATA, "%s: no row has values in '%s' and '%s': there is nothing to draw", in.first, s->column[ACROSS], s->column[UP]);
}

/* The axes; what values are divided by goes to size[]. */
static void
write_axes(picture *p, const scatter *s, const scatter_options *o, double *size)
{
	for (int axis = 0; axis < AXES; axis++) {
		char letter = axis == ACROSS ? 'x' : 'y';

		size[axis] = chart_axis(p, letter, s->name[axis] ? s->name[axis] : s->column[axis], s->least[axis], s->most[axis], o->log[axis]);
		chart_range(p, letter, s->least[axis] / size[axis], s->most[axis] / size[axis], o->log[axis]);
	}
	fputs("set grid xtics\n", p->script);
	if (s->name[ACROSS])	/* where the baseline is */
		fputs("set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead dt 2 lc rgb '#777777'\n"
			"set arrow 2 from first 1, graph 0 to first 1, graph 1 nohead dt 2 lc rgb '#777777'\n", p->script);
}

static void
write_points(picture *p, const scatter *s, const double *size)
{
	for (uint32_t g = 0; g < s->group.count; g++) {
		chart_block(p, "points", g);
		for (const point *k = s->point; k < s->point + s->points; k++)
			if (k->group == g)
				fprintf(p->script, "%.*g %.*g\n", p->digits, k->at[ACROSS] / size[ACROSS], p->digits, k->at[UP] / size[UP]);
		chart_block_end(p);
	}
	chart_block(p, "intervals", 0);
	for (const point *k = s->point; k < s->point + s->points; k++) {
		const char *colour = palette[k->group].colour;

		if (isfinite(k->low[ACROSS]) && isfinite(k->high[ACROSS]))
			chart_stroke(p, k->low[ACROSS] / size[ACROSS], k->at[UP] / size[UP], (k->high[ACROSS] - k->low[ACROSS]) / size[ACROSS], 0, colour);
		if (isfinite(k->low[UP]) && isfinite(k->high[UP]))
			chart_stroke(p, k->at[ACROSS] / size[ACROSS], k->low[UP] / size[UP], 0, (k->high[UP] - k->low[UP]) / size[UP], colour);
	}
	chart_block_end(p);
	for (size_t i = 0; i < s->points; i++) {
		const point *k = &s->point[i];

		if (!k->label)
			continue;
		fprintf(p->script, "set label %zu at %.*g,%.*g offset 0.6,0.4 ", i + 2, p->digits, k->at[ACROSS] / size[ACROSS],
			p->digits, k->at[UP] / size[UP]);
		gnuplot_text(p->script, k->label);
		fputs("\n", p->script);
	}
}

static void
run(const cli *c, void *given)
{
	const scatter_options *o = given;
	scatter s = { .by = NULL };
	double size[AXES];
	picture p;

	picture_open(&p, &o->picture);
	read_points(&s, o, c->files);
	picture_begin(&p);
	write_axes(&p, &s, o, size);
	write_points(&p, &s, size);
	fputs("plot $intervals0 using 1:2:3:4:5 with vectors nohead lw 1.2 lc rgb variable", p.script);
	for (uint32_t g = 0; g < s.group.count; g++) {
		fprintf(p.script, ", $points%u using 1:2 with points pt %d ps %.9g", g, palette[g].symbol, s.points > 200 ? 0.5 : 0.9);
		chart_group(&p, g, names_at(&s.group, g), s.by);
	}
	fputs("\n", p.script);
	picture_close(&p);
}

static const cli_option known[] = {
	{ "x", "COL", "the column across [metrics compare's first class]", option_text, offsetof(scatter_options, column[ACROSS]) },
	{ "y", "COL", "the column up [its second class]", option_text, offsetof(scatter_options, column[UP]) },
	{ "by", "COL", "rows that are alike in it have one colour [all rows, metrics compare's alloc]", option_text,
		offsetof(scatter_options, by) },
	{ "label", "COL", "write it beside each point", option_text, offsetof(scatter_options, label) },
	{ "log", "x|y", "make that axis logarithmic (may be repeated)", chart_read_log, offsetof(scatter_options, log) },
	{ 0 }
};

static const cli_option_group groups[] = { { picture_options_known, 0 }, { chart_options_known, 0 }, { 0 } };

const subcommand plot_scatter = { "scatter", "a point for each row; of metrics compare, one class of jobs against the other",
	"[FILE...]", "Draw a point for each row, or the two classes that metrics compare compared.",
	.tables_only = true, .options = known, .groups = groups, .size = sizeof(scatter_options), .run = run };
