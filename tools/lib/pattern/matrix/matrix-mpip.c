/* matrix-mpip -- the communication matrix in a report of mpiP, where it has one.
 *
 * mpiP as released counts what each rank sent at each place of the program, not to whom, so that no pattern can be taken from its reports.
 * The version of the Colaboratorio Nacional de Computación Avanzada appends who sent how much to whom, collectives included as what went to
 * their roots; its diagonal holds the sums of the rows and says nothing. */
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/pattern/matrix/matrix-file.h"

static const char start[] = "------- Start Communication Matrix", end[] = "------- End Communication Matrix",
	task[] = "@ MPI Task Assignment";

static bool
begins(const char *line, const char *with)
{
	return line && strncmp(line, with, strlen(with)) == 0;
}

void
matrix_read_mpip(matrix_file *f)
{
	uint32_t from, to;
	double bytes;

	/* Go on to the start of the matrix and count the ranks on the way. */
	while (matrix_next_line(f) && !begins(f->line, start))
		f->m->ranks += begins(f->line, task);
	if (!f->line)
		die(FAIL_DATA, "%s: this report of mpiP has no communication matrix: it says how much each rank sent, not to whom", f->m->file);
	if (f->m->ranks == 0)
		die(FAIL_DATA, "%s: the report has no line '%s'", f->m->file, task);
	while (matrix_next_line(f) && !begins(f->line, end)) {
		if (begins(f->line, "Statistics of rank") || begins(f->line, "Source"))
			continue;
		from = matrix_rank(f, "Source", matrix_cell(f), 0, f->m->ranks);
		to = matrix_rank(f, "Target", matrix_cell(f), 0, f->m->ranks);
		bytes = matrix_weight(f, "Total Amount", matrix_cell(f));
		if (from != to)
			matrix_add(f, from, to, bytes);
	}
	if (!f->line)
		die(FAIL_DATA, "%s: ends within the communication matrix", f->m->file);
	f->m->stated = f->m->weighted = true;
}
