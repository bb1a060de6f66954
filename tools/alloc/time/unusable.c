#include "alloc/time/unusable.h"

#include <stdlib.h>

struct unusable {
	sink *out;
	int id, time, idle, waiting, refused, fragmented, closed;	/* columns */
};

unusable *
unusable_open(const char *path)
{
	unusable *u = xcalloc(1, sizeof *u);

	u->out = sink_open_file(path);
	u->id = sink_own(u->out, "case");
	u->time = sink_own(u->out, "time_s");
	u->idle = sink_own(u->out, "idle");
	u->waiting = sink_own(u->out, "waiting");
	u->refused = sink_own(u->out, "refused");
	u->fragmented = sink_own(u->out, "fragmented");
	u->closed = sink_own(u->out, "closed");
	sink_header(u->out, NULL);
	return u;
}

/* How many of the waiting jobs that ask for no more nodes than are idle the policy refuses; *served: it would not refuse them all. */
static uint32_t
count_refused(timeline *t, bool *served)
{
	uint32_t idle = t->machine->occupancy.idle, refused = 0;

	*served = false;
	for (uint32_t i = 0; (i = queue_next(&t->queue, i, idle, 0, 0)) != NONE; i++) {
		if (timeline_serves(t, i))
			*served = true;
		else
			refused++;
		if (*served && !t->refuses)
			break;
	}
	return refused;
}

void
unusable_write(unusable *u, timeline *t)
{
	bool served;
	uint32_t idle = t->machine->occupancy.idle, refused = count_refused(t, &served);

	sink_put(u->out, u->id, t->id);
	sink_put(u->out, u->time, times_write(t->now));
	sink_put_int(u->out, u->idle, idle);
	sink_put_int(u->out, u->waiting, t->queue.waiting);
	sink_put_int(u->out, u->refused, refused);
	sink_put_int(u->out, u->fragmented, t->queue.waiting > 0 && !served ? idle : 0);
	sink_put_int(u->out, u->closed, t->machine->reserved);
	sink_row(u->out, NULL);
	sink_flush(u->out);
}

void
unusable_close(unusable *u)
{
	if (!u)
		return;
	sink_close(u->out);
	free(u);
}
