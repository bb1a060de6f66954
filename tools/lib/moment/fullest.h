/* fullest -- the moment at which jobs fill a machine best, with several on it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A job's time on its nodes: it has them from `start` on and no more at `end`, which is later. */
typedef struct hold {
	int64_t start, end;
	uint32_t nodes;
} hold;

typedef struct fullest {
	int64_t at;
	uint64_t busy;		/* nodes */
	bool uneven;		/* a mix was asked for, and there is none: one of the jobs has more than half of the busy nodes */
	size_t too_full;	/* moments passed over, when more nodes are busy than there are */
	uint64_t peak;		/* the most busy nodes of any moment */
} fullest;

/* The moment with the most busy nodes among those with at most `nodes` and at least `jobs` jobs, the earliest of several.  With
 * `jobs` 0 that is among those with a mix: at least two jobs, none of which has more than half of the busy nodes; if there is no
 * such moment, among those with two jobs.  Moments are the times at which a job starts or ends.  False when there is none. */
bool fullest_find(const hold *h, size_t n, uint64_t nodes, int64_t jobs, fullest *f);
