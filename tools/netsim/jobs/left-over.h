/* left-over -- what of a program waits in vain when nothing moves any more. */
#ifndef HOPLINE_NETSIM_JOBS_LEFT_OVER_H
#define HOPLINE_NETSIM_JOBS_LEFT_OVER_H

#include "netsim/jobs/run.h"

/* All tasks have ended, or nothing moves any more: what of job j's program waits in vain, a message that nobody receives, or a receive
 * or send whose other side never comes; free() it.  NULL: nothing, or the job has no program. */
char *left_over(const traffic_run *r, uint32_t j);

#endif
