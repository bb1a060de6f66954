/* progress -- how far a long run is: one line on a terminal, after two seconds, gone when the run is over.
 *
 * A thread of its own draws it, so no loop has to look at a clock: the tool keeps numbers, and the line shows them.  There is none
 * with --quiet, where standard error is no terminal, where standard output is a pipe (the last tool of a pipe speaks for all),
 * and while the tool is in the background. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct progress_part {
	const int64_t *value;	/* at least 0 */
	const char *words;	/* behind it, as "cases done" */
	bool is_time;		/* picoseconds; else a count */
	const int64_t *of;	/* how many there will be, as far as is known, from which the line says how long the rest takes; NULL: nobody knows */
} progress_part;

/* From now on, if at all.  The parts and their values live until the tool ends or calls progress_end. */
void progress_begin(const progress_part *part, int parts);

/* Take the line away for now: something is about to be written to this file, perhaps a terminal. */
void progress_hide(int file);

/* Take it away for good; without progress_begin nothing happens. */
void progress_end(void);
