/* dims -- process grids: how many tasks in x, y, z and w. */
#include "lib/pattern/dims.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/cli/cli.h"

uint32_t
largest_divisor(uint32_t n, uint32_t limit)
{
	uint32_t d = limit < n ? limit : n;

	while (d > 1 && n % d)
		d--;
	return d ? d : 1;
}

/* f^d, or more than any task count */
static uint64_t
power(uint64_t f, int d)
{
	uint64_t product = 1;

	while (d-- > 0 && product <= UINT32_MAX)
		product *= f;
	return product;
}

/* Is the grid a better than b, of the same product? */
static bool
better(const uint32_t *a, const uint32_t *b, int d)
{
	uint64_t x = 0, y = 0;

	for (int i = 0; i < d; i++) {
		x += a[i];
		y += b[i];
	}
	return x < y || (x == y && a[0] < b[0]);
}

/* The best grid of d dimensions, none below `least`; false when there is none. */
static bool
best(uint32_t n, int d, uint32_t least, uint32_t *dim)
{
	uint32_t trial[PATTERN_DIMS];
	bool found = false;

	if (d == 1) {
		dim[0] = n;
		return n >= least;
	}
	for (uint32_t f = least; power(f, d) <= n; f++) {
		if (n % f || !best(n / f, d - 1, f, trial))
			continue;
		trial[d - 1] = f;
		if (!found || better(trial, dim, d))
			memcpy(dim, trial, (size_t)d * sizeof *dim);
		found = true;
	}
	return found;
}

void
cubic_dims(uint32_t n, int d, uint32_t *dim)
{
	best(n, d, 1, dim);
}

bool
read_dims(const char *s, int *dims, uint32_t *dim)
{
	uint32_t read[PATTERN_DIMS];
	int n = 0;

	for (;; s++) {
		uint64_t value = 0;
		const char *first = s;
		for (; *s >= '0' && *s <= '9' && value <= UINT32_MAX; s++)
			value = value * 10 + (uint64_t)(*s - '0');
		if (s == first || *first == '0' || value > UINT32_MAX || n == PATTERN_DIMS)
			return false;
		read[n++] = (uint32_t)value;
		if (!*s)
			break;
		if (*s != 'x')
			return false;
	}
	memcpy(dim, read, (size_t)n * sizeof *dim);
	*dims = n;
	return true;
}

char *
write_dims(int dims, const uint32_t *dim)
{
	char text[PATTERN_DIMS * 11];
	int used = 0;

	for (int d = 0; d < dims; d++)
		used += snprintf(text + used, sizeof text - (size_t)used, "%s%" PRIu32, d ? "x" : "", dim[d]);
	return xstrdup(text);
}

uint64_t
dims_product(int dims, const uint32_t *dim)
{
	uint64_t product = 1;

	for (int d = 0; d < dims && product <= UINT32_MAX; d++)
		product *= dim[d];
	return product;
}

bool
read_periodic(const char *s, int dims, unsigned *periodic, const char **why)
{
	static const char axes[] = "xyzw";
	static char wrong[80];

	*periodic = 0;
	*why = wrong;
	for (; *s; s++) {
		const char *axis = strchr(axes, *s);

		if (!axis || axis - axes >= dims) {
			snprintf(wrong, sizeof wrong, "must name dimensions of the process grid, which has %.*s", dims ? dims : 4, dims ? axes : "none");
			return false;
		}
		if (*periodic & 1U << (axis - axes)) {
			snprintf(wrong, sizeof wrong, "names %c twice", *s);
			return false;
		}
		*periodic |= 1U << (axis - axes);
	}
	return true;
}
