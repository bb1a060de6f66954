#include "alloc/time/unusable.h"

#include <stdlib.h>

enum { ID, TIME, IDLE, WAITING, REFUSED, FRAGMENTED, CLOSED, COLUMNS };
static const char *const column[COLUMNS] = { "case", "time_s", "idle", "waiting", "refused", "fragmented", "closed" };

struct unusable {
	sink *out;
};

unusable *
unusable_open(const char *path)
{
	unusable *u = xcalloc(1, sizeof *u);

	u->out = sink_open_file(path);
	for (int i = 0; i < COLUMNS; i++)
		sink_own(u->out, column[i]);
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

	sink_put(u->out, ID, t->id);
	sink_put(u->out, TIME, times_write(t->now));
	sink_put_int(u->out, IDLE, idle);
	sink_put_int(u->out, WAITING, t->queue.waiting);
	sink_put_int(u->out, REFUSED, refused);
	sink_put_int(u->out, FRAGMENTED, t->queue.waiting > 0 && !served ? idle : 0);
	sink_put_int(u->out, CLOSED, t->machine->reserved);
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
