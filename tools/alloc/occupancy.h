/* occupancy -- which nodes of a machine are idle, and how many a domain.
 *
 * Jobs come and go: occupy and release keep the counts of every level in step, in time linear in the nodes that change. */
#pragma once

#include <stdint.h>

#include "lib/machine/machine.h"

typedef struct occupancy {
	const machine *machine;
	uint8_t *busy;		/* [nodes]; unavailable nodes are busy for good */
	uint32_t idle;		/* idle nodes in all */
	uint32_t *domain_idle[MACHINE_LEVELS];	/* [level][domain] */
	void *plan;		/* what the policy made of the machine (policy.h) */
	void *memory;		/* what the policy remembers of the jobs that are there (policy.h) */
} occupancy;

void occupancy_init(occupancy *o, const machine *m);
void occupancy_clear(occupancy *o);	/* all available nodes idle again */
void occupancy_copy(occupancy *o, const occupancy *from);	/* of the same machine */
void occupancy_free(occupancy *o);

/* Mark n nodes busy, or idle again.  A node that is already so, or unavailable, is the caller's mistake (assert). */
void occupancy_take(occupancy *o, const uint32_t *node, uint32_t n);
void occupancy_release(occupancy *o, const uint32_t *node, uint32_t n);

/* Append up to `most` idle nodes of a domain, in label order, to out; how many. */
uint32_t occupancy_domain(const occupancy *o, const level *l, uint32_t domain, uint32_t *out, uint32_t most);

/* The idle nodes of a level's domains, [domains]. */
static inline const uint32_t *
occupancy_idle(const occupancy *o, const level *l)
{
	return o->domain_idle[l - o->machine->level];
}
