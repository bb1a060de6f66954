/* calendar -- the parts of the event queue that are off the hot path. */
#include "netsim/engine/calendar.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

enum {
	PIECE = 12,		/* events that are sorted by insertion */
	CROWDED = 512		/* events of a group, of 64 buckets; about 64 are usual */
};

void
calendar_init(calendar *c, void *first, uint32_t split, void *second, uint32_t buckets)
{
	memset(c, 0, sizeof *c);
	c->base[0] = (uintptr_t)first;
	c->split = split;
	calendar_moved(c, second);
	c->mask = buckets - 1;
	c->bucket = xlarge(buckets, sizeof *c->bucket);
	memset(c->bucket, 0xff, buckets * sizeof *c->bucket);
	c->used = xcalloc(buckets / 64, sizeof *c->used);
	c->groups = xcalloc(buckets / 4096, sizeof *c->groups);
	chunks_init(&c->chunks);
	c->far_group = NEVER;
	c->room = 64;
	c->run = xalloc(c->room, sizeof *c->run);
	c->spare = xalloc(c->room, sizeof *c->spare);
}

void
calendar_moved(calendar *c, void *second)
{
	c->base[1] = (uintptr_t)second - (size_t)c->split * SLOT_STRIDE;
}

void
calendar_span(calendar *c, int64_t span, int64_t step)
{
	c->shift = 0;
	while ((int64_t)(c->mask - 127) << c->shift < span && INT64_C(128) << c->shift <= step)
		c->shift++;
}

void
calendar_free(calendar *c)
{
	free(c->bucket);
	chunks_free(&c->chunks);
	free(c->used);
	free(c->groups);
	free(c->run);
	free(c->spare);
	free(c->far);
}

/* The first group that is not empty at or after group g of the ring, going round;
 * NO_SLOT when all are. */
static uint32_t
next_group(const calendar *c, uint32_t g)
{
	uint32_t words = (c->mask >> 12) + 1, w = g >> 6;
	uint64_t bits = c->groups[w] >> (g & 63) << (g & 63);

	for (uint32_t i = 0; i <= words; i++) {
		if (bits)
			return w << 6 | (uint32_t)__builtin_ctzll(bits);
		w = w + 1 == words ? 0 : w + 1;
		bits = c->groups[w];
	}
	return NO_SLOT;
}

static bool
before(const event *a, const event *b)
{
	return a->time < b->time || (a->time == b->time && a->order < b->order);
}

static int
compare(const void *a, const void *b)
{
	return before(b, a) - before(a, b);
}

static void
insertion_sort(event *e, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++) {
		event x = e[i];
		uint32_t j = i;

		for (; j > 0 && before(&x, &e[j - 1]); j--)
			e[j] = e[j - 1];
		e[j] = x;
	}
}

/* Merge sorted a and b, of n and m events, into `to`. */
static void
merge(event *to, const event *a, uint32_t n, const event *b, uint32_t m)
{
	while (n && m) {
		bool second = before(b, a);

		*to++ = *(second ? b : a);
		b += second;
		m -= second;
		a += !second;
		n -= !second;
	}
	memcpy(to, n ? a : b, (n + m) * sizeof *to);
}

/* By merging pieces that are sorted by insertion: when many tasks send at once, hundreds
 * of events share a picosecond. */
static void
sort(calendar *c, event *e, uint32_t n)
{
	event *from = e, *to = c->spare;

	for (uint32_t i = 0; i < n; i += PIECE)
		insertion_sort(e + i, n - i < PIECE ? n - i : PIECE);
	for (uint32_t half = PIECE; half < n; half *= 2) {
		event *done = from;

		for (uint32_t i = 0; i < n; i += 2 * half) {
			uint32_t a = n - i < half ? n - i : half;
			uint32_t b = n - i - a < half ? n - i - a : half;

			merge(to + i, from + i, a, from + i + a, b);
		}
		from = to;
		to = done;
	}
	if (from != e)
		memcpy(e, from, n * sizeof *e);
}

/* Room for so many more events in the run, at most 64. */
static void
run_room(calendar *c, uint32_t more)
{
	if (c->room - c->end >= more)
		return;
	c->room *= 2;
	c->run = xrealloc(c->run, c->room, sizeof *c->run);
	c->spare = xrealloc(c->spare, c->room, sizeof *c->spare);
}

/* Append an event to the run. */
static inline void
take(calendar *c, uint32_t id)
{
	const slot *s = calendar_slot(c, id);

	c->run[c->end++] = (event){ s->time, s->order, id };
}

static void
take_list(calendar *c, uint32_t head)
{
	for (uint32_t id = head; id != NO_SLOT; id = calendar_slot(c, id)->next) {
		run_room(c, 1);
		take(c, id);
	}
}

/* The owners of a chunk are fetched side by side. */
static void
take_crowd(calendar *c, uint32_t head)
{
	while (head != NO_CHUNK) {
		const chunk *k = &c->chunks.chunk[head];

		run_room(c, k->count);
		for (uint32_t i = 0; i < k->count; i++)
			__builtin_prefetch(calendar_slot(c, k->id[i]));
		if (k->next != NO_CHUNK)
			__builtin_prefetch(&c->chunks.chunk[k->next]);
		for (uint32_t i = 0; i < k->count; i++)
			take(c, k->id[i]);
		chunk_delete(&c->chunks, &head);
	}
}

/* Append the events of bucket b to the run, in order. */
static void
take_bucket(calendar *c, uint32_t b)
{
	uint32_t first = c->end, head = c->bucket[b];

	if (head < CROWD)
		take_list(c, head);
	else
		take_crowd(c, head - CROWD);
	c->bucket[b] = NO_SLOT;
	if (c->end - first > 1)
		sort(c, c->run + first, c->end - first);
}

static inline void
fetch_bucket(const calendar *c, uint32_t head)
{
	if (head < CROWD)
		__builtin_prefetch(calendar_slot(c, head));
	else
		__builtin_prefetch(&c->chunks.chunk[head - CROWD]);
}

/* Turn group g of the ring into the run, and have the owners of the next at hand. */
static void
take_group(calendar *c, uint32_t g)
{
	c->at = c->end = 0;
	for (uint64_t left = c->used[g]; left; left &= left - 1)
		take_bucket(c, g << 6 | (uint32_t)__builtin_ctzll(left));
	c->crowded = c->end > CROWDED;
	c->used[g] = 0;
	c->groups[g >> 6] &= ~(UINT64_C(1) << (g & 63));
	g = (g + 1) & (c->mask >> 6);
	for (uint64_t left = c->used[g]; left; left &= left - 1)
		fetch_bucket(c, c->bucket[g << 6 | (uint32_t)__builtin_ctzll(left)]);
}

static event
far_pop(calendar *c)
{
	event top = c->far[0], last = c->far[--c->far_count];
	uint32_t i = 0;

	for (;;) {
		uint32_t child = 2 * i + 1;

		if (child >= c->far_count)
			break;
		if (child + 1 < c->far_count && before(&c->far[child + 1], &c->far[child]))
			child++;
		if (!before(&c->far[child], &last))
			break;
		c->far[i] = c->far[child];
		i = child;
	}
	c->far[i] = last;
	c->far_group = c->far_count ? c->far[0].time >> c->shift >> 6 : NEVER;
	return top;
}

/* Into the heap. */
static void
put_far(calendar *c, event x)
{
	uint32_t i;

	if (c->far_count == c->far_room) {
		c->far_room = c->far_room ? 2 * c->far_room : 64;
		c->far = xrealloc(c->far, c->far_room, sizeof *c->far);
	}
	for (i = c->far_count++; i > 0 && before(&x, &c->far[(i - 1) / 2]); i = (i - 1) / 2)
		c->far[i] = c->far[(i - 1) / 2];
	c->far[i] = x;
	c->far_group = c->far[0].time >> c->shift >> 6;
}

/* Into the current group, which is sorted. */
static void
put_run(calendar *c, event x)
{
	uint32_t low = c->at, high = c->end;

	run_room(c, 1);
	while (low < high) {	/* the first that x comes before */
		uint32_t middle = low + (high - low) / 2;

		if (before(&x, &c->run[middle]))
			high = middle;
		else
			low = middle + 1;
	}
	memmove(&c->run[low + 1], &c->run[low], (c->end++ - low) * sizeof *c->run);
	c->run[low] = x;
}

void
calendar_push_aside(calendar *c, uint32_t id)
{
	const slot *s = calendar_slot(c, id);
	event x = { s->time, s->order, id };

	if (s->time >> c->shift >> 6 <= c->current)
		put_run(c, x);
	else
		put_far(c, x);
}

void
calendar_push_crowd(calendar *c, uint32_t b, uint32_t id)
{
	uint32_t head = c->bucket[b] == NO_SLOT ? NO_CHUNK : c->bucket[b] - CROWD;

	crowd_add(&c->chunks, &head, id);
	c->bucket[b] = head + CROWD;
}

/* Move what the ring now reaches from the heap into its buckets. */
static void
bring_near(calendar *c)
{
	while (c->far_group - c->current <= (int64_t)(c->mask >> 6)) {
		event e = far_pop(c);

		calendar_slot(c, e.id)->time = NEVER;
		calendar_push(c, e.id, e.time, e.order);
	}
}

/* The number of the first group of the ring that is not empty; NEVER when all are. */
static int64_t
group_ahead(const calendar *c)
{
	uint32_t groups = c->mask >> 6, here = (uint32_t)(c->current + 1) & groups, g = next_group(c, here);

	return g == NO_SLOT ? NEVER : c->current + 1 + ((g - here) & groups);
}

/* Does this group begin at `bound` or later? */
static bool
begins_behind(const calendar *c, int64_t group, int64_t bound)
{
	return group > (bound - 1) >> c->shift >> 6;
}

bool
calendar_advance(calendar *c, int64_t bound)
{
	int64_t next;

	if (c->far_group - c->current <= (int64_t)(c->mask >> 6))
		bring_near(c);
	next = group_ahead(c);
	if (next == NEVER) {
		if (!c->far_count || begins_behind(c, c->far_group, bound))
			return false;
		c->current = c->far_group - 1;
		bring_near(c);
		next = group_ahead(c);
	}
	if (begins_behind(c, next, bound))
		return false;
	c->current = next;
	take_group(c, (uint32_t)next & (c->mask >> 6));
	return true;
}

/* Of slot `id` and the first found so far. */
static void
look_earlier(const calendar *c, uint32_t id, event *first)
{
	const slot *s = calendar_slot(c, id);
	event x = { s->time, s->order, id };

	if (before(&x, first))
		*first = x;
}

/* The first event of the ring's group of number `group`. */
static event
first_of(const calendar *c, int64_t group)
{
	uint32_t g = (uint32_t)group & (c->mask >> 6), b = g << 6 | (uint32_t)__builtin_ctzll(c->used[g]);
	event first = { NEVER, UINT32_MAX, NO_SLOT };

	if (c->bucket[b] < CROWD) {
		for (uint32_t id = c->bucket[b]; id != NO_SLOT; id = calendar_slot(c, id)->next)
			look_earlier(c, id, &first);
	} else {
		for (uint32_t at = c->bucket[b] - CROWD; at != NO_CHUNK; at = c->chunks.chunk[at].next)
			for (uint32_t i = 0; i < c->chunks.chunk[at].count; i++)
				look_earlier(c, c->chunks.chunk[at].id[i], &first);
	}
	return first;
}

int64_t
calendar_next(const calendar *c, uint32_t *order)
{
	event first = { NEVER, UINT32_MAX, NO_SLOT };
	int64_t group;

	if (c->at < c->end) {
		first = c->run[c->at];
	} else {
		group = group_ahead(c);
		if (group != NEVER)
			first = first_of(c, group);
		if (c->far_count && before(&c->far[0], &first))
			first = c->far[0];
	}
	*order = first.order;
	return first.time;
}

/* Out of a bucket's list; false when it is not there. */
static bool
list_remove(calendar *c, uint32_t *head, uint32_t id)
{
	uint32_t *link = head;

	while (*link != id) {
		if (*link == NO_SLOT)
			return false;
		link = &calendar_slot(c, *link)->next;
	}
	*link = calendar_slot(c, id)->next;
	return true;
}

/* Out of bucket b, be it a list or a crowd; false when it is not there. */
static bool
remove_near(calendar *c, uint32_t b, uint32_t id)
{
	uint32_t *bucket = &c->bucket[b], head = *bucket - CROWD;

	if (*bucket == NO_SLOT)
		return false;
	if (*bucket < CROWD) {
		if (!list_remove(c, bucket, id))
			return false;
	} else {
		if (!crowd_remove(&c->chunks, &head, id))
			return false;
		*bucket = head == NO_CHUNK ? NO_SLOT : head + CROWD;
	}
	if (*bucket == NO_SLOT) {
		c->used[b >> 6] &= ~(UINT64_C(1) << (b & 63));
		if (!c->used[b >> 6])
			c->groups[b >> 12] &= ~(UINT64_C(1) << (b >> 6 & 63));
	}
	return true;
}

/* Out of the heap; a sorted array is one. */
static void
remove_far(calendar *c, uint32_t id)
{
	uint32_t i = 0;

	while (c->far[i].id != id)
		i++;
	c->far[i] = c->far[--c->far_count];
	qsort(c->far, c->far_count, sizeof *c->far, compare);
	c->far_group = c->far_count ? c->far[0].time >> c->shift >> 6 : NEVER;
}

void
calendar_remove(calendar *c, uint32_t id)
{
	slot *s = calendar_slot(c, id);
	int64_t number = s->time >> c->shift;

	assert(s->time != NEVER);
	s->time = NEVER;
	if (number >> 6 <= c->current) {
		uint32_t i = c->at;

		while (c->run[i].id != id)
			i++;
		memmove(&c->run[i], &c->run[i + 1], (--c->end - i) * sizeof *c->run);
	} else if ((number >> 6) - c->current > (int64_t)(c->mask >> 6)
		|| !remove_near(c, (uint32_t)number & c->mask, id)) {
		remove_far(c, id);
	}
}

void
calendar_clear(calendar *c)
{
	uint64_t popped = c->popped;

	while (calendar_pop(c) != NO_SLOT)
		;
	c->popped = popped;
	c->current = c->now = 0;
}
