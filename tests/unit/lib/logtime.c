/* logtime -- dates against mktime's inverse, every way to write a span, and what is refused. */
#include <time.h>

#include "lib/logtime/logtime.h"
#include "lib/rng/rng.h"
#include "unit/tap.h"

enum { DATES = 20000 };

static const int64_t refused = INT64_MIN;

static void
when(const char *s, int64_t want, bool date)
{
	int64_t got = refused;
	bool dated, good = read_when(s, &got, &dated);

	ok(good == (want != refused) && (!good || (got == want && dated == date)), "when '%s' -> %" PRId64, s, got);
}

static void
span(const char *s, int64_t want)
{
	int64_t got = refused;
	bool good = read_span(s, &got);

	ok(good == (want != refused) && (!good || got == want), "span '%s' -> %" PRId64, s, got);
}

/* Random seconds from 1 to 9999 AD, written by gmtime and read back. */
static int
read_back(void)
{
	int same = 0;
	rng r;

	rng_init(&r, 1, "test", "", "");
	for (int i = 0; i < DATES; i++) {
		time_t t = (time_t)rng_below(&r, UINT64_C(315537897600)) - INT64_C(62135596800);
		int64_t got;
		char text[40];
		struct tm tm;
		bool dated;

		gmtime_r(&t, &tm);
		snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d", tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday,
			tm.tm_hour, tm.tm_min, tm.tm_sec);
		same += read_when(text, &got, &dated) && dated && got == (int64_t)t * LOG_SECOND;
	}
	return same;
}

static void
points(void)
{
	const int64_t s = LOG_SECOND;

	when("0", 0, false);
	when("1546326862.25", 1546326862 * s + s / 4, false);
	when("-3", -3 * s, false);
	when("1970-01-01", 0, true);
	when("2019-01-01T07:14:22", 1546326862 * s, true);
	when("2019-01-01 07:14:22", 1546326862 * s, true);
	when("2019/01/01 07:14:22", 1546326862 * s, true);
	when("2019-01-01T07:14", 1546326840 * s, true);
	when("2019-01-01 07:14:22.5000001", 1546326862 * s + s / 2, true);
	when("2019-01-01T07:14:22Z", 1546326862 * s, true);
	when("2019-01-01 07:14:22 UTC", 1546326862 * s, true);
	when("2019-01-01T08:44:22+01:30", 1546326862 * s, true);
	when("2018-12-31T23:14:22-0800", 1546326862 * s, true);
	when("2018-12-31T23:14:22-08", 1546326862 * s, true);
	when("2000-02-29", 951782400 * s, true);
	for (const char *const *bad = (const char *const[]){ "", "x", "2019-1-01", "2019-01-1", "2019-13-01", "2019-00-01",
		"2019-02-29", "1900-02-29", "2019-04-31", "2019-01/01", "2019-01-01T", "2019-01-01T7:14:22", "2019-01-01T24:00:00",
		"2019-01-01T07:60:22", "2019-01-01T07:14:61", "2019-01-01T07:14:22.", "2019-01-01T07:14:22X", "2019-01-01T07:14:22+1",
		"2019-01-01T07:14:22+01:3", "2019-01-01T07:14:22+24:00", "2019-01-01x", "0000-01-01", "1e12", "2019-01", "2019-01-01T07",
		NULL }; *bad; bad++)
		when(*bad, refused, true);
	when("2019", 2019 * s, false);
}

static void
spans(void)
{
	const int64_t s = LOG_SECOND;

	span("0", 0);
	span("7200.0000", 7200 * s);
	span("-1", -s);
	span("02:03:04", 7384 * s);
	span("1-02:03:04", (86400 + 7384) * s);
	span("1-02:03", (86400 + 7380) * s);
	span("1-02", (86400 + 7200) * s);
	span("12:30", 750 * s);
	span("12:30.5", 750 * s + s / 2);
	span("100:00:00", 360000 * s);
	span("00:00:01.000001", s + 1);
	for (const char *const *bad = (const char *const[]){ "", "x", ":", "1:", ":1", "1-", "-1:00", "1-2-3", "1:2:3:4", "1:2:61",
		"1:2:3x", "1:2:3.", "1234567890:00:00", "999999999-00", "1 00:00:00", "1e12", NULL }; *bad; bad++)
		span(*bad, refused);
}

int
main(void)
{
	is_int(read_back(), DATES, "dates are what gmtime wrote");
	points();
	spans();
	return done_testing();
}
