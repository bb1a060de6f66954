/* logrows -- the jobs of a log as rows of the job table. */
#ifndef HOPLINE_GEN_WORKLOAD_LOG_LOGROWS_H
#define HOPLINE_GEN_WORKLOAD_LOG_LOGROWS_H

#include "gen-workload/log/joblog.h"
#include "gen-workload/log/logged.h"
#include "gen-workload/log/moment.h"
#include "gen-workload/log/resample.h"
#include "lib/machine/machine.h"

/* Write the n jobs as one case a repeat; with `spans`, which they are cut into, each case that was asked for is drawn from
 * those (NULL: no resampling).  Those of a moment have their runtime and start only; if they are to be played they also have
 * submit and requested time, a process grid where the pattern has one, and what else the log says. */
void logrows_write(const logged *x, const machine *m, const joblog *log, const stay *s, size_t n, const spans *p);

#endif
