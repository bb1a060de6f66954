/* schedules -- those that --schedule takes: two of a few lines, and the table of all. */
#include "alloc/time/timeline.h"

/* First come, first served: no job starts before one that came earlier. */
static void
pass_fcfs(timeline *t, void *state)
{
	(void)state;
	timeline_start_heads(t);
}

static const schedule fcfs = { .name = "fcfs", .pass = pass_fcfs };

/* Each job starts when the log says, or as soon after it as there is room: a log may start jobs for which the machine has no room
 * (those of LLNL Atlas do).  At every later time at which something ends or comes, the waiting jobs are asked in the order of
 * their logged starts, and each that has room starts: none delays another. */
static void
pass_log(timeline *t, void *state)
{
	uint32_t place = t->asked;

	(void)state;
	while ((place = timeline_next(t, place, t->machine->occupancy.idle, 0, 0)) != NONE)
		timeline_start(t, place++);
}

static const schedule by_log = { .name = "log", .by_log = true, .pass = pass_log };

extern const schedule schedule_easy;

const schedule *const schedules[] = { &fcfs, &schedule_easy, &by_log, NULL };
