/* program -- a job that runs a program of messages: what each rank sends, receives and computes, and in which order.
 *
 * Who asks for phases sees all bytes between two ranks as one message.  A task posts to higher numbers ascending, then to lower ones,
 * so that no task is everyone's first. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/pattern/peers.h"
#include "lib/program/goal.h"
#include "lib/stream/bounds.h"
#include "lib/stream/names.h"

enum { PROGRAM, SEND_COMPLETES };

static const pattern_column columns[] = {
	[PROGRAM] = { "program", "FILE", "pattern program: what each rank does, in GOAL; a job has at least as many tasks as the program ranks",
		.needed = true },
	[SEND_COMPLETES] = { "send_completes", "WHEN", "pattern program: a send is over when it is posted, or when its last byte has left: "
		"posted, left [posted]", .needed = false },
	{ 0 }
};

/* The program of this file; each is read once. */
static const program *
program_of(const char *path)
{
	static names paths;
	static program **all;
	static size_t room;
	bool added;
	uint32_t number = names_add(&paths, path, &added);

	all = xgrow(all, &room, (size_t)number + 1, sizeof *all);
	if (added)
		all[number] = goal_read(xstrdup(path));
	return all[number];
}

static const program *
named(const own_cells *c)
{
	const char *path = cell_text(c->row, c->own[PROGRAM]);

	if (c->from->file && !file_for_streams(path))
		table_bad(c->from, c->row, c->own[PROGRAM], "must name a regular file");
	return program_of(path);
}

static void
shape(const own_cells *c, job_shape *s)
{
	s->tasks = named(c)->ranks;
	s->at_least = true;
}

static bool
reads_left(const own_cells *c)
{
	const char *when = cell_text(c->row, c->own[SEND_COMPLETES]);

	if (*when && strcmp(when, "posted") != 0 && strcmp(when, "left") != 0)
		table_bad(c->from, c->row, c->own[SEND_COMPLETES], "must be posted or left");
	return strcmp(when, "left") == 0;
}

void
traffic_follow(traffic *t, const program *p)
{
	posting *list;
	size_t n = 0;

	t->program = p;
	list = xalloc((size_t)program_ops(p) + 1, sizeof *list);
	for (uint32_t r = 0; r < p->ranks; r++)
		for (const operation *o = &p->op[p->first[r]]; o < &p->op[p->first[r + 1]]; o++)
			if (o->kind == OP_SEND && o->peer != r && o->size > 0)
				list[n++] = (posting){ r, o->peer, o->peer < r, o->size };
	peers_post(t, 1, 2, list, n);
	free(list);
}

static void
read(traffic *t, const own_cells *c)
{
	const program *p = named(c);

	if (p->ranks > t->tasks)
		table_bad(c->from, c->row, c->own[PROGRAM], "has %" PRIu32 " ranks, and the job has %" PRIu32 " tasks", p->ranks, t->tasks);
	t->sends_leave = reads_left(c);
	traffic_follow(t, p);
}

extern const pattern pattern_program;

const pattern pattern_program = {
	.name = "program",
	.about = "each rank sends, receives and computes in the order of a program",
	.bytes = BYTES_UNUSED,
	.columns = columns,
	.shape = shape,
	.read = read,
	PEERS,
};
