/* matrix-file -- a file cut into cells, and what the readers of the formats found there. */
#include "lib/pattern/matrix/matrix-file.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"
#include "lib/cli/units.h"

void
matrix_bad(const matrix_file *f, const char *column, const char *value, const char *wanted, ...)
{
	va_list args;
	char *reason;

	va_start(args, wanted);
	reason = xvprintf(wanted, args);
	va_end(args);
	if (column && value)
		die(FAIL_DATA, "%s:%ld: %s: '%.60s': %s", f->m->file, gzlines_line(f->in), column, value, reason);
	die(FAIL_DATA, "%s:%ld: %s%s%s", f->m->file, gzlines_line(f->in), column ? column : "", column ? ": " : "", reason);
}

bool
matrix_next_line(matrix_file *f)
{
	size_t length;

	do {
		f->line = gzlines_next(f->in, &length);
		if (f->line && strlen(f->line) < length)
			matrix_bad(f, NULL, NULL, "has a NUL");
	} while (f->line && f->line[strspn(f->line, " \t")] == '\0');
	f->rest = f->line;
	f->cells = 0;
	return f->line;
}

char *
matrix_cell(matrix_file *f)
{
	char *cell, *end;

	if (!f->rest)
		return NULL;
	cell = f->rest + strspn(f->rest, " \t");
	if (!f->between && !*cell)
		return f->rest = NULL;
	end = cell + strcspn(cell, f->between ? f->between : " \t");
	f->rest = *end ? end + 1 : NULL;
	while (end > cell && isblank((unsigned char)end[-1]))
		end--;
	*end = '\0';
	f->cells++;
	return cell;
}

void
matrix_line_ends(matrix_file *f)
{
	char *more = matrix_cell(f);

	if (more)
		matrix_bad(f, NULL, NULL, "'%.60s': the line has more cells than it should", more);
}

uint32_t
matrix_rank(const matrix_file *f, const char *column, const char *cell, uint32_t low, uint32_t ranks)
{
	int64_t rank;

	if (!cell)
		matrix_bad(f, column, NULL, "must be given");
	if (!read_int(cell, low, (int64_t)low + ranks - 1, &rank))
		matrix_bad(f, column, cell, "must be a rank from %" PRIu32 " to %" PRId64, low, (int64_t)low + ranks - 1);
	return (uint32_t)(rank - low);
}

double
matrix_weight(const matrix_file *f, const char *column, const char *cell)
{
	double weight;

	if (!cell)
		matrix_bad(f, column, NULL, "must be given");
	if (!read_real(cell + (*cell == '+'), -MOST_WEIGHT, MOST_WEIGHT, &weight))
		matrix_bad(f, column, cell, "must be a number from 0 to 1e15");
	if (weight < 0)
		matrix_bad(f, column, cell, "is a negative weight");
	return weight;
}

void
matrix_add(matrix_file *f, uint32_t from, uint32_t to, double weight)
{
	matrix *m = f->m;
	long line = gzlines_line(f->in);

	if (weight == 0)
		return;
	if (from == to) {
		if (f->selves++ == 0)
			f->self_line = line;
		return;
	}
	m->flow = xgrow(m->flow, &f->room, m->flows + 1, sizeof *m->flow);
	m->flow[m->flows++] = (matrix_flow){ from, to, (uint32_t)line, weight };
}

ASCENDING_BY3(compare, matrix_flow, from, to, line)

void
matrix_sort(matrix *m)
{
	if (m->flows)
		qsort(m->flow, m->flows, sizeof *m->flow, compare);
}
