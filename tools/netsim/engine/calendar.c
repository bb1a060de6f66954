/* calendar -- the parts of the event queue that are off the hot path. */
#include "netsim/engine/calendar.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

enum {
	FEW = 6, MANY = 9,	/* bits of a digit by which few or many events are sorted: these are at least */
	CROWD = 1 << MANY,
	PIECE = 40		/* events that are sorted by insertion, at most */
};

void
calendar_init(calendar *c, uint32_t groups)
{
	memset(c, 0, sizeof *c);
	c->mask = groups - 1;
	c->group = xlarge(groups, sizeof *c->group);
	c->used = xcalloc(groups / 64, sizeof *c->used);
	c->room = 256;
	c->run = xalloc(c->room, sizeof *c->run);
	c->spare = xalloc(c->room, sizeof *c->spare);
	calendar_clear(c);
}

void
calendar_clear(calendar *c)
{
	memset(c->group, 0xff, (c->mask + (size_t)1) * sizeof *c->group);
	memset(c->used, 0, (c->mask / 64 + 1) * sizeof *c->used);
	c->at = c->end = c->low = c->made = c->far_count = 0;
	c->free = NO_EVENT;
	c->far_group = NEVER;
	c->current = -1;
	c->now = 0;
}

void
calendar_span(calendar *c, int64_t span, int64_t step)
{
	c->shift = 0;
	while ((int64_t)(c->mask - 1) << c->shift < span && INT64_C(4) << c->shift <= step)
		c->shift++;
	c->reach = (step >> c->shift) - 1;
	if (c->reach < 1)
		c->reach = 1;
}

void
calendar_free(calendar *c)
{
	free_all(c->group, c->used, c->pool, c->run, c->spare, c->far);
}

static bool
before(const event *a, const event *b)
{
	return a->time < b->time || (a->time == b->time && a->order < b->order);
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

/* Radix sort on the bits in which they differ, a digit at a time, least significant first: when many tasks send at once, hundreds of events
 * share a picosecond. */
__attribute__((always_inline)) static inline event *
sort_by(event *from, event *to, uint32_t n, const bool by_time)
{
	const int digit = n < CROWD ? FEW : MANY;
	const uint64_t mask = (UINT64_C(1) << digit) - 1;
	uint64_t differ = 0;

	for (uint32_t i = 1; i < n; i++)
		differ |= by_time ? (uint64_t)(from[i].time ^ from[0].time) : from[i].order ^ from[0].order;
	while (differ) {
		int low = __builtin_ctzll(differ);
		uint32_t start[CROWD], sum = 0;
		event *done = from;

		memset(start, 0, sizeof *start << digit);
		for (uint32_t i = 0; i < n; i++)
			start[(by_time ? (uint64_t)from[i].time : from[i].order) >> low & mask]++;
		for (uint32_t k = 0; k <= mask; k++) {
			uint32_t count = start[k];

			start[k] = sum;
			sum += count;
		}
		for (uint32_t i = 0; i < n; i++)
			to[start[(by_time ? (uint64_t)from[i].time : from[i].order) >> low & mask]++] = from[i];
		from = to;
		to = done;
		differ &= ~(mask << low);
	}
	return from;
}

static void
sort_crowd(calendar *c, event *e, uint32_t n)
{
	event *done = sort_by(e, c->spare, n, false);

	done = sort_by(done, done == e ? c->spare : e, n, true);
	if (done != e)
		memcpy(e, done, n * sizeof *e);
}

/* Sort n events of one group, which begin at e: few by insertion, more into places by their times first, a crowd by radix. */
static void
sort(calendar *c, event *e, uint32_t n)
{
	int bits = n < CROWD ? FEW : MANY, shift = c->shift > bits ? c->shift - bits : 0;
	uint32_t places = 1u << bits, end[CROWD], sum = 0, most = 0;

	if (n > PIECE) {
		memset(end, 0, places * sizeof *end);
		for (uint32_t i = 0; i < n; i++)
			end[e[i].time >> shift & (places - 1)]++;
		for (uint32_t p = 0; p < places; p++) {
			uint32_t count = end[p];

			end[p] = sum;
			sum += count;
			most = count > most ? count : most;
		}
	}
	if (most > PIECE) {
		sort_crowd(c, e, n);
		return;
	}
	if (n > PIECE) {
		memcpy(c->spare, e, n * sizeof *e);
		for (uint32_t i = 0; i < n; i++)
			e[end[c->spare[i].time >> shift & (places - 1)]++] = c->spare[i];
	}
	insertion_sort(e, n);
}

/* Room for that many events in the run, and for as many to sort. */
static void
run_room(calendar *c, uint32_t events)
{
	if (events <= c->room)
		return;
	c->room = 2 * events;
	c->run = xrealloc(c->run, c->room, sizeof *c->run);
	c->spare = xrealloc(c->spare, c->room, sizeof *c->spare);
}

static uint32_t
chunk_new(calendar *c)
{
	uint32_t at = c->free;

	if (at != NO_EVENT) {
		c->free = c->pool[at + CHUNK - 1].id;
		return at;
	}
	if (c->made == c->pool_room) {
		event *old = c->pool;

		if (c->pool_room > UINT32_MAX / 4)
			die(FAIL_DATA, "too many events to come at once");
		c->pool_room = c->pool_room + c->pool_room / 2 / CHUNK * CHUNK + 64 * CHUNK;
		c->pool = xlarge(c->pool_room, sizeof *c->pool);
		if (c->made)
			memcpy(c->pool, old, c->made * sizeof *old);
		free(old);
	}
	at = c->made;
	c->made += CHUNK;
	return at;
}

/* Is a group's chunk that begins at `at` its last one? */
static bool
is_last(const calendar_group *g, uint32_t at)
{
	return g->end - at < CHUNK;
}

/* How many events lie in a group's chunk that begins at `at`. */
static uint32_t
chunk_events(const calendar_group *g, uint32_t at)
{
	return is_last(g, at) ? g->end - at : CHUNK - 1;
}

/* The group's chunk behind that which begins at `at`; NO_EVENT: there is none. */
static uint32_t
chunk_after(const calendar *c, const calendar_group *g, uint32_t at)
{
	return is_last(g, at) ? NO_EVENT : c->pool[at + CHUNK - 1].id;
}

/* Append an event to group g, which has no room in its last chunk. */
static void
append(calendar *c, uint32_t g, event x)
{
	uint32_t at = chunk_new(c), end = c->group[g].end;

	if (end == NO_EVENT) {
		c->group[g].first = at;
		c->used[g / 64] |= UINT64_C(1) << g % 64;
	} else {
		c->pool[end].id = at;
	}
	c->pool[at] = x;
	c->group[g].end = at + 1;
}

/* Move the events of group g to the end of the run, in the order in which they came; how many. */
static uint32_t
unload(calendar *c, uint32_t g)
{
	uint32_t all = 0, next;

	for (uint32_t at = c->group[g].first; at != NO_EVENT; at = next) {
		uint32_t n = chunk_events(&c->group[g], at);

		run_room(c, c->end + all + n);
		memcpy(c->run + c->end + all, c->pool + at, n * sizeof *c->run);
		all += n;
		next = chunk_after(c, &c->group[g], at);
		c->pool[at + CHUNK - 1].id = c->free;
		c->free = at;
	}
	c->group[g] = (calendar_group){ NO_EVENT, NO_EVENT };
	c->used[g / 64] &= ~(UINT64_C(1) << g % 64);
	return all;
}

/* The number of the first group of the ring that is not empty; NEVER when all are. */
static int64_t
next_group(const calendar *c)
{
	uint32_t here = (uint32_t)(c->current + 1) & c->mask, words = c->mask / 64 + 1, w = here / 64;
	uint64_t bits = c->used[w] >> here % 64 << here % 64;

	for (uint32_t i = 0; i <= words; i++) {
		if (bits)
			return c->current + 1 + ((w * 64 + (uint32_t)__builtin_ctzll(bits) - here) & c->mask);
		w = w + 1 == words ? 0 : w + 1;
		bits = c->used[w];
	}
	return NEVER;
}

static void
find_far_group(calendar *c)
{
	c->far_group = c->far_count ? c->far[0].event.time >> c->shift : NEVER;
}

/* Events of one time and order leave the heap as they came. */
static bool
far_before(const far_event *a, const far_event *b)
{
	return before(&a->event, &b->event) || (!before(&b->event, &a->event) && a->number < b->number);
}

static event
far_pop(calendar *c)
{
	event top = c->far[0].event;
	far_event last = c->far[--c->far_count];
	uint32_t i = 0;

	for (;;) {
		uint32_t child = 2 * i + 1;

		if (child >= c->far_count)
			break;
		if (child + 1 < c->far_count && far_before(&c->far[child + 1], &c->far[child]))
			child++;
		if (!far_before(&c->far[child], &last))
			break;
		c->far[i] = c->far[child];
		i = child;
	}
	c->far[i] = last;
	find_far_group(c);
	return top;
}

/* Into the heap. */
static void
put_far(calendar *c, event x)
{
	far_event last = { x, c->far_number++ };
	uint32_t i = c->far_count++;

	if (i == c->far_room) {
		c->far_room = c->far_room ? 2 * c->far_room : 64;
		c->far = xrealloc(c->far, c->far_room, sizeof *c->far);
	}
	for (; i > 0 && far_before(&last, &c->far[(i - 1) / 2]); i = (i - 1) / 2)
		c->far[i] = c->far[(i - 1) / 2];
	c->far[i] = last;
	find_far_group(c);
}

/* Into the run, which is sorted. */
static void
put_run(calendar *c, event x)
{
	uint32_t low = c->at, high = c->end;

	run_room(c, c->end + 1);
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
calendar_push_aside(calendar *c, event x)
{
	int64_t number = x.time >> c->shift;

	if (number <= c->current)
		put_run(c, x);
	else if (number - c->current > (int64_t)c->mask)
		put_far(c, x);
	else
		append(c, (uint32_t)number & c->mask, x);
}

/* Move what the ring now reaches from the heap into its groups. */
static void
bring_near(calendar *c)
{
	while (c->far_group <= c->current + (int64_t)c->mask) {
		event x = far_pop(c);

		calendar_push(c, x.id, x.time, x.order);
	}
}

/* Sort the group of number `number` into the run. */
static void
take_group(calendar *c, int64_t number)
{
	uint32_t n = unload(c, (uint32_t)number & c->mask);

	sort(c, c->run + c->end, n);
	c->end += n;
	c->current = number;
	bring_near(c);
}

/* The number of the next group that is not empty, in the ring or beyond it; NEVER: there is none. */
static int64_t
coming(const calendar *c)
{
	int64_t number = next_group(c);

	return number == NEVER ? c->far_group : number;
}

/* Sort groups into the run until AHEAD events are there, or the next group begins at `bound` or too far ahead of the clock. */
void
calendar_advance(calendar *c, int64_t bound)
{
	int64_t last = (bound - 1) >> c->shift, number;

	c->end -= c->at;
	memmove(c->run, c->run + c->at, c->end * sizeof *c->run);
	c->at = 0;
	while (c->end < AHEAD && (number = coming(c)) <= last && (!c->end || number - (c->run[0].time >> c->shift) <= c->reach)) {
		if (number - c->current > (int64_t)c->mask) {
			c->current = number - 1;
			bring_near(c);
		}
		take_group(c, number);
	}
	c->low = c->end > AHEAD ? c->end - AHEAD : (c->end + 1) / 2;
}

int64_t
calendar_next(calendar *c)
{
	while (c->at == c->end || !calendar_counts(c, &c->run[c->at])) {
		if (c->at < c->end)
			c->at++;
		else if (coming(c) == NEVER)
			break;
		else
			calendar_advance(c, NEVER);
	}
	return c->at < c->end ? c->run[c->at].time : NEVER;
}
