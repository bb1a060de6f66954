/* logtime -- points in time and lengths of time, as job logs write them.
 *
 * Both readers take the whole string or refuse it, and give microseconds. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
	LOG_SECOND = 1000000,	/* a log's times are in microseconds */
	LOG_LONGEST_S = 1000000000	/* the seconds that a table's cell may have, about 30 years */
};

static inline double
log_seconds(int64_t us)
{
	return (double)us / LOG_SECOND;
}

/* A point in time: seconds since whenever the log counts from ("1546326862.25"), or a date with or without
 * a time, as ISO 8601 has them ("2019-01-01T07:14:22", also with a blank for T, / for -, a fraction, and Z
 * or +01:00 at the end; UTC without), which is counted from 1970.  *dated says which it was. */
bool read_when(const char *s, int64_t *us, bool *dated);

/* A length of time: seconds, or [D-]HH:MM:SS, MM:SS, D-HH and D-HH:MM as Slurm writes them, the seconds with or without a fraction. */
bool read_span(const char *s, int64_t *us);

/* The text of a time in seconds, exact, until the next call: what starts when it comes has the same in both columns. */
const char *times_write(int64_t us);
