/* palette -- the blue and the grey of the studies' pictures, and colours of M. Okabe and K. Ito, "Color universal design", 2002. */
#include "metrics/plot/palette.h"

const palette_look palette[PALETTE] = {
	{ "#2171b5", 7 },	/* blue, circle */
	{ "#e69f00", 5 },	/* orange, square */
	{ "#009e73", 9 },	/* green, triangle */
	{ "#cc4778", 13 },	/* red-purple, diamond */
	{ "#56b4e9", 11 },	/* sky, triangle downwards */
	{ "#d55e00", 15 },	/* vermilion, pentagon */
	{ "#5e3c99", 6 },	/* purple; from here on the symbols again, hollow */
	{ "#a6761d", 4 },
	{ "#f2a6c8", 8 },
	{ "#1b4f3a", 12 },
	{ "#7f7f7f", 10 },
	{ "#222222", 14 },
};
