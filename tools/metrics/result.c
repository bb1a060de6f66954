/* result -- a sink whose columns come from options and data, so that two may clash. */
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
	if (words_find(&r->name, name) >= 0)
		die(FAIL_USAGE, "two columns of the result would be called '%s'", name);
	words_add(&r->name, name);
	return sink_own(r->sink, name);
}

int
result_columns(result *r, const words *names)
{
	int first = r->name.count;

	for (int i = 0; i < names->count; i++)
		result_column(r, names->word[i]);
	return first;
}

void
result_header(result *r, const input *in)
{
	if (in->alone)
		sink_preamble(r->sink, in->table);
	sink_header(r->sink, NULL);
}

void
result_real(result *r, int column, double value)
{
	if (isfinite(value))
		sink_put_real(r->sink, column, value);
}
