/* periods -- the weeks or months of a table whose times are seconds since some moment. */
#pragma once

#include <stdbool.h>

enum { PERIOD_NONE = -1, PERIOD_WEEK, PERIOD_MONTH };	/* the latter are words of --per */

typedef struct period_calendar {
	int length;		/* PERIOD_NONE … */
	bool dated;		/* second 0 is known; else weeks count from it, and there are no months */
	double zero;		/* it, in whole seconds since 1970, UTC */
} period_calendar;

/* Begins at `from` and ends before `to`, seconds as the table has them. */
typedef struct period {
	double from, to;
	char name[32];		/* "2019-01", "2019-W01" by ISO 8601, or the number of a week from second 0 on */
} period;

/* The period of a time, of at most PERIODS_END seconds either way. */
period period_of(const period_calendar *c, double time);
#define PERIODS_END 1e12

/* Of an option --since: second 0 into a period_calendar.  A date "2019-01-01", with or without "T07:14:22" behind it, UTC, or seconds since
 * 1970; exits 2 where it is neither.  Whole seconds: with fractions the end of a week could be rounded to just before the next one. */
void period_read_since(const char *option, const char *text, void *calendar);
