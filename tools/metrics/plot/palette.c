/* palette -- the blue and the grey of the studies' pictures, and colours of M. Okabe and K. Ito, "Color universal design", 2002. */
#include "metrics/plot/palette.h"

static const struct {
	const char *colour;
	int symbol;
} look[PALETTE] = {
	{ "#2171b5", 7 },	/* blue, circle */
	{ "#e69f00", 5 },	/* orange, square */
	{ "#009e73", 9 },	/* green, triangle */
	{ "#cc4778", 13 },	/* red-purple, diamond */
	{ "#56b4e9", 11 },	/* sky, triangle downwards */
	{ "#636363", 15 },	/* grey, pentagon */
	{ "#d55e00", 6 },	/* vermilion; the symbols again, hollow */
	{ "#5e3c99", 4 },
	{ "#a6761d", 8 },
	{ "#f2a6c8", 12 },
	{ "#1b4f3a", 10 },
	{ "#222222", 14 },
};

const char *
palette_colour(uint32_t group)
{
	return look[group].colour;
}

int
palette_symbol(uint32_t group)
{
	return look[group].symbol;
}
