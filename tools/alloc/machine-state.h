/* machine-state -- the machine as a policy sees it: which nodes are busy, which of the idle ones a job reserves, and what the
 * policy remembers of the jobs that are there.
 *
 * A job is known by its nodes.  Copies are cheap (arrays that are copied whole), so that a schedule
 * can ask what would be if these jobs had left. */
#pragma once

#include "alloc/policy.h"

typedef struct machine_state {
	const policy *policy;
	occupancy occupancy;	/* with the policy's memory */
	size_t memory;		/* bytes of that */
	/* [nodes] What a job reserves, as a list: at the first of its own nodes the first of those, at each of them the next; else NONE.
	 * NULL where the policy reserves none. */
	uint32_t *next;
	uint32_t reserved;	/* nodes in such lists */
	uint32_t *scratch;	/* [nodes] */
} machine_state;

void state_init(machine_state *s, const policy *p, const machine *m);
void state_free(machine_state *s);

/* Nobody is there; the same as in `from`, which has the same machine and policy. */
void state_clear(machine_state *s);
void state_copy(machine_state *s, const machine_state *from);

/* Ask the policy for nodes for a job, with the job's own random stream: false when fewer are idle or it refuses, and
 * *why (which may be NULL) says why, to be freed.  Changes nothing. */
bool state_choose(machine_state *s, const request *q, rng r, selection *out, char **why);

/* Must circuits change for a job that does not have these nodes yet?  Never under a policy that knows of none. */
bool state_reconfigures(const machine_state *s, const request *q, const uint32_t *node);

/* On how many leaf switches are these nodes? */
uint32_t state_switches(machine_state *s, const uint32_t *node, uint32_t n);

/* The job has these nodes from here on; its reserves are not yet made. */
void state_occupy(machine_state *s, const request *q, const uint32_t *node);

/* Make its reserves; nodes that are reserved already stay so. */
void state_reserve(machine_state *s, const request *q, const uint32_t *node);

/* Both. */
void state_place(machine_state *s, const request *q, const uint32_t *node);

/* The job leaves its nodes, and others may have those that it reserved. */
void state_remove(machine_state *s, const request *q, const uint32_t *node);
