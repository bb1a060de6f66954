/* matrix-read -- from a file to a matrix: knows the file's format, and orders what is in it. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/pattern/matrix/matrix-file.h"
#include "lib/pattern/matrix/matrix.h"
#include "lib/stream/names.h"

/* One flow a pair: what is said of a pair several times is added up. */
static void
order(matrix *m)
{
	size_t kept = 0;

	matrix_sort(m);
	for (size_t i = 0; i < m->flows; i++) {
		matrix_flow *last = kept ? &m->flow[kept - 1] : NULL;

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

/* The reader of a file that begins so: a list has names in its first line, a dense matrix numbers, and so have graphs, whose names end in
 * .graph (METIS) and .grf (Scotch).  Monitoring may stand among what a program prints. */
static matrix_reader *
reader_of(const char *path, const char *line, bool monitoring)
{
	double number;
	char *cell;

	if (strncasecmp(line, "%%MatrixMarket", 14) == 0)
		return matrix_read_market;
	if (*line == '%' || gzlines_named(path, ".graph") || gzlines_named(path, ".metis"))
		return matrix_read_metis;
	if (gzlines_named(path, ".grf") || strcmp(line, "0") == 0)
		return matrix_read_scotch;
	if (*line == '<')
		return matrix_read_ipm;
	if (strncmp(line, "@ mpiP", 6) == 0)
		return matrix_read_mpip;
	if (monitoring || (strchr("EICDSR", line[0]) && (line[1] == '\t' || (line[1] == ' ' && isdigit((unsigned char)line[2])))))
		return matrix_read_monitoring;
	if (strstr(line, " templated_functions"))
		return matrix_read_tau;
	line += strspn(line, " \t");
	cell = xprintf("%.*s", (int)strcspn(line, ",; \t"), line);
	line = cell + (*cell == '+' || *cell == '-');
	return read_real(line, -MOST_WEIGHT, MOST_WEIGHT, &number) ? matrix_read_dense : matrix_read_list;
}

static matrix *
read_matrix(const char *path)
{
	matrix *m = xcalloc(1, sizeof *m);
	matrix_file f = { .m = m };
	matrix_reader *read;
	bool monitoring;

	m->file = path;
	f.in = gzlines_open(strcmp(path, "-") ? path : "./-");	/* standard input is the table */
	die_hint_not("--matrix");
	monitoring = gzlines_look(f.in, LOOKS_MONITORING);
	if (!monitoring && !gzlines_look(f.in, "XML"))
		gzlines_expect(f.in, "a matrix: src,dst,bytes, numbers, MatrixMarket, mpiP, IPM, TAU, Open MPI's monitoring, or a graph of METIS or Scotch");
	do {
		if (!matrix_next_line(&f))
			die(FAIL_DATA, "%s: no matrix is in it", path);
	} while (*f.line == '#');
	read = reader_of(path, f.line, monitoring);
	if (read == matrix_read_list || read == matrix_read_dense)
		f.between = strchr(f.line, ';') ? ";" : strchr(f.line, ',') ? "," : NULL;
	read(&f);
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

	all = xgrow(all, &room, (size_t)number + 1, sizeof *all);
	if (added)
		all[number] = read_matrix(xstrdup(path));
	return all[number];
}

ASCENDING_BY2(by_pair, matrix_flow, from, to)

double
matrix_bytes(const matrix *m, uint32_t from, uint32_t to)
{
	const matrix_flow key = { .from = from, .to = to }, *first = m->flow + m->first[from];
	const matrix_flow *f = m->flows ? bsearch(&key, first, m->first[from + 1] - m->first[from], sizeof key, by_pair) : NULL;

	return f ? f->bytes : 0;
}
