/* matrix-file -- from a file to a matrix: knows its format, cuts it into cells, and sorts what the
 * readers of the formats found. */
#include "lib/pattern/matrix/matrix-file.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/stream/names.h"

#define MOST_WEIGHT 1e15	/* as much as a message may have */

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
	if (!f->commas && !*cell)
		return f->rest = NULL;
	end = cell + strcspn(cell, f->commas ? "," : " \t");
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
	if (m->flows == f->room) {
		f->room = f->room ? 2 * f->room : 1024;
		m->flow = xrealloc(m->flow, f->room, sizeof *m->flow);
	}
	m->flow[m->flows++] = (flow){ from, to, (uint32_t)line, weight };
}

static int
compare(const void *a, const void *b)
{
	const flow *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->to != y->to)
		return x->to < y->to ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

void
matrix_sort(matrix *m)
{
	if (m->flows)
		qsort(m->flow, m->flows, sizeof *m->flow, compare);
}

/* One flow a pair: what is said of a pair several times is added up. */
static void
order(matrix *m)
{
	size_t kept = 0;

	matrix_sort(m);
	for (size_t i = 0; i < m->flows; i++) {
		flow *last = kept ? &m->flow[kept - 1] : NULL;

		if (last && last->from == m->flow[i].from && last->to == m->flow[i].to)
			last->bytes += m->flow[i].bytes;
		else
			m->flow[kept++] = m->flow[i];
	}
	m->flows = kept;
	m->first = xcalloc((size_t)m->ranks + 1, sizeof *m->first);
	for (size_t i = 0; i < m->flows; i++)
		m->first[m->flow[i].from + 1]++;
	for (uint32_t r = 0; r < m->ranks; r++)
		m->first[r + 1] += m->first[r];
}

/* The reader of a file that begins so: a list has names in its first line, a dense matrix numbers. */
static void (*
reader_of(const char *line))(matrix_file *)
{
	double number;
	char *cell;
	bool dense;

	if (strncasecmp(line, "%%MatrixMarket", 14) == 0)
		return matrix_read_market;
	if (strncmp(line, "@ mpiP", 6) == 0)
		return matrix_read_mpip;
	line += strspn(line, " \t");
	cell = strndup(line, strcspn(line, ", \t"));
	if (!cell)
		die(FAIL_DATA, "out of memory");
	dense = read_real(cell + (*cell == '+' || *cell == '-'), -MOST_WEIGHT, MOST_WEIGHT, &number);
	free(cell);
	return dense ? matrix_read_dense : matrix_read_list;
}

static matrix *
read_matrix(const char *path)
{
	matrix *m = xcalloc(1, sizeof *m);
	matrix_file f = { .m = m };

	m->file = path;
	f.in = gzlines_open(strcmp(path, "-") ? path : "./-");	/* standard input is the table */
	do {
		if (!matrix_next_line(&f))
			die(FAIL_DATA, "%s: no matrix is in it", path);
	} while (*f.line == '#');
	f.commas = strchr(f.line, ',');
	reader_of(f.line)(&f);
	order(m);
	gzlines_close(f.in);
	if (f.selves)
		warn("%s:%ld: a rank sends to itself: left out, %zu such entries in all", path, f.self_line, f.selves);
	return m;
}

matrix *
matrix_of(const char *path)
{
	static names paths;
	static matrix **all;
	static size_t room;
	bool added;
	uint32_t number = names_add(&paths, path, &added);

	if (number >= room) {
		room = room ? 2 * room : 8;
		all = xrealloc(all, room, sizeof(matrix *));
	}
	if (added)
		all[number] = read_matrix(xstrdup(path));
	return all[number];
}

double
matrix_bytes(const matrix *m, uint32_t from, uint32_t to)
{
	size_t low = m->first[from], end = m->first[from + 1], high = end;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (m->flow[middle].to < to)
			low = middle + 1;
		else
			high = middle;
	}
	return low < end && m->flow[low].to == to ? m->flow[low].bytes : 0;
}
