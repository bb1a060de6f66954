/* matrix-ipm -- the XML of IPM, the Integrated Performance Monitor: each rank a task, each kind of call with its bytes and partner a hent.
 *	<task ... mpi_rank="0" mpi_size="4" ...>
 *	<hent key="..." call="MPI_Isend" bytes="8192" orank="1" region="0" count="8" ...> 1.0e-03 </hent>
 * Sends are read; receives say the same again. */
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/pattern/matrix/matrix-file.h"

/* The value of an attribute of the line, the caller frees; NULL: it has none. */
static char *
attribute(const char *line, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = line; (at = strstr(at, name)); at += n)
		if (at > line && strchr(" \t<", at[-1]) && strncmp(at + n, "=\"", 2) == 0)
			return xprintf("%.*s", (int)strcspn(at + n + 2, "\""), at + n + 2);
	return NULL;
}

/* The task of which the next calls are. */
static uint32_t
read_task(matrix_file *f)
{
	char *rank = attribute(f->line, "mpi_rank"), *size = attribute(f->line, "mpi_size");
	uint32_t ranks = matrix_rank(f, "mpi_size", size, 1, MOST_RANKS) + 1, from = matrix_rank(f, "mpi_rank", rank, 0, ranks);

	f->m->ranks = ranks > f->m->ranks ? ranks : f->m->ranks;
	free_all(rank, size);
	return from;
}

static void
read_call(matrix_file *f, uint32_t from)
{
	char *call = attribute(f->line, "call"), *bytes = attribute(f->line, "bytes"), *count = attribute(f->line, "count");
	char *to = attribute(f->line, "orank");

	if (call && strncasecmp(call, "MPI_", 4) == 0 && strcasestr(call, "send")) {
		if (from == UINT32_MAX)
			matrix_bad(f, NULL, NULL, "a call in front of the first <task mpi_rank=...>");
		matrix_add(f, from, matrix_rank(f, "orank", to, 0, f->m->ranks), matrix_weight(f, "bytes", bytes) * matrix_weight(f, "count", count));
	}
	free_all(call, bytes, count, to);
}

void
matrix_read_ipm(matrix_file *f)
{
	uint32_t from = UINT32_MAX;

	do {
		const char *word = f->line + strspn(f->line, " \t");

		if (strncmp(word, "<task ", 6) == 0)
			from = read_task(f);
		else if (strncmp(word, "<hent ", 6) == 0)
			read_call(f, from);
	} while (matrix_next_line(f));
	if (f->m->ranks == 0)
		die(FAIL_DATA, "%s: this XML is no report of IPM: no <task mpi_rank=...>", f->m->file);
	f->m->stated = f->m->weighted = true;
}
