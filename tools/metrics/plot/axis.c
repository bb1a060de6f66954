#include "metrics/plot/axis.h"

#include <stdbool.h>
#include <string.h>

#include "lib/cli/cli.h"

typedef struct axis_unit {
	const char *name;
	double size;
	double from;		/* it serves values from here on, in itself */
} axis_unit;

/* The largest first; the last serves all that is smaller. */
static const axis_unit times[] = { { "days", 86400, 3 }, { "hours", 3600, 2 }, { "s", 1, 1 }, { "ms", 1e-3, 1 }, { "µs", 1e-6, 1 },
		{ "ns", 1e-9, 0 } },
	bits[] = { { "Tb/s", 1e12, 1 }, { "Gb/s", 1e9, 1 }, { "Mb/s", 1e6, 1 }, { "b/s", 1, 0 } },
	rates[] = { { "TB/s", 1e12, 1 }, { "GB/s", 1e9, 1 }, { "MB/s", 1e6, 1 }, { "B/s", 1, 0 } },
	sizes[] = { { "TB", 1e12, 1 }, { "GB", 1e9, 1 }, { "MB", 1e6, 1 }, { "kB", 1e3, 1 }, { "B", 1, 0 } },
	counts[] = { { "billions", 1e9, 1 }, { "millions", 1e6, 1 }, { "", 1, 0 } };

static const struct {
	const char *ending;
	bool stays;		/* as a part of the name */
	const axis_unit *unit;
} endings[] = {		/* longer ones first */
	{ "_bytes_per_s", false, rates },
	{ "_bits_per_s", false, bits },
	{ "_s", false, times },
	{ "bytes", true, sizes },
	{ "", true, counts },
};

/* Has the name the ending behind something else? */
static bool
ends(const char *name, const char *ending)
{
	size_t length = strlen(name), end = strlen(ending);

	return length >= end && strcmp(name + length - end, ending) == 0 && (length > end || *ending != '_');
}

axis
axis_of(const char *column, double most)
{
	size_t i = 0;
	const axis_unit *u;
	int stem;

	while (!ends(column, endings[i].ending))
		i++;
	u = endings[i].unit;
	while (u->from > 0 && most < u->from * u->size)
		u++;
	stem = (int)(strlen(column) - (endings[i].stays ? 0 : strlen(endings[i].ending)));
	return (axis){ xprintf(*u->name ? "%.*s (%s)" : "%.*s", stem, column, u->name), u->size };
}
