/* histogram -- latencies in steps of at most 1/128 of their size.
 *
 * Values below 128 have a bucket each; above, every power of two is cut into 128
 * equal buckets.  The edges are whole picoseconds. */
#pragma once

#include <stdint.h>

enum { HISTOGRAM_BUCKETS = 128 * 58 };

typedef struct histogram {
	uint64_t *count;	/* [HISTOGRAM_BUCKETS], or NULL before the first value */
	uint32_t low, high;	/* used buckets lie in [low, high) */
	uint64_t values;
	uint64_t sum;		/* of the values, exact */
	int64_t max;
} histogram;

void histogram_add(histogram *h, int64_t value);	/* value at least 0 */
void histogram_merge(histogram *h, const histogram *more);	/* add the values of `more` */
void histogram_clear(histogram *h);

/* The upper edge of the bucket that holds the value of nearest rank ⌈q·n⌉, but
 * never more than the largest value; h is not empty and 0 < q <= 1. */
int64_t histogram_quantile(const histogram *h, double q);

/* The values of bucket i are low <= v < high. */
void histogram_edges(uint32_t i, int64_t *low, int64_t *high);
