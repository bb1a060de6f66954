/* rows -- the jobs of a log as rows of the job table. */
#pragma once

#include "gen-workload/jobs.h"
#include "gen-workload/log/options.h"

/* Write the n jobs as one case a repeat; with --resample each case that was asked for is drawn from spans of them.  Those of a
 * moment have their runtime and start only; if they are to be played they also have submit and requested time, a process grid where
 * the pattern has one, and what else the log says. */
void rows_write(drawn_jobs *w, const log_options *x, records *log, const interval *s, size_t n);
