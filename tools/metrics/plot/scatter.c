/* scatter -- a point for each row; of a table of metrics compare, one class of jobs against the other (the first paper's Fig. 10). */
#include <math.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "metrics/plot/chart.h"
#include "metrics/plot/gnuplot.h"
#include "metrics/plot/marks.h"

/* What metrics compare wrote. */
typedef struct compared {
	char *name[AXES];	/* what stands beside the axis; NULL: it is no such table */
	marks_options columns;
} compared;

/* Is there a column of this name?  NULL: none. */
static char *
column_if(const input *in, char *name)
{
	return names_find(&in->name, name) != UINT32_MAX ? name : NULL;
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
take_class(compared *x, const input *in, const char *column, const char *class, int axis)
{
	x->columns.column[axis] = column;
	x->name[axis] = xprintf("%s: ratio to %s", class, baseline_of(in->table));
}

/* Its shares have ratio_CLASS, ratio_CLASS_low and ratio_CLASS_high, its points end in alloc and the classes. */
static void
find_comparison(compared *x, const input *in)
{
	uint32_t n = in->name.count, classes = 0;

	for (uint32_t i = 0; i < n; i++) {
		const char *name = names_at(&in->name, i);
		char *low = column_if(in, xprintf("%s_low", name)), *high = column_if(in, xprintf("%s_high", name));

		if (strncmp(name, "ratio_", 6) != 0 || !low || !high)
			continue;
		if (classes < AXES) {
			take_class(x, in, name, name + 6, (int)classes);
			x->columns.end[classes][0] = low;
			x->columns.end[classes][1] = high;
		}
		classes++;
	}
	if (classes == 0 && n >= 3 && strcmp(names_at(&in->name, n - 3), "alloc") == 0)
		for (; classes < AXES; classes++)
			take_class(x, in, names_at(&in->name, n - 2 + classes), names_at(&in->name, n - 2 + classes), (int)classes);
	if (classes != AXES)
		die(FAIL_USAGE, "--x and --y are required, as %s is no table of metrics compare with two classes of jobs", in->first);
	if (!x->columns.by || strcmp(x->columns.by, "alloc") == 0) {
		x->columns.by = "alloc";
		x->columns.skipped = "all";	/* the shares' sum of all policies */
	}
}

static void
read_points(marks *m, compared *x, char **files)
{
	const char *const *column = x->columns.column;
	input in;

	input_open(&in, files);
	if (!column[ACROSS] != !column[UP])
		die(FAIL_USAGE, "--x and --y: a point has both");
	if (!column[ACROSS])
		find_comparison(x, &in);
	marks_read(m, &x->columns, &in, MARKS_POINTS);
	for (int axis = 0; axis < AXES && x->name[axis]; axis++) {	/* where the baseline is */
		m->least[axis] = fmin(m->least[axis], 1);
		m->most[axis] = fmax(m->most[axis], 1);
	}
}

/* The axes; what values are divided by goes to size[]. */
static void
write_axes(picture *p, const marks *m, const compared *x, double *size)
{
	for (int axis = 0; axis < AXES; axis++) {
		char letter = axis == ACROSS ? 'x' : 'y';
		bool log = x->columns.log[axis];

		size[axis] = chart_axis(p, letter, x->name[axis] ? x->name[axis] : x->columns.column[axis], m->least[axis], m->most[axis], log);
		chart_range(p, letter, m->least[axis] / size[axis], m->most[axis] / size[axis], log);
	}
	fputs("set grid xtics\n", p->script);
	if (x->name[ACROSS])
		fputs("set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead dt 2 lc rgb '#777777'\n"
			"set arrow 2 from first 1, graph 0 to first 1, graph 1 nohead dt 2 lc rgb '#777777'\n", p->script);
}

static void
run(const cli *c, void *given)
{
	const marks_picture *o = given;
	compared x = { .columns = o->marks };
	double size[AXES];
	picture p;
	marks m;

	picture_open(&p, &o->picture);
	read_points(&m, &x, c->files);
	picture_begin(&p);
	write_axes(&p, &m, &x, size);
	marks_write(&p, &m, "points", size, NULL);
	for (size_t i = 0; i < m.count && m.of[i].label; i++) {
		const mark *k = &m.of[i];

		fprintf(p.script, "set label %zu at %.*g,%.*g offset 0.6,0.4 ", i + 2, p.digits, k->at[ACROSS] / size[ACROSS],
			p.digits, k->at[UP] / size[UP]);
		gnuplot_text(p.script, k->label);
		fputs("\n", p.script);
	}
	fputs("plot " MARKS_INTERVALS("1.2"), p.script);
	for (uint32_t g = 0; g < m.group.count; g++) {
		fprintf(p.script, ", $points%u using 1:2 with points pt %d ps %.9g", g, palette[g].symbol, m.count > 200 ? 0.5 : 0.9);
		chart_group(&p, g, names_at(&m.group, g), x.columns.by);
	}
	fputs("\n", p.script);
	picture_close(&p);
}

#define AT(field) offsetof(marks_options, field)

static const cli_option known[] = {
	{ "x", "COL", "the column across [metrics compare's first class]", option_text, AT(column[ACROSS]) },
	{ "y", "COL", "the column up [its second class]", option_text, AT(column[UP]) },
	{ "by", "COL", "rows that are alike in it have one colour [all rows, metrics compare's alloc]", option_text, AT(by) },
	{ "label", "COL", "write it beside each point", option_text, AT(label) },
	{ "log", "x|y", "make that axis logarithmic (may be repeated)", chart_read_log, AT(log) },
	{ 0 }
};

static const cli_option_group groups[] = {
	{ known, offsetof(marks_picture, marks) },
	{ picture_options_known, offsetof(marks_picture, picture) },
	{ chart_options_known, offsetof(marks_picture, picture) },
	{ 0 }
};

const subcommand plot_scatter = { "scatter", "a point for each row; of metrics compare, one class of jobs against the other",
	"[FILE...]", "Draw a point for each row, or the two classes that metrics compare compared.",
	.tables_only = true, .groups = groups, .size = sizeof(marks_picture), .run = run };
