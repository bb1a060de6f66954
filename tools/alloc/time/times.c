#include "alloc/time/times.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/logtime/logtime.h"

enum { SECOND = LOG_SECOND, MOST = LOG_LONGEST_S };

void
time_columns_find(time_columns *c, const table *t)
{
	*c = (time_columns){
		.submit = table_column(t, "submit_s"),
		.runtime = table_column(t, "runtime_s"),
		.walltime = table_column(t, "walltime_s"),
		.log_start = table_column(t, "log_start_s"),
		.start = table_column(t, "start_s"),
		.end = table_column(t, "end_s"),
	};
}

int64_t
times_cell(const table *t, const row *r, int column, double least, int64_t absent)
{
	double s = cell_real(t, r, column, -1e300, MOST, NAN);

	return isnan(s) || s < least ? absent : llround(s * SECOND);
}

static void
tally(oddities *odd, time_oddity o, const row *r)
{
	if (odd->of[o].count++ == 0)
		odd->of[o].line = r->line;
}

bool
times_read(times *j, const table *t, const row *r, const time_columns *c, oddities *odd)
{
	j->arrival = times_cell(t, r, odd->schedule->by_log ? c->log_start : c->submit, 0, NEVER);
	j->run = times_cell(t, r, c->runtime, 0, NEVER);
	j->wall = times_cell(t, r, c->walltime, 0, NEVER);
	if (j->arrival == NEVER || j->run == NEVER) {
		tally(odd, j->run == NEVER ? NO_RUNTIME : NO_ARRIVAL, r);
		return false;
	}
	j->limited = j->wall != NEVER;
	if (!j->limited) {
		tally(odd, NO_WALLTIME, r);
		j->wall = j->run;
	}
	return true;
}

int64_t
times_run(const times *j, double saved, const row *r, oddities *odd)
{
	int64_t run = saved == 0 ? j->run : llround((double)j->run * (1 - saved));

	if (run <= j->wall)
		return run;
	tally(odd, OVERRUN, r);
	if (r->line < odd->of[OVERRUN].line)	/* jobs start in another order than rows stand */
		odd->of[OVERRUN].line = r->line;
	return odd->kill ? j->wall : run;
}

int64_t
times_end(const table *t, const row *r, const time_columns *c, int64_t *due)
{
	int64_t start = times_cell(t, r, c->start, -MOST, 0), run = times_cell(t, r, c->runtime, 0, NEVER),
		wall = times_cell(t, r, c->walltime, 0, NEVER);
	int64_t end = times_cell(t, r, c->end, -MOST, run == NEVER ? NEVER : start + run);

	*due = end == NEVER || wall == NEVER ? end : start + wall;
	return end;
}

void
times_delayed(oddities *odd, const row *r, int64_t delay)
{
	tally(odd, DELAYED, r);
	odd->longest = delay > odd->longest ? delay : odd->longest;
}

/* "N jobs", and where the first is. */
static void
report(const oddities *odd, const table *t, time_oddity o, const char *what)
{
	int64_t n = odd->of[o].count;

	if (n > 0)
		warn("%s: %" PRId64 " job%s %s; the first: line %ld", t->file, n, n == 1 ? "" : "s", what, odd->of[o].line);
}

void
times_report(const oddities *odd, const table *t, sink *out)
{
	char *late = xprintf("had no room at log_start_s and waited, at most %s s", times_write(odd->longest));

	report(odd, t, NO_ARRIVAL, odd->schedule->by_log ? "without log_start_s, left out" : "without submit_s, left out");
	report(odd, t, NO_RUNTIME, "without runtime_s, left out");
	if (odd->schedule->by_walltime)
		report(odd, t, NO_WALLTIME, "without walltime_s, taken as the runtime_s");
	if (odd->kill)
		report(odd, t, OVERRUN, "with more runtime_s than walltime_s, ended at the latter");
	else if (odd->schedule->by_walltime)
		report(odd, t, OVERRUN, "with more runtime_s than walltime_s; they run on, and what EASY expected was wrong");
	report(odd, t, DELAYED, late);
	sink_left_out(out, odd->schedule->by_log ? "no-start" : "no-submit", odd->of[NO_ARRIVAL].count, odd->of[NO_ARRIVAL].line);
	sink_left_out(out, "no-runtime", odd->of[NO_RUNTIME].count, odd->of[NO_RUNTIME].line);
	free(late);
}
