#include "metrics/result.h"

#include <math.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

void
result_open(result *r, const cli *c, const char *path)
{
	*r = (result){ .sink = path ? sink_open_file(path) : sink_open(NULL, c) };
}

void
result_open_tall(result *r, const cli *c)
{
	bool tall = isatty(STDOUT_FILENO) && !c->json;

	*r = (result){ .sink = tall ? sink_open_memory(NULL, c) : sink_open(NULL, c), .tall = tall };
}

static int
line_width(void)
{
	struct winsize size;

	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/* How much room a row takes when it stands upright. */
static int
room_of(int columns, char *const *cell)
{
	size_t widest = 0;

	for (int i = 0; i < columns; i++)
		widest = strlen(cell[i]) > widest ? strlen(cell[i]) : widest;
	return (int)widest + 2;
}

/* Rows from `first` on, as many as the terminal has room for, and one at least; the first behind them. */
static size_t
show_rows(const table *t, char **cell, size_t first, size_t rows)
{
	int left = room_of(t->columns, t->name), used = left;
	size_t end = first;

	do
		used += room_of(t->columns, cell + end++ * (size_t)t->columns);
	while (end < rows && used + room_of(t->columns, cell + end * (size_t)t->columns) <= line_width());
	for (int i = 0; i < t->columns; i++) {
		printf("%-*s", left, t->name[i]);
		for (size_t k = first; k < end; k++) {
			char **upright = cell + k * (size_t)t->columns;

			printf("%*s", room_of(t->columns, upright), upright[i]);
		}
		puts("");
	}
	return end;
}

void
result_close(result *r)
{
	size_t length = 0, rows = 0, room = 0;
	char *text = r->tall ? sink_take(r->sink, &length) : NULL, **cell = NULL;
	table *t = text ? table_open_text("result", text, length) : NULL;
	row in;

	sink_close(r->sink);
	if (!t)
		return;
	for (; table_next(t, &in); rows++) {
		cell = xgrow(cell, &room, (rows + 1) * (size_t)t->columns, sizeof *cell);
		for (int i = 0; i < t->columns; i++)
			cell[rows * (size_t)t->columns + (size_t)i] = xstrdup(in.cell[i]);
	}
	for (size_t k = 0; k < rows; fputs(k < rows ? "\n" : "", stdout))
		k = show_rows(t, cell, k, rows);
	table_close(t);
}

int
result_column(result *r, const char *name)
{
	bool added;

	names_add(&r->name, name, &added);
	if (!added)
		die(FAIL_USAGE, "two columns of the result would be called '%s'", name);
	return sink_own(r->sink, name);
}

int
result_names(result *r, const names *columns)
{
	int first = (int)r->name.count;

	for (uint32_t i = 0; i < columns->count; i++)
		result_column(r, names_at(columns, i));
	return first;
}

int
result_columns(result *r, const char *list)
{
	names columns = { 0 };

	names_read("", list, &columns);
	return result_names(r, &columns);
}

int
result_find(const result *r, const char *name)
{
	return (int)names_find(&r->name, name);
}

void
result_header(result *r, const table *from, const char *machine)
{
	if (from)
		sink_preamble(r->sink, from);
	sink_header(r->sink, machine);
}

void
result_real(result *r, int column, double value)
{
	if (isfinite(value))
		sink_put_real(r->sink, column, value);
}

int
result_reals(result *r, int column, size_t n, const double *value)
{
	for (size_t i = 0; i < n; i++)
		result_real(r, column++, value[i]);
	return column;
}
