/* calendar -- the clock and the events to come.
 *
 * A calendar queue (Brown, CACM 1988) over small integers.  The time ahead is cut into groups of some ten events, and a group is a list
 * of chunks to which its events are appended as they come: to put one in touches neither its owner nor other events.  The run is what
 * comes next, sorted: a group is sorted into it when few events are left there, so that whoever is about to act can be seen, and what it
 * needs fetched, some events ahead.  Events beyond the ring of groups wait in a heap.
 *
 * Events come out by time, then by `order`: the order of simultaneous events does
 * not depend on when they were put in.  Those of one order, empty packets on a link, come out as they were put in. */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NEVER INT64_MAX
#define NO_EVENT UINT32_MAX

typedef struct event {
	int64_t time;		/* ps */
	uint32_t order;		/* of events of one time */
	uint32_t id;		/* whose it is; below NO_EVENT */
} event;

/* An event beyond the ring. */
typedef struct far_event {
	event event;
	uint64_t number;	/* of events put there */
} far_event;

enum {
	CHUNK = 16,		/* places of a chunk; the last holds, as its id, where the next one begins */
	AHEAD = 16		/* events that the run has left when the next group is sorted into it */
};

/* Events of 2^shift ps, in the order in which they were put in. */
typedef struct calendar_group {
	uint32_t first;		/* place in the pool where its first chunk begins */
	uint32_t end;		/* where its next event goes; the last place of a chunk, as NO_EVENT is, too: needs a new one */
} calendar_group;

typedef struct calendar {
	int64_t now;		/* time of the event popped last */
	event *run;		/* what comes next, sorted; [at, end) are still to come */
	uint32_t at, end, room;
	uint32_t low;		/* when `at` comes here, more is to be sorted into the run */
	int64_t current;	/* number (time >> shift) of the last group in the run */
	int64_t reach;		/* groups beyond that of the clock that may be in the run */
	calendar_group *group;		/* a ring: those with the numbers current + 1 to current + mask */
	uint64_t *used;		/* a bit a group: not empty */
	uint32_t mask;		/* groups - 1 */
	int shift;
	event *pool;		/* chunks */
	uint32_t made, pool_room, free;	/* places used so far; room; the first free chunk */
	event *spare;		/* room to sort in, as large as the run */
	far_event *far;		/* heap of events beyond the ring */
	uint64_t far_number;
	uint32_t far_count, far_room;
	int64_t far_group;	/* group number of the first of them; NEVER: none */
	uint64_t popped;	/* events so far */
	const void *pending;	/* ids below `pendings` have one event that counts at most; its time, NEVER: none does, is kept by its owner: here */
	size_t pending_size;	/* for id 0, and so many bytes on for each that follows */
	uint32_t pendings;
} calendar;

/* A calendar of `groups`, a power of two, at least 64.  calendar_span must follow. */
void calendar_init(calendar *c, uint32_t groups);
void calendar_free(calendar *c);

/* Choose the width of groups: so that the ring spans `span` ps, which few events lie
 * ahead of, but a group no more than half of `step`, the least that most are put ahead: an
 * event for a group that is in the run has to be sorted in.  Only while there
 * are no events. */
void calendar_span(calendar *c, int64_t span, int64_t step);

/* Forget all events and turn the clock back to 0. */
void calendar_clear(calendar *c);

/* The time of the next event, which is run[at] then; NEVER when there is none. */
int64_t calendar_next(calendar *c);

/* Slow paths of the inline functions below. */
void calendar_advance(calendar *c, int64_t bound);
void calendar_push_aside(calendar *c, event x);

/* Put in an event of `id` at `time`, not before now. */
static inline void
calendar_push(calendar *c, uint32_t id, int64_t time, uint32_t order)
{
	int64_t number = time >> c->shift;
	calendar_group *g = &c->group[number & c->mask];
	event x = { time, order, id };

	assert(time >= c->now);
	if ((uint64_t)(number - c->current - 1) < c->mask && (g->end + 1) % CHUNK)
		c->pool[g->end++] = x;
	else
		calendar_push_aside(c, x);
}

/* Have an event of `id` at `time` or earlier.  *pending is the time of the one that counts; a later one stays where it is, and counts no
 * more. */
static inline void
calendar_by(calendar *c, int64_t *pending, uint32_t id, int64_t time, uint32_t order)
{
	if (*pending <= time)
		return;
	*pending = time;
	calendar_push(c, id, time, order);
}

/* Does the event count? */
static inline bool
calendar_counts(const calendar *c, const event *e)
{
	return e->id >= c->pendings || *(const int64_t *)(const void *)((const char *)c->pending + e->id * c->pending_size) == e->time;
}

/* The next event before `bound`: whose it is, the clock set to its time; NO_EVENT when
 * there is none.  Groups from `bound` on stay out of the run. */
static inline uint32_t
calendar_pop_before(calendar *c, int64_t bound)
{
	const event *e;

	do {
		if (c->at >= c->low)
			calendar_advance(c, bound);
		e = &c->run[c->at];
		if (c->at == c->end || e->time >= bound)
			return NO_EVENT;
		c->at++;
	} while (!calendar_counts(c, e));
	c->popped++;
	c->now = e->time;
	return e->id;
}

/* The next event of all. */
static inline uint32_t
calendar_pop(calendar *c)
{
	return calendar_pop_before(c, NEVER);
}

/* The order of the event popped last; 0 before the first. */
static inline uint32_t
calendar_order(const calendar *c)
{
	return c->at ? c->run[c->at - 1].order : 0;
}

/* Is nothing else to happen at the present time? */
static inline bool
calendar_alone(const calendar *c)
{
	return c->at == c->end || c->run[c->at].time > c->now;
}
