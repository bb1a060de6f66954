/* bounds -- what a tool reads at most, and that a stream names nothing without an end. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

/* Bytes of a line, and of a row that has several: what is longer is refused rather than held. */
enum { LONGEST_LINE = 1 << 28 };
#define LONGEST_LINE_TEXT "256 MiB"

#define MOST_BYTES INT64_C(1000000000000000)	/* of a message: a petabyte */

/* May a stream name this file?  Regular ones only: a device has no end, and a pipe may have no writer.  A file that is not
 * there may be named; opening it tells. */
static inline bool
file_for_streams(const char *path)
{
	struct stat s;

	return stat(path, &s) != 0 || S_ISREG(s.st_mode);
}
