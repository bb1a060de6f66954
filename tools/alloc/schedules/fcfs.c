/* fcfs -- first come, first served: no job starts before one that came earlier. */
#include "alloc/time/timeline.h"

static void
pass(play *p)
{
	uint32_t head;

	while ((head = queue_first(&p->queue)) != NONE && head >= p->asked && play_start(p, head))
		;
}

const schedule schedule_fcfs = { .name = "fcfs", .pass = pass };
