/* groups -- a key of numbers instead of texts: no separator can be mistaken for a
 * part of a cell, and ("ab","c") is not ("a","bc"). */
#include "metrics/groups.h"

#include <stdio.h>
#include <stdlib.h>

enum { DIGITS = 11 };	/* of a number, with its blank */

void
groups_init(groups *g, int first, int columns)
{
	*g = (groups){ .first = first, .columns = columns };
	g->scratch = xalloc((size_t)columns * DIGITS + 1, 1);
	g->scratch[0] = '\0';
}

uint32_t
groups_add(groups *g, const input *in)
{
	char *end = g->scratch;
	bool added;

	for (int i = 0; i < g->columns; i++) {
		uint32_t number = names_add(&g->cell, input_text(in, g->first + i), &added);

		end += snprintf(end, DIGITS + 1, " %u", number);
	}
	return names_add(&g->key, g->scratch, &added);
}

const char *
groups_cell(const groups *g, uint32_t number, int k)
{
	char *rest = (char *)(uintptr_t)names_at(&g->key, number);
	uint32_t cell = 0;

	for (int i = 0; i <= k; i++)
		cell = (uint32_t)strtoul(rest, &rest, 10);
	return names_at(&g->cell, cell);
}
