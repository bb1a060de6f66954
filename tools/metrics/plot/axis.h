/* axis -- the name of a column beside an axis, with a unit in which its values are short to read. */
#pragma once

typedef struct axis {
	char *label;		/* "wait_mean (hours)" */
	double size;		/* a value of the column is drawn in parts of this: seconds an hour */
} axis;

/* For a column whose values are at most `most` in size.  Its name ends in its unit: "_s", "_bytes_per_s", "_bits_per_s", "bytes". */
axis axis_of(const char *column, double most);
