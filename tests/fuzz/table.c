/* fuzz: any bytes as a table: preamble, header, cases, and every cell as whatever it may be. */
#include "fuzz/fuzz.h"
#include "lib/stream/lists.h"
#include "lib/stream/table.h"

/* What a cell says must not depend on what else is asked of it; errors end the input. */
static void
read_cells(const table *t, const row *r)
{
	for (int i = 0; i < t->columns; i++) {
		char kind = t->name[i][0];

		if (kind == 'i')
			cell_int(t, r, i, -5, INT64_MAX, 0);
		else if (kind == 'r')
			cell_real(t, r, i, -1e9, 1e300, 0);
		else if (kind == 't')
			FUZZ_LAW(cell_time(t, r, i, 0) >= 0);
		else
			FUZZ_LAW(cell_text(r, i) == r->cell[i]);
	}
}

void
fuzz_one(const char *text, size_t length)
{
	table *t = table_open(fuzz_file(0, text, length));
	long line = 0;
	batch b;

	while (table_next_case(t, &b)) {
		FUZZ_LAW(b.rows > 0);
		for (int i = 0; i < b.rows; i++) {
			FUZZ_LAW(b.row[i].line > line);
			line = b.row[i].line;
			read_cells(t, &b.row[i]);
		}
	}
	table_close(t);
}
