/* matrix-ipm -- the XML of IPM, the Integrated Performance Monitor: each rank a task, each kind of call with its bytes and partner a hent.
 *	<task ... mpi_rank="0" mpi_size="4" ...>
 *	<hent key="..." call="MPI_Isend" bytes="8192" orank="1" region="0" count="8" ...> 1.0e-03 </hent>
 * Sends are read; receives say the same again.  Ranks beyond all are IPM's words for nobody, as MPI_PROC_NULL.
 * A tag is in one line, which may have several. */
#include <inttypes.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/pattern/matrix/matrix-file.h"

/* The value of an attribute of the tag, the caller frees; NULL: it has none. */
static char *
attribute(const char *tag, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = tag; (at = strstr(at, name)); at += n)
		if (strchr(" \t", at[-1]) && at[n] == '=' && (at[n + 1] == '"' || at[n + 1] == '\''))
			return xprintf("%.*s", (int)strcspn(at + n + 2, at[n + 1] == '"' ? "\"" : "'"), at + n + 2);
	return NULL;
}

/* The task of which the next calls are. */
static uint32_t
read_task(matrix_file *f, const char *tag)
{
	char *rank = attribute(tag, "mpi_rank"), *size = attribute(tag, "mpi_size");
	uint32_t ranks = matrix_rank(f, "mpi_size", size, 1, MOST_RANKS) + 1, from = matrix_rank(f, "mpi_rank", rank, 0, ranks);

	f->m->ranks = ranks > f->m->ranks ? ranks : f->m->ranks;
	free_all(rank, size);
	return from;
}

/* Was it a send to nobody? */
static bool
read_call(matrix_file *f, uint32_t from, const char *tag)
{
	char *call = attribute(tag, "call"), *bytes = attribute(tag, "bytes"), *count = attribute(tag, "count");
	char *to = attribute(tag, "orank");
	bool sends = call && strncasecmp(call, "MPI_", 4) == 0 && strcasestr(call, "send");
	uint32_t peer = 0;

	if (sends && from == UINT32_MAX)
		matrix_bad(f, NULL, NULL, "a call in front of the first <task mpi_rank=...>");
	if (sends)
		peer = to && *to == '-' ? UINT32_MAX : matrix_rank(f, "orank", to, 0, UINT32_MAX);
	if (sends && peer < f->m->ranks)
		matrix_add(f, from, peer, matrix_weight(f, "bytes", bytes) * matrix_weight(f, "count", count));
	free_all(call, bytes, count, to);
	return sends && peer >= f->m->ranks;
}

void
matrix_read_ipm(matrix_file *f)
{
	uint32_t from = UINT32_MAX, nobody = 0;

	do {
		for (char *rest = f->line, *tag; (tag = strsep(&rest, "<"));) {
			if (strncmp(tag, "task ", 5) == 0)
				from = read_task(f, tag);
			else if (strncmp(tag, "hent ", 5) == 0)
				nobody += read_call(f, from, tag);
		}
	} while (matrix_next_line(f));
	if (f->m->ranks == 0)
		die(FAIL_DATA, "%s: this XML is no report of IPM: no <task mpi_rank=...>", f->m->file);
	if (nobody)
		warn("%s: left out: sends to no rank, as to MPI_PROC_NULL: %" PRIu32, f->m->file, nobody);
	f->m->stated = f->m->weighted = true;
}
