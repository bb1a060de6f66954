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
	free(l->set);
	free(l->bucket);
}

void
wait_sets_reset(wait_sets *l)
{
	if (l->open)
		memset(l->bucket, 0xff, l->buckets * sizeof *l->bucket);
	l->open = l->made = 0;
	l->free = NONE;
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
			uint32_t *at = wait_set_bucket(l, l->set[id].router, l->set[id].key);

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

/* The turn of p, which waits since p->time, among those that came then: by the number of its link.  Where routers queue at their inputs
 * two may come by one link: a head, and then a packet that has waited behind another. */
static uint32_t
turn_of(const network *n, const packet *p)
{
	return 2 * p->link + (n->crossbar && p->tail - network_transfer(n, port_of(n, p->link)->speed, p->bytes) < p->time);
}

/* `first`, which may be NONE, is now the first packet of the set. */
static void
put_first(const network *n, wait_set *s, uint32_t first)
{
	const packet *p = packet_of(n, first);

	s->first = first;
	if (first == NONE)
		return;
	s->second = p->next;
	s->came = p->time;
	s->turn = turn_of(n, p);
	s->bytes = p->bytes;
}

uint32_t
wait_set_open(network *n, uint32_t id, uint32_t router, uint64_t key, uint32_t last)
{
	wait_sets *l = n->escape->sets;
	uint32_t new = wait_set_new(l), *at;

	if (l->open++ == l->buckets)
		spread(l);
	at = wait_set_bucket(l, router, key);
	l->set[new] = (wait_set){ .key = key, .last = id, .router = router, .goal = packet_of(n, id)->router, .last_way = last, .next = *at };
	put_first(n, &l->set[new], id);
	*at = new;
	return new;
}

uint32_t
wait_set_find(const network *n, uint32_t router, uint64_t key, uint32_t id)
{
	const wait_set *set = n->escape->sets->set;

	id = id == NONE ? *wait_set_bucket(n->escape->sets, router, key) : set[id].next;
	while (id != NONE && (set[id].key != key || set[id].router != router))
		id = set[id].next;
	return id;
}

void
wait_set_join(network *n, uint32_t id, uint32_t p)
{
	wait_set *s = wait_set_of(n, id);

	packet_of(n, s->last)->next = p;
	if (s->last == s->first)
		s->second = p;
	s->last = p;
}

bool
wait_set_leave(network *n, uint32_t id)
{
	wait_sets *l = n->escape->sets;
	wait_set *gone = &l->set[id];
	uint32_t *at;

	put_first(n, gone, gone->second);
	if (gone->first != NONE)
		return false;
	at = wait_set_bucket(l, gone->router, gone->key);
	while (*at != id)
		at = &l->set[*at].next;
	*at = gone->next;
	n->escape->vc[gone->last_way].waiting->sets--;
	l->open--;
	return true;
}

/* One of the set's entries has been taken out of its heap. */
static void
lose_candidate(wait_sets *l, uint32_t id)
{
	if (--l->set[id].entries)
		return;
	l->set[id].next = l->free;
	l->free = id;
}

static bool
before(const candidate *a, const candidate *b)
{
	return a->came < b->came || (a->came == b->came && a->turn < b->turn);
}

/* The entry of a set that is not empty, as it should be. */
static candidate
candidate_of(const network *n, uint32_t id)
{
	const wait_set *s = wait_set_of(n, id);

	return (candidate){ s->came, s->turn, id };
}

bool
wait_set_before(const network *n, uint32_t a, uint32_t b)
{
	candidate first = candidate_of(n, a), second = candidate_of(n, b);

	return before(&first, &second);
}

/* x instead of the i-th entry, or of one below it. */
static void
sift_down(candidates *h, uint32_t i, candidate x)
{
	for (uint32_t child; (child = 2 * i + 1) < h->count; i = child) {
		child += child + 1 < h->count && before(&h->entry[child + 1], &h->entry[child]);
		if (!before(&h->entry[child], &x))
			break;
		h->entry[i] = h->entry[child];
	}
	h->entry[i] = x;
}

/* Throw out what empty sets have left, put the others right. */
static void
tidy(network *n, candidates *h)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < h->count; i++) {
		uint32_t id = h->entry[i].set;

		if (wait_set_of(n, id)->first == NONE)
			lose_candidate(n->escape->sets, id);
		else
			h->entry[kept++] = candidate_of(n, id);
	}
	h->count = kept;
	for (uint32_t i = kept / 2; i-- > 0;)
		sift_down(h, i, h->entry[i]);
}

/* The heap of o, with room for one more entry. */
static candidates *
make_room(network *n, token_vc *o)
{
	candidates *h = o->waiting;
	uint32_t room = h ? 2 * h->room : 3;

	if (h && h->count < h->room)
		return h;
	if (h) {
		tidy(n, h);
		if (h->count < h->room / 2)
			return h;
	}
	o->waiting = xrealloc(h, 1, sizeof *h + room * sizeof *h->entry);
	if (!h)
		*o->waiting = (candidates){ .count = 0 };
	o->waiting->room = room;
	return o->waiting;
}

void
token_vc_add(network *n, token_vc *o, uint32_t id, bool reserves)
{
	candidates *h = make_room(n, o);
	candidate x = candidate_of(n, id);
	uint32_t i;

	h->escape = reserves;
	h->sets += reserves;
	for (i = h->count++; i > 0 && before(&x, &h->entry[(i - 1) / 2]); i = (i - 1) / 2)
		h->entry[i] = h->entry[(i - 1) / 2];
	h->entry[i] = x;
	token_vc_expect(o, wait_set_of(n, id)->bytes);
	wait_set_of(n, id)->entries++;
}

/* Have the earliest set on top of the heap; false when there is none. */
static bool
put_right(network *n, candidates *h)
{
	while (h->count) {
		candidate top = h->entry[0], x;

		if (wait_set_of(n, top.set)->first == NONE) {
			lose_candidate(n->escape->sets, top.set);
			h->count--;
			sift_down(h, 0, h->entry[h->count]);
			continue;
		}
		x = candidate_of(n, top.set);
		if (!before(&top, &x))
			return true;
		sift_down(h, 0, x);
	}
	return false;
}

typedef struct search {
	int64_t bytes;		/* fits */
	candidate best;		/* set NONE: none yet */
	uint32_t least;		/* of those that do not fit */
} search;

/* Look through the heap from the i-th entry down, as far as there may be better ones. */
static void
look(const network *n, const candidates *h, uint32_t i, search *s)
{
	for (; i < h->count; i = 2 * i + 2) {
		const wait_set *set = wait_set_of(n, h->entry[i].set);

		if (s->best.set != NONE && !before(&h->entry[i], &s->best))
			return;
		if (set->first != NONE && set->bytes <= s->bytes) {
			candidate x = candidate_of(n, h->entry[i].set);

			if (s->best.set == NONE || before(&x, &s->best))
				s->best = x;
		} else if (set->first != NONE && set->bytes < s->least) {
			s->least = set->bytes;
		}
		look(n, h, 2 * i + 1, s);
	}
}

uint32_t
token_vc_first(network *n, token_vc *o, int64_t bytes)
{
	candidates *h = o->waiting;
	search s = { .bytes = bytes, .best.set = NONE, .least = UINT32_MAX };

	if (bytes < (int64_t)o->least)
		return NONE;
	if (put_right(n, h)) {
		const wait_set *top = wait_set_of(n, h->entry[0].set);

		if (top->bytes <= bytes)
			return h->entry[0].set;
		s.least = top->bytes;
		if (!h->escape)
			look(n, h, 0, &s);
	}
	if (s.best.set == NONE)
		o->least = s.least;
	return s.best.set;
}
