/* cell-options -- see cell-options.h. */
#include "map/support/cell-options.h"

#include <string.h>

#include "lib/cli/cli.h"

extents
read_cell(const char *text)
{
	extents e;

	if (!read_dims(text, &e.dims, e.n))
		die(FAIL_USAGE, "--cell: '%s': must be 1 to %d extents, as 2x2x4", text, PATTERN_DIMS);
	return e;
}

extents
read_tiles(const char *text)
{
	extents e;

	if (!read_dims(text, &e.dims, e.n) || e.dims != 2)
		die(FAIL_USAGE, "--tiles: '%s': must be two extents, as 2x4", text);
	return e;
}

int
read_split(const char *text)
{
	static const char names[] = "0123xyzt...w";
	const char *at = *text && *text != '.' && !text[1] ? strchr(names, *text) : NULL;

	if (!at)
		die(FAIL_USAGE, "--split: '%s': must be a dimension, 0 to %d or x, y, z or t", text, PATTERN_DIMS - 1);
	return (int)(at - names) % PATTERN_DIMS;
}

void
read_along(knobs *k, const char *text)
{
	static const char axes[] = "xyz";
	size_t n = strspn(text, axes);
	bool used[3] = { false };
	int count = 0;

	if (text[n] || n < 2 || n > 3)
		die(FAIL_USAGE, "--along: '%s': must be two or three of x, y and z", text);
	for (size_t i = 0; i < n; i++) {
		int axis = (int)(strchr(axes, text[i]) - axes);

		if (used[axis])
			die(FAIL_USAGE, "--along: '%s': names %c twice", text, text[i]);
		used[axis] = true;
		k->along[count++] = axis;
	}
	for (int axis = 0; axis < 3; axis++)
		if (!used[axis])
			k->along[count++] = axis;
	k->along_given = true;
}

void
check_cell(const knobs *k, const mapping *m)
{
	if (m->needs & NEEDS_CELL && k->cell.dims == 0)
		die(FAIL_USAGE, "algorithm '%s' needs --cell, as 2x2x4", m->name);
}
