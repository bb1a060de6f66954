/* rng -- the published answers of Philox4x32-10, and what streams promise. */
#include <math.h>
#include <stdlib.h>

#include "lib/rng/rng.h"
#include "unit/tap.h"

/* kat_vectors of Random123 1.09 (D. E. Shaw Research): counter, key, result */
static const struct {
	uint32_t counter[4], key[2], out[4];
} known[] = {
	{ { 0, 0, 0, 0 }, { 0, 0 },
		{ 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 } },
	{ { 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff }, { 0xffffffff, 0xffffffff },
		{ 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd } },
	{ { 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344 }, { 0xa4093822, 0x299f31d0 },
		{ 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 } },
};

/* Whether the first words of two streams are the same. */
static bool
same(rng a, rng b)
{
	for (int i = 0; i < 8; i++)
		if (rng_u32(&a) != rng_u32(&b))
			return false;
	return true;
}

static rng
stream(uint64_t seed, const char *purpose, const char *case_, const char *job)
{
	rng r;

	rng_init(&r, seed, purpose, case_, job);
	return r;
}

static void
test_names(void)
{
	rng a = stream(1, "alloc", "7", "3");

	ok1(same(a, stream(1, "alloc", "7", "3")));
	ok1(!same(a, stream(2, "alloc", "7", "3")));
	ok1(!same(a, stream(1, "map", "7", "3")));
	ok1(!same(a, stream(1, "alloc", "3", "7")));
	ok1(!same(a, stream(1, "alloc", "73", "")));
	ok1(!same(a, stream(1, "alloc", "", "73")));
	ok1(!same(stream(1, "x", "ab", "c"), stream(1, "x", "a", "bc")));
	ok1(!same(stream(1, "x", "", "a"), stream(1, "x", "a", "")));
	ok1(!same(stream(0, "x", "", ""), stream(UINT64_MAX, "x", "", "")));
}

/* What the study's results rest on: these words must never change. */
static void
test_golden(void)
{
	rng r = stream(1, "alloc", "1", "1");
	uint32_t word[5];

	for (int i = 0; i < 5; i++)
		word[i] = rng_u32(&r);
	ok(word[0] == 0x3dc891f9 && word[1] == 0x39f714c0 && word[4] == 0x3e340b19,
		"the stream of (1, alloc, 1, 1): %08x %08x … %08x", word[0], word[1], word[4]);
	ok1(r.counter[0] == 2 && r.left == 3);
}

static void
test_carry(void)
{
	rng r = stream(1, "x", "", "");

	r.counter[0] = UINT32_MAX;
	rng_u32(&r);
	ok(r.counter[0] == 0 && r.counter[1] == 1, "the block counter carries");
}

/* Pearson's chi-square of 60,000 draws on n values, against its mean n-1 and six
 * standard deviations of it. */
static void
test_uniform(uint32_t n)
{
	enum { DRAWS = 60000 };
	rng r = stream(1, "uniform", "", "");
	uint32_t *count = calloc(n, sizeof *count);
	double expected = (double)DRAWS / n, chi = 0;
	bool inside = true;

	for (int i = 0; i < DRAWS; i++) {
		uint64_t v = rng_below(&r, n);

		inside &= v < n;
		count[v % n]++;
	}
	for (uint32_t v = 0; v < n; v++)
		chi += (count[v] - expected) * (count[v] - expected) / expected;
	ok(inside && fabs(chi - (n - 1)) < 6 * sqrt(2 * n), "below %u is uniform, chi-square %.1f", n, chi);
	free(count);
}

/* Below three quarters of all words: without the second draw, v mod 3 = 0 would
 * come half of the time. */
static void
test_bias(uint64_t n)
{
	enum { DRAWS = 30000 };
	rng r = stream(1, "bias", "", "");
	int zero = 0;

	for (int i = 0; i < DRAWS; i++)
		zero += rng_below(&r, n) % 3 == 0;
	ok(abs(zero - DRAWS / 3) < 500, "below %" PRIu64 " has no bias: %d of %d", n, zero, DRAWS);
}

static void
test_large(void)
{
	rng r = stream(1, "large", "", "");
	uint64_t n = ((uint64_t)1 << 33) + 5, most = 0, halves = 0;
	bool inside = true;

	for (int i = 0; i < 1000; i++) {
		uint64_t v = rng_below(&r, n);

		inside &= v < n;
		most = v > most ? v : most;
		halves += v >= n / 2;
	}
	ok(inside && most > n - n / 100 && halves > 400 && halves < 600, "below 2^33 + 5");
	ok1(rng_below(&r, 1) == 0);
	ok1(rng_below(&r, UINT64_MAX) < UINT64_MAX);
}

/* All 24 orders of four items, each near 1 in 24. */
static void
test_shuffle(void)
{
	enum { TIMES = 24000 };
	rng r = stream(1, "shuffle", "", "");
	int count[256] = { 0 }, orders = 0, least = TIMES, most = 0;

	for (int i = 0; i < TIMES; i++) {
		uint32_t a[] = { 0, 1, 2, 3 };

		rng_shuffle(&r, a, 4);
		count[a[0] << 6 | a[1] << 4 | a[2] << 2 | a[3]]++;
	}
	for (int i = 0; i < 256; i++) {
		if (!count[i])
			continue;
		orders++;
		least = count[i] < least ? count[i] : least;
		most = count[i] > most ? count[i] : most;
	}
	ok(orders == 24 && least > 850 && most < 1150, "shuffle: %d orders, %d to %d times", orders, least, most);
	rng_shuffle(&r, NULL, 0);
	pass("an empty array is shuffled");
}

int
main(void)
{
	double sum = 0;
	bool inside = true;

	for (int i = 0; i < 3; i++) {
		uint32_t out[4];

		philox4x32(known[i].counter, known[i].key, out);
		ok(memcmp(out, known[i].out, sizeof out) == 0, "known answer %d", i + 1);
	}
	test_names();
	test_golden();
	test_carry();
	test_uniform(2);
	test_uniform(7);
	test_uniform(272);
	test_bias((uint64_t)3 << 30);
	test_bias((uint64_t)3 << 62);
	test_large();
	test_shuffle();

	rng r = stream(1, "unit", "", "");

	for (int i = 0; i < 10000; i++) {
		double u = rng_unit(&r);

		inside &= u >= 0 && u < 1;
		sum += u;
	}
	ok(inside && fabs(sum / 10000 - 0.5) < 0.02, "unit lies in [0, 1), mean %.4f", sum / 10000);
	return done_testing();
}
