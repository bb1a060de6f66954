/* groups -- a key of numbers instead of texts: no separator can be mistaken for a part of a cell, and ("ab","c") is not ("a","bc"). */
#include "metrics/groups.h"

#include <string.h>

enum { WIDTH = 5, BITS = 7 };	/* a number in a key: bytes, and bits in each */

/* The eighth bit is set, so that no byte of a key is 0. */
static void
write_number(char *at, uint32_t number)
{
	for (int i = 0; i < WIDTH; i++, number >>= BITS)
		at[i] = (char)(1 << BITS | (number & ((1 << BITS) - 1)));
}

static uint32_t
read_number(const char *at)
{
	uint32_t number = 0;

	for (int i = WIDTH; i-- > 0;)
		number = number << BITS | ((unsigned char)at[i] & ((1 << BITS) - 1));
	return number;
}

void
groups_init(groups *g, int first, int columns)
{
	*g = (groups){ .first = first, .columns = columns };
	g->scratch = xcalloc((size_t)columns * WIDTH + 1, 1);
}

void
groups_want(groups *g, input *in, const names *by)
{
	groups_init(g, in->wants, (int)by->count);
	for (uint32_t i = 0; i < by->count; i++)
		input_wish(in, names_at(by, i), strcmp(names_at(by, i), "case") == 0 ? "1" : NULL);
}

uint32_t
groups_add(groups *g, const input *in)
{
	for (int i = 0; i < g->columns; i++)
		write_number(g->scratch + (size_t)i * WIDTH, names_add(&g->cell, input_text(in, g->first + i), NULL));
	return names_add(&g->key, g->scratch, NULL);
}

const char *
groups_cell(const groups *g, uint32_t number, int k)
{
	return names_at(&g->cell, read_number(names_at(&g->key, number) + (size_t)k * WIDTH));
}

int
groups_put(const groups *g, uint32_t number, result *r)
{
	for (int k = 0; k < g->columns; k++)
		sink_put(r->sink, k, groups_cell(g, number, k));
	return g->columns;
}
