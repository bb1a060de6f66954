/* tokens -- who gets which channel.
 *
 * The packets that wait in a router have a waiting room, a packet of its own: router; message: how many sets (wait-sets.h) it
 * has; time: its event, which makes them try again.
 *
 * After every try none of the first packets of the sets fits into any of its channels, or another has reserved that.  So one that fits at
 * the next may take a channel that has got credit since, or it is that of a new set, or it is smaller than the one that was before it in
 * its set.  The room's event comes when credit comes to the first of the channels that somebody waits for, or now for a new set. */
#include "netsim/escape/tokens.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "netsim/engine/link.h"
#include "netsim/escape/ways.h"

static token_vc *
vc_of(const network *n, uint32_t number)
{
	return &n->escape->vc[number];
}

/* Give p the best of its channels that has tokens for it: set p->out and p->channel_next.  Its escape channel may be
 * reserved for another packet. */
static bool
take(network *n, packet *p, const ways *w, bool reserved)
{
	uint32_t last = w->vc[w->count - 1], best = last;
	int64_t most = (int64_t)p->bytes - 1;
	token_vc *o;

	for (uint32_t k = 0; k + 1 < w->count; k++) {
		int64_t tokens = token_vc_tokens(n, vc_of(n, w->vc[k]));

		if (tokens > most) {
			best = w->vc[k];
			most = tokens;
		}
	}
	o = vc_of(n, best);
	if (best == last && (reserved || token_vc_tokens(n, o) < (int64_t)p->bytes))
		return false;
	p->via = NONE;
	p->out = best / n->stride;
	p->channel_next = best % n->stride & 15;
	o->tokens -= (int32_t)p->bytes;
	channel_of(n, port_of(n, p->out), p->channel_next)->credit += (int32_t)p->bytes;
	return true;
}

/* Those that wait in the router try again at `time` or before. */
static void
wake_room(network *n, uint32_t router, int64_t time)
{
	uint32_t room = n->escape->room[router];

	calendar_by(&n->calendar, &packet_of(n, room)->time, room, time, retry_order(router));
}

/* So many bytes of credit come to a channel at `time`: those who wait for it try then. */
static void
hear_credit(network *n, uint32_t link, unsigned v, uint32_t bytes, int64_t time)
{
	token_vc *o = vc_of(n, link * n->stride + v);
	uint32_t router;

	if (!token_vc_credit(n, o, bytes, time) || o->least == UINT32_MAX)
		return;
	router = n->machine->from[link];
	if (n->escape->room[router] != NONE)
		wake_room(n, router, time);
}

/* A room for the router; packets may move. */
static void
open_room(network *n, uint32_t router)
{
	uint32_t id = packet_new(n);
	packet *room = packet_of(n, id);

	n->packets_alive--;
	room->kind = RETRY;
	room->router = router;
	room->message = 0;
	room->link = room->out = n->machine->first[router];	/* what the event loop may fetch */
	n->escape->room[router] = id;
	n->escape->rooms++;
}

/* The channels of a router that somebody waits for, as bits. */
static uint64_t *
watched_of(const network *n, uint32_t router)
{
	return &n->escape->watched[(size_t)router * n->escape->words];
}

static void
close_room(network *n, uint32_t router)
{
	memset(watched_of(n, router), 0, n->escape->words * sizeof(uint64_t));
	n->packets_alive++;
	packet_delete(n, n->escape->room[router]);
	n->escape->room[router] = NONE;
	n->escape->rooms--;
}

/* Does set s wait for these ways, whose key it has? */
static bool
has_ways(const network *n, const wait_set *s, const ways *w)
{
	ways x;

	if (n->escape->words == 1 || s->goal == w->goal)
		return true;
	ways_compute(n, s->router, s->goal, &x);
	return x.count == w->count && memcmp(x.vc, w->vc, w->count * sizeof *w->vc) == 0;
}

/* The set in which a packet that may take these ways should wait; NONE. */
static uint32_t
set_for(const network *n, const ways *w)
{
	uint32_t id = wait_set_find(n, w->router, w->key, NONE);

	while (id != NONE && !has_ways(n, wait_set_of(n, id), w))
		id = wait_set_find(n, w->router, w->key, id);
	return id;
}

/* Is the last of these ways, the escape channel, reserved for a packet that waits? */
static bool
is_reserved(const network *n, const ways *w)
{
	return token_vc_awaited(vc_of(n, w->vc[w->count - 1]));
}

/* A set of packet `id` alone.  It tries when those that came before it do: now, if it fits anywhere. */
static void
open_set(network *n, uint32_t id, const ways *w)
{
	uint32_t router = w->router, new = wait_set_open(n, id, router, w->key, w->vc[w->count - 1]), bytes = packet_of(n, id)->bytes;
	int64_t next = NEVER, now = n->calendar.now;

	packet_of(n, n->escape->room[router])->message++;
	for (uint32_t k = 0; k < w->count; k++) {
		token_vc *o = vc_of(n, w->vc[k]);
		uint32_t i = w->vc[k] - n->escape->base[router];
		int64_t time = token_vc_tokens(n, o) >= (int64_t)bytes ? now : o->time;

		network_touch(n, w->vc[k] / n->stride);
		token_vc_add(n, o, new, k == w->count - 1);
		watched_of(n, router)[i / 64] |= UINT64_C(1) << i % 64;
		if (time < next)
			next = time;
	}
	if (next != NEVER)
		wake_room(n, router, next);
}

/* Does a packet that has come to the router now, and joins no set, try before all that wait there?  They have
 * tried in vain, if the room has no event now; and no head that comes by a lower link at this picosecond is
 * still to be seen, if links take some time. */
static bool
tries_first(const network *n, uint32_t router)
{
	return packet_of(n, n->escape->room[router])->time > n->calendar.now && n->step > 0;
}

static bool
tokens_take(network *n, uint32_t id, uint32_t router)
{
	packet *p = packet_of(n, id);
	uint32_t set_id = NONE;
	ways w;

	ways_compute(n, router, p->router, &w);
	if (n->escape->room[router] == NONE) {
		if (take(n, p, &w, false))
			return true;
		open_room(n, router);
		p = packet_of(n, id);
	} else {
		set_id = set_for(n, &w);
		if (set_id == NONE && tries_first(n, router) && take(n, p, &w, is_reserved(n, &w))) {
			n->model->request(n, id, n->calendar.now);	/* no start ahead: those that wait were here before it */
			return false;
		}
	}
	p->time = n->calendar.now;
	p->next = NONE;
	p->out = NONE;
	if (set_id != NONE)
		wait_set_join(n, set_id, id);
	else
		open_set(n, id, &w);
	return false;
}

/* The channels of a router that somebody waits for and may fit into: into n->escape->ready; how many.  Of the others: *next, when credit
 * comes to the first of them. */
static uint32_t
list_ready(network *n, uint32_t router, int64_t *next)
{
	escape *e = n->escape;
	uint32_t count = 0;

	*next = NEVER;
	for (uint32_t i = 0; i < e->words; i++) {
		uint64_t *watched = &watched_of(n, router)[i];

		for (uint64_t left = *watched; left; left &= left - 1) {
			uint32_t number = e->base[router] + 64 * i + (uint32_t)__builtin_ctzll(left);
			token_vc *o = &e->vc[number];

			if (token_vc_tokens(n, o) >= (int64_t)o->least)
				e->ready[count++] = number;
			else if (o->least == UINT32_MAX)
				*watched ^= left & -left;
			else if (o->time < *next)
				*next = o->time;
		}
	}
	return count;
}

/* Of the sets whose first packets fit into one of the `count` channels n->escape->ready, the one whose came first; NONE. */
static uint32_t
first_set(network *n, uint32_t count)
{
	uint32_t best = NONE;

	for (uint32_t i = 0; i < count; i++) {
		token_vc *o = &n->escape->vc[n->escape->ready[i]];
		uint32_t id = token_vc_first(n, o, token_vc_tokens(n, o));

		if (id != NONE && (best == NONE || wait_set_before(n, id, best)))
			best = id;
	}
	return best;
}

/* Channel `number` is to be looked at, too. */
static void
add_ready(network *n, uint32_t number, uint32_t *count)
{
	uint32_t i = 0;

	while (i < *count && n->escape->ready[i] != number)
		i++;
	if (i == *count)
		n->escape->ready[(*count)++] = number;
}

/* The first packet of a set is now one of so many bytes, fewer than those of the one before: add the channels into which it fits to the
 * `count` n->escape->ready. */
static void
step_up(network *n, uint32_t bytes, const ways *w, uint32_t *count)
{
	for (uint32_t k = 0; k < w->count; k++) {
		token_vc *o = vc_of(n, w->vc[k]);

		token_vc_expect(o, bytes);
		if (token_vc_tokens(n, o) >= (int64_t)bytes)
			add_ready(n, w->vc[k], count);
	}
}

/* The first packet of the set goes: into the queue of the channel that it finds. */
static void
leave(network *n, uint32_t router, uint32_t set_id, uint32_t *count)
{
	wait_set *s = wait_set_of(n, set_id);
	uint32_t id = s->first, bytes = s->bytes;
	packet *p = packet_of(n, id);
	int64_t came = s->came;
	ways w;

	__builtin_prefetch(p);
	if (s->second != NONE)
		__builtin_prefetch(packet_of(n, s->second));
	ways_of_set(n, s, &w);
	take(n, p, &w, false);
	vc_of(n, s->last_way)->least = 0;	/* it was reserved: it may be another's now */
	add_ready(n, s->last_way, count);
	if (wait_set_leave(n, set_id))
		packet_of(n, n->escape->room[router])->message--;
	else if (s->bytes < bytes)
		step_up(n, s->bytes, &w, count);
	p->time = NEVER;
	n->model->request(n, id, came);
}

static void
tokens_retry(network *n, uint32_t room)
{
	uint32_t router = packet_of(n, room)->router, count, first;
	int64_t next;

	packet_of(n, room)->time = NEVER;
	count = list_ready(n, router, &next);
	while ((first = first_set(n, count)) != NONE)
		leave(n, router, first, &count);
	if (packet_of(n, room)->message == 0) {
		close_room(n, router);
		return;
	}
	for (uint32_t i = 0; i < count; i++) {
		const token_vc *o = &n->escape->vc[n->escape->ready[i]];

		if (o->least != UINT32_MAX && o->time < next)
			next = o->time;
	}
	if (next != NEVER)
		wake_room(n, router, next);
}

static void
tokens_reset(network *n)
{
	escape *e = n->escape;

	if (e->rooms) {
		memset(e->room, 0xff, n->machine->routers * sizeof *e->room);
		memset(e->watched, 0, (size_t)n->machine->routers * e->words * sizeof *e->watched);
	}
	e->rooms = 0;
	wait_sets_reset(e->sets);
	for (uint32_t i = 0; i < n->touched_count; i++) {
		token_vc *o = &e->vc[(size_t)n->touched[i] * n->stride];

		for (uint32_t v = 0; n->touched[i] < n->machine->router_links && v < n->stride; v++) {
			token_vc_reset(n, &o[v]);
			if (o[v].waiting)
				o[v].waiting->count = o[v].waiting->sets = 0;
		}
	}
}

static bool
tokens_whole(const network *n, uint32_t link, unsigned v)
{
	return token_vc_whole(n, vc_of(n, link * n->stride + v));
}

/* A part has its own sets; what is kept by router or link is shared. */
static void
make_own(escape *e)
{
	e->rooms = 0;
	e->sets = xalloc(1, sizeof *e->sets);
	wait_sets_init(e->sets);
	e->ready = xalloc(64 * (size_t)e->words, sizeof *e->ready);
}

static void
tokens_divide(network *part)
{
	escape *e = xalloc(1, sizeof *e);

	*e = *part->escape;
	make_own(e);
	part->escape = e;
}

static void
free_shared(network *n)
{
	escape *e = n->escape;

	for (size_t i = 0; i < (size_t)n->machine->router_links * n->stride; i++)
		free(e->vc[i].waiting);
	free(e->vc);
	free(e->base);
	free(e->watched);
	free(e->room);
}

static void
tokens_free(network *n)
{
	escape *e = n->escape;

	if (n->number == 0)
		free_shared(n);
	wait_sets_free(e->sets);
	free(e->sets);
	free(e->ready);
	free(e);
}

/* Number the channels of each router, and have a bit for each. */
static void
init_watched(const network *n, escape *e)
{
	const machine *m = n->machine;
	uint32_t most = 1;

	e->base = xlarge(m->routers, sizeof *e->base);
	for (uint32_t r = 0; r < m->routers; r++) {
		uint32_t link = m->first[r];

		while (link < m->first[r + 1] && m->class[link] == CLASS_NODE)
			link++;
		e->base[r] = link * n->stride;
		if (m->first[r + 1] * n->stride - e->base[r] > most)
			most = m->first[r + 1] * n->stride - e->base[r];
	}
	e->words = (most + 63) / 64;
	e->watched = xlarge((size_t)m->routers * e->words, sizeof *e->watched);
	memset(e->watched, 0, (size_t)m->routers * e->words * sizeof *e->watched);
}

void
tokens_begin(network *n)
{
	static const waiting_rooms rooms = { .take = tokens_take, .credit = hear_credit, .retry = tokens_retry,
		.reset = tokens_reset, .whole = tokens_whole, .divide = tokens_divide, .free = tokens_free };
	const machine *m = n->machine;
	size_t vcs = (size_t)m->router_links * n->stride;
	escape *e = n->escape = xcalloc(1, sizeof *e);

	n->rooms = &rooms;
	e->room = xlarge(m->routers, sizeof *e->room);
	memset(e->room, 0xff, m->routers * sizeof *e->room);
	e->vc = xlarge(vcs, sizeof *e->vc);
	for (size_t i = 0; i < vcs; i++) {
		e->vc[i].waiting = NULL;
		token_vc_reset(n, &e->vc[i]);
	}
	init_watched(n, e);
	make_own(e);
}
