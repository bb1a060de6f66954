/* logtime -- dates and spans by expressions, days by libc's proleptic Gregorian calendar. */
#include "lib/logtime/logtime.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "lib/cli/units.h"
#include "lib/regex/regex.h"

enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };

static const double longest_s = 1e11;	/* more than three thousand years */

/* A date or a span, compiled once. */
typedef struct time_form {
	const char *expression;
	regex *regex;
	const char *text;	/* that it was found in last */
} time_form;

static bool
has_form(time_form *f, const char *text)
{
	const char *why;
	size_t offset;

	if (!f->regex)
		f->regex = regex_compile(f->expression, true, &offset, &why);
	f->text = text;
	return regex_find(f->regex, text, &why);
}

/* What the i-th group holds as a whole number; 0 where it holds nothing. */
static int64_t
number(const time_form *f, int i)
{
	size_t length = 0;
	const char *digits = regex_held(f->regex, i, f->text, &length);
	int64_t n = 0;

	for (size_t k = 0; k < length; k++)
		n = n * 10 + (digits[k] - '0');
	return n;
}

/* The microseconds of digits behind the point, of which the first six count. */
static int64_t
fraction(const time_form *f, int i)
{
	size_t length = 0;
	const char *digits = regex_held(f->regex, i, f->text, &length);
	int64_t us = 0;

	for (size_t k = 0; k < 6; k++)
		us = us * 10 + (k < length ? digits[k] - '0' : 0);
	return us;
}

static bool
read_seconds(const char *s, int64_t *us)
{
	double seconds;

	if (!read_real(s, -longest_s, longest_s, &seconds))
		return false;
	*us = llround(seconds * LOG_SECOND);
	return true;
}

/* Days from 1 January 1970 to a date; false when there is no such day. */
static bool
days(int year, int month, int day, int64_t *out)
{
	struct tm date = { .tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day };

	*out = timegm(&date) / DAY;
	return year > 0 && date.tm_mon == month - 1 && date.tm_mday == day;
}

bool
read_when(const char *s, int64_t *us, bool *dated)
{
	enum { YEAR, SLASH, MONTH, DAY_OF_MONTH, HOURS, MINUTES, SECONDS, PART, ZONE, ZONE_HOURS, ZONE_MINUTES };
	static time_form date = { "(?<y>[0-9]{4})(?<s>[-/])(?<m>[0-9]{2})\\g{s}(?<d>[0-9]{2})(?:[T ](?<H>[01][0-9]|2[0-3]):(?<M>[0-5][0-9])"
		"(?::(?<S>[0-5][0-9]|60)(?:\\.(?<p>[0-9]+))?)? ?(?:Z|UTC|(?<z>[-+])(?<h>[01][0-9]|2[0-3])(?::?(?<n>[0-5][0-9])|:)?)?)?" };
	int64_t day, ahead;
	size_t length;
	const char *sign;

	*dated = !read_seconds(s, us);
	if (!*dated)
		return true;
	if (!has_form(&date, s) || !days((int)number(&date, YEAR), (int)number(&date, MONTH), (int)number(&date, DAY_OF_MONTH), &day))
		return false;
	sign = regex_held(date.regex, ZONE, s, &length);
	ahead = number(&date, ZONE_HOURS) * HOUR + number(&date, ZONE_MINUTES) * MINUTE;
	*us = (day * DAY + number(&date, HOURS) * HOUR + number(&date, MINUTES) * MINUTE + number(&date, SECONDS)
		+ (sign && *sign == '-' ? ahead : -ahead)) * LOG_SECOND + fraction(&date, PART);
	return true;
}

bool
read_span(const char *s, int64_t *us)
{
	enum { DAYS, FIRST, SECOND, THIRD, PART };
	static time_form span = { "(?:(?<d>[0-9]{1,9})-)?(?<a>[0-9]{1,9})(?::(?<b>[0-9]{1,9}))?(?::(?<c>[0-9]{1,9}))?(?:\\.(?<p>[0-9]+))?" };
	int64_t hours, minutes, seconds, whole;
	size_t length;
	bool dashed, all;

	if (read_seconds(s, us))
		return true;
	if (!has_form(&span, s))
		return false;
	dashed = regex_held(span.regex, DAYS, s, &length);
	all = regex_held(span.regex, THIRD, s, &length);
	if (!dashed && !regex_held(span.regex, SECOND, s, &length))
		return false;
	hours = dashed || all ? number(&span, FIRST) : 0;	/* else MM:SS */
	minutes = number(&span, dashed || all ? SECOND : FIRST);
	seconds = number(&span, dashed || all ? THIRD : SECOND);
	whole = number(&span, DAYS) * DAY + hours * HOUR + minutes * MINUTE + seconds;
	if (seconds > 60 || whole > (int64_t)longest_s)
		return false;
	*us = whole * LOG_SECOND + fraction(&span, PART);
	return true;
}

const char *
times_write(int64_t us)
{
	static char text[32];
	int64_t part = us < 0 ? -us : us;
	int end = snprintf(text, sizeof text, "%s%" PRId64 ".%06" PRId64, us < 0 ? "-" : "", part / LOG_SECOND, part % LOG_SECOND);

	while (text[end - 1] == '0')
		text[--end] = '\0';
	if (text[end - 1] == '.')
		text[end - 1] = '\0';
	return text;
}
