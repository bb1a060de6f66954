/* marks -- what bars and lines show: a value, perhaps with an interval, for each x of each group. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lib/cli/subcommand.h"
#include "lib/stream/names.h"
#include "metrics/plot/picture.h"

/* The columns that are asked for. */
typedef struct marks_options {
	const char *x, *y;
	const char *by;		/* NULL: all rows are one group */
	const char *half, *low, *high;	/* NULL: not given */
	bool log[2];		/* the axis x, y */
} marks_options;

/* The options of both. */
typedef struct marks_picture {
	picture_options picture;
	marks_options marks;
} marks_picture;
extern const cli_option_group marks_groups[];

typedef struct mark {
	uint32_t x, group;	/* numbers in marks.x and marks.group */
	double at;		/* x as a number, where that is asked for */
	double value;
	double low, high;	/* NAN: there is no interval */
} mark;

typedef struct marks {
	names x, group;		/* in the order of the rows; one group "" without `by` */
	mark *of;		/* [count]: one for each pair of both that the rows have, in the order of their first rows */
	size_t count;
	double least, most;	/* where the axis of the values begins, 0 if no value is below it, and the largest end of an interval */
	double least_at, most_at;
} marks;

/* Read the tables `files`.  Rows of the same x and group are one mark: their mean, with the 95% interval of metrics summary, unless the
 * columns of an interval are given, and then there is one row for each.  Rows without a value are left out.  With `numbers` every x is one.
 * Dies where there are none left, or more groups than colours. */
void marks_read(marks *m, const marks_options *asked, char **files, bool numbers);
void marks_free(marks *m);
