/* palette -- what tells apart the groups of a picture: colours that people of any colour vision can tell apart, and symbols beside them. */
#pragma once

enum { PALETTE = 12, PALETTE_BRIGHT = 10 };	/* colours, and so the most groups; those before the greys */

typedef struct palette_look {
	const char *colour;	/* "#2171b5" */
	int symbol;		/* gnuplot's number of it */
} palette_look;
extern const palette_look palette[PALETTE];
