/* fixed -- open-loop patterns in which each node always sends to the same one: a table. */
#ifndef HOPLINE_LIB_PATTERN_OPEN_FIXED_H
#define HOPLINE_LIB_PATTERN_OPEN_FIXED_H

#include <stdlib.h>

#include "lib/pattern/pattern.h"

/* Make the table, one entry a node, as the state. */
static inline uint32_t *
fixed_table(endpoints *e)
{
	return e->state = xalloc(e->nodes, sizeof(uint32_t));
}

static inline uint32_t
fixed_target(const endpoints *e, uint32_t v, uint32_t random_word)
{
	(void)random_word;
	return ((const uint32_t *)e->state)[v];
}

#endif
