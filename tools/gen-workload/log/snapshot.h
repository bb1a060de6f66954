/* snapshot -- the jobs of a log that run at one moment: --at. */
#ifndef HOPLINE_GEN_WORKLOAD_LOG_SNAPSHOT_H
#define HOPLINE_GEN_WORKLOAD_LOG_SNAPSHOT_H

#include "gen-workload/log/options.h"

/* Move the jobs that run at `at` to the front, in the order of their start, then of their numbers; how many they are. */
size_t intervals_running(interval *s, size_t n, int64_t at);

/* Move the jobs of the moment asked for to the front of s; how many they are.  Says which moment it is.  Ends the tool with status 1
 * when there is no such moment, or when they have more than `nodes` nodes together. */
size_t snapshot_take(const log_options *x, const records *log, uint32_t nodes, interval *s, size_t n);

#endif
