/* reports -- the files beside the results: --links, --job-links, --routers, --ranks, --latencies, --breakdown, --timeline, --stats. */
#pragma once

#include "lib/stream/sink.h"
#include "netsim/jobs/rank-timeline.h"
#include "netsim/table/case.h"

enum { REPORT_LINKS, REPORT_JOB_LINKS, REPORT_HOPS, REPORT_RANKS, REPORT_LATENCIES, REPORT_BREAKDOWN, REPORT_STATS, REPORTS };

/* Where they go; NULL: not wanted. */
typedef struct report_paths {
	const char *file[REPORTS], *timeline;
	int64_t timeline_most;	/* bytes */
} report_paths;

typedef struct reports {
	sink *file[REPORTS];	/* NULL: not wanted */
	rank_timeline *timeline;
	int64_t simulated;	/* ps, all cases */
	uint64_t messages;	/* that have arrived in them */
	double setup;		/* seconds of CPU time before the first case was played; -1: none was yet */
} reports;

/* Open the files and write their headers. */
void reports_open(reports *w, const report_paths *to);

/* A case is about to be played. */
void reports_begin(reports *w);

/* Write what a finished case has to say. */
void reports_case(reports *w, const char *case_, const traffic_run *r);

/* Close the files; write the row of --stats. */
void reports_close(reports *w, const traffic_run *r);
