/* sources -- open-loop jobs: every node creates messages at random times, keeps them in a
 * queue without end and sends them one after the other. */
#pragma once

#include <math.h>

#include "unit/slow/tasks.h"

/* -ln((word + 1/2) / 2^32), step by step as the sources compute it, so that the last bit is the same:
 * the power of two, the middle of one of 256 parts of [1, 2), a series for the rest. */
static double
gap_of(uint32_t word)
{
	const double x = word + 0.5;
	int power = (int)floor(log2(x));
	double mantissa = ldexp(x, -power), middle = 1 + (floor((mantissa - 1) * 256) + 0.5) / 256;
	double s = (middle - 1) / (middle + 1), log_middle = 0, r = mantissa * (1 / middle) - 1;

	for (int k = 31; k >= 1; k -= 2)
		log_middle = log_middle * s * s + 1.0 / k;
	log_middle *= 2 * s;
	return (32 - power) * 0.69314718055994531 - log_middle - r * (1 - r * (0.5 - r * (1.0 / 3 - r * 0.25)));
}

/* Draw when the next message of interface v is created, and the word that says where it goes. */
static void
draw_message(slow *s, uint32_t v)
{
	nic *d = &s->nic[v];
	const slow_job *j = &s->job[d->job];
	uint32_t block[4], half = d->drawn % 2 * 2;

	philox4x32((uint32_t[4]){ d->drawn / 2, d->index, 0, 0 }, j->key, block);
	d->drawn++;
	d->word = block[half + 1];
	d->created += (int64_t)(j->gap * gap_of(block[half]) + 0.5);
	if (d->created >= j->stop)
		d->created = NEVER;
}

static void
sources_begin(slow *s, uint32_t at)
{
	slow_job *j = &s->job[at];
	const endpoints *e = &j->endpoints;

	for (uint32_t i = 0; i < e->nodes; i++)
		for (uint32_t k = 0; k < s->machine->nics; k++) {
			nic *d = &s->nic[interface_at(s, e->node[i], k)];

			d->job = at;
			d->index = i * s->machine->nics + k;
			d->created = j->start;
			if (e->pattern->target(e, i, 0) == i)
				d->created = NEVER;
			else
				draw_message(s, interface_at(s, e->node[i], k));
		}
}

static bool
is_measured(const slow_job *j, const letter *l)
{
	return l->posted >= j->warm && l->posted < j->stop;
}

/* Every message due is created. */
static void
letters_created(slow *s)
{
	for (uint32_t v = 0; v < s->machine->interfaces; v++) {
		nic *d = &s->nic[v];

		while (d->job != NONE && d->created <= s->now) {
			slow_job *j = &s->job[d->job];
			const endpoints *e = &j->endpoints;
			uint32_t to = e->node[e->pattern->target(e, d->index / s->machine->nics, d->word)];

			NEW(d->queue, d->queued, d->queue_room) = s->letters;
			NEW(s->letter, s->letters, s->letter_room) = (letter){ .job = d->job, .from = v, .to = NONE, .node = to,
				.posted = d->created, .uncut = j->bytes, .missing = j->bytes, .leaves_by = NONE, .comes_by = NONE };
			draw_message(s, v);
		}
	}
}

/* The first message in the queue of interface v; NULL. */
static letter *
queued_next(slow *s, uint32_t v)
{
	nic *d = &s->nic[v];

	while (d->next < d->queued && s->letter[d->queue[d->next]].cut)
		d->next++;
	return d->next < d->queued ? &s->letter[d->queue[d->next]] : NULL;
}

/* The last byte of an open-loop job's message arrives. */
static void
open_letter_arrives(slow *s, const letter *l)
{
	slow_job *j = &s->job[l->job];
	int64_t latency = s->now - l->posted;

	j->messages++;
	if (!is_measured(j, l) || s->now > j->drained)
		return;
	j->latencies++;
	j->latency_sum += (uint64_t)latency;
	if (latency > j->latency_max)
		j->latency_max = latency;
}
