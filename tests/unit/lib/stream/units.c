/* units -- every unit, what is refused, and the edges. */
#include <math.h>
#include <stdlib.h>

#include "lib/cli/units.h"
#include "unit/tap.h"

/* Each reader must leave its result alone when it refuses. */
static void
bytes(const char *s, int64_t want)
{
	int64_t got = -7;
	bool good = read_bytes(s, &got);

	ok(good == (want >= 0) && got == (want >= 0 ? want : -7), "bytes '%s' -> %" PRId64, s, got);
}

static void
bandwidth(const char *s, uint64_t want)
{
	uint64_t got = 7;
	bool good = read_bandwidth(s, &got);

	ok(good == (want > 0) && got == (want ? want : 7), "bandwidth '%s' -> %" PRIu64, s, got);
}

static void
duration(const char *s, int64_t want)
{
	int64_t got = -7;
	bool good = read_time(s, &got);

	ok(good == (want >= 0) && got == (want >= 0 ? want : -7), "time '%s' -> %" PRId64, s, got);
}

static void
period(const char *s, int64_t want)
{
	int64_t got = -7;
	bool good = read_period(s, &got);

	ok(good == (want >= 0) && got == (want >= 0 ? want : -7), "period '%s' -> %" PRId64, s, got);
}

static void
integer(const char *s, int64_t min, int64_t max, bool want, int64_t value)
{
	int64_t got = -7;
	bool good = read_int(s, min, max, &got);

	ok(good == want && got == (want ? value : -7), "integer '%s' -> %" PRId64, s, got);
}

static void
real(const char *s, bool want, double value)
{
	double got = -7;
	bool good = read_real(s, -1e300, 1e300, &got);

	ok(good == want && got == (want ? value : -7), "real '%s' -> %g", s, got);
}

static void
test_bytes(void)
{
	bytes("0", 0);
	bytes("2048", 2048);
	bytes("2048B", 2048);
	bytes("1KB", 1000);
	bytes("1kB", 1000);
	bytes("1KiB", 1024);
	bytes("1.5KB", 1500);
	bytes("1.50000000000000000000000000KB", 1500);
	bytes("0.5KiB", 512);
	bytes("0.001KB", 1);
	bytes("3MB", 3000000);
	bytes("3MiB", 3145728);
	bytes("2GB", 2000000000);
	bytes("2GiB", 2147483648);
	bytes("9223372036854775807", INT64_MAX);
	bytes("9223372036854775808", -1);
	bytes("18446744073709551616", -1);
	bytes("8589934592GiB", -1);
	bytes("99999999999999999999999999GB", -1);
	bytes("0.0001KB", -1);
	bytes("0.3KiB", -1);
	bytes("0.0000000000000000000000000000000000000000000000000000000000000000000001KB", -1);
	bytes("0.0000000000000000000000000000000000000000000000000000000000000000000000KB", 0);
	bytes("1.5", -1);
	bytes("1.0", 1);
	const char *wrong[] = { "", "B", "KB", "-1", "+1", " 1", "1 ", "1 KB", "1K", "1kb", "1KBB", ".5KB", "1.KB", "1.5.5KB", "1e3", "0x10", "1,000", "one", NULL };

	for (int i = 0; wrong[i]; i++)
		bytes(wrong[i], -1);
}

static void
test_bandwidth(void)
{
	bandwidth("8Gb/s", 8000000000);
	bandwidth("1GB/s", 8000000000);
	bandwidth("9.4GB/s", 75200000000);
	bandwidth("1b/s", 1);
	bandwidth("0.125B/s", 1);
	bandwidth("1kb/s", 1000);
	bandwidth("1KB/s", 8000);
	bandwidth("2.5Mb/s", 2500000);
	bandwidth("1Tb/s", 1000000000000);
	bandwidth("18446744073709551615b/s", UINT64_MAX);
	const char *wrong[] = { "0Gb/s", "0.0b/s", "0.5b/s", "8", "8G", "8Gb", "8gb/s", "8Gb/S", "-8Gb/s", "18446744073709551616b/s", "4000000000GB/s", "", "Gb/s", NULL };

	for (int i = 0; wrong[i]; i++)
		bandwidth(wrong[i], 0);
}

static void
test_time(void)
{
	int64_t ps = -7;

	duration("0", 0);
	duration("0s", 0);
	duration("40ns", 40000);
	duration("1.5us", 1500000);
	duration("0.001ns", 1);
	duration("7ps", 7);
	duration("2ms", 2000000000);
	duration("1s", 1000000000000);
	duration("1000000s", 1000000000000000000);
	duration("1000000.000000000001s", -1);
	duration("0.0001ns", -1);
	duration("0.1ps", -1);
	const char *wrong[] = { "40", "1", "00", "-1ns", "1m", "1S", "1 ns", "ns", "", "1e-9s", "nan", "inf", NULL };

	for (int i = 0; wrong[i]; i++)
		duration(wrong[i], -1);
	for (const char *const *s = (const char *const[]){ "1min", "6h", "1d", NULL }; *s; s++)
		duration(*s, -1);
	period("1min", 60000000000000);
	period("6h", 21600000000000000);
	period("0.5d", 43200000000000000);
	period("11.5d", 993600000000000000);
	period("12d", -1);
	period("60s", 60000000000000);
	period("1.5us", 1500000);
	period("0", 0);
	period("6", -1);
	period("6H", -1);

	ok1(seconds_to_ps(0, &ps) && ps == 0);
	ok1(seconds_to_ps(40e-9, &ps) && ps == 40000);
	ok1(seconds_to_ps(0.1, &ps) && ps == 100000000000);
	ok1(seconds_to_ps(1.6e-12, &ps) && ps == 2);
	ok1(seconds_to_ps(1e6, &ps) && ps == 1000000000000000000);
	ps = -7;
	ok1(!seconds_to_ps(1000000.001, &ps) && ps == -7);
	ok1(!seconds_to_ps(-1e-12, &ps) && ps == -7);
	ok1(!seconds_to_ps(NAN, &ps) && ps == -7);
	ok1(ps_to_seconds(180000) == 180e-9);
	ok1(ps_to_seconds(1) == 1e-12);
}

int
main(void)
{
	test_bytes();
	test_bandwidth();
	test_time();

	integer("0", 0, 9, true, 0);
	integer("9", 0, 9, true, 9);
	integer("10", 0, 9, false, 0);
	integer("-3", -5, 5, true, -3);
	integer("-6", -5, 5, false, 0);
	integer("9223372036854775807", INT64_MIN, INT64_MAX, true, INT64_MAX);
	integer("-9223372036854775808", INT64_MIN, INT64_MAX, true, INT64_MIN);
	integer("9223372036854775808", INT64_MIN, INT64_MAX, false, 0);
	integer("99999999999999999999999", INT64_MIN, INT64_MAX, false, 0);
	const char *no_integer[] = { "", "-", "+1", " 1", "1 ", "1x", "0x1", "1.0", "1e3", "-0", "--1", "two", NULL };

	for (int i = 0; no_integer[i]; i++)
		integer(no_integer[i], INT64_MIN, INT64_MAX, false, 0);

	real("0", true, 0);
	real("2.5e-6", true, 2.5e-6);
	real("1E+3", true, 1000);
	real("-4.25", true, -4.25);
	real(".5", true, 0.5);
	real("5.", true, 5);
	const char *no_real[] = { "", ".", "-", "e5", "1e", "1e+", "1 ", " 1", "+1", "0x1p3", "inf", "nan", "infinity", "1e400", "-1e400", "1e301", "1,5", "1.5.5", "1s", NULL };

	for (int i = 0; no_real[i]; i++)
		real(no_real[i], false, 0);
	return done_testing();
}
