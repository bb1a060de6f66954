/* candidates -- the policies of the table that choose nodes for any job on a machine by themselves: what they would choose is where a
 * search begins.  Which task sits on which node is part of it: a policy's own order counts, and the ascending one of the same nodes. */
#pragma once

#include "alloc/policy.h"

typedef struct candidate {
	const policy *policy;
	void *plan;		/* what it made of the machine */
} candidate;

typedef struct candidates {
	candidate *of;
	int count;		/* two of each policy */
	uint64_t *seen;		/* [count] of each that was asked about the job under way, what its nodes hash to; 0: refused */
	selection selection;	/* scratch */
} candidates;

/* Those that serve the machine without an argument, go by no log, and remember nothing of the jobs that are there. */
void candidates_init(candidates *c, const machine *m);
void candidates_free(candidates *c);

/* What the k-th would choose for a job into node[q->nodes], in the order of the tasks; those before it have been asked.  False when its
 * policy refuses the job, or the same was chosen before. */
bool candidates_choose(candidates *c, int k, const occupancy *o, const request *q, uint32_t *node);
