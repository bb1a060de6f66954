/* matrix-tau -- profiles of TAU with TAU_COMM_MATRIX=1: files profile.RANK.0.THREAD of one folder, one of which is named.
 *	3 userevents
 *	# eventname numevents max min mean sumsqr
 *	"Message size sent to node 1" 8 8192 8192 8192 5.36E+08
 *
 * Such an event counts messages and has their mean size.  Those with a place of the program behind it (" : main() => MPI_Send()") say the
 * same once more. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/cli/cli.h"
#include "lib/pattern/matrix/matrix-file.h"

/* What rank `from` sent, by the line at hand. */
static void
read_event(matrix_file *f, uint32_t from, uint32_t ranks)
{
	static const char event[] = "\"Message size sent to node ";
	char *node = f->line + sizeof event - 1, *end;
	double count;

	if (strncmp(f->line, event, sizeof event - 1) != 0 || !(end = strchr(node, '"')) || memchr(node, ':', (size_t)(end - node)))
		return;
	f->rest = end + 1;
	node[strspn(node, "0123456789")] = '\0';	/* a thread of it may follow */
	count = matrix_weight(f, "numevents", matrix_cell(f));
	matrix_cell(f);
	matrix_cell(f);
	matrix_add(f, from, matrix_rank(f, "node", node, 0, ranks), count * matrix_weight(f, "mean", matrix_cell(f)));
}

/* Read profile RANK.CONTEXT.THREAD of that folder, or with ranks 0 only see whether it is there; false: it is not. */
static bool
read_profile(matrix_file *f, const char *folder, uint32_t rank, unsigned context, uint32_t thread, uint32_t ranks)
{
	const char *named = f->m->file;
	char *path = xprintf("%sprofile.%" PRIu32 ".%u.%" PRIu32, folder, rank, context, thread);
	bool there = access(path, F_OK) == 0;

	if (there && ranks) {
		gzlines_close(f->in);
		f->in = gzlines_open(path);
		f->m->file = path;
		while (matrix_next_line(f))
			read_event(f, rank, ranks);
		f->m->file = named;
	}
	return there;
}

void
matrix_read_tau(matrix_file *f)
{
	const char *slash = strrchr(f->m->file, '/'), *name = slash ? slash + 1 : f->m->file;
	char *folder = xprintf("%.*s", (int)(name - f->m->file), f->m->file);
	unsigned rank, context, thread;
	uint32_t ranks = 0;

	if (sscanf(name, "profile.%u.%u.%u", &rank, &context, &thread) != 3)
		die(FAIL_DATA, "%s: a profile of TAU must be called profile.RANK.0.0, as TAU does, beside those of the other ranks", f->m->file);
	while (ranks < MOST_RANKS && read_profile(f, folder, ranks, context, 0, 0))
		ranks++;
	if (rank >= ranks)
		die(FAIL_DATA, "%s: profile.%" PRIu32 ".%u.0 is not beside it: a matrix needs the profiles of all ranks", f->m->file, ranks, context);
	for (uint32_t r = 0; r < ranks; r++)
		for (uint32_t t = 0; read_profile(f, folder, r, context, t, ranks); t++)
			;
	if (f->m->flows == 0)
		die(FAIL_DATA, "%s: these profiles do not say who sent to whom: run the program with TAU_COMM_MATRIX=1", f->m->file);
	f->m->ranks = ranks;
	f->m->stated = f->m->weighted = true;
}
