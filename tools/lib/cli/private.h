/* private -- what the files of cli share, and no other file needs. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

extern const char *cli_name;	/* the tool's name, subcommand included */
extern bool cli_quiet;		/* --quiet was given */

/* From now on this process says nothing, and `die` leaves by _exit: it is a child that only tries something. */
void cli_mute(void);

/* Milliseconds of a clock that only goes on. */
static inline int64_t
now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
