#include "metrics/schedule/played.h"

#include <math.h>
#include <stdlib.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

static void
push(schedule_timeline *t, job_change c)
{
	t->change = xgrow(t->change, &t->room, t->count + 1, sizeof *t->change);
	t->change[t->count++] = c;
	t->sorted = false;
}

void
timeline_add(schedule_timeline *t, double submit, double start, double end, double nodes)
{
	if (submit < start) {	/* not NAN */
		push(t, (job_change){ .time = submit, .waiting = 1 });
		push(t, (job_change){ .time = start, .waiting = -1 });
	}
	if (start < end) {
		push(t, (job_change){ .time = start, .nodes = nodes, .running = 1 });
		push(t, (job_change){ .time = end, .nodes = -nodes, .running = -1 });
	}
}

ASCENDING_BY(by_time, job_change, time)

/* Begin anew before the first change. */
static void
rewind_changes(schedule_timeline *t)
{
	if (!t->sorted && t->count > 0)
		qsort(t->change, t->count, sizeof *t->change, by_time);
	t->sorted = true;
	t->next = 0;
	t->busy = 0;
	t->running = t->waiting = 0;
}

/* Go on to a time, not before the last one: what changes at it has changed. */
static void
go(schedule_timeline *t, double time)
{
	for (; t->next < t->count && t->change[t->next].time <= time; t->next++) {
		t->busy += t->change[t->next].nodes;
		t->running += t->change[t->next].running;
		t->waiting += t->change[t->next].waiting;
	}
}

/* More than thirty years of minutes. */
enum { MOST_SAMPLES = 1 << 24 };

bool
timeline_sample(schedule_timeline *t, double from, double to, double every, int64_t n, double *time)
{
	if ((to - from) / every > MOST_SAMPLES)
		die(FAIL_DATA, "the schedule spans %.9g s, more than %d samples of %.9g s: --every, --from or --to must make them fewer",
			to - from, MOST_SAMPLES, every);
	if (n == 0)
		rewind_changes(t);
	*time = from + (double)n * every;
	if (*time >= to)
		return false;
	go(t, *time);
	return true;
}

double
timeline_work(schedule_timeline *t, double from, double to, double *most)
{
	long double work = 0;
	double time = from;

	rewind_changes(t);
	go(t, from);
	*most = t->busy;
	while (time < to) {
		double next = t->next < t->count ? fmin(t->change[t->next].time, to) : to;

		work += (long double)t->busy * (next - time);
		time = next;
		if (time < to)
			go(t, time);
		*most = fmax(*most, t->busy);
	}
	return (double)work;
}
