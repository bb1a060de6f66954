/* marks -- what bars, lines and points show: a value, perhaps with an interval, at a place across, in a group. */
#pragma once

#include "lib/stream/names.h"
#include "metrics/input.h"
#include "metrics/plot/picture.h"

enum { ACROSS, UP, AXES };

/* Bars stand beside each other by the texts across, lines go over numbers: rows at one place of a group are one mark.  Of points each
 * row is one. */
typedef enum marks_form { MARKS_BARS, MARKS_LINES, MARKS_POINTS } marks_form;

/* The columns that are asked for; NULL: not given. */
typedef struct marks_options {
	const char *column[AXES];
	const char *by;		/* NULL: all rows are one group */
	const char *label;
	const char *half, *end[AXES][2];	/* of intervals: half their length up, or where they begin and end */
	bool log[AXES];
	const char *skipped;	/* rows with this text in `by` are left out */
} marks_options;

/* The options of all three. */
typedef struct marks_picture {
	picture_options picture;
	marks_options marks;
} marks_picture;

/* Of bars and lines. */
extern const cli_option_group marks_groups[];
extern const cli_rule marks_rules[];

typedef struct mark {
	uint32_t x, group;	/* numbers in marks.x and marks.group */
	double at[AXES];	/* of bars nothing across */
	double low[AXES], high[AXES];	/* NAN: there is no interval */
	char *label;		/* NULL: none */
} mark;

typedef struct marks {
	names x, group;		/* in the order of the rows; one group "" without `by`; of points no x */
	mark *of;		/* [count], in the order of their first rows */
	size_t count;
	double least[AXES], most[AXES];	/* of places and ends of intervals; of values up that are not below 0 it is 0 for bars and lines */
} marks;

/* Read the tables of `in`.  Rows of one mark are their mean, with the 95% interval of metrics summary, unless the columns of an interval
 * are given, and then there is one row for each.  Rows without a value are left out.  Dies where there are none left, more groups than
 * colours, or more points than can be drawn. */
void marks_read(marks *m, const marks_options *asked, input *in, marks_form form);

/* Write the blocks "$NAMEgroup" of places, divided by size[], and "$intervals0" of strokes in this colour (NULL: that of their group). */
void marks_write(picture *p, const marks *m, const char *name, const double *size, const char *colour);

/* The strokes of these as one of gnuplot's plots, so wide. */
#define MARKS_INTERVALS(width) "$intervals0 using 1:2:3:4:5 with vectors nohead lw " width " lc rgb variable"
