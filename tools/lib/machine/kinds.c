/* kinds -- the table of topologies, in display order. */
#include <stddef.h>

#include "lib/machine/machine.h"

extern const kind kind_dragonfly;

const kind *const kinds[] = {
	&kind_dragonfly,
	NULL
};
