/* chart -- axes, groups and intervals in gnuplot's words: what bars, lines and points have in common. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "metrics/plot/picture.h"

/* What tells apart the groups of a picture: colours that people of any colour vision can tell apart, and symbols beside them. */
enum { PALETTE = 12 };	/* colours, and so the most groups */

typedef struct palette_look {
	const char *colour;	/* "#2171b5" */
	int symbol;		/* gnuplot's number of it */
} palette_look;
extern const palette_look palette[PALETTE];

/* The options of pictures with axes: how these are called, in a picture_options. */
extern const cli_option chart_options_known[];

/* The reader of --log: `log` is a bool[2], for x and y. */
void chart_read_log(const char *option, const char *text, void *log);

/* Label an axis, 'x' or 'y', as the options say or else by its column, whose values are from `least` to `most`, and make it logarithmic or
 * not.  A name that ends in "_s", "_bytes_per_s", "_bits_per_s" or "bytes" has a unit.  What a value is divided by before it is drawn: 3600
 * where the axis has hours. */
double chart_axis(picture *p, char axis, const char *column, double least, double most, bool log);

/* The axis up for bars and lines, of values as they are drawn: from `least`, 0 when none is below that. */
void chart_values(picture *p, double least, double most, bool log);

/* An axis from a little less than `least`, unless that is 0, to a little more than `most`. */
void chart_range(picture *p, char axis, double least, double most, bool log);

/* How a group is drawn, behind "with ...": its colour, and its name in the legend, unless that is "" or `titled` is false. */
void chart_group(picture *p, uint32_t group, const char *name, bool titled);
