/* left-over -- what a program still waits for when nothing moves any more. */
#pragma once

#include "netsim/jobs/run.h"

/* All tasks have ended, or nothing moves any more: a text that names what job j's program still waits for, a message without a receive, or
 * a receive or send without its other side; free() it.  NULL: nothing, or the job has no program. */
char *left_over(const traffic_run *r, uint32_t j);
