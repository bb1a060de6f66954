/* units -- exact numbers from text.
 *
 * A quantity is digits, scaled by a unit and divided by a power of ten, all in
 * integers: what does not come to a whole number is refused, never rounded. */
#include "lib/cli/units.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/wide.h"

typedef struct unit_scale {
	const char *name;
	uint64_t scale;
} unit_scale;

#define K 1000ull
#define KI 1024ull

static const unit_scale byte_units[] = {
	{ "", 1 }, { "B", 1 },
	{ "KB", K }, { "kB", K }, { "MB", K * K }, { "GB", K * K * K }, { "TB", K * K * K * K },
	{ "KiB", KI }, { "MiB", KI * KI }, { "GiB", KI * KI * KI }, { "TiB", KI * KI * KI * KI },
	{ NULL, 0 }
};
static const unit_scale bandwidth_units[] = {
	{ "b/s", 1 }, { "kb/s", K }, { "Kb/s", K }, { "Mb/s", K * K }, { "Gb/s", K * K * K }, { "Tb/s", K * K * K * K },
	{ "B/s", 8 }, { "kB/s", 8 * K }, { "KB/s", 8 * K }, { "MB/s", 8 * K * K }, { "GB/s", 8 * K * K * K }, { "TB/s", 8 * K * K * K * K },
	{ NULL, 0 }
};
static const unit_scale period_units[] = {
	{ "d", 86400 * K * K * K * K }, { "h", 3600 * K * K * K * K }, { "min", 60 * K * K * K * K },
	{ "ps", 1 }, { "ns", K }, { "us", K * K }, { "ms", K * K * K }, { "s", K * K * K * K },
	{ NULL, 0 }
};
static const unit_scale *const time_units = period_units + 3;

static const double longest_s = 1e6;
static const uint64_t longest_ps = 1000000000000000000;

static size_t
digits(const char *s)
{
	return strspn(s, "0123456789");
}

const char *
read_decimal(const char *s, uint64_t *mantissa, size_t *places)
{
	size_t whole = digits(s), fraction = 0;
	const char *end = s + whole;
	uint64_t m = 0;

	if (!whole)
		return NULL;
	if (*end == '.') {
		fraction = digits(end + 1);
		if (!fraction)
			return NULL;
		end += 1 + fraction;
		while (fraction && s[whole + fraction] == '0')
			fraction--;
	}
	for (size_t i = 0; i < whole + fraction; i++) {
		int digit = s[i < whole ? i : i + 1] - '0';

		if (m > (UINT64_MAX - (uint64_t)digit) / 10)
			return NULL;
		m = m * 10 + (uint64_t)digit;
	}
	*mantissa = m;
	*places = fraction;
	return end;
}

/* The whole number that `s` comes to in one of `units`, at most `max`. */
static bool
read_quantity(const char *s, const unit_scale *units, uint64_t max, uint64_t *out)
{
	uint64_t mantissa, divisor = 1;
	size_t places;
	const char *name = read_decimal(s, &mantissa, &places);
	wide value;

	if (!name || places > 19)
		return false;
	while (units->name && strcmp(units->name, name) != 0)
		units++;
	if (!units->name)
		return false;
	while (places--)
		divisor *= 10;
	value = (wide)mantissa * units->scale;
	if (value % divisor != 0 || value / divisor > max)
		return false;
	*out = (uint64_t)(value / divisor);
	return true;
}

bool
read_bytes(const char *s, int64_t *bytes)
{
	return read_quantity(s, byte_units, INT64_MAX, (uint64_t *)bytes);
}

bool
read_bandwidth(const char *s, uint64_t *bits_per_s)
{
	uint64_t value;

	if (!read_quantity(s, bandwidth_units, UINT64_MAX, &value) || !value)
		return false;
	*bits_per_s = value;
	return true;
}

static bool
read_ps(const char *s, const unit_scale *units, int64_t *ps)
{
	return read_quantity(strcmp(s, "0") == 0 ? "0s" : s, units, longest_ps, (uint64_t *)ps);
}

bool
read_time(const char *s, int64_t *ps)
{
	return read_ps(s, time_units, ps);
}

bool
read_period(const char *s, int64_t *ps)
{
	return read_ps(s, period_units, ps);
}

bool
read_int(const char *s, int64_t min, int64_t max, int64_t *out)
{
	const char *first = s + (*s == '-');
	char *end;
	long long value;

	errno = 0;
	value = strtoll(s, &end, 10);
	if (!isdigit((unsigned char)*first) || *end || errno || (*s == '-' && value == 0))
		return false;
	if (value < min || value > max)
		return false;
	*out = value;
	return true;
}

bool
read_real(const char *s, double min, double max, double *out)
{
	char *end;
	double value = strtod(s, &end);

	if (end == s || *end || *s == '+' || s[strspn(s, "0123456789.eE+-")])	/* no blanks, no hexadecimal */
		return false;
	if (!isfinite(value) || value < min || value > max)
		return false;
	*out = value;
	return true;
}

bool
seconds_to_ps(double s, int64_t *ps)
{
	if (!(s >= 0 && s <= longest_s))
		return false;
	*ps = llround(s * 1e12);
	return true;
}

double
ps_to_seconds(int64_t ps)
{
	return (double)ps / 1e12;
}
