/* interval -- when a job of a log had its nodes. */
#ifndef HOPLINE_GEN_WORKLOAD_LOG_INTERVAL_H
#define HOPLINE_GEN_WORKLOAD_LOG_INTERVAL_H

#include <stddef.h>

#include "gen-workload/log/records.h"

/* A job's time on its nodes: it has them from `start` on and no more at `end`, in microseconds. */
typedef struct interval {
	const log_job *job;
	int64_t start, end;
	uint32_t nodes;
} interval;

/* Put n of them in the order of their submit, then of their records. */
void intervals_sort(interval *s, size_t n);

/* Move the jobs that run at `at` to the front, in the order of their start, then of their numbers; how many they are. */
size_t intervals_running(interval *s, size_t n, int64_t at);

#endif
