/* tasks -- closed-loop jobs.
 *
 * In a phase a task posts all its messages, and goes on when all that it must receive in the phase has
 * arrived whole and its own messages have left.  Ranks of a program are in programs.h. */
#pragma once

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

/* The last byte of a message that crossed the network arrives. */
static void
letter_arrives(slow *s, letter *l, uint32_t place, int64_t bytes)
{
	slow_job *j = &s->job[l->job];
	int64_t latency = s->now - l->posted;

	reach_task(s, l, place, bytes);
	j->latencies++;
	j->latency_sum += (uint64_t)latency;
	if (latency > j->latency_max)
		j->latency_max = latency;
}

/* The ranks of a node act, in their order, or hear what is for their next iteration; then those whose iteration is over go on, in
 * their order, until none does. */
static bool
ranks_go_on(slow *s, const nic *d)
{
	bool any = false, moved;

	for (uint32_t i = 0; i < d->tasks; i++)
		if (s->job[s->worker[d->task[i]].job].program)
			any |= do_operations(s, &s->worker[d->task[i]]);
	do {
		moved = false;
		for (uint32_t i = 0; i < d->tasks; i++)
			if (s->job[s->worker[d->task[i]].job].program)
				moved |= rank_goes_on(s, &s->worker[d->task[i]]);
		any |= moved;
	} while (moved);
	return any;
}

/* The first node acts whose ranks have something to do. */
static bool
node_goes_on(slow *s)
{
	for (uint32_t v = 0; v < s->machine->nodes; v++)
		if (ranks_go_on(s, &s->nic[interface_at(s, v, 0)]))
			return true;
	return false;
}

/* The first rank that slept and wakes up now begins its iteration. */
static bool
rank_wakes(slow *s)
{
	for (uint32_t i = 0; i < s->workers; i++) {
		worker *w = &s->worker[i];

		if (!s->job[w->job].program || w->state != SLEEPS || w->wakes > s->now)
			continue;
		begin_iteration(s, w);
		return true;
	}
	return false;
}

/* Let all tasks go on that can, until none can. */
static void
all_go_on(slow *s)
{
	bool moved;

	do {
		moved = errands_end(s);
		while (node_goes_on(s))
			moved = true;
		for (uint32_t i = 0; i < s->workers; i++)
			if (!s->job[s->worker[i].job].program)
				moved |= goes_on(s, &s->worker[i]);
	} while (moved || rank_wakes(s));
}
