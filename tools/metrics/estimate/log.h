/* log -- the runs of a log that was played where it ran, by group; and the bytes that counters saw them send.
 *
 * There may be several candidates for what the jobs send: then each run has a slowdown for each. */
#pragma once

#include "metrics/estimate/evidence.h"
#include "metrics/groups.h"
#include "metrics/input.h"

typedef struct logged_run {
	group_run run;
	uint32_t group;
	double seen;		/* its slowdown in the play, whatever `run` has */
	double played;		/* the share that it was played with; NAN: not said */
	double node_hours;
	double bound;		/* the least share that its bytes leave possible; NAN: not known */
	double bytes_per_s;	/* a second and node */
} logged_run;

typedef struct log_candidate {
	logged_run *run;	/* ordered by group, and in a group as they came */
	size_t runs, room;
	size_t *first;		/* [groups + 1] */
} log_candidate;

typedef struct log_runs {
	groups groups;
	names by;		/* the columns that make a group */
	names name;		/* of the candidates */
	log_candidate *candidate;	/* [name.count] those of one pattern with other shares side by side */
	size_t room;
	size_t left_out;	/* rows without a slowdown, that failed or were cut off at their limit */
} log_runs;

typedef struct counters counters;

/* What counters saw: a table with the columns job, node, and bytes_sent or bytes_received. */
counters *counters_read(const char *path);

/* Read the rows: group them by the columns `by` (none: user, nodes, walltime_s and the job's name, those that there are).  `pattern` is the
 * column that names candidates; NULL: each of several files is one. */
void log_read(log_runs *l, char **files, const names *by, const char *pattern, const counters *seen);
