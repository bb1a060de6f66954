/* fcfs -- first come, first served: no job starts before one that came earlier. */
#include "alloc/time/timeline.h"

static void
pass(timeline *t)
{
	timeline_start_heads(t);
}

const schedule schedule_fcfs = { .name = "fcfs", .pass = pass };
