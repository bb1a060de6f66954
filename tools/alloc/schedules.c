/* schedules -- the table of those that --schedule takes. */
#include "alloc/schedule.h"

#include <stddef.h>

extern const schedule schedule_fcfs, schedule_easy, schedule_log;

const schedule *const schedules[] = {
	&schedule_fcfs,
	&schedule_easy,
	&schedule_log,
	NULL
};
