/* capacity -- how many nodes jobs can have, of a machine and of its groups. */
#pragma once

#include "lib/machine/machine.h"

typedef struct capacity {
	uint32_t nodes;		/* all but the unavailable ones */
	uint32_t group;		/* the most of them in one group; 0: the machine has no groups */
	uint32_t groups;	/* that have any */
} capacity;

capacity capacity_of(const machine *m);

/* "small" when a job of so many nodes fits a group, else "large"; NULL without groups. */
const char *capacity_class(const capacity *c, uint32_t nodes);
