/* matrix-list -- a line a pair: two ranks and how many bytes.
 *
 * The first line names the columns, in any order; others beside these three are left alone.  src,dst says who sends: lines of one pair are
 * added up, so a list of single messages will do.  rank_a,rank_b, or a column bytes_both_directions, says what two ranks exchange: each
 * sends half of it, the lower one the odd byte, and no pair has a second line. */
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "lib/cli/cli.h"
#include "lib/pattern/matrix/matrix-file.h"

enum { FROM, TO, BYTES, COLUMNS };

typedef struct heading {
	const char *name;
	int column;
	bool both;		/* it speaks of both directions */
} heading;

static const heading headings[] = {
	{ "src", FROM, false }, { "source", FROM, false }, { "from", FROM, false }, { "sender", FROM, false },
	{ "dst", TO, false }, { "dest", TO, false }, { "destination", TO, false }, { "target", TO, false },
	{ "to", TO, false }, { "receiver", TO, false },
	{ "rank_a", FROM, true }, { "rank_b", TO, true },
	{ "bytes", BYTES, false }, { "weight", BYTES, false }, { "volume", BYTES, false },
	{ "bytes_both_directions", BYTES, true },
	{ NULL, 0, false }
};

typedef struct matrix_list {
	int at[COLUMNS];	/* which cell of a line */
	char *name[COLUMNS];
	bool both;
} matrix_list;

/* A cell without the quotes around it. */
static char *
bare(char *cell)
{
	size_t n = cell ? strlen(cell) : 0;

	if (n < 2 || *cell != '"' || cell[n - 1] != '"')
		return cell;
	cell[n - 1] = '\0';
	return cell + 1;
}

static void
read_header(matrix_file *f, matrix_list *l)
{
	const heading *h;
	char *cell;

	*l = (matrix_list){ .at = { -1, -1, -1 } };
	while ((cell = bare(matrix_cell(f)))) {
		for (h = headings; h->name && strcasecmp(h->name, cell) != 0; h++)
			;
		if (!h->name)
			continue;
		if (l->at[h->column] >= 0)
			matrix_bad(f, cell, NULL, "says the same as the column '%s'", l->name[h->column]);
		l->at[h->column] = f->cells - 1;
		l->name[h->column] = xstrdup(cell);
		l->both |= h->both;
	}
	if (l->at[FROM] < 0 || l->at[TO] < 0 || l->at[BYTES] < 0)
		matrix_bad(f, NULL, NULL, "no matrix that is known: neither %%%%MatrixMarket, nor a report of mpiP or IPM, nor numbers, nor a list "
			"with the columns src,dst,bytes or rank_a,rank_b,bytes");
}

static void
read_pair(matrix_file *f, const matrix_list *l, uint32_t *from, uint32_t *to, double *bytes)
{
	const char *found[COLUMNS] = { NULL };
	char *cell;

	while ((cell = bare(matrix_cell(f))))
		for (int i = 0; i < COLUMNS; i++)
			if (f->cells - 1 == l->at[i])
				found[i] = cell;
	*from = matrix_rank(f, l->name[FROM], found[FROM], 0, MOST_RANKS);
	*to = matrix_rank(f, l->name[TO], found[TO], 0, MOST_RANKS);
	*bytes = matrix_weight(f, l->name[BYTES], found[BYTES]);
}

/* What pairs exchange becomes what each of the two sends. */
static void
halve(matrix *m)
{
	size_t n = m->flows;

	m->flow = xrealloc(m->flow, 2 * n + 1, sizeof *m->flow);
	matrix_sort(m);
	for (size_t i = 0; i < n; i++)
		if (i && m->flow[i].from == m->flow[i - 1].from && m->flow[i].to == m->flow[i - 1].to)
			die(FAIL_DATA, "%s:%" PRIu32 ": the pair %" PRIu32 ",%" PRIu32 " is in line %" PRIu32 " already",
				m->file, m->flow[i].line, m->flow[i].from, m->flow[i].to, m->flow[i - 1].line);
	for (size_t i = 0; i < n; i++) {
		matrix_flow *low = &m->flow[i], high = { low->to, low->from, low->line, low->bytes / 2 };

		if (floor(low->bytes) == low->bytes)
			high.bytes = floor(high.bytes);
		low->bytes -= high.bytes;
		if (high.bytes > 0)
			m->flow[m->flows++] = high;
	}
}

void
matrix_read_list(matrix_file *f)
{
	uint32_t from, to, highest = 0;
	double bytes;
	matrix_list l;

	read_header(f, &l);
	while (matrix_next_line(f)) {
		read_pair(f, &l, &from, &to, &bytes);
		if (f->m->highest_line == 0 || from > highest || to > highest) {
			highest = from > to ? from : to;
			f->m->highest_line = (uint32_t)gzlines_line(f->in);
		}
		if (l.both && from > to)
			matrix_add(f, to, from, bytes);
		else
			matrix_add(f, from, to, bytes);
	}
	f->m->ranks = highest + 1;
	f->m->weighted = true;
	if (l.both)
		halve(f->m);
}
