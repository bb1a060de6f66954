/* link: alloc */
/* work -- jobs whose pace changes at random: the integral of the rate over time is the work, whatever it is cut into. */
#include "alloc/time/work.h"

#include <math.h>
#include <stdlib.h>

#include "alloc/schedule.h"
#include "lib/rng/rng.h"
#include "unit/tap.h"

enum { JOBS = 2000, CHANGES = 40, DAY = 86400 };
static const int64_t second = 1000000;

/* A random stretch, now and then exactly 1. */
static double
draw_stretch(rng *r)
{
	return rng_below(r, 4) == 0 ? 1 : 0.25 + (double)rng_below(r, 4000) / 1000;
}

/* What a job does: its pace changes at some times, until it ends. */
typedef struct life {
	double done;		/* the integral of the rate, us, in long double's precision where there is one */
	double worst;
	double spent;
	int64_t end;
	bool split;		/* cutting a stretch of one pace in two changes nothing */
} life;

static life
live(rng *r, int64_t amount)
{
	int64_t now = (int64_t)rng_below(r, DAY) * second;
	long double done = 0;
	double stretch = draw_stretch(r);
	life l = { .worst = stretch, .split = true };
	work w;

	work_begin(&w, now, amount);
	work_pace(&w, now, stretch);
	for (int i = 0; i < CHANGES; i++) {
		int64_t next = now + (int64_t)rng_below(r, (uint64_t)(2 * amount / CHANGES + 2)), end = work_end(&w);

		if (end <= next)
			break;
		work_pace(&w, now + (next - now) / 2, stretch);
		l.split = l.split && work_end(&w) == end;
		done += (long double)(next - now) / stretch;
		l.spent += (double)(next - now);
		now = next;
		stretch = draw_stretch(r);
		work_pace(&w, now, stretch);
		l.worst = stretch > l.worst ? stretch : l.worst;
	}
	l.end = work_end(&w);
	l.done = (double)(done + (long double)(l.end - now) / stretch);
	l.spent += ((double)amount - (double)done) * stretch;
	l.split = l.split && l.worst == w.worst && work_left(&w, l.end) == 0 && fabs(work_spent(&w, l.end) - l.spent) < 1e-2;
	return l;
}

static void
test_sums(void)
{
	bool whole = true, soon = true, split = true;
	rng r;

	rng_init(&r, 1, "work", "", "");
	for (int i = 0; i < JOBS; i++) {
		int64_t amount = 1 + (int64_t)rng_below(&r, (uint64_t)DAY * (uint64_t)second);
		life l = live(&r, amount);

		whole = whole && l.done >= (double)amount - 1e-2;
		soon = soon && l.done <= (double)amount + 1 / 0.25 + 1e-2;	/* less than a microsecond beyond, at the highest rate */
		split = split && l.split;
	}
	ok(whole, "at its end a job has done all its work");
	ok(soon, "and less than a microsecond earlier it had not");
	ok(split, "a change to the same pace is none; nothing is left, the time and the worst pace are known");
}

static void
test_exact(void)
{
	work w;

	work_begin(&w, 7, 1000);
	work_pace(&w, 7, 2);
	work_pace(&w, 1007, 1);
	is_int(work_end(&w), 1507, "1000 at half the rate, half of it at the whole one");
	is_int((int64_t)work_left(&w, 1500), 7, "what is left");
	work_begin(&w, 100, 10);
	work_pace(&w, 0, 3);
	is_int(work_end(&w), 130, "a pace set before a job begins");
	ok(work_left(&w, 50) == 10, "nothing is done before");
	work_begin(&w, 0, 3);
	work_pace(&w, 0, 0.5);
	is_int(work_end(&w), 2, "an end is rounded up");
	ok(work_spent(&w, 2) == 1.5, "the time that it takes is not");
	work_begin(&w, 5, 0);
	work_pace(&w, 5, 4);
	is_int(work_end(&w), 5, "no work takes no time");
	work_begin(&w, 0, 1000000);
	work_pace(&w, 0, 1e12);
	ok(work_end(&w) == NEVER, "a pace at which it would never end");
}

int
main(void)
{
	test_sums();
	test_exact();
	return done_testing();
}
