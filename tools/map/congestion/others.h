/* others -- what the other jobs of a case put on links.
 *
 * Jobs do not say how often they send what they send in an iteration.  So each is taken to send as fast as its fullest link lets it: that
 * link is full, the others in proportion. */
#pragma once

#include "lib/load/loads.h"
#include "lib/pattern/pattern.h"

typedef struct others {
	const machine *machine;
	loads *loads;
	int64_t *sum;		/* [links] of all jobs, OTHERS_FULL is a full link: whole numbers, so a job that is taken away leaves no trace */
	int64_t *load;		/* [links] scratch */
	double *part;		/* [links] the same, 1 being full */
} others;

enum { OTHERS_FULL = 1 << 20 };

/* Of no other job, by the ways of l. */
void others_init(others *o, const machine *m, loads *l);
void others_free(others *o);
void others_clear(others *o);

/* A job with its task i on node[i] comes, or goes again. */
void others_count(others *o, const traffic *t, const uint32_t *node, bool comes);

/* What those that are there put on each link, until the next call. */
const double *others_parts(others *o);
