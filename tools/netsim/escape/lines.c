/* lines -- lines of packets that wait for tokens, and heaps of lines. */
#include "netsim/escape/lines.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

void
lines_init(lines *l)
{
	*l = (lines){ .free = NONE, .buckets = 1024 };
	l->bucket = xlarge(l->buckets, sizeof *l->bucket);
	memset(l->bucket, 0xff, l->buckets * sizeof *l->bucket);
}

void
lines_free(lines *l)
{
	free(l->line);
	free(l->bucket);
}

void
lines_reset(lines *l)
{
	if (l->open)
		memset(l->bucket, 0xff, l->buckets * sizeof *l->bucket);
	l->open = l->made = 0;
	l->free = NONE;
}

static uint32_t *
bucket_of(const lines *l, uint32_t hash)
{
	return &l->bucket[hash & (l->buckets - 1)];
}

/* Twice the buckets. */
static void
spread(lines *l)
{
	uint32_t *old = l->bucket, count = l->buckets;

	l->buckets *= 2;
	l->bucket = xlarge(l->buckets, sizeof *l->bucket);
	memset(l->bucket, 0xff, l->buckets * sizeof *l->bucket);
	for (uint32_t b = 0; b < count; b++) {
		for (uint32_t id = old[b], next; id != NONE; id = next) {
			uint32_t *at = bucket_of(l, l->line[id].hash);

			next = l->line[id].next;
			l->line[id].next = *at;
			*at = id;
		}
	}
	free(old);
}

static uint32_t
line_new(lines *l)
{
	uint32_t id = l->free;

	if (id != NONE) {
		l->free = l->line[id].next;
		return id;
	}
	if (l->made == l->room) {
		l->room = l->room ? 2 * l->room : 1024;
		l->line = xrealloc(l->line, l->room, sizeof *l->line);
	}
	return l->made++;
}

uint32_t
line_open(network *n, uint32_t id, uint32_t hash)
{
	lines *l = n->lines;
	uint32_t new = line_new(l), *at;

	if (l->open++ == l->buckets)
		spread(l);
	at = bucket_of(l, hash);
	l->line[new] = (line){ .first = id, .last = id, .hash = hash, .next = *at };
	*at = new;
	return new;
}

uint32_t
line_find(const network *n, uint32_t hash, uint32_t id)
{
	id = id == NONE ? *bucket_of(n->lines, hash) : line_of(n, id)->next;
	while (id != NONE && line_of(n, id)->hash != hash)
		id = line_of(n, id)->next;
	return id;
}

void
line_join(network *n, uint32_t id, uint32_t p)
{
	packet_of(n, line_of(n, id)->last)->slot.next = p;
	line_of(n, id)->last = p;
}

bool
line_leave(network *n, uint32_t id)
{
	lines *l = n->lines;
	line *gone = &l->line[id];
	uint32_t *at = bucket_of(l, gone->hash);

	gone->first = packet_of(n, gone->first)->slot.next;
	if (gone->first != NONE)
		return false;
	while (*at != id)
		at = &l->line[*at].next;
	*at = gone->next;
	l->open--;
	return true;
}

/* One of the line's entries has been taken out of its heap. */
static void
lose_hope(lines *l, uint32_t id)
{
	if (--l->line[id].hopes)
		return;
	l->line[id].next = l->free;
	l->free = id;
}

static bool
before(const hope *a, const hope *b)
{
	return a->came < b->came || (a->came == b->came && a->link < b->link);
}

/* The entry of a line that is not empty, as it should be. */
static hope
hope_of(const network *n, uint32_t id)
{
	const packet *p = packet_of(n, line_of(n, id)->first);

	return (hope){ p->slot.time, p->link, id };
}

bool
line_before(const network *n, uint32_t a, uint32_t b)
{
	hope first = hope_of(n, a), second = hope_of(n, b);

	return before(&first, &second);
}

/* x instead of the i-th entry, or of one below it. */
static void
sift_down(outlet *o, uint32_t i, hope x)
{
	for (uint32_t child; (child = 2 * i + 1) < o->hopes; i = child) {
		child += child + 1 < o->hopes && before(&o->hope[child + 1], &o->hope[child]);
		if (!before(&o->hope[child], &x))
			break;
		o->hope[i] = o->hope[child];
	}
	o->hope[i] = x;
}

/* Throw out what empty lines have left, put the others right. */
static void
tidy(network *n, outlet *o)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < o->hopes; i++) {
		uint32_t id = o->hope[i].line;

		if (line_of(n, id)->first == NONE)
			lose_hope(n->lines, id);
		else
			o->hope[kept++] = hope_of(n, id);
	}
	o->hopes = kept;
	for (uint32_t i = kept / 2; i-- > 0;)
		sift_down(o, i, o->hope[i]);
}

/* For one more entry. */
static void
make_room(network *n, outlet *o)
{
	if (o->hopes < o->room)
		return;
	tidy(n, o);
	if (o->hopes < o->room / 2)
		return;
	o->room = o->room ? 2 * o->room : 4;
	o->hope = xrealloc(o->hope, o->room, sizeof *o->hope);
}

void
outlet_hope(network *n, outlet *o, uint32_t id)
{
	hope x = hope_of(n, id);
	uint32_t i;

	make_room(n, o);
	for (i = o->hopes++; i > 0 && before(&x, &o->hope[(i - 1) / 2]); i = (i - 1) / 2)
		o->hope[i] = o->hope[(i - 1) / 2];
	o->hope[i] = x;
	outlet_expect(o, packet_of(n, line_of(n, id)->first)->bytes);
	line_of(n, id)->hopes++;
}

/* Have the earliest line on top of the heap; false when there is none. */
static bool
put_right(network *n, outlet *o)
{
	while (o->hopes) {
		hope top = o->hope[0], x;

		if (line_of(n, top.line)->first == NONE) {
			lose_hope(n->lines, top.line);
			o->hopes--;
			sift_down(o, 0, o->hope[o->hopes]);
			continue;
		}
		x = hope_of(n, top.line);
		if (!before(&top, &x))
			return true;
		sift_down(o, 0, x);
	}
	return false;
}

typedef struct search {
	int64_t bytes;		/* fits */
	hope best;		/* line NONE: none yet */
	uint32_t least;		/* of those that do not fit */
} search;

/* Look through the heap from the i-th entry down, as far as there may be better ones. */
static void
look(const network *n, const outlet *o, uint32_t i, search *s)
{
	for (; i < o->hopes; i = 2 * i + 2) {
		uint32_t id = o->hope[i].line, first = line_of(n, id)->first;

		if (s->best.line != NONE && !before(&o->hope[i], &s->best))
			return;
		if (first != NONE && packet_of(n, first)->bytes <= s->bytes) {
			hope x = hope_of(n, id);

			if (s->best.line == NONE || before(&x, &s->best))
				s->best = x;
		} else if (first != NONE && packet_of(n, first)->bytes < s->least) {
			s->least = packet_of(n, first)->bytes;
		}
		look(n, o, 2 * i + 1, s);
	}
}

uint32_t
outlet_first(network *n, outlet *o, int64_t bytes)
{
	search s = { .bytes = bytes, .best.line = NONE, .least = UINT32_MAX };

	if (bytes < o->least)
		return NONE;
	if (o->escape)
		return put_right(n, o) && packet_of(n, line_of(n, o->hope[0].line)->first)->bytes <= bytes ? o->hope[0].line : NONE;
	if (put_right(n, o))
		look(n, o, 0, &s);
	if (s.best.line == NONE)
		o->least = s.least;
	return s.best.line;
}

bool
outlet_awaited(network *n, outlet *o)
{
	return put_right(n, o);
}
