/* broken -- links and routers of a machine that are broken: the key `broken`.
 *
 * Its value is parts with a '+' between two:
 *	r17		router 17, all its cables with it
 *	r3-r9		all cables between routers 3 and 9
 *	r3-r9x2		two of them, the first ones at router 3
 *	links:RATE:SEED	a part of all cables between routers, RATE of them to the nearest whole number, drawn at random
 *	routers:RATE:SEED	the same of all routers
 * What is drawn with a rate is also drawn with a higher one and the same seed.
 *
 * A cable breaks in both directions: its two ports lead nowhere from then on.  The nodes of a broken router are absent ones (machine.h).
 * Whatever the kind knew from its shape about distances does not hold any more: they are searched for (graph-search.h), and
 * routes are those for machines with broken parts (routes.broken in lib/route/route.h). */
#pragma once

#include "lib/machine/machine.h"

typedef struct broken {
	uint8_t *router;	/* [routers], 1: broken */
	uint32_t routers;	/* broken ones */
	uint32_t links;		/* cables between routers that are gone, those of broken routers too */
} broken;

/* Break what the spec says, once the kind has built the machine; m->broken stays NULL where that is nothing.  Dies through spec_bad():
 * there is no such part, no node is left, or nodes are that cannot reach one another. */
void broken_break(machine *m, const struct spec *s);
void broken_free(machine *m);

static inline bool
router_broken(const machine *m, uint32_t router)
{
	return m->broken && m->broken->router[router];
}
