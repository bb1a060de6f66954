/* times -- the times of a row, and a tally of those that are odd.
 *
 * Seconds in the table are whole microseconds here.  A time that is empty or negative is not known, as in logs. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "alloc/schedule.h"
#include "lib/logtime/logtime.h"
#include "lib/stream/sink.h"

/* Their columns; -1 when the table has none. */
typedef struct time_columns {
	int submit, runtime, walltime, log_start, start, end;
} time_columns;

/* A time of a row, us; `absent` where it is empty or less than `least` s. */
int64_t times_cell(const table *t, const row *r, int column, double least, int64_t absent);

void time_columns_find(time_columns *c, const table *t);

typedef struct times {
	int64_t arrival;	/* submit_s, or log_start_s */
	int64_t run;		/* runtime_s */
	int64_t wall;		/* walltime_s, or run when it asks for nothing: */
	bool limited;		/* it does ask */
} times;

typedef enum time_oddity {
	NO_ARRIVAL, NO_RUNTIME, NO_WALLTIME, OVERRUN, DELAYED, ODDITIES
} time_oddity;

typedef struct oddities {
	const schedule *schedule;
	bool kill;		/* --overrun kill */
	struct {
		int64_t count;
		long line;	/* the first */
	} of[ODDITIES];
	int64_t longest;	/* delay */
} oddities;

/* The times of a job that wants nodes; false, and tallied, when it cannot be played: without arrival or runtime. */
bool times_read(times *j, const table *t, const row *r, const time_columns *c, oddities *odd);

/* How long the job of row r runs when it saves this share of its runtime_s: no longer than it asked for if those that
 * are late are killed.  One that is late is tallied. */
int64_t times_run(const times *j, double saved, const row *r, oddities *odd);

/* When a preplaced job leaves, by end_s or else start_s and runtime_s, and by when it must have (with
 * walltime_s in place of runtime_s); NEVER when the row does not say. */
int64_t times_end(const table *t, const row *r, const time_columns *c, int64_t *due);

/* A job started so much later than log_start_s. */
void times_delayed(oddities *odd, const row *r, int64_t delay);

/* Say on standard error what was odd, a line each, and in the preamble who was left out. */
void times_report(const oddities *odd, const table *t, sink *out);
