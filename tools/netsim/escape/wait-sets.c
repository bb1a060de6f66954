/* wait-sets -- sets of packets that wait for tokens, and heaps of candidates. */
#include "netsim/escape/wait-sets.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

void
wait_sets_init(wait_sets *l)
{
	*l = (wait_sets){ .free = NONE, .buckets = 1024 };
	l->bucket = xlarge(l->buckets, sizeof *l->bucket);
	memset(l->bucket, 0xff, l->buckets * sizeof *l->bucket);
}

void
wait_sets_free(wait_sets *l)
{
	free_all(l->set, l->bucket);
}

void
wait_sets_reset(wait_sets *l)
{
	if (l->open)
		memset(l->bucket, 0xff, l->buckets * sizeof *l->bucket);
	l->open = l->made = 0;
	l->free = NONE;
}

static uint32_t *
bucket_of(const wait_sets *l, uint32_t hash)
{
	return &l->bucket[hash & (l->buckets - 1)];
}

static void
spread(wait_sets *l)
{
	uint32_t *old = l->bucket, count = l->buckets;

	l->buckets *= 2;
	l->bucket = xlarge(l->buckets, sizeof *l->bucket);
	memset(l->bucket, 0xff, l->buckets * sizeof *l->bucket);
	for (uint32_t b = 0; b < count; b++) {
		for (uint32_t id = old[b], next; id != NONE; id = next) {
			uint32_t *at = bucket_of(l, l->set[id].hash);

			next = l->set[id].next;
			l->set[id].next = *at;
			*at = id;
		}
	}
	free(old);
}

static uint32_t
wait_set_new(wait_sets *l)
{
	uint32_t id = l->free;

	if (id != NONE) {
		l->free = l->set[id].next;
		return id;
	}
	if (l->made == l->room) {
		l->room = l->room ? 2 * l->room : 1024;
		l->set = xrealloc(l->set, l->room, sizeof *l->set);
	}
	return l->made++;
}

uint32_t
wait_set_open(network *n, uint32_t id, uint32_t hash)
{
	wait_sets *l = n->escape->sets;
	uint32_t new = wait_set_new(l), *at;

	if (l->open++ == l->buckets)
		spread(l);
	at = bucket_of(l, hash);
	l->set[new] = (wait_set){ .first = id, .last = id, .hash = hash, .next = *at };
	*at = new;
	return new;
}

uint32_t
wait_set_find(const network *n, uint32_t hash, uint32_t id)
{
	id = id == NONE ? *bucket_of(n->escape->sets, hash) : wait_set_of(n, id)->next;
	while (id != NONE && wait_set_of(n, id)->hash != hash)
		id = wait_set_of(n, id)->next;
	return id;
}

void
wait_set_join(network *n, uint32_t id, uint32_t p)
{
	packet_of(n, wait_set_of(n, id)->last)->next = p;
	wait_set_of(n, id)->last = p;
}

bool
wait_set_leave(network *n, uint32_t id)
{
	wait_sets *l = n->escape->sets;
	wait_set *gone = &l->set[id];
	uint32_t *at = bucket_of(l, gone->hash);

	gone->first = packet_of(n, gone->first)->next;
	if (gone->first != NONE)
		return false;
	while (*at != id)
		at = &l->set[*at].next;
	*at = gone->next;
	l->open--;
	return true;
}

/* One of the set's entries has been taken out of its heap. */
static void
lose_candidate(wait_sets *l, uint32_t id)
{
	if (--l->set[id].candidates)
		return;
	l->set[id].next = l->free;
	l->free = id;
}

static bool
before(const set_candidate *a, const set_candidate *b)
{
	return (int32_t)(a->place - b->place) < 0;	/* they may be counted round */
}

/* The entry of a set that is not empty, as it should be. */
static set_candidate
candidate_of(const network *n, uint32_t id)
{
	return (set_candidate){ packet_of(n, wait_set_of(n, id)->first)->via, id };
}

bool
wait_set_before(const network *n, uint32_t a, uint32_t b)
{
	set_candidate first = candidate_of(n, a), second = candidate_of(n, b);

	return before(&first, &second);
}

/* x instead of the i-th entry, or of one below it. */
static void
sift_down(token_vc *o, uint32_t i, set_candidate x)
{
	for (uint32_t child; (child = 2 * i + 1) < o->candidates; i = child) {
		child += child + 1 < o->candidates && before(&o->candidate[child + 1], &o->candidate[child]);
		if (!before(&o->candidate[child], &x))
			break;
		o->candidate[i] = o->candidate[child];
	}
	o->candidate[i] = x;
}

/* Throw out what empty sets have left, put the others right. */
static void
tidy(network *n, token_vc *o)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < o->candidates; i++) {
		uint32_t id = o->candidate[i].set;

		if (wait_set_of(n, id)->first == NONE)
			lose_candidate(n->escape->sets, id);
		else
			o->candidate[kept++] = candidate_of(n, id);
	}
	o->candidates = kept;
	for (uint32_t i = kept / 2; i-- > 0;)
		sift_down(o, i, o->candidate[i]);
}

/* For one more entry. */
static void
make_room(network *n, token_vc *o)
{
	if (o->candidates < o->room)
		return;
	tidy(n, o);
	if (o->candidates < o->room / 2)
		return;
	o->room = o->room ? 2 * o->room : 4;
	o->candidate = xrealloc(o->candidate, o->room, sizeof *o->candidate);
}

void
token_vc_add(network *n, token_vc *o, uint32_t id)
{
	set_candidate x = candidate_of(n, id);
	uint32_t i;

	make_room(n, o);
	for (i = o->candidates++; i > 0 && before(&x, &o->candidate[(i - 1) / 2]); i = (i - 1) / 2)
		o->candidate[i] = o->candidate[(i - 1) / 2];
	o->candidate[i] = x;
	token_vc_expect(o, packet_of(n, wait_set_of(n, id)->first)->bytes);
	wait_set_of(n, id)->candidates++;
}

/* Have the earliest set on top of the heap; false when there is none. */
static bool
put_right(network *n, token_vc *o)
{
	while (o->candidates) {
		set_candidate top = o->candidate[0], x;

		if (wait_set_of(n, top.set)->first == NONE) {
			lose_candidate(n->escape->sets, top.set);
			o->candidates--;
			sift_down(o, 0, o->candidate[o->candidates]);
			continue;
		}
		x = candidate_of(n, top.set);
		if (!before(&top, &x))
			return true;
		sift_down(o, 0, x);
	}
	return false;
}

typedef struct wait_search {
	int64_t bytes;		/* fits */
	set_candidate best;		/* set NONE: none yet */
	uint32_t least;		/* of those that do not fit */
} wait_search;

/* Look through the heap from the i-th entry down, as far as there may be better ones. */
static void
look(const network *n, const token_vc *o, uint32_t i, wait_search *s)
{
	for (; i < o->candidates; i = 2 * i + 2) {
		uint32_t id = o->candidate[i].set, first = wait_set_of(n, id)->first;

		if (s->best.set != NONE && !before(&o->candidate[i], &s->best))
			return;
		if (first != NONE && packet_of(n, first)->bytes <= s->bytes) {
			set_candidate x = candidate_of(n, id);

			if (s->best.set == NONE || before(&x, &s->best))
				s->best = x;
		} else if (first != NONE && packet_of(n, first)->bytes < s->least) {
			s->least = packet_of(n, first)->bytes;
		}
		look(n, o, 2 * i + 1, s);
	}
}

uint32_t
token_vc_first(network *n, token_vc *o, int64_t bytes)
{
	wait_search s = { .bytes = bytes, .best.set = NONE, .least = UINT32_MAX };

	if (bytes < o->least)
		return NONE;
	if (o->escape)
		return put_right(n, o) && packet_of(n, wait_set_of(n, o->candidate[0].set)->first)->bytes <= bytes ? o->candidate[0].set : NONE;
	if (put_right(n, o))
		look(n, o, 0, &s);
	if (s.best.set == NONE)
		o->least = s.least;
	return s.best.set;
}

bool
token_vc_awaited(network *n, token_vc *o)
{
	return put_right(n, o);
}
