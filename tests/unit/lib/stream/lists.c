/* lists -- what is read, what is refused, and that writing and reading are inverse. */
#include <stdlib.h>

#include "lib/rng/rng.h"
#include "lib/stream/lists.h"
#include "unit/tap.h"

static list got;

/* `text` reads as `want`, itself in full: "0 1 2". */
static void
reads(const char *text, bool repeats, const char *want)
{
	const char *why = "";
	char all[400] = "";

	if (list_read(&got, text, 1000, 100, repeats, &why))
		for (uint32_t i = 0; i < got.count; i++)
			sprintf(all + strlen(all), "%s%u", i ? " " : "", got.item[i]);
	else
		snprintf(all, sizeof all, "refused: %s", why);
	ok(strcmp(all, want) == 0, "'%s' reads as '%s'%s%s", text, want,
		strcmp(all, want) ? ", not " : "", strcmp(all, want) ? all : "");
}

static void
refuses(const char *text, bool repeats, const char *want)
{
	const char *why = "accepted";

	ok(!list_read(&got, text, 1000, 100, repeats, &why) && strstr(why, want), "'%s': %s", text, why);
}

static void
writes(const uint32_t *item, uint32_t n, bool repeats, const char *want)
{
	is_str(list_write(item, n, repeats), want, want);
}

#define LIST(...) (const uint32_t[]){ __VA_ARGS__ }, sizeof (uint32_t[]){ __VA_ARGS__ } / 4

static void
test_reading(void)
{
	reads("", false, "");
	reads("0", false, "0");
	reads("0-2", false, "0 1 2");
	reads("5 3-4 999", false, "5 3 4 999");
	reads("7-7", false, "7");
	reads("0-2x2", true, "0 0 1 1 2 2");
	reads("4x3 2", true, "4 4 4 2");
	reads("1 1", true, "1 1");
	reads("3x1", true, "3");
	refuses("3-1", false, "ascending");
	refuses("1  2", false, "one blank");
	refuses(" 1", false, "one blank");
	refuses("1 ", false, "must not end");
	refuses("1-", false, "must not end");
	refuses("-1", false, "sign");
	refuses("+1", false, "sign");
	refuses("1--2", false, "sign");
	refuses("01", false, "leading zero");
	refuses("0-01", false, "leading zero");
	refuses("1\t2", false, "must be items");
	refuses("1,2", false, "must be items");
	refuses("1-2-3", false, "must be items");
	refuses("a", false, "must be numbers");
	refuses("1x2", false, "must be items");
	refuses("1x", true, "must not end");
	refuses("1x0", true, "at least once");
	refuses("1x02", true, "leading zero");
	refuses("1x2x3", true, "must be items");
	refuses("1x-2", true, "sign");
	refuses("1000", false, "1000 is not below 1000");
	refuses("4294967296", false, "not below");
	refuses("18446744073709551617", false, "not below");
	refuses("0-100", false, "at most 100 items");
	refuses("0x101", true, "at most 100 items");
	refuses("0-1x51", true, "at most 100 items");
	refuses("0-99 1", false, "at most 100 items");
	refuses("0-900x4294967294", true, "at most 100 items");
	reads("0x100", true, "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 "
		"0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0");
}

static void
test_writing(void)
{
	writes(NULL, 0, false, "");
	writes(LIST(7), false, "7");
	writes(LIST(0, 1, 4), false, "0-1 4");
	writes(LIST(4, 3, 2), false, "4 3 2");
	writes(LIST(0, 4, 8, 12, 1, 5), false, "0 4 8 12 1 5");
	writes(LIST(0, 1, 2, 4, 5, 3), false, "0-2 4-5 3");
	writes(LIST(0, 0, 1, 1, 2, 2), true, "0-2x2");
	writes(LIST(0, 0, 1, 1, 2, 2), false, "0 0-1 1-2 2");
	writes(LIST(0, 0, 1, 2), true, "0x2 1-2");
	writes(LIST(0, 1, 1, 2), true, "0 1x2 2");
	writes(LIST(0, 0, 1, 1, 2), true, "0-1x2 2");
	writes(LIST(5, 5, 5, 3, 3, 3), true, "5x3 3x3");
	writes(LIST(5, 6, 5, 6), true, "5-6 5-6");
	writes(LIST(4294967294, 4294967295, 0), false, "4294967294-4294967295 0");
}

/* Random lists with runs and repeats, written and read again. */
static void
test_inverse(void)
{
	rng r;
	bool good = true;

	rng_init(&r, 1, "lists", "", "");
	for (int trial = 0; trial < 3000 && good; trial++) {
		uint32_t item[40], n = (uint32_t)rng_below(&r, 41);
		bool repeats = trial % 2;
		const char *why;

		for (uint32_t i = 0; i < n; i++)
			item[i] = i && rng_below(&r, 3) ? item[i - 1] + (uint32_t)rng_below(&r, 2) : (uint32_t)rng_below(&r, 9);
		good = list_read(&got, list_write(item, n, repeats), 1000, 100, repeats, &why)
			&& got.count == n && (!n || memcmp(got.item, item, n * sizeof *item) == 0);
	}
	ok(good, "3000 random lists come back as they were");
}

/* A million items, twice over: runs, then nothing but single ones. */
static void
test_large(void)
{
	enum { N = 1000000 };
	uint32_t *item = malloc(N * sizeof *item);
	const char *why;

	for (uint32_t i = 0; i < N; i++)
		item[i] = i / 2;
	is_str(list_write(item, N, true), "0-499999x2", "a million tasks");
	for (uint32_t i = 0; i < N; i++)
		item[i] = i * 7 % N;
	ok1(list_read(&got, list_write(item, N, true), N, N, true, &why) && got.count == N
		&& memcmp(got.item, item, N * sizeof *item) == 0);
	free(item);
}

int
main(void)
{
	test_reading();
	test_writing();
	test_inverse();
	test_large();
	list_free(&got);
	ok1(got.item == NULL && got.count == 0);
	list_push(&got, 3);
	ok1(got.count == 1 && got.item[0] == 3);
	list_free(&got);
	return done_testing();
}
