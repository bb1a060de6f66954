/* moment -- which jobs of a log run at one moment. */
#ifndef HOPLINE_GEN_WORKLOAD_LOG_MOMENT_H
#define HOPLINE_GEN_WORKLOAD_LOG_MOMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gen-workload/log/joblog.h"

/* A job's time on its nodes: it has them from `start` on and no more at `end`. */
typedef struct stay {
	const log_job *job;
	int64_t start, end;
	uint32_t nodes;
} stay;

/* Move the jobs that run at `at` to the front, in the order of their start, then of
 * their numbers; how many they are. */
size_t moment_running(stay *s, size_t n, int64_t at);

#endif
