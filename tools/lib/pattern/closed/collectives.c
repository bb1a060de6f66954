#include "lib/pattern/closed/collectives.h"

#include <inttypes.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/stream/bounds.h"

bool
collective_given(const own_cells *c)
{
	bool given = *cell_text(c->row, c->own[ALGORITHM]);

	for (int k = SEND_COMPLETES; !given && k <= ELEMENT; k++)
		if (*cell_text(c->row, c->own[k]))
			table_bad(c->from, c->row, c->own[k], "must be empty where no algorithm is given");
	return given;
}

void
collective_follow(traffic *t, const own_cells *c)
{
	const char *word = cell_text(c->row, c->own[ALGORITHM]);
	char *text = xprintf("%s:algorithm=%s", t->pattern->name, *word ? word : "default");	/* as a generator's */
	program_wish w;

	if (strchr(word, ','))
		table_bad(c->from, c->row, c->own[ALGORITHM], "must be the name of an algorithm, without a comma");
	if (*cell_text(c->row, c->own[ELEMENT]))
		text = xappend(text, ",element=%" PRId64, cell_int(c->from, c->row, c->own[ELEMENT], 1, MOST_BYTES, 1));
	if (t->pattern->bytes != BYTES_UNUSED)
		text = xappend(text, ",bytes=%" PRId64, t->bytes);
	w = follow_wish(c, NULL, text, t->tasks);
	follow(t, c, program_of(&w), SEND_COMPLETES);
}

static const pattern_column columns[] = { COLLECTIVE_COLUMN_LIST, { 0 } };

#define COLLECTIVE(operation, text) .name = operation, .about = text, .columns = columns, .read = collective_follow

const pattern pattern_allreduce = { COLLECTIVE("allreduce", "every task gets the sum of all vectors") };
const pattern pattern_reduce_scatter = { COLLECTIVE("reduce-scatter", "every task gets its block of the sum of all vectors") };
const pattern pattern_allgather = { COLLECTIVE("allgather", "every task gets the blocks of all") };
const pattern pattern_reduce = { COLLECTIVE("reduce", "task 0 gets the sum of all vectors") };
const pattern pattern_barrier = { COLLECTIVE("barrier", "no task goes on before all have come"), .bytes = BYTES_UNUSED };
