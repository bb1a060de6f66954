/* rank-timeline -- what ranks did when, as JSON that Perfetto and Chrome show: "Trace Event Format", complete events ("X"), times in us.
 *
 * A job is a process; each of its ranks has two threads: what the rank does, and the messages that it has under way. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct rank_timeline rank_timeline;

/* A stretch of time of a rank, in ps of its case; detail may be "". */
typedef struct rank_span {
	uint32_t job, rank;
	int lane;		/* 0: what it does, 1: messages; */
	bool first;		/* its first one there */
	int64_t begin, end;
	const char *name, *detail;
} rank_span;

/* Open the file; what is written behind `most` bytes is left out, but the end. */
rank_timeline *rank_timeline_open(const char *path, int64_t most);

/* Jobs are of this case from now on. */
void rank_timeline_case(rank_timeline *t, const char *case_);

/* One more job; its number. */
uint32_t rank_timeline_job(rank_timeline *t, const char *id);

void rank_timeline_span(rank_timeline *t, const rank_span *s);

/* Close it; a warning says how much was left out. */
void rank_timeline_close(rank_timeline *t);
