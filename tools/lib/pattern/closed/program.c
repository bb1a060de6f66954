/* program -- a job that runs a program of messages: what each rank sends, receives and computes, and in which order. */
#include <inttypes.h>

#include "lib/pattern/closed/follow.h"
#include "lib/stream/bounds.h"

enum { PROGRAM, SEND_COMPLETES };

static const pattern_column columns[] = {
	[PROGRAM] = { "program", "TEXT", "pattern program: what each rank does: a file in GOAL, or a generator as allreduce:bytes=1MB; "
		"a job has at least as many tasks as the program ranks", .needed = true },
	[SEND_COMPLETES] = SEND_COMPLETES_COLUMN("pattern program"),
	{ 0 }
};

static program_wish
wish(const own_cells *c, uint32_t tasks)
{
	const char *text = cell_text(c->row, c->own[PROGRAM]);

	if (c->from->file && !generator_find(text) && !file_for_streams(text))
		table_bad(c->from, c->row, c->own[PROGRAM], "must name a regular file");
	return follow_wish(c, c->from->name[c->own[PROGRAM]], text, tasks);
}

static void
shape(const own_cells *c, job_shape *s)
{
	program_wish w = wish(c, 0);

	s->tasks = program_ranks_of(&w);
	s->at_least = true;
}

static void
read(traffic *t, const own_cells *c)
{
	program_wish w = wish(c, t->tasks);
	uint32_t ranks = program_ranks_of(&w);

	if (ranks > t->tasks)
		table_bad(c->from, c->row, c->own[PROGRAM], "has %" PRIu32 " ranks, and the job has %" PRIu32 " tasks", ranks, t->tasks);
	follow(t, c, program_of(&w), SEND_COMPLETES);
}

const pattern pattern_program = {
	.name = "program", .about = "each rank sends, receives and computes in the order of a program",
	.bytes = BYTES_UNUSED, .columns = columns, .shape = shape, .read = read,
};
