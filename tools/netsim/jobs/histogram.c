/* histogram -- log-linear buckets, as HdrHistogram has them. */
#include "netsim/jobs/histogram.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

static uint32_t
bucket_of(int64_t value)
{
	int high_bit;

	if (value < 128)
		return (uint32_t)value;
	high_bit = 63 - __builtin_clzll((uint64_t)value);
	return (uint32_t)(high_bit - 6) * 128 + ((uint32_t)(value >> (high_bit - 7)) & 127);
}

void
histogram_edges(uint32_t i, int64_t *low, int64_t *high)
{
	int shift = i < 256 ? 0 : (int)(i / 128) - 1;
	int64_t from = i < 128 ? i : 128 + i % 128;

	*low = from << shift;
	*high = (from + 1) << shift;
}

void
histogram_add(histogram *h, int64_t value)
{
	uint32_t b = bucket_of(value);

	if (!h->count)
		h->count = xcalloc(HISTOGRAM_BUCKETS, sizeof *h->count);
	if (h->values++ == 0)
		h->low = b;
	h->count[b]++;
	h->sum += (uint64_t)value;
	h->low = b < h->low ? b : h->low;
	h->high = b >= h->high ? b + 1 : h->high;
	h->max = value > h->max ? value : h->max;
}

void
histogram_merge(histogram *h, const histogram *more)
{
	if (more->values == 0)
		return;
	if (!h->count)
		h->count = xcalloc(HISTOGRAM_BUCKETS, sizeof *h->count);
	if (h->values == 0)
		h->low = more->low;
	for (uint32_t b = more->low; b < more->high; b++)
		h->count[b] += more->count[b];
	h->values += more->values;
	h->sum += more->sum;
	h->low = more->low < h->low ? more->low : h->low;
	h->high = more->high > h->high ? more->high : h->high;
	h->max = more->max > h->max ? more->max : h->max;
}

void
histogram_clear(histogram *h)
{
	if (h->low < h->high)
		memset(h->count + h->low, 0, (h->high - h->low) * sizeof *h->count);
	*h = (histogram){ .count = h->count };
}

int64_t
histogram_quantile(const histogram *h, double q)
{
	uint64_t rank = (uint64_t)ceil(q * (double)h->values), seen = 0;
	int64_t low, high;
	uint32_t b = h->low;

	while ((seen += h->count[b]) < rank)
		b++;
	histogram_edges(b, &low, &high);
	return high - 1 < h->max ? high - 1 : h->max;
}
