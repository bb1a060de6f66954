/* moment -- which jobs of a log run at one moment, and when they fill a machine best. */
#ifndef HOPLINE_MOMENT_H
#define HOPLINE_MOMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gen-workload/joblog.h"

/* A job's time on its nodes: it has them from `start` on and no more at `end`. */
typedef struct stay {
	const log_job *job;
	int64_t start, end;
	uint32_t nodes;
} stay;

typedef struct moment {
	int64_t at;
	uint64_t busy;		/* nodes */
	size_t too_full;	/* moments passed over, when the log has more nodes busy than there are */
	uint64_t peak;		/* the most busy nodes of any moment */
} moment;

/* The moment with the most busy nodes among those with at most `nodes` and at least
 * `jobs` jobs, the earliest of several.  Moments are the times at which a job starts or
 * ends.  False when there is none. */
bool moment_fullest(const stay *s, size_t n, uint64_t nodes, int64_t jobs, moment *m);

/* Move the jobs that run at `at` to the front, in the order of their start, then of
 * their numbers; how many they are. */
size_t moment_running(stay *s, size_t n, int64_t at);

#endif
