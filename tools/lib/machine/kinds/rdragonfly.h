/* rdragonfly -- the reconfigurable dragonfly (Feng and others, "GRAP: Group-level Resource Allocation Policy for
 * Reconfigurable Dragonfly Network in HPC", ICS 2023, 2.2; Wen et al., "Flexfly", SC 2016): the groups of a dragonfly, whose global
 * links end at optical circuit switches (OCSes).
 *
 * Numbers are the dragonfly's (dragonfly.h): router = group*a + place, the same ports in the same order.  Where a global link leads is
 * said by circuits (circuits.h); without one it leads nowhere, and the machine of a spec has none.
 *
 * So its distance is the least that any circuits could give: none to the same router, 1 in the same group, else 1 when an OCS has
 * global links of both places (with a*h OCSes: when the places are the same), else 2. */
#pragma once

#include "lib/machine/kinds/dragonfly.h"

typedef struct rdragonfly {
	dragonfly groups;	/* first, so that what asks for groups, places and owners serves both kinds; no turn, copies 0 */
	uint32_t links;		/* global ones of a group: a*h, at most 65,536 */
	uint32_t ocs;		/* optical circuit switches */
	uint32_t share;		/* links of a group at each: a*h / ocs */
	uint32_t *far;		/* [g*a*h], by end (circuits.h): the end it is joined to, or NONE */
	/* The circuits from group G to group H: exit[first[G*g + H]] … exit[first[G*g + H + 1] - 1], links of G (0 … a*h-1) ascending. */
	uint32_t *first;	/* [g*g + 1] */
	uint16_t *exit;		/* [g*a*h] */
	uint32_t *joined;	/* [joined_count] ends in use */
	uint32_t joined_count;
} rdragonfly;

static inline const rdragonfly *
rdragonfly_of(const machine *m)
{
	return m->shape;
}

/* How many circuits lead from group `from` to group `to`, and the first of their links. */
static inline uint32_t
rdragonfly_exits(const rdragonfly *d, uint32_t from, uint32_t to, const uint16_t **exit)
{
	const uint32_t *first = &d->first[from * d->groups.g + to];

	*exit = &d->exit[first[0]];
	return first[1] - first[0];
}
