/* link: netsim */
/* calendar -- the event queue against a plain list that is searched. */
#include <stdlib.h>

#include "lib/rng/rng.h"
#include "netsim/engine/calendar.h"
#include "unit/tap.h"

enum { SLOTS = 3000, SPLIT = 150, APART = 7 };

typedef struct plain {
	uint32_t slots;
	int64_t grain;
	int64_t time[SLOTS];
	uint32_t key[SLOTS];
} plain;

static uint32_t
plain_first(const plain *p)
{
	uint32_t best = NO_SLOT;

	for (uint32_t i = 0; i < p->slots; i++)
		if (p->time[i] != NEVER && (best == NO_SLOT || p->time[i] < p->time[best]
			|| (p->time[i] == p->time[best] && p->key[i] < p->key[best])))
			best = i;
	return best;
}

/* How far ahead an event is put: now, near, within the ring, or far beyond it. */
static int64_t
ahead(rng *r, int64_t span)
{
	switch (rng_below(r, 8)) {
	case 0:
		return 0;
	case 1:
	case 2:
		return (int64_t)rng_below(r, 50);
	case 3:
		return (int64_t)rng_below(r, (uint64_t)span * 20);
	default:
		return (int64_t)rng_below(r, (uint64_t)span);
	}
}

static void
put(calendar *c, plain *p, rng *r, uint32_t id, int64_t span)
{
	int64_t time = (c->now + ahead(r, span) + p->grain - 1) / p->grain * p->grain;

	calendar_push(c, id, time, id * 7 % p->slots);
	p->time[id] = time;
	p->key[id] = id * 7 % p->slots;
}

static union {
	slot slot;
	char room[SLOT_STRIDE];
} owner[SLOTS + APART];

/* Some slots lie in a second array. */
static slot *
slot_of(uint32_t id)
{
	return &owner[id < SPLIT ? id : id + APART].slot;
}

/* Events at multiples of `grain` in, out, moved forward and removed; the order must be the plain one. */
static bool
agrees_on(uint32_t slots, int64_t grain, uint64_t seed, uint32_t buckets, int64_t span, int64_t least)
{
	calendar c;
	plain p;
	rng r;
	bool good = true;

	p.slots = slots;
	p.grain = grain;
	rng_init(&r, seed, "calendar", "", "");
	calendar_init(&c, owner, SPLIT, owner + SPLIT + APART, buckets);
	calendar_span(&c, span, least);
	for (uint32_t i = 0; i < slots; i++)
		slot_of(i)->time = p.time[i] = NEVER;
	for (int step = 0; good && step < 20000 + 4 * (int)slots; step++) {
		uint32_t id = (uint32_t)rng_below(&r, slots), first, order;

		if (p.time[id] == NEVER) {
			put(&c, &p, &r, id, span);
		} else if (rng_below(&r, 4) == 0) {
			int64_t time = c.now + (int64_t)rng_below(&r, (uint64_t)(p.time[id] - c.now) + 1);

			time = time == c.now ? time : (time + grain - 1) / grain * grain;
			calendar_by(&c, id, time, p.key[id]);
			p.time[id] = time;
		}
		if (step < 3 * (int)slots || rng_below(&r, 3) == 0)
			continue;
		first = plain_first(&p);
		good = calendar_alone(&c) == (first == NO_SLOT || p.time[first] > c.now) || c.at == c.end;
		good = good && calendar_next(&c, &order) == (first == NO_SLOT ? NEVER : p.time[first]) && (first == NO_SLOT || order == p.key[first]);
		good = good && (first == NO_SLOT || calendar_pop_before(&c, p.time[first]) == NO_SLOT);
		good = good && calendar_pop(&c) == first && (first == NO_SLOT || c.now == p.time[first]);
		if (first != NO_SLOT)
			p.time[first] = NEVER;
	}
	calendar_clear(&c);
	good = good && calendar_pop(&c) == NO_SLOT && c.now == 0;
	calendar_free(&c);
	return good;
}

static bool
agrees(uint64_t seed, uint32_t buckets, int64_t span, int64_t least)
{
	return agrees_on(400, 1, seed, buckets, span, least);
}

/* A crowd of `count` events is taken out again, all but those that come before it. */
static bool
leaves_nothing(uint32_t count)
{
	calendar c;
	uint32_t left = 0;

	calendar_init(&c, owner, SPLIT, owner + SPLIT + APART, 4096);
	calendar_span(&c, 4000, NEVER);
	for (uint32_t i = 0; i < SLOTS; i++)
		slot_of(i)->time = NEVER;
	for (uint32_t i = 0; i < 1000; i++)
		calendar_push(&c, i, 1000, i);
	calendar_pop(&c);	/* crowded from now on */
	for (uint32_t i = 0; i < count; i++)
		calendar_push(&c, 1000 + i, 3000, i);
	for (uint32_t i = 0; i < count; i++)
		calendar_remove(&c, 1000 + i);
	while (calendar_pop(&c) < 1000)
		left++;
	calendar_free(&c);
	return left == 999;
}

int
main(void)
{
	ok(agrees(1, 4096, 4000, NEVER), "buckets of one picosecond");
	ok(agrees(2, 4096, 1000000, NEVER), "buckets of many events");
	ok(agrees(3, 8192, 100000000, NEVER), "wide buckets");
	ok(agrees(4, 4096, 100, NEVER), "a span shorter than the ring");
	ok(agrees(5, 4096, 1000000, 1000), "narrow groups, most events beyond the ring");
	ok(agrees_on(SLOTS, 1000, 6, 4096, 4000, NEVER), "crowds: thousands of events at five times");
	ok(agrees_on(SLOTS, 40, 7, 4096, 4000, NEVER), "crowds in some buckets");
	ok(agrees_on(SLOTS, 4000, 8, 4096, 20000, 1000), "crowds, and events beyond the ring");
	ok(leaves_nothing(1) && leaves_nothing(14) && leaves_nothing(15) && leaves_nothing(100), "a crowd that is taken out leaves nothing");
	return done_testing();
}
