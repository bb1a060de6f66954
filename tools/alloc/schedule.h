/* schedule -- when jobs start, as timeline.h asks it.
 *
 * To add one: write schedules/NAME.c with a `const schedule schedule_NAME`, and name it twice in schedules.c: declared extern,
 * and in the table.  No other source changes. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define NEVER INT64_MAX		/* a time that does not come */

struct timeline;

typedef struct schedule {
	const char *name;	/* as --schedule takes it */
	bool by_log;		/* jobs arrive when log_start_s says, else at submit_s */
	bool by_walltime;	/* it goes by what jobs ask for: rows without a walltime_s, or beyond it, are reported */
	void *(*open)(const struct timeline *t);	/* what it keeps while a table is played; NULL: nothing */
	/* Start what may start now (timeline_start and the like), after all that end and all that arrive at this time.
	 * Jobs on places below t->asked had their answer, and no job has ended since; it is 0 in the first pass of a case. */
	void (*pass)(struct timeline *t, void *state);
} schedule;

extern const schedule *const schedules[];	/* ended by NULL */
