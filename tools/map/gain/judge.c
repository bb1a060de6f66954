#include "map/gain/gain.h"

#include <math.h>
#include <stdlib.h>

#include "lib/cli/ask.h"
#include "lib/cli/units.h"
#include "lib/stream/lists.h"

enum { AT_ONCE = 2 };	/* judges that run side by side */

void
judge_open(judge *j, const char *command, int64_t timeout, const table *in, const cli *c)
{
	*j = (judge){ .command = command, .timeout = timeout ? timeout : FILTER_TIMEOUT, .question = sink_open_memory(in, c) };
	j->map = sink_own(j->question, "map");
	j->task_nodes = sink_own(j->question, "task_nodes");
}

void
judge_times(judge *j, const placement *p, const char *const *map, uint32_t *const *node, int n, double *time)
{
	asker a = { .command = j->command, .timeout = j->timeout, .at_once = AT_ONCE };
	filter_exchange *e = xalloc((size_t)n, sizeof *e);

	ask_open(&a);
	for (int k = 0; k < n; k++) {
		filter_exchange one = { .about = xprintf("'%s' about job '%s' of case '%s', %s", j->command, p->job, p->case_, map[k]) };

		/* The job alone, its tasks on these nodes. */
		sink_header(j->question, p->machine->spec);
		sink_put(j->question, j->map, map[k]);
		sink_put(j->question, j->task_nodes, list_write(node[k], p->tasks, true));
		sink_row(j->question, p->row);
		one.text = sink_take(j->question, &one.length);
		e[k] = one;
	}
	ask(&a, e, n);
	for (int k = 0; k < n; k++) {
		table *t = table_open_text(e[k].about, e[k].answer, e[k].answered);
		int at = table_need(t, "comm_time_s");
		row r;

		if (!table_next(t, &r))
			die(FAIL_DATA, "%s: the answer has no row", e[k].about);
		if (!read_real(cell_text(&r, at), 0, HUGE_VAL, &time[k]))
			table_bad(t, &r, at, "must say how long job '%s' takes", p->job);
		table_close(t);
		exchange_free(&e[k]);
	}
	free(e);
	ask_close(&a);
}
