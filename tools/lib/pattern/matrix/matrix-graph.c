/* matrix-graph -- graphs of tasks as METIS and Scotch have them: who exchanges how much with whom.
 *
 * Formats: METIS 5.1.0's manual (n, edges, what has weights; a line a vertex, from 1), and Scotch 7's guide (0; vertices and arcs; base and
 * what has weights; degree and neighbours).  Each end of an edge sends its weight to the other, 1 where there is none. */
#include <inttypes.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/pattern/matrix/matrix-file.h"

/* A whole number in [least, most]; `fallback` where the cell is missing, which is below 0 where it must be there. */
static int64_t
whole(const matrix_file *f, const char *what, const char *cell, int64_t least, int64_t most, int64_t fallback)
{
	int64_t n = fallback;

	if (!cell && fallback < 0)
		matrix_bad(f, what, NULL, "must be given");
	if (cell && !read_int(cell, least, most, &n))
		matrix_bad(f, what, cell, "must be a whole number from %" PRId64 " to %" PRId64, least, most);
	return n;
}

/* Three digits, each 0 or 1, of which leading ones may be missing. */
static void
read_flags(const matrix_file *f, const char *cell, bool flag[3])
{
	size_t n = cell ? strlen(cell) : 0;

	if (n > 3 || (cell && strspn(cell, "01") != n))
		matrix_bad(f, "format", cell, "must be up to three digits, 0 or 1, that say what has weights");
	for (size_t i = 0; i < 3; i++)
		flag[i] = n + i >= 3 && cell[n + i - 3] == '1';
}

/* The line of the next vertex of METIS, which is blank where it has no neighbour; false at the end. */
static bool
next_vertex(matrix_file *f)
{
	size_t length;

	do
		f->line = gzlines_next(f->in, &length);
	while (f->line && *f->line == '%');
	f->rest = f->line;
	f->cells = 0;
	return f->line;
}

void
matrix_read_metis(matrix_file *f)
{
	int64_t ranks, edges, weights, arcs = 0;
	bool flag[3];		/* sizes, weights of vertices, of edges */
	const char *cell;

	if (*f->line == '%' && !next_vertex(f))
		die(FAIL_DATA, "%s: no graph of METIS is in it", f->m->file);
	ranks = whole(f, "vertices", matrix_cell(f), 1, MOST_RANKS, -1);
	edges = whole(f, "edges", matrix_cell(f), 0, INT64_MAX / 2, -1);
	read_flags(f, matrix_cell(f), flag);
	weights = flag[1] ? whole(f, "ncon", matrix_cell(f), 1, INT32_MAX, 1) : 0;
	f->m->ranks = (uint32_t)ranks;
	for (uint32_t from = 0; from < ranks; from++) {
		if (!next_vertex(f))
			die(FAIL_DATA, "%s: ends after the lines of %" PRIu32 " of %" PRId64 " vertices", f->m->file, from, ranks);
		for (int64_t skip = flag[0] + weights; skip > 0; skip--)
			matrix_weight(f, "weight of a vertex", matrix_cell(f));
		for (; (cell = matrix_cell(f)); arcs++) {
			uint32_t to = matrix_rank(f, "neighbour", cell, 1, f->m->ranks);

			matrix_add(f, from, to, flag[2] ? matrix_weight(f, "weight of an edge", matrix_cell(f)) : 1);
		}
	}
	if (arcs != 2 * edges)
		die(FAIL_DATA, "%s: says %" PRId64 " edges, each in the lines of both its ends, and has %" PRId64 " neighbours in its lines", f->m->file,
			edges, arcs);
	f->m->stated = true;
	f->m->weighted = flag[2];
}

/* The next number of a graph of Scotch, wherever its lines end. */
static const char *
next_cell(matrix_file *f)
{
	const char *cell;

	while (!(cell = matrix_cell(f)))
		if (!matrix_next_line(f))
			die(FAIL_DATA, "%s: this graph of Scotch ends before its last vertex", f->m->file);
	return cell;
}

void
matrix_read_scotch(matrix_file *f)
{
	int64_t ranks, arcs, base, degree, sum = 0;
	bool flag[3];		/* labels of vertices, weights of edges, of vertices */

	next_cell(f);
	ranks = whole(f, "vertices", next_cell(f), 1, MOST_RANKS, -1);
	arcs = whole(f, "arcs", next_cell(f), 0, INT64_MAX, -1);
	base = whole(f, "base", next_cell(f), 0, 1, -1);
	read_flags(f, next_cell(f), flag);
	if (flag[0])
		matrix_bad(f, "format", NULL, "vertices with labels are not read: save the graph without them");
	f->m->ranks = (uint32_t)ranks;
	for (uint32_t from = 0; from < ranks; from++) {
		if (flag[2])
			matrix_weight(f, "weight of a vertex", next_cell(f));
		degree = whole(f, "degree", next_cell(f), 0, MOST_RANKS, -1);
		sum += degree;
		for (int64_t i = 0; i < degree; i++) {
			double weight = flag[1] ? matrix_weight(f, "weight of an edge", next_cell(f)) : 1;

			matrix_add(f, from, matrix_rank(f, "neighbour", next_cell(f), (uint32_t)base, f->m->ranks), weight);
		}
	}
	if (sum != arcs)
		die(FAIL_DATA, "%s: says %" PRId64 " arcs, and has %" PRId64, f->m->file, arcs, sum);
	f->m->stated = true;
	f->m->weighted = flag[1];
}
