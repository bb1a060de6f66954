/* matrix-dense -- a square of numbers: line i, column j is what rank i sends to rank j.
 *
 * Between numbers are blanks, or commas or semicolons if the first line has one. */
#include <inttypes.h>

#include "lib/cli/cli.h"
#include "lib/pattern/matrix/matrix-file.h"

/* What numbers in few columns may be instead. */
static const char *
hint(uint32_t columns)
{
	return columns == 3 ? ", and a list of pairs a first line such as src,dst,bytes" :
		columns == 2 ? "; a graph of METIS has a name that ends in .graph" : "";
}

/* Read a line of that many numbers (0: the first one, which has as many as it has). */
static uint32_t
read_row(matrix_file *f, uint32_t from, uint32_t columns)
{
	uint32_t to = 0;
	char *cell;

	while ((cell = matrix_cell(f))) {
		char column[32];

		if (columns && to == columns)
			matrix_bad(f, NULL, NULL, "more than %" PRIu32 " numbers, which the first line has", columns);
		snprintf(column, sizeof column, "column %" PRIu32, to + 1);
		matrix_add(f, from, to++, matrix_weight(f, column, cell));
	}
	if (to < columns)
		matrix_bad(f, NULL, NULL, "%" PRIu32 " numbers; the first line has %" PRIu32 "%s", to, columns, columns == 2 ? hint(2) : "");
	return to;
}

void
matrix_read_dense(matrix_file *f)
{
	uint32_t columns = read_row(f, 0, 0), rows = 1;

	while (matrix_next_line(f)) {
		if (rows == columns)
			matrix_bad(f, NULL, NULL, "more than %" PRIu32 " lines of %" PRIu32 " numbers: a matrix has as many of both%s", columns, columns,
				hint(columns));
		read_row(f, rows++, columns);
	}
	if (rows < columns)
		die(FAIL_DATA, "%s: %" PRIu32 " lines of %" PRIu32 " numbers: a matrix has as many of both%s", f->m->file, rows, columns,
			hint(columns));
	f->m->ranks = columns;
	f->m->stated = f->m->weighted = true;
}
