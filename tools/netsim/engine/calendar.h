/* calendar -- the clock and the events to come.
 *
 * A calendar queue (Brown, CACM 1988) over small integers: whoever may have an
 * event under way (a link, a packet) begins with a slot, so nothing is allocated and
 * the event is where its owner is.  A bucket is a few ten or hundred picoseconds
 * wide and holds about one event.  The clock stands in a group of 64 buckets, which
 * is sorted into a run when the clock comes to it: that touches the owners of its
 * events together, before they are needed.  While groups are crowded, buckets are
 * filled as crowds (crowd.h).  Events beyond the ring of buckets wait in a heap.
 *
 * Events come out by time, then by `order`: the order of simultaneous events does
 * not depend on when they were put in. */
#ifndef HOPLINE_NETSIM_ENGINE_CALENDAR_H
#define HOPLINE_NETSIM_ENGINE_CALENDAR_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "netsim/engine/crowd.h"

#define NEVER INT64_MAX
#define NO_SLOT UINT32_MAX

typedef struct slot {
	int64_t time;		/* ps; NEVER: no event under way */
	uint32_t order;		/* of events of one time */
	uint32_t next;		/* in its bucket */
} slot;

/* From here on a bucket's number is that of its first chunk; below, of a slot. */
#define CROWD (UINT32_C(1) << 31)

enum { SLOT_STRIDE = 64 };	/* bytes from one owner of a slot to the next */

typedef struct event {
	int64_t time;
	uint32_t order, id;	/* id: the slot */
} event;

typedef struct calendar {
	uintptr_t base[2];	/* slot `id` lies SLOT_STRIDE bytes times id behind the first, or from `split` on the second (which lies before its array) */
	uint32_t split;
	int64_t now;		/* time of the event popped last */
	uint32_t *bucket;	/* the first slot of its list, or CROWD + its first chunk; NO_SLOT: empty */
	chunks chunks;
	bool crowded;		/* the group in the run was: empty buckets become crowds */
	uint64_t *used;		/* a bit a bucket: not empty; a word is a group */
	uint64_t *groups;	/* a bit a group: not empty */
	uint32_t mask;		/* buckets - 1 */
	int shift;		/* a bucket is 2^shift ps wide */
	int64_t current;	/* number (time >> shift >> 6) of the group in the run */
	event *run;		/* the current group, sorted; [at, end) are still to come */
	event *spare;		/* room to sort in, as large */
	uint32_t at, end, room;
	event *far;		/* heap of events beyond the ring */
	uint32_t far_count, far_room;
	int64_t far_group;	/* group number of the first of them; NEVER: none */
	uint64_t popped;	/* events so far */
} calendar;

/* A calendar of `buckets`, a power of two, at least 4096.  The owners of slots are the elements of two arrays, SLOT_STRIDE bytes each,
 * which begin with them: ids below `split` are those of the first array, from `split` on of the second.  They start idle: time NEVER.
 * calendar_span must follow. */
void calendar_init(calendar *c, void *first, uint32_t split, void *second, uint32_t buckets);

/* The second array has moved. */
void calendar_moved(calendar *c, void *second);
void calendar_free(calendar *c);

/* Choose the width of buckets: so that the ring spans `span` ps, which few events lie
 * ahead of, but a group no more than `step`, the least that most are put ahead: an
 * event for the group that the clock stands in has to be sorted in.  Only while there
 * are no events. */
void calendar_span(calendar *c, int64_t span, int64_t step);

/* Forget all events and turn the clock back to 0. */
void calendar_clear(calendar *c);

/* Take an event out again. */
void calendar_remove(calendar *c, uint32_t id);

/* Slow paths of the inline functions below. */
bool calendar_advance(calendar *c, int64_t bound);
void calendar_push_crowd(calendar *c, uint32_t b, uint32_t id);
void calendar_push_aside(calendar *c, uint32_t id);

static inline slot *
calendar_slot(const calendar *c, uint32_t id)
{
	return (slot *)(c->base[id >= c->split] + (size_t)id * SLOT_STRIDE);
}

/* Put in an event at `time`, not before now; slot `id` must be idle. */
static inline void
calendar_push(calendar *c, uint32_t id, int64_t time, uint32_t order)
{
	slot *s = calendar_slot(c, id);
	int64_t number = time >> c->shift;
	uint32_t b = (uint32_t)number & c->mask;

	assert(s->time == NEVER && time >= c->now);
	s->time = time;
	s->order = order;
	if ((uint64_t)((number >> 6) - c->current - 1) >= c->mask >> 6) {
		calendar_push_aside(c, id);
		return;
	}
	if ((c->bucket[b] < CROWD) | ((c->bucket[b] == NO_SLOT) & !c->crowded)) {	/* one branch: which of the two is hard to guess */
		s->next = c->bucket[b];
		c->bucket[b] = id;
	} else {
		calendar_push_crowd(c, b, id);
	}
	c->used[b >> 6] |= UINT64_C(1) << (b & 63);
	c->groups[b >> 12] |= UINT64_C(1) << (b >> 6 & 63);
}

/* Have the event of `id` at `time` or earlier: put it in, or move it forward. */
static inline void
calendar_by(calendar *c, uint32_t id, int64_t time, uint32_t order)
{
	int64_t pending = calendar_slot(c, id)->time;

	if (pending <= time)
		return;
	if (pending != NEVER)
		calendar_remove(c, id);
	calendar_push(c, id, time, order);
}

/* The next event before `bound`: its slot (idle again), the clock set to its time; NO_SLOT when
 * there is none. */
static inline uint32_t
calendar_pop_before(calendar *c, int64_t bound)
{
	const event *e;

	if (c->at == c->end && !calendar_advance(c, bound))
		return NO_SLOT;
	e = &c->run[c->at];
	if (e->time >= bound)
		return NO_SLOT;
	c->at++;
	c->popped++;
	calendar_slot(c, e->id)->time = NEVER;
	c->now = e->time;
	return e->id;
}

/* The same of all events. */
static inline uint32_t
calendar_pop(calendar *c)
{
	return calendar_pop_before(c, NEVER);
}

/* The time of the next event, NEVER when there is none, and its order. */
int64_t calendar_next(const calendar *c, uint32_t *order);

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

#endif
