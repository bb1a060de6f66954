/* matrix-monitoring -- what Open MPI's monitoring (pml_monitoring) writes at the end of a run, of one rank or of all:
 *	E	0	1	8192 bytes	8 msgs sent	0,0,0,8
 *	D	MPI_COMM_WORLD	procs: 0,1,2,3
 *
 * E is what a program sent point to point.  The messages that collectives are made of (I) and their sums (C, O2A, A2O, A2A) are passed
 * over: how they are sent changes with the order of ranks.  A line D of all ranks says how many there are. */
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/pattern/matrix/matrix-file.h"

void
matrix_read_monitoring(matrix_file *f)
{
	for (bool more = true; more; more = matrix_next_line(f)) {
		const char *kind = matrix_cell(f), *procs;

		if (kind && strcmp(kind, "E") == 0) {
			uint32_t from = matrix_rank(f, "source", matrix_cell(f), 0, UINT32_MAX - 1);
			uint32_t to = matrix_rank(f, "destination", matrix_cell(f), 0, UINT32_MAX - 1);
			uint32_t most = from > to ? from : to;

			matrix_add(f, from, to, matrix_weight(f, "bytes", matrix_cell(f)));
			if (most >= f->m->ranks)
				f->m->ranks = most + 1;
		} else if (kind && strcmp(kind, "D") == 0 && f->rest && (procs = strstr(f->rest, "procs: "))) {
			uint32_t ranks = procs[strlen("procs: ")] ? 1 : 0;

			while ((procs = strchr(procs, ','))) {
				ranks++;
				procs++;
			}
			f->m->ranks = ranks > f->m->ranks ? ranks : f->m->ranks;
		}
	}
	if (f->m->ranks == 0)
		die(FAIL_DATA, "%s: no line of Open MPI's monitoring says who sent to whom (E)", f->m->file);
	f->m->weighted = true;
}
