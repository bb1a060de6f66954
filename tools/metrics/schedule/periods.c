#include "metrics/schedule/periods.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/logtime/logtime.h"

enum { DAY = 86400, WEEK = 7 * DAY };

/* Weeks of a calendar begin on Monday; 1 January 1970 was a Thursday. */
static const double first_monday = 4.0 * DAY;

/* The month of a time, and where `ahead` months later one begins, in seconds since 1970. */
static double
month_at(double seconds, int ahead, struct tm *date)
{
	time_t time = (time_t)floor(seconds);

	gmtime_r(&time, date);
	date->tm_mon += ahead;
	date->tm_mday = 1;
	date->tm_hour = date->tm_min = date->tm_sec = 0;
	return (double)timegm(date);
}

static period
month_of(const period_calendar *c, double time)
{
	struct tm date;
	period p;

	p.to = month_at(c->zero + time, 1, &date) - c->zero;
	p.from = month_at(c->zero + time, 0, &date) - c->zero;
	strftime(p.name, sizeof p.name, "%Y-%m", &date);
	return p;
}

static period
week_of(const period_calendar *c, double time)
{
	double zero = c->dated ? c->zero - first_monday : 0, number = floor((zero + time) / WEEK);
	period p = { .from = number * WEEK - zero, .to = (number + 1) * WEEK - zero };
	time_t monday = (time_t)(c->zero + p.from);
	struct tm date;

	if (c->dated)
		strftime(p.name, sizeof p.name, "%G-W%V", gmtime_r(&monday, &date));
	else
		snprintf(p.name, sizeof p.name, "%.0f", number);
	return p;
}

period
period_of(const period_calendar *c, double time)
{
	return c->length == PERIOD_MONTH ? month_of(c, time) : week_of(c, time);
}

/* Is the text spelled like this one, where 0 is any digit? */
static bool
spelled_like(const char *text, const char *model)
{
	for (; *model && (*model == '0' ? isdigit((unsigned char)*text) : *text == *model); text++, model++)
		;
	return !*model && !*text;
}

/* As period_read_since; false when it is no moment. */
static bool
read_moment(const char *text, double *seconds)
{
	int64_t number;
	bool dated;

	if (read_int(text, -(int64_t)PERIODS_END, (int64_t)PERIODS_END, &number)) {
		*seconds = (double)number;
		return true;
	}
	if (!spelled_like(text, "0000-00-00") && (!spelled_like(text, "0000-00-00T00:00:00") || strcmp(text + 17, "60") == 0))
		return false;	/* logs may have fractions, zones and leap seconds, calendars here do not */
	if (!read_when(text, &number, &dated))
		return false;
	*seconds = log_seconds(number);
	return true;
}

void
period_read_since(const char *option, const char *text, void *calendar)
{
	period_calendar *c = calendar;

	if (!read_moment(text, &c->zero))
		die(FAIL_USAGE, "%s: '%s': must be a date, as 2019-01-01 or 2019-01-01T07:14:22, or whole seconds since 1970", option, text);
	c->dated = true;
}
