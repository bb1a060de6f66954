/* select -- the jobs of a log that the user wants, as intervals: all of them, or those that run at one moment. */
#pragma once

#include "gen-workload/jobs.h"
#include "gen-workload/log/options.h"

/* A time that `option` gives, in the log's microseconds; `otherwise` where it gives none.  Ends the tool when it is a date and the log does
 * not say when its times begin. */
int64_t log_clock(const records *log, const log_time *t, const char *option, int64_t otherwise);

/* Move the jobs that run at `at` to the front, in the order of their start, then of their numbers; how many they are. */
size_t intervals_running(interval *s, size_t n, int64_t at);

/* Of those jobs with an end. */
double node_hours(const interval *s, size_t n);

/* The jobs that are wanted and no wider than `nodes`, *count of them, which the caller frees: in the order of their submit, or, at a
 * moment, of their start, those that share nodes packed or left out.  Warns of what is left out and counts it in the log, and says which
 * moment it is.  Ends the tool when they have no nodes to count, none is left, there is no such moment, or its jobs have more than `nodes`
 * nodes together. */
interval *select_jobs(log_options *x, records *log, uint32_t nodes, size_t *count);

/* --- rows: the jobs of a log as rows of the job table. */

/* Write the n jobs as one case a repeat; with --resample each case that was asked for is drawn from spans of them.  Those of a
 * moment have their runtime and start only; if they are to be played they also have submit and requested time, a process grid where
 * the pattern has one, and what else the log says. */
void rows_write(drawn_jobs *w, const log_options *x, records *log, const interval *s, size_t n);
