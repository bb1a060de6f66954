/* dims -- process grids: how many tasks in x, y, z and w. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { PATTERN_DIMS = 4 };

/* The most cubic process grid of n tasks: x >= y >= z and the least x+y+z, of equal sums the least x (in 2D y is the largest divisor up to
 * the square root). d = 1 … 4. */
void cubic_dims(uint32_t n, int d, uint32_t *dim);

/* "4x4x2" as written and read in the column dims; false when it is not that. */
bool read_dims(const char *s, int *dims, uint32_t *dim);

/* Write 1 to 4 dimensions as "4x4x2"; the caller frees. */
char *write_dims(int dims, const uint32_t *dim);

/* What they multiply to, or some number above UINT32_MAX when that is larger. */
uint64_t dims_product(int dims, const uint32_t *dim);

/* The names of dimensions that wrap around, as "xz", of `dims` there are: bit d of *periodic is dimension d.  False and *why
 * otherwise, which lives until the next call. */
bool read_periodic(const char *s, int dims, unsigned *periodic, const char **why);

/* Call visit(factor, of) with every d factors (1 to PATTERN_DIMS) that multiply to n (at least 1): the first
 * ascending, at a tie the second, and so on. */
void factors_each(uint32_t n, int d, void (*visit)(const uint32_t *factor, void *of), void *of);

/* The largest divisor of n that is at most `limit` (at least 1). */
uint32_t largest_divisor(uint32_t n, uint32_t limit);
