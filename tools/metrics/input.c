/* input -- one table after another, seen through the columns that are wanted. */
#include "metrics/input.h"

#include <float.h>
#include <string.h>

#include "lib/cli/units.h"

const input_choice input_choices[] = {
	{ "alloc", NULL }, { "map", "linear" }, { "routing", NULL }, { "schedule", NULL }, { "router", "output" }, { "speedup", "1" },
	{ "crossbar_bits_per_s", "none" }, { "output_buffer_bytes", "none" }, { "machine", NULL }, { NULL, NULL }
};

const char *
input_usual(const char *name)
{
	const input_choice *k = input_choices;

	while (k->name && strcmp(k->name, name) != 0)
		k++;
	return k->usual;
}

/* What stands in every cell of a column that the table lacks: the machine is in its preamble, and what was chosen, where one of several
 * tables does not say it, is the usual.  NULL: the table must not lack the column. */
static const char *
text_for(const input *in, const wanted *w)
{
	if (in->table->machine && strcmp(w->name, "machine") == 0)
		return in->table->machine;
	return w->absent || in->alone ? w->absent : input_usual(w->name);
}

static int
find(const input *in, const wanted *w)
{
	return text_for(in, w) ? table_column(in->table, w->name) : table_need(in->table, w->name);
}

static void
open_next(input *in)
{
	in->table = table_open(*in->file);
	if (*in->file)
		in->file++;
	for (int i = 0; in->alike && i < in->table->columns; i++)
		if (names_find(&in->name, in->table->name[i]) == UINT32_MAX)
			die(FAIL_DATA, "%s: column '%s' is not in %s", in->table->file, in->table->name[i], in->first);
	for (int i = 0; i < in->wants; i++)
		in->want[i].column = find(in, &in->want[i]);
}

void
input_open(input *in, char **files)
{
	static char *standard_input[] = { NULL };

	*in = (input){ .alone = !files || !files[1], .file = files ? files : standard_input };
	open_next(in);
	in->first = xstrdup(in->table->file);
	for (int i = 0; i < in->table->columns; i++)
		names_add(&in->name, in->table->name[i], NULL);
}

void
input_close(input *in)
{
	table_close(in->table);
}

int
input_wish(input *in, const char *name, const char *absent)
{
	wanted w = { name, absent, -1 };

	w.column = find(in, &w);
	in->want = xrealloc(in->want, (size_t)in->wants + 1, sizeof *in->want);
	in->want[in->wants] = w;
	return in->wants++;
}

int
input_want(input *in, const char *name)
{
	return input_wish(in, name, NULL);
}

int
input_want_all(input *in, const names *columns)
{
	int first = in->wants;

	for (uint32_t i = 0; i < columns->count; i++)
		input_want(in, names_at(columns, i));
	return first;
}

int
input_want_every(input *in)
{
	in->alike = true;
	return input_want_all(in, &in->name);
}

bool
input_next(input *in)
{
	while (!table_next(in->table, &in->row)) {
		if (!*in->file)
			return false;
		table_close(in->table);
		open_next(in);
	}
	return true;
}

const char *
input_text(const input *in, int want)
{
	const wanted *w = &in->want[want];

	return w->column < 0 ? text_for(in, w) : in->row.cell[w->column];
}

const char *
input_name(const input *in, int want)
{
	const char *text = input_text(in, want);

	if (text[0] == '\0')
		input_bad(in, want, "must not be empty");
	return text;
}

bool
input_number(const input *in, int want, double min, double *value)
{
	const char *text = input_text(in, want);

	if (text[0] == '\0')
		return false;
	if (!read_real(text, -DBL_MAX, DBL_MAX, value))
		input_bad(in, want, "must be a number");
	if (*value < min)
		table_bad(in->table, &in->row, in->want[want].column, "must be at least %g", min);
	return true;
}

double
input_real(const input *in, int want, double min, double absent)
{
	double value;

	return input_number(in, want, min, &value) ? value : absent;
}

void
input_bad(const input *in, int want, const char *what)
{
	table_bad(in->table, &in->row, in->want[want].column, "%s", what);
}
