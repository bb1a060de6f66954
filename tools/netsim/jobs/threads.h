/* threads -- one case played by several threads.
 *
 * Each thread has a part of the network (engine/parts.h), with the jobs' tasks and sources there.  All play a stretch of simulated time,
 * meet, and take in what the others have sent.  The last thread to arrive plans the next stretch while the others wait.  Where the
 * end of the case may lie in a stretch, that thread plays it alone, the events of all parts in order: so nothing happens that would
 * not have happened in one thread.  Results are the same for any number of threads. */
#pragma once

#include "netsim/jobs/run.h"

enum { MOST_THREADS = 1024 };

/* Have the cases of r played by `count` threads, at most one a router with nodes; before the first case.  NULL, or why one thread plays
 * them all. */
const char *threads_start(traffic_run *r, uint32_t count);
/* How many threads play, and the share of their time so far in which they did not wait for each other. */
uint32_t threads_count(const traffic_run *r);
double threads_efficiency(const traffic_run *r);
