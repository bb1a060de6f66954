/* fragmented -- nodes that were idle and of use to no job that waited, or closed, as `alloc --fragments` writes them. */
#ifndef HOPLINE_METRICS_SCHEDULE_UNUSABLE_H
#define HOPLINE_METRICS_SCHEDULE_UNUSABLE_H

#include "lib/stream/names.h"
#include "metrics/schedule/timeline.h"

/* Of a case.  Its nodes are "busy" while they are fragmented, or closed. */
typedef struct fragmented {
	timeline all;
	timeline fitting;	/* only while a job waited that asked for no more nodes than were idle */
	timeline closed;	/* by a job beside its own: it is charged for them */
} fragmented;

typedef struct fragmented_cases {
	names name;
	fragmented *of;		/* [name.count] */
} fragmented_cases;

/* Read a file; what is wrong with it ends the tool. */
void fragmented_read(fragmented_cases *f, const char *path);
void fragmented_free(fragmented_cases *f);

/* Those of a case; NULL when the file has none. */
fragmented *fragmented_find(const fragmented_cases *f, const char *name);

#endif
