#include "netsim/jobs/turns.h"

#include "netsim/jobs/program.h"

enum { MOST = 256 };	/* messages in turn at once; others wait in the queue */

/* Is there a message that has not begun? */
static bool
queue_waits(traffic_run *r, uint32_t t)
{
	return program_names(r, t) ? program_posted(r, t) : r->task[t].uncut > r->turns[t].count;
}

bool
turns_queue_is_next(traffic_run *r, uint32_t t)
{
	const turns *w = &r->turns[t];
	const task *k = &r->task[t];

	if (w->count == 0)
		return true;
	if (k->flight == NONE) {
		if (w->count == MOST || !queue_waits(r, t))
			return false;
		tasks_next(r, t);
	}
	return w->behind == 0 || takes_turns(r->net->machine, k->left);
}

void
turns_sent_from_queue(traffic_run *r, uint32_t t, int64_t bytes)
{
	turns *w = &r->turns[t];
	task *k = &r->task[t];

	if (!takes_turns(r->net->machine, bytes)) {
		w->behind = w->count;
	} else if (k->flight != NONE) {
		list_append(r, &w->begun, (list_entry){ .op = k->flight, .time = k->left });
		w->count++;
		k->flight = NONE;
	}
}

void
turns_sent_in_turn(traffic_run *r, uint32_t t)
{
	turns *w = &r->turns[t];
	list_entry n = list_take(r, &w->begun);

	w->behind -= w->behind > 0;
	if (n.time > 0)
		list_append(r, &w->begun, n);
	else
		w->count--;
}
