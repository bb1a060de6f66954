#include "lib/pattern/dims.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

uint32_t
largest_divisor(uint32_t n, uint32_t limit)
{
	uint32_t d = limit < n ? limit : n;

	while (d > 1 && n % d)
		d--;
	return d ? d : 1;
}

/* --- the ways to write a number as an ordered product */

enum { MOST_DIVISORS = 1536 };	/* that a number of 32 bits has */

typedef struct dims_search {
	uint32_t divisor[MOST_DIVISORS];	/* of the number, ascending */
	uint32_t divisors;
	int d;
	uint32_t factor[PATTERN_DIMS];
	void (*visit)(const uint32_t *factor, void *of);
	void *of;
} dims_search;

/* All factors from the k-th on, which multiply to n. */
static void
from(dims_search *s, int k, uint32_t n)
{
	if (k == s->d - 1) {
		s->factor[k] = n;
		s->visit(s->factor, s->of);
		return;
	}
	for (uint32_t i = 0; i < s->divisors && s->divisor[i] <= n; i++)
		if (n % s->divisor[i] == 0) {
			s->factor[k] = s->divisor[i];
			from(s, k + 1, n / s->divisor[i]);
		}
}

void
factors_each(uint32_t n, int d, void (*visit)(const uint32_t *factor, void *of), void *of)
{
	dims_search s = { .d = d, .visit = visit, .of = of };

	for (uint64_t f = 1; f * f <= n; f++)
		if (n % f == 0) {
			s.divisor[s.divisors++] = (uint32_t)f;
			if (f * f < n)
				s.divisor[s.divisors++] = (uint32_t)(n / f);
		}
	qsort(s.divisor, s.divisors, sizeof *s.divisor, ascending_u32);
	from(&s, 0, n);
}

typedef struct cubic {
	int dims;
	uint64_t sum;
	uint32_t dim[PATTERN_DIMS];
} cubic;

/* Of equal sums with the same x the least last extent. */
static void
consider(const uint32_t *dim, void *of)
{
	cubic *best = of;
	int last = best->dims - 1;
	uint64_t sum = dim[0];

	for (int i = 0; i < last; i++) {
		if (dim[i] < dim[i + 1])
			return;
		sum += dim[i + 1];
	}
	if (best->sum && (sum != best->sum ? sum > best->sum : dim[0] != best->dim[0] ? dim[0] > best->dim[0] : dim[last] >= best->dim[last]))
		return;
	best->sum = sum;
	memcpy(best->dim, dim, (size_t)best->dims * sizeof *dim);
}

void
cubic_dims(uint32_t n, int d, uint32_t *dim)
{
	cubic best = { .dims = d };

	factors_each(n, d, consider, &best);
	memcpy(dim, best.dim, (size_t)d * sizeof *dim);
}

/* --- as they are written */

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
