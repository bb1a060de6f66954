#include "netsim/jobs/turns.h"

#include "netsim/jobs/program.h"

enum { MOST = 256 };	/* messages in turn at once; others wait in the queue */

bool
turns_queue_is_next(traffic_run *r, uint32_t t, message_outlet *o)
{
	bool waits = program_names(r, t) ? o->out.first != NONE : r->task[t].uncut > o->turns.count;	/* a message that has not begun */

	if (o->turns.count == 0)
		return true;
	if (o->flight == NONE) {
		if (o->turns.count == MOST || !waits)
			return false;
		tasks_next(r, t, o);
	}
	return o->turns.behind == 0 || takes_turns(r->net->machine, o->left);
}

void
turns_sent_from_queue(traffic_run *r, message_outlet *o, int64_t bytes)
{
	if (!takes_turns(r->net->machine, bytes)) {
		o->turns.behind = o->turns.count;
	} else if (o->flight != NONE) {
		list_append(r, &o->turns.begun, (list_entry){ .op = o->flight, .time = o->left });
		o->turns.count++;
		o->flight = NONE;
	}
}

void
turns_sent_in_turn(traffic_run *r, message_outlet *o)
{
	turns *w = &o->turns;
	list_entry n = list_take(r, &w->begun);

	w->behind -= w->behind > 0;
	if (n.time > 0)
		list_append(r, &w->begun, n);
	else
		w->count--;
}
