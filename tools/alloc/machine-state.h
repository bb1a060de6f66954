/* tenancy -- the machine as a policy sees it: which nodes are busy, which a job closes beside its own, and what the
 * policy remembers of the jobs that are there.
 *
 * A job is known by its nodes.  Copies are cheap (arrays that are copied whole), so that a schedule
 * can ask what would be if these jobs had left. */
#ifndef HOPLINE_ALLOC_MACHINE_STATE_H
#define HOPLINE_ALLOC_MACHINE_STATE_H

#include "alloc/selection.h"

typedef struct tenancy {
	const policy *policy;
	occupancy occupancy;
	/* [nodes] What a job closes, as a list: at the first of its own nodes the first of those, at each of them the next; else NONE.  NULL
	 * where no policy closes any. */
	uint32_t *chain;
	uint32_t closed;	/* nodes in such lists */
	void *state;		/* the policy's own */
	size_t size;		/* bytes of it */
	uint32_t *scratch;	/* [nodes] */
} tenancy;

void tenancy_init(tenancy *t, const policy *p, const machine *m);
void tenancy_free(tenancy *t);

/* Nobody is there; the same as in `from`, which has the same machine and policy. */
void tenancy_clear(tenancy *t);
void tenancy_copy(tenancy *t, const tenancy *from);

/* Ask the policy for nodes for a job, with the job's own random stream: false when fewer are idle or it refuses, and
 * *why (which may be NULL) says why, to be freed.  Changes nothing. */
bool tenancy_choose(tenancy *t, const request *q, rng r, grant *g, char **why);

/* Would circuits have to change for a job that has none of these nodes yet?  Never under a policy that knows of none. */
bool tenancy_reconfigures(const tenancy *t, const request *q, const uint32_t *node);

/* The job has these nodes, busy by now (settle) or to be marked so (enter, which closes others too). */
void tenancy_settle(tenancy *t, const request *q, const uint32_t *node);
void tenancy_enter(tenancy *t, const request *q, const uint32_t *node);

/* Close what no other job may have because this one is there; nodes that are closed already stay so. */
void tenancy_close(tenancy *t, const request *q, const uint32_t *node);

/* The job leaves its nodes, and others may have those that it closed. */
void tenancy_leave(tenancy *t, const request *q, const uint32_t *node);

#endif
