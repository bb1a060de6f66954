/* logtime -- dates by the proleptic Gregorian calendar; a year begins in March here, so
 * that the leap day is its last. */
#include "lib/logtime/logtime.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/cli/units.h"

enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };

static const double longest_s = 1e11;	/* more than three thousand years */

/* Read `width` digits (0: as many as there are, at most nine) at *s and go on behind them. */
static bool
digits(const char **s, int width, int64_t *out)
{
	int n = 0;

	*out = 0;
	while (isdigit((unsigned char)(*s)[n]) && n < (width ? width : 9)) {
		*out = *out * 10 + ((*s)[n] - '0');
		n++;
	}
	*s += n;
	return n > 0 && n >= width;
}

/* "" or ".digits", of which the first six count. */
static bool
fraction(const char **s, int64_t *us)
{
	int64_t unit = LOG_SECOND / 10;

	*us = 0;
	if (**s != '.')
		return true;
	if (!isdigit((unsigned char)*++*s))
		return false;
	for (; isdigit((unsigned char)**s); ++*s, unit /= 10)
		*us += unit * (**s - '0');
	return true;
}

/* Days from 1 January 1970 to a date. */
static int64_t
days(int64_t year, int64_t month, int64_t day)
{
	int64_t y = month > 2 ? year : year - 1, m = month > 2 ? month - 3 : month + 9;

	return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719468;
}

static bool
read_date(const char **s, int64_t *out)
{
	static const int64_t length[] = { 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	int64_t year, month, day;
	char dash;

	if (!digits(s, 4, &year) || ((dash = *(*s)++) != '-' && dash != '/') || !digits(s, 2, &month) || *(*s)++ != dash
	    || !digits(s, 2, &day))
		return false;
	if (year < 1 || month < 1 || month > 12 || day < 1 || day > length[month - 1])
		return false;
	if (month == 2 && day == 29 && (year % 4 != 0 || (year % 100 == 0 && year % 400 != 0)))
		return false;
	*out = days(year, month, day);
	return true;
}

/* HH:MM[:SS[.fraction]], in microseconds. */
static bool
read_clock(const char **s, int64_t *us)
{
	int64_t hour, minute, second = 0, part = 0;

	if (!digits(s, 2, &hour) || *(*s)++ != ':' || !digits(s, 2, &minute))
		return false;
	if (**s == ':') {
		++*s;
		if (!digits(s, 2, &second) || !fraction(s, &part))
			return false;
	}
	*us = (hour * HOUR + minute * MINUTE + second) * LOG_SECOND + part;
	return hour < 24 && minute < 60 && second <= 60;	/* a leap second */
}

/* "", "Z", "UTC", "+HH", "+HHMM" or "+HH:MM": how far the clock is ahead, in seconds. */
static bool
read_zone(const char *s, int64_t *ahead)
{
	int64_t hour, minute = 0;
	int sign = *s == '-' ? -1 : 1;

	*ahead = 0;
	if (!*s || strcmp(s, "Z") == 0 || strcmp(s, "UTC") == 0)
		return true;
	if ((*s != '+' && *s != '-') || (s++, !digits(&s, 2, &hour)))
		return false;
	s += *s == ':';
	if (*s && !digits(&s, 2, &minute))
		return false;
	*ahead = sign * (hour * HOUR + minute * MINUTE);
	return !*s && hour < 24 && minute < 60;
}

bool
read_when(const char *s, int64_t *us, bool *dated)
{
	int64_t day, clock = 0, ahead = 0;
	double seconds;

	*dated = false;
	if (read_real(s, -longest_s, longest_s, &seconds)) {
		*us = llround(seconds * LOG_SECOND);
		return true;
	}
	*dated = true;
	if (!read_date(&s, &day))
		return false;
	if (*s == 'T' || *s == ' ') {
		s++;
		if (!read_clock(&s, &clock))
			return false;
		s += *s == ' ';
		if (!read_zone(s, &ahead))
			return false;
		s = "";
	}
	*us = (day * DAY - ahead) * LOG_SECOND + clock;
	return !*s;
}

bool
read_span(const char *s, int64_t *us)
{
	int64_t part[3], day = 0, below = 0, whole;
	int parts = 0;
	bool dashed;
	double seconds;

	if (read_real(s, -longest_s, longest_s, &seconds)) {
		*us = llround(seconds * LOG_SECOND);
		return true;
	}
	dashed = s[strspn(s, "0123456789")] == '-';
	if (dashed && (!digits(&s, 0, &day) || *s++ != '-'))
		return false;
	do {
		if (!digits(&s, 0, &part[parts++]))
			return false;
	} while (parts < 3 && *s == ':' && s++);
	if (parts == 1 && !dashed)
		return false;
	if (!dashed && parts == 2) {	/* MM:SS */
		part[2] = part[1];
		part[1] = part[0];
		part[0] = 0;
		parts = 3;
	}
	while (parts < 3)
		part[parts++] = 0;
	if (!fraction(&s, &below) || *s || part[2] > 60)
		return false;
	whole = day * DAY + part[0] * HOUR + part[1] * MINUTE + part[2];
	if (whole > (int64_t)longest_s)
		return false;
	*us = whole * LOG_SECOND + below;
	return true;
}

const char *
times_write(int64_t us)
{
	static char text[32];
	int64_t part = us < 0 ? -us : us;
	int end;

	if (us % LOG_SECOND == 0) {	/* most times, and the quickest to write */
		snprintf(text, sizeof text, "%" PRId64, us / LOG_SECOND);
		return text;
	}
	end = snprintf(text, sizeof text, "%s%" PRId64 ".%06" PRId64, us < 0 ? "-" : "", part / LOG_SECOND, part % LOG_SECOND);

	while (text[end - 1] == '0')
		text[--end] = '\0';
	if (text[end - 1] == '.')
		text[end - 1] = '\0';
	return text;
}
