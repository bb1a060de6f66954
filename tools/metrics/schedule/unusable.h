/* unusable -- nodes that were idle and of use to no job that waited, or closed, as `alloc --fragments` writes them. */
#pragma once

#include "lib/stream/names.h"
#include "metrics/schedule/played.h"

enum {
	UNUSABLE,
	UNUSABLE_FITTING,	/* only while a job waited that asked for no more nodes than were idle */
	CLOSED,			/* by a job beside its own: it is charged for them */
	UNUSABLE_KINDS
};

/* Of a case.  Its nodes are "busy" while they are unusable, or closed. */
typedef struct unusable_nodes {
	schedule_timeline of[UNUSABLE_KINDS];
} unusable_nodes;

typedef struct unusable_cases {
	names name;
	unusable_nodes *of;		/* [name.count] */
} unusable_cases;

/* Read a file; what is wrong with it ends the tool. */
void unusable_read(unusable_cases *f, const char *path);

/* Those of a case; NULL when the file has none. */
unusable_nodes *unusable_find(const unusable_cases *f, const char *name);
