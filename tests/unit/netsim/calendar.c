/* link: netsim */
/* calendar -- the event queue against a plain list that is searched. */
#include <stdlib.h>

#include "lib/rng/rng.h"
#include "netsim/engine/calendar.h"
#include "unit/tap.h"

enum { EVENTS = 3000 };

typedef struct plain {
	uint32_t ids;
	int64_t grain;
	int64_t time[EVENTS];
	uint32_t key[EVENTS];	/* that of two events; of those that are moved, of one */
	uint64_t number[EVENTS], numbers;	/* of putting in, or moving */
} plain;

static bool
plain_before(const plain *p, uint32_t a, uint32_t b)
{
	if (p->time[a] != p->time[b])
		return p->time[a] < p->time[b];
	return p->key[a] != p->key[b] ? p->key[a] < p->key[b] : p->number[a] < p->number[b];
}

static uint32_t
plain_first(const plain *p)
{
	uint32_t best = NO_EVENT;

	for (uint32_t i = 0; i < p->ids; i++)
		if (p->time[i] != NEVER && (best == NO_EVENT || plain_before(p, i, best)))
			best = i;
	return best;
}

static bool
is_moved(uint32_t id)
{
	return id % 4 == 0;
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

	p->time[id] = time;
	p->key[id] = is_moved(id) ? p->ids + id : id * 7 % ((p->ids + 1) / 2);
	p->number[id] = p->numbers++;
	calendar_push(c, id, time, p->key[id]);
}

/* The next event is at `time`, none is before that, and to ask changes nothing. */
static bool
next_agrees(calendar *c, int64_t time, uint32_t key, rng *r)
{
	int64_t now = c->now;

	if (rng_below(r, 4) == 0 && (calendar_next(c) != time || (time != NEVER && c->run[c->at].order != key)))
		return false;
	if (rng_below(r, 4) == 0 && calendar_pop_before(c, time) != NO_EVENT)
		return false;
	if (rng_below(r, 4) == 0 && calendar_pop_before(c, now + (int64_t)rng_below(r, (uint64_t)(time - now) + 1)) != NO_EVENT)
		return false;
	return c->now == now;
}

/* Events at multiples of `grain` in, out and moved forward; the order must be the plain one. */
static bool
agrees_on(uint32_t ids, int64_t grain, uint64_t seed, uint32_t groups, int64_t span, int64_t least)
{
	calendar c;
	plain p;
	rng r;
	bool good = true;

	p.ids = ids;
	p.grain = grain;
	p.numbers = 0;
	rng_init(&r, seed, "calendar", "", "");
	calendar_init(&c, groups);
	calendar_span(&c, span, least);
	c.pending = p.time;
	c.pending_size = sizeof *p.time;
	c.pendings = ids;
	for (uint32_t i = 0; i < ids; i++)
		p.time[i] = NEVER;
	for (int step = 0; good && step < 20000 + 4 * (int)ids; step++) {
		uint32_t id = (uint32_t)rng_below(&r, ids), first;

		if (p.time[id] == NEVER) {
			put(&c, &p, &r, id, span);
		} else if (is_moved(id)) {
			int64_t time = c.now + (int64_t)rng_below(&r, (uint64_t)(p.time[id] - c.now) + 1);

			time = time == c.now ? time : (time + grain - 1) / grain * grain;
			p.number[id] = time < p.time[id] ? p.numbers++ : p.number[id];
			calendar_by(&c, &p.time[id], id, time, p.key[id]);
		}
		if (step < 3 * (int)ids || rng_below(&r, 3) == 0)
			continue;
		first = plain_first(&p);
		calendar_next(&c);	/* what does not count is not alone either */
		good = calendar_alone(&c) == (first == NO_EVENT || p.time[first] > c.now) || c.at == c.end;
		good = good && next_agrees(&c, first == NO_EVENT ? NEVER : p.time[first], first == NO_EVENT ? 0 : p.key[first], &r);
		good = good && calendar_pop(&c) == first && (first == NO_EVENT || c.now == p.time[first]);
		if (first != NO_EVENT)
			p.time[first] = NEVER;
	}
	calendar_clear(&c);
	good = good && calendar_pop(&c) == NO_EVENT && c.now == 0;
	calendar_free(&c);
	return good;
}

static bool
agrees(uint64_t seed, uint32_t groups, int64_t span, int64_t least)
{
	return agrees_on(400, 1, seed, groups, span, least);
}

/* Groups that begin at the bound or behind it stay in the ring: what is put in before them need not be sorted in. */
static bool
keeps_groups(void)
{
	calendar c;
	bool good;

	calendar_init(&c, 64);
	calendar_span(&c, 64000, 8000);
	calendar_push(&c, 1, 100, 0);
	calendar_push(&c, 2, 5000, 0);
	good = calendar_pop_before(&c, 4096) == 1 && calendar_pop_before(&c, 4096) == NO_EVENT && c.at == c.end;
	calendar_push(&c, 3, 4500, 0);
	good = good && calendar_next(&c) == 4500 && calendar_pop_before(&c, 8000) == 3 && calendar_pop(&c) == 2;
	calendar_free(&c);
	return good;
}

int
main(void)
{
	ok(agrees(1, 64, 4000, NEVER), "groups of few picoseconds");
	ok(agrees(2, 64, 1000000, NEVER), "groups of many events");
	ok(agrees(3, 128, 100000000, NEVER), "wide groups");
	ok(agrees(4, 64, 100, NEVER), "a span shorter than the ring");
	ok(agrees(5, 64, 1000000, 1000), "narrow groups, most events beyond the ring");
	ok(agrees_on(EVENTS, 1000, 6, 64, 4000, NEVER), "crowds: thousands of events at five times");
	ok(agrees_on(EVENTS, 40, 7, 64, 4000, NEVER), "crowds in some groups");
	ok(agrees_on(EVENTS, 4000, 8, 64, 20000, 1000), "crowds, and events beyond the ring");
	ok1(keeps_groups());
	return done_testing();
}
