/* link: netsim */
/* histogram -- its buckets cover all latencies without gap or overlap and are as narrow
 * as promised; its quantiles are those of a sorted list, rounded up within a bucket. */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/rng/rng.h"
#include "netsim/jobs/histogram.h"
#include "unit/tap.h"

enum { REACHED = 128 * 56 };	/* buckets of values below 2^62, beyond any simulated time */

static void
edges(void)
{
	int64_t low, high, before = 0;
	uint32_t gaps = 0, wide = 0;

	for (uint32_t i = 0; i < REACHED; i++) {
		histogram_edges(i, &low, &high);
		gaps += low != before || high <= low;
		wide += high - low != 1 && (high - low) * 128 > low;
		before = high;
	}
	is_int(gaps, 0, "each bucket begins where the one before it ends, the first at 0");
	is_int(wide, 0, "none is wider than 1/128 of its values, or 1");
	is_int(before, INT64_C(1) << 62, "together they reach 2^62");
}

/* Is the value alone in a histogram in the bucket whose edges hold it? */
static bool
placed(histogram *h, int64_t value)
{
	int64_t low, high;

	histogram_clear(h);
	histogram_add(h, value);
	histogram_edges(h->low, &low, &high);
	return h->high == h->low + 1 && h->count[h->low] == 1 && low <= value && value < high
		&& h->max == value && h->sum == (uint64_t)value && h->values == 1
		&& histogram_quantile(h, 1) == value && histogram_quantile(h, 1e-9) == value;
}

static void
places(rng *r)
{
	histogram h = { 0 };
	int wrong = 0;

	for (int64_t v = 0; v < 70000; v++)
		wrong += !placed(&h, v);
	is_int(wrong, 0, "0 to 69999 are in their buckets");
	wrong = 0;
	for (int bit = 1; bit < 62; bit++)
		for (int64_t near = -2; near <= 2; near++)
			wrong += (INT64_C(1) << bit) + near >= 0 && !placed(&h, (INT64_C(1) << bit) + near);
	is_int(wrong, 0, "powers of two and their neighbours are");
	wrong = 0;
	for (int i = 0; i < 200000; i++)
		wrong += !placed(&h, (int64_t)(rng_u64(r) >> (2 + rng_below(r, 62))));
	is_int(wrong, 0, "random values of all sizes are");
	free(h.count);
}

static int
compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

enum { MOST = 1500 };

/* n values below `limit`, as a list and in a histogram. */
static void
draw(rng *r, histogram *h, int64_t *list, uint32_t n, int64_t limit)
{
	histogram_clear(h);
	for (uint32_t i = 0; i < n; i++) {
		list[i] = (int64_t)rng_below(r, (uint64_t)limit);
		histogram_add(h, list[i]);
	}
	qsort(list, n, sizeof *list, compare);
}

/* Quantiles of lists of 1 … MOST values that are not the value of nearest rank, rounded up by
 * at most 1/128 and never beyond the largest. */
static int
wrong_quantiles(rng *r, int64_t limit)
{
	static const uint32_t percent[] = { 1, 25, 50, 75, 99, 100 };
	static int64_t list[MOST];
	histogram h = { 0 };
	int wrong = 0;

	for (uint32_t n = 1; n <= MOST; n += 1 + n / 200) {
		draw(r, &h, list, n, limit);
		for (size_t i = 0; i < sizeof percent / sizeof *percent; i++) {
			int64_t exact = list[(percent[i] * n + 99) / 100 - 1];
			int64_t got = histogram_quantile(&h, percent[i] / 100.0);

			wrong += got < exact || (got - exact) * 128 > exact || got > list[n - 1];
		}
		wrong += h.values != n || h.max != list[n - 1];
	}
	free(h.count);
	return wrong;
}

/* Hand-made: 99 small ones and a large one. */
static void
by_hand(void)
{
	histogram h = { 0 };

	for (int i = 0; i < 99; i++)
		histogram_add(&h, 7);
	histogram_add(&h, 1000000);
	is_int(histogram_quantile(&h, 0.99), 7, "the 99th of 100 values is a small one");
	is_int(histogram_quantile(&h, 0.991), 1000000, "the one behind it is the large one, exactly");
	is_int((int64_t)h.sum, 99 * 7 + 1000000, "their sum");
	histogram_clear(&h);
	ok1(h.values == 0 && h.sum == 0 && h.max == 0 && h.low >= h.high);
	histogram_add(&h, 200001);
	histogram_add(&h, 200000);
	histogram_add(&h, 300000);
	/* 2^17 = 131072, in steps of 1024: 199680 … 200703 */
	is_int(histogram_quantile(&h, 0.5), 200703, "upper edge of a bucket with two values, after a clear");
	is_int(histogram_quantile(&h, 1), 300000, "the largest");
	free(h.count);
}

int
main(void)
{
	rng r;

	rng_init(&r, 1, "histogram", "", "");
	edges();
	places(&r);
	is_int(wrong_quantiles(&r, 128), 0, "quantiles below 128, where each value has a bucket");
	is_int(wrong_quantiles(&r, 3000), 0, "quantiles of values below 3000");
	is_int(wrong_quantiles(&r, INT64_C(1000000000)), 0, "quantiles of values up to a millisecond");
	by_hand();
	return done_testing();
}
