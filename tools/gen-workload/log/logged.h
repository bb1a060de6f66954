/* logged -- what all workloads do that come from a job log: the options that say which of
 * its jobs are wanted, and the rows, of all of them or of those that run at one moment.
 *
 * A log says when jobs ran and how wide they were, never what they sent: pattern and
 * message size come from the options, or are drawn for each job by its name. */
#ifndef HOPLINE_GEN_WORKLOAD_LOG_LOGGED_H
#define HOPLINE_GEN_WORKLOAD_LOG_LOGGED_H

#include <stdbool.h>
#include <stdint.h>

#include "gen-workload/log/joblog.h"
#include "gen-workload/log/match.h"
#include "gen-workload/log/modes.h"
#include "gen-workload/options.h"
#include "gen-workload/log/resample.h"
#include "gen-workload/log/widths.h"
#include "lib/machine/machine.h"

/* A time that the user gave: since the log's first submit, or dated, since 1970. */
typedef struct log_time {
	bool given, dated;
	int64_t us;
} log_time;

typedef struct logged {
	options common;
	int64_t procs_per_node;	/* 0: not given, as are those below */
	log_time from, to;	/* jobs submitted in [from, to) */
	int64_t min_nodes, max_jobs;
	match_list wanted;
	bool moment, fullest, now;	/* --at */
	int64_t at;
	int64_t min_jobs;
	widths widths;
	modes modes;
	resample resample;
} logged;

/* The options above and those of closed_argp; its input is a `logged *`. */
extern const struct argp logged_argp;

/* After parsing: what does not go together, and defaults. */
void logged_check(logged *x);

/* Report on the log and write its jobs. */
void logged_write(logged *x, const machine *m, const joblog *log);

#endif
