/* work -- what a job still has to do, while its rate of progress changes.
 *
 * Work is measured in microseconds at the reference, where the rate is 1.  A job that is stretched by 2 takes two microseconds for
 * one of work.  Times are whole microseconds, work is not. */
#pragma once

#include <stdint.h>

typedef struct work {
	int64_t since;		/* when the pace changed last, us */
	double left;		/* what was left then */
	double spent;		/* the time that had passed by then, us */
	double stretch;		/* since then: the time for one of work */
	double worst;		/* the largest so far; 0: no pace has been set */
} work;

/* A job begins at this time, with so much to do. */
void work_begin(work *w, int64_t begins, int64_t amount);

/* From now on, or from when it begins, it is stretched so; times come in order. */
void work_pace(work *w, int64_t now, double stretch);

/* What is left at a time; less than a thousandth of a microsecond is nothing. */
double work_left(const work *w, int64_t time);

/* When nothing is left, rounded up to whole microseconds; NEVER beyond 10^10 seconds. */
int64_t work_end(const work *w);

/* How long it has taken by then, or by its end where that is earlier, not rounded, us. */
double work_spent(const work *w, int64_t time);
