/* select -- the jobs of a log that the user wants, as intervals. */
#ifndef HOPLINE_GEN_WORKLOAD_LOG_SELECT_H
#define HOPLINE_GEN_WORKLOAD_LOG_SELECT_H

#include "gen-workload/log/options.h"

/* When the first job may have been submitted, and when none any more, in the log's microseconds: INT64_MAX without --to. */
int64_t period_from(const log_options *x, const records *log);
int64_t period_to(const log_options *x, const records *log);

/* The jobs that are wanted and no wider than `nodes`, into s[log->jobs]; how many they are, in the order of their submit.  Warns of
 * what was left out.  Ends the tool when they have no nodes to count, or none is left and no moment was asked for. */
size_t select_jobs(log_options *x, const records *log, uint32_t nodes, interval *s);

#endif
