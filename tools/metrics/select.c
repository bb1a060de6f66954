/* select -- the rows that meet conditions, one in, one out. */
#include <float.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "lib/cli/units.h"
#include "lib/regex/regex.h"
#include "metrics/batsim.h"

typedef struct operator {
	const char *sign;
	bool less, equal, greater;	/* which outcomes of a comparison meet it */
	bool ordered;		/* asks which is greater, so that an absent value cannot meet it */
	bool regex, negated;
} operator;

/* What is asked of a cell, as "nodes>=16": by number where the value is one, by bytes where it is not. */
typedef struct condition {
	char *column;
	const operator *operator;
	const char *value;
	bool is_number;		/* the value is one: */
	double number;
	regex *regex;		/* of ~ and !~ */
} condition;

typedef struct conditions {
	condition *of;
	int count;
} conditions;

typedef struct select_options {
	names columns;
	conditions where;
	int to;			/* a word of --to; -1: not given */
} select_options;

static const select_options usual = { .to = -1 };

static const operator operators[] = {	/* longer signs first */
	{ "!=", true, false, true, false, false, false },
	{ "!~", false, false, false, false, true, true },
	{ "<=", true, true, false, true, false, false },
	{ ">=", false, true, true, true, false, false },
	{ "==", false, true, false, false, false, false },
	{ "=", false, true, false, false, false, false },
	{ "<", true, false, false, true, false, false },
	{ ">", false, false, true, true, false, false },
	{ "~", false, false, false, false, true, false },
	{ NULL, false, false, false, false, false, false }
};

/* The operator that `text` begins with, or NULL. */
static const operator *
find(const char *text)
{
	for (const operator *o = operators; o->sign; o++)
		if (strncmp(text, o->sign, strlen(o->sign)) == 0)
			return o;
	return NULL;
}

/* Add "COLUMN OPERATOR VALUE", written without blanks. */
static void
read_where(const char *option, const char *text, void *field)
{
	conditions *w = field;
	condition *c;
	const char *at = text, *why;
	size_t offset;

	w->of = xrealloc(w->of, (size_t)w->count + 1, sizeof *w->of);
	c = &w->of[w->count++];
	*c = (condition){ 0 };
	while (*at && !(c->operator = find(at)))
		at++;
	if (!c->operator || at == text)
		die(FAIL_USAGE, "%s: '%s': must be COL=VALUE, or with != < <= > >= ~ !~ instead of =", option, text);
	c->column = xprintf("%.*s", (int)(at - text), text);
	c->value = at + strlen(c->operator->sign);
	c->is_number = read_real(c->value, -DBL_MAX, DBL_MAX, &c->number);
	if (c->operator->ordered && c->value[0] == '\0')
		die(FAIL_USAGE, "%s: '%s': nothing to compare with", option, text);
	if (!c->operator->regex)
		return;
	c->regex = regex_compile(c->value, false, &offset, &why);
	if (!c->regex)
		die(FAIL_USAGE, "%s: '%s': %s, at offset %zu of the pattern", option, text, why, offset);
}

/* Negative, 0 or positive as the cell is less than the value, equal or greater. */
static int
compare(const condition *c, const char *cell, const char **why)
{
	int64_t a, b;
	double number;

	if (!c->is_number)
		return strcmp(cell, c->value);
	if (read_int(cell, INT64_MIN, INT64_MAX, &a) && read_int(c->value, INT64_MIN, INT64_MAX, &b))
		return (a > b) - (a < b);	/* exact beyond 2^53 */
	if (read_real(cell, -DBL_MAX, DBL_MAX, &number))
		return (number > c->number) - (number < c->number);
	if (c->operator->ordered)
		*why = "must be a number to be compared with one";
	return 1;	/* whatever it is, it is not equal */
}

/* Whether a cell meets it.  When that cannot be said *why tells what is wanted. */
static bool
is_met(const condition *c, const char *cell, const char **why)
{
	const operator *o = c->operator;
	int order;

	*why = NULL;
	if (o->regex)
		return regex_find(c->regex, cell, why) != o->negated;
	if (o->ordered && cell[0] == '\0')
		return false;
	order = compare(c, cell, why);
	return order < 0 ? o->less : order == 0 ? o->equal : o->greater;
}

/* Whether the row under way meets all conditions; their columns begin at handle `first`. */
static bool
meets(const conditions *w, const input *in, int first)
{
	for (int i = 0; i < w->count; i++) {
		const char *why;
		bool met = is_met(&w->of[i], input_text(in, first + i), &why);

		if (why)
			input_bad(in, first + i, why);
		if (!met)
			return false;
	}
	return true;
}

static void
run(const cli *c, void *given)
{
	const select_options *o = given;
	input in;
	result r;
	int written, asked, first = 0;

	input_open(&in, c->files);
	if (o->to >= 0)
		first = batsim_want(&in);
	written = o->to >= 0 ? in.wants : o->columns.count > 0 ? input_want_all(&in, &o->columns) : input_want_every(&in);
	asked = in.wants;
	for (int i = 0; i < o->where.count; i++)
		input_want(&in, o->where.of[i].column);
	result_open(&r, c, NULL);
	if (o->to >= 0)
		result_columns(&r, BATSIM_COLUMNS);
	else
		result_names(&r, o->columns.count > 0 ? &o->columns : &in.name);
	result_header(&r, input_origin(&in), NULL);
	while (input_next(&in)) {
		if (!meets(&o->where, &in, asked))
			continue;
		if (o->to >= 0)
			batsim_put(&r, &in, first);
		for (int i = written; i < asked; i++)
			sink_put(r.sink, i - written, input_text(&in, i));
		sink_row(r.sink, NULL);
		sink_flush(r.sink);
	}
	sink_close(r.sink);
}

static const cli_option known[] = {
	{ "where", "CONDITION", "COL=VALUE, or with != < <= > >=, or ~ and !~ for a regular expression (may be repeated: all must hold)",
		read_where, offsetof(select_options, where) },
	{ "columns", "COL[,COL...]", "write these columns only, in this order [all]", names_read, offsetof(select_options, columns) },
	{ "to", "batsim", "write jobs with their starts as Batsim's jobs.csv", NULL, offsetof(select_options, to) },
	{ 0 }
};
static const cli_rule rules[] = {
	{ "to", NULL, "columns", "--to has columns of its own: give no --columns" },
	{ 0 }
};

const subcommand subcommand_select = { "select", "the rows that meet conditions on their columns",
	"[FILE...]", "Write the rows that meet conditions.",
	.tables_only = true, .options = known, .rules = rules, .defaults = &usual, .size = sizeof(select_options), .run = run };
