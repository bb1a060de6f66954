/* follow -- see follow.h.
 *
 * Who asks for phases sees all bytes between two ranks as one message.  A task posts to higher numbers ascending, then to lower ones,
 * so that no task is everyone's first. */
#include "lib/pattern/closed/follow.h"

#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"
#include "lib/pattern/peers.h"

program_wish
follow_wish(const own_cells *c, const char *column, const char *text, uint32_t tasks)
{
	const char *file = c->from->file;
	char *where = file ? xprintf("%s:%ld", file, c->row->line) : xstrdup("");
	int64_t nodes = 0;	/* the row does not say */

	if (file)
		nodes = cell_int(c->from, c->row, table_column(c->from, "nodes"), 0, INT32_MAX, 0);
	if (column)
		where = xappend(where, "%s%s", file ? ": " : "", column);
	return (program_wish){ .text = text, .tasks = tasks, .nodes = (uint32_t)nodes, .where = where, .status = file ? FAIL_DATA : FAIL_USAGE };
}

void
follow(traffic *t, const own_cells *c, const program *p, int k)
{
	posting *list = xalloc((size_t)program_ops(p) + 1, sizeof *list);
	const char *when = cell_text(c->row, c->own[k]);
	size_t n = 0;

	if (*when && word_place(when, "posted|left") < 0)
		table_bad(c->from, c->row, c->own[k], "must be posted or left");
	t->sends_leave = strcmp(when, "left") == 0;
	t->program = p;
	for (uint32_t r = 0; r < p->ranks; r++)
		for (const operation *o = &p->op[p->first[r]]; o < &p->op[p->first[r + 1]]; o++)
			if (o->kind == OP_SEND && o->peer != r && o->size > 0)
				list[n++] = (posting){ r, o->peer, o->peer < r, o->size };
	peers_post(t, 1, 2, list, n);
}
