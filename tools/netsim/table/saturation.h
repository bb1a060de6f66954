/* saturation -- does the network take what an open-loop job offers? */
#pragma once

#include "netsim/jobs/run.h"

typedef enum verdict { TAKES_LOAD, SATURATED, TOO_FEW /* messages to tell */, UNCLEAR /* in so short a window */ } verdict;

/* The verdict on job j of a case that is over, which offered that many bytes a ps and whose window ended at `end`.  Where it is UNCLEAR, a
 * warm-up, and a duration, of *settling ps would do. */
verdict saturation_of(const traffic_run *r, const case_job *j, double offered, int64_t end, int64_t *settling);
