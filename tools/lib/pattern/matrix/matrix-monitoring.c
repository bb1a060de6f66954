/* matrix-monitoring -- what Open MPI's monitoring (pml_monitoring) writes at the end of a run, of one rank or of all:
 *	E	0	1	8192 bytes	8 msgs sent	0,0,0,8
 *	D	MPI_COMM_WORLD	procs: 0,1,2,3
 *
 * E is what a program sent point to point.  The messages that collectives are made of (I) and their sums (C, O2A, A2O, A2A) are passed
 * over: how they are sent changes with the order of ranks.  A line D of all ranks says how many there are. */
#include <inttypes.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"
#include "lib/pattern/matrix/matrix-file.h"

static void
read_flow(matrix_file *f)
{
	uint32_t from = matrix_rank(f, "source", matrix_cell(f), 0, UINT32_MAX - 1);
	uint32_t to = matrix_rank(f, "destination", matrix_cell(f), 0, UINT32_MAX - 1);
	uint32_t most = from > to ? from : to;

	matrix_add(f, from, to, matrix_weight(f, "bytes", matrix_cell(f)));
	if (most >= f->m->ranks)
		f->m->ranks = most + 1;
}

/* How many ranks a line D is about: "MPI_COMM_WORLD	procs: 0,1,2,3". */
static uint32_t
procs_of(const char *text)
{
	const char *procs = text ? strstr(text, "procs: ") : NULL;
	uint32_t ranks = procs && procs[strlen("procs: ")] ? 1 : 0;

	for (; procs && (procs = strchr(procs, ',')); procs++)
		ranks++;
	return ranks;
}

/* Leave out what mpirun writes in front of a line to say whose it is: [1,0]<stderr>: */
static void
skip_tag(matrix_file *f)
{
	char *end = f->rest && *f->rest == '[' ? strstr(f->rest, ">:") : NULL;

	f->rest = end ? end + 2 : f->rest;
}

/* Each rank says in lines of its own, or a file, what it sent: one alone is hardly all. */
static void
warn_alone(const matrix *m)
{
	uint32_t first = m->flows ? m->flow[0].from : 0;

	for (size_t i = 0; i < m->flows; i++)
		if (m->flow[i].from != first)
			return;
	if (m->flows && m->ranks > 2)
		warn("%s: rank %" PRIu32 " alone says what it sent, of %" PRIu32 "; where each rank has a file: cat them into one", m->file, first,
			m->ranks);
}

void
matrix_read_monitoring(matrix_file *f)
{
	uint32_t others = 0, ranks;

	for (bool more = true; more; more = matrix_next_line(f)) {
		const char *kind = (skip_tag(f), matrix_cell(f));

		others += kind && *kind != '#' && !word_among("E I C D S R O2A A2O A2A", kind);
		if (kind && strcmp(kind, "E") == 0)
			read_flow(f);
		ranks = kind && strcmp(kind, "D") == 0 ? procs_of(f->rest) : 0;
		f->m->ranks = ranks > f->m->ranks ? ranks : f->m->ranks;
	}
	if (f->m->ranks == 0)
		die(FAIL_DATA, "%s: no line of Open MPI's monitoring says who sent to whom (E)", f->m->file);
	if (others)
		warn("%s: left out: lines that are not of Open MPI's monitoring: %" PRIu32, f->m->file, others);
	warn_alone(f->m);
	f->m->weighted = true;
}
