/* log -- each job starts when the log says, or as soon after it as there is room.
 *
 * A log may start jobs for which the machine has no room: those of LLNL Atlas do.  Such a job waits.  At every later time
 * at which something ends or comes, those that wait are asked in the order of their logged starts, and each that has
 * room starts: none holds up another. */
#include "alloc/time/timeline.h"

static void
pass(timeline *t)
{
	uint32_t place = t->asked;

	while ((place = queue_next(&t->queue, place, t->machine->occupancy.idle, 0, 0)) != NONE) {
		timeline_start(t, place);
		place++;
	}
}

const schedule schedule_log = { .name = "log", .by_log = true, .pass = pass };
