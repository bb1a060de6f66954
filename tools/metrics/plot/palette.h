/* palette -- what tells apart the groups of a picture: colours that people of any colour vision can tell apart, and symbols beside them. */
#pragma once

#include <stdint.h>

enum { PALETTE = 12, PALETTE_BRIGHT = 10 };	/* colours, and so the most groups; those before the greys */

const char *palette_colour(uint32_t group);	/* "#2171b5" */
int palette_symbol(uint32_t group);	/* gnuplot's number of a symbol */
