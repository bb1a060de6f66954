/* tasks -- closed-loop jobs.
 *
 * In a phase a task posts all its messages, and goes on when all that it must receive in the phase has
 * arrived whole and its own messages have left.  Ranks of a program are in programs.h. */
#ifndef HOPLINE_TESTS_UNIT_SLOW_TASKS_H
#define HOPLINE_TESTS_UNIT_SLOW_TASKS_H

#include "unit/slow/programs.h"

static void
post(slow *s, worker *w)
{
	slow_job *j = &s->job[w->job];
	uint32_t phase = (uint32_t)(w->phase % j->phases);
	uint32_t count = traffic_phases(&j->traffic) ? traffic_sends(&j->traffic, phase, w->rank) : 0;

	for (uint32_t k = 0; k < count; k++) {
		message m = traffic_send(&j->traffic, phase, w->rank, k);

		post_letter(s, w, m.to, m.bytes, w->phase - phase + m.phase, 0);
	}
}

/* Does the task go on, to a phase, an iteration or its end? */
static bool
goes_on(slow *s, worker *w)
{
	slow_job *j = &s->job[w->job];
	uint32_t phase = (uint32_t)(w->phase % j->phases), awaited;

	if (w->state == SLEEPS && w->wakes <= s->now) {
		w->state = WORKS;
		post(s, w);
		return true;
	}
	if (w->state != WORKS)
		return false;
	awaited = traffic_phases(&j->traffic) ? traffic_receives(&j->traffic, phase, w->rank) : 0;
	if (w->unsent || w->arrived[w->phase] < awaited)
		return false;
	w->phase++;
	if (w->phase == j->phases * (uint64_t)j->iterations) {
		w->state = ENDED;
		j->end = s->now;
	} else if (w->phase % j->phases == 0) {
		w->state = SLEEPS;
		w->wakes = s->now + j->compute;
	} else {
		post(s, w);
	}
	return true;
}

/* All of a message has come to its task. */
static void
reach_task(slow *s, letter *l)
{
	s->job[l->job].messages++;
	if (s->job[l->job].program)
		reach_rank(s, l);
	else
		s->worker[l->to].arrived[l->phase]++;
}

/* The last byte of a message that crossed the network arrives. */
static void
letter_arrives(slow *s, letter *l)
{
	slow_job *j = &s->job[l->job];
	int64_t latency = s->now - l->posted;

	reach_task(s, l);
	j->latencies++;
	j->latency_sum += (uint64_t)latency;
	if (latency > j->latency_max)
		j->latency_max = latency;
}

/* Messages within nodes arrive, in the order in which they were posted. */
static bool
errands_end(slow *s)
{
	uint32_t kept = 0, all = s->errands;

	for (uint32_t i = 0; i < all; i++)
		if (s->errand[i].time > s->now)
			s->errand[kept++] = s->errand[i];
		else
			reach_task(s, &s->letter[s->errand[i].letter]);
	s->errands = kept;
	return kept < all;
}

/* Let all tasks go on that can, until none can. */
static void
all_go_on(slow *s)
{
	bool moved;

	do {
		moved = errands_end(s);
		for (uint32_t i = 0; i < s->workers; i++)
			moved |= s->job[s->worker[i].job].program ? rank_goes_on(s, &s->worker[i]) : goes_on(s, &s->worker[i]);
	} while (moved);
}

#endif
