/* reports -- the files beside the results: --links, --job-links, --latencies, --stats. */
#ifndef HOPLINE_REPORTS_H
#define HOPLINE_REPORTS_H

#include "lib/stream/sink.h"
#include "netsim/case.h"

typedef struct reports {
	sink *links, *job_links, *latencies, *stats;	/* NULL: not wanted */
	int64_t simulated;	/* ps, all cases */
} reports;

/* Open the files that are named (others NULL) and write their headers. */
void reports_open(reports *w, const char *links, const char *job_links, const char *latencies, const char *stats);

/* Write what a finished case has to say. */
void reports_case(reports *w, const char *case_, const traffic_run *r);

/* Close the files; write the row of --stats. */
void reports_close(reports *w, const traffic_run *r);

#endif
