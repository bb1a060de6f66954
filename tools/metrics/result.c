#include "metrics/result.h"

#include <math.h>

void
result_open(result *r, const cli *c, const char *path)
{
	*r = (result){ .sink = path ? sink_open_file(path) : sink_open(NULL, c) };
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
	int first;

	names_read("", list, &columns);
	first = result_names(r, &columns);
	names_free(&columns);
	return first;
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
