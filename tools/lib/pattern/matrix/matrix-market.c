/* matrix-market -- files in the Matrix Market exchange format (Boisvert, Pozo and Remington,
 * NISTIR 5935, 1996): coordinate and array, real, integer and pattern, general and symmetric.
 *
 * Row i, column j is what rank i - 1 sends to rank j - 1.  An entry of a symmetric matrix stands for both
 * directions, each with the whole value. */
#include <inttypes.h>
#include <strings.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/pattern/matrix/matrix-file.h"

typedef struct banner {
	bool coordinate, pattern, symmetric;
} banner;

/* The cell is one of two words: is it the first? */
static bool
either(const matrix_file *f, const char *what, const char *cell, const char *first, const char *second)
{
	if (!cell || (strcasecmp(cell, first) != 0 && strcasecmp(cell, second) != 0))
		matrix_bad(f, what, cell, "must be %s or %s", first, second);
	return strcasecmp(cell, first) == 0;
}

static banner
read_banner(matrix_file *f)
{
	banner b = { false, false, false };
	char *cell;

	matrix_cell(f);
	cell = matrix_cell(f);
	if (!cell || strcasecmp(cell, "matrix") != 0)
		matrix_bad(f, "object", cell, "must be matrix");
	b.coordinate = either(f, "format", matrix_cell(f), "coordinate", "array");
	cell = matrix_cell(f);
	b.pattern = b.coordinate && cell && strcasecmp(cell, "pattern") == 0;
	if (!b.pattern)
		either(f, "field", cell, "real", b.coordinate && cell && strcasecmp(cell, "integer") != 0 ? "integer, or pattern" : "integer");
	b.symmetric = either(f, "symmetry", matrix_cell(f), "symmetric", "general");
	matrix_line_ends(f);
	return b;
}

/* Go on to the next line that is no comment. */
static bool
next_line(matrix_file *f)
{
	while (matrix_next_line(f))
		if (*f->line != '%')
			return true;
	return false;
}

static uint64_t
read_count(const matrix_file *f, const char *column, const char *cell, int64_t least, int64_t most)
{
	int64_t n;

	if (!cell || !read_int(cell, least, most, &n))
		matrix_bad(f, column, cell, "must be an integer from %" PRId64 " to %" PRId64, least, most);
	return (uint64_t)n;
}

/* How many entries follow the line with the sizes. */
static uint64_t
read_sizes(matrix_file *f, const banner *b)
{
	uint64_t rows, columns, entries;

	if (!next_line(f))
		die(FAIL_DATA, "%s: ends before the line with the number of rows", f->m->file);
	rows = read_count(f, "rows", matrix_cell(f), 1, MOST_RANKS);
	columns = read_count(f, "columns", matrix_cell(f), 1, MOST_RANKS);
	if (rows != columns)
		matrix_bad(f, NULL, NULL, "%" PRIu64 " rows and %" PRIu64 " columns: a rank has one of each", rows, columns);
	entries = b->symmetric ? rows * (rows + 1) / 2 : rows * columns;
	if (b->coordinate)
		entries = read_count(f, "entries", matrix_cell(f), 0, (int64_t)entries);
	matrix_line_ends(f);
	f->m->ranks = (uint32_t)rows;
	return entries;
}

static void
add(matrix_file *f, const banner *b, uint32_t row, uint32_t column, double weight)
{
	matrix_add(f, row, column, weight);
	if (b->symmetric && row != column)
		matrix_add(f, column, row, weight);
}

void
matrix_read_market(matrix_file *f)
{
	banner b = read_banner(f);
	uint64_t entries = read_sizes(f, &b);
	uint32_t row = 0, column = 0;	/* an array goes down its columns */
	const char *cell;

	f->m->stated = true;
	f->m->weighted = !b.pattern;
	for (uint64_t i = 0; i < entries; i++) {
		if (!next_line(f))
			die(FAIL_DATA, "%s: ends after %" PRIu64 " of %" PRIu64 " entries", f->m->file, i, entries);
		if (b.coordinate) {
			row = matrix_rank(f, "row", matrix_cell(f), 1, f->m->ranks);
			cell = matrix_cell(f);
			column = matrix_rank(f, "column", cell, 1, f->m->ranks);
			if (b.symmetric && row < column)
				matrix_bad(f, "column", cell, "a symmetric matrix has entries on and below its diagonal only");
		}
		add(f, &b, row, column, b.pattern ? 1 : matrix_weight(f, "value", matrix_cell(f)));
		matrix_line_ends(f);
		if (!b.coordinate && ++row == f->m->ranks)
			row = b.symmetric ? ++column : (column++, 0u);
	}
	if (next_line(f))
		matrix_bad(f, NULL, NULL, "more than %" PRIu64 " entries", entries);
}
