/* tokens -- packets that may leave a router by any of several channels, and wait until one has room.
 *
 * For routings with an escape channel (Jain and others, IPDPS 2017, II-C; Duato 1993).  A channel's tokens are its credit, and a packet
 * that is given the channel takes them then, not when it leaves.  A packet takes, of those of its targets whose channels have tokens for
 * all of it, the one that has most (of equal ones any, at random); if there is none, the last target, its escape channel, when that has
 * tokens; else it waits in the router, at no link, and tries again when tokens come. So nothing ever waits for an adaptive channel alone,
 * and what has been given a channel never waits for credit.
 *
 * The packets of a router try in the order in which they came, all of them in the picosecond in which tokens come, before links look for
 * work; one that comes while others wait tries after them.  In one picosecond heads come first, by the numbers of their links; then, where
 * routers queue at their inputs, the packets behind those that begin to cross, in the order in which outputs look (crossbar.h).  Packets
 * that may take the same channels never pass each other.  One that waits keeps no link stalled (statistics.h).
 *
 * The packets that wait in a router have a waiting room (packet.room), whose event, at its time, makes them try again.
 *
 * Invariant after a retry: no set's first packet fits any of its channels, unless another packet has reserved that.  A later retry can
 * succeed only if (a) a channel gained credit, (b) a set is new, or (c) a set's new first packet is smaller than the one before it.
 * (a) and (b) make channels due: at the time of the channel's next credit, or now.  The room's event comes when the first of
 * its channels is due.  A channel without credit under way is marked STARVED, and due when credit gets under way. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/route/pick.h"
#include "netsim/engine/link.h"
#include "netsim/escape/wait-sets.h"
#include "netsim/routings/decisions.h"

/* What a packet may take, and the tokens of each; the last is the escape channel. */
typedef struct token_ways {
	uint32_t count;
	way_out way[MAX_WAYS];
	int64_t tokens[MAX_WAYS];
} token_ways;

static uint32_t
vc_number(const network *n, way_out w)
{
	return w.link * n->stride + w.channel;
}

/* Outlets of a router: from this number up to that of the next router. */
static uint32_t
first_vc(const network *n, uint32_t router)
{
	return n->machine->first[router] * n->stride;
}

static way_out
way_of(const network *n, uint32_t number)
{
	return (way_out){ number / n->stride, number % n->stride };
}

static channel *
channel_by(const network *n, way_out w)
{
	return channel_of(n, port_of(n, w.link), w.channel);
}

static int64_t
tokens(network *n, way_out w)
{
	channel *c = channel_by(n, w);

	if (c->first != NONE && n->credit[c->first].time <= n->calendar.now)
		channel_has(n, c, INT32_MAX, n->calendar.now);	/* takes in what has come */
	return c->credit;
}

static void
find_ways(const network *n, const packet *p, uint32_t router, token_ways *w)
{
	w->count = n->paths.routes->ways(&n->paths, &p->trip, router, w->way);
}

static void
count_tokens(network *n, token_ways *w)
{
	for (uint32_t k = 0; k < w->count; k++)
		w->tokens[k] = tokens(n, w->way[k]);
}

/* Give p the best of its channels that has tokens for it, of equal ones a random one: set p->out and p->channel_next.  Its escape channel
 * may be reserved for another packet. */
static bool
take(network *n, packet *p, const token_ways *w, bool reserved)
{
	uint32_t last = w->count - 1, best = last, equals = 0;
	int64_t most = (int64_t)p->bytes - 1;

	for (uint32_t k = 0; k < last; k++) {
		if (w->tokens[k] > most) {
			best = k;
			most = w->tokens[k];
			equals = 0;
		}
		equals += w->tokens[k] == most;
	}
	if (best == last && (reserved || w->tokens[best] < (int64_t)p->bytes))
		return false;
	if (best < last && equals > 1)
		for (uint32_t k = pick_at(&p->trip, n->machine->from[w->way[best].link], equals); k > 0; k -= w->tokens[best] == most)
			best++;
	p->via = NONE;
	p->out = w->way[best].link;
	p->channel_next = w->way[best].channel & 15;
	channel_by(n, w->way[best])->credit -= (int32_t)p->bytes;
	return true;
}

/* The channel is due at `time` or before. */
static void
make_due(network *n, uint32_t number, int64_t time)
{
	if (time < n->escape->due[number])
		n->escape->due[number] = time;
}

/* Does any packet wait in the router? Its room, once made, stays to the end of the case: the calendar may still name it. */
static bool
waits_here(const network *n, uint32_t router)
{
	uint32_t room = n->escape->room[router];

	return room != NONE && packet_of(n, room)->room.sets > 0;
}

/* Those that wait in the router try again at `time` or before. */
static void
wake_room(network *n, uint32_t router, int64_t time)
{
	uint32_t room = n->escape->room[router];

	calendar_by(&n->calendar, &packet_of(n, room)->time, room, time, retry_order(n, router));
}

static void
hear_credit(network *n, uint32_t link, unsigned v, int64_t time)
{
	uint32_t router = n->machine->from[link];

	if (!waits_here(n, router))
		return;
	make_due(n, vc_number(n, (way_out){ link, v }), time);
	wake_room(n, router, time);
}

/* A channel is due at its next credit. */
static void
watch(network *n, way_out w)
{
	channel *c = channel_by(n, w);

	if (c->first == NONE)
		c->last = STARVED;
	else
		make_due(n, vc_number(n, w), n->credit[c->first].time);
}

/* A room for the router; packets may move. */
static void
open_room(network *n, uint32_t router)
{
	uint32_t id = packet_new(n);
	packet *room = packet_of(n, id);

	n->packets_alive--;
	room->kind = RETRY;
	room->room.router = router;
	room->room.sets = room->room.came = 0;
	room->link = room->out = n->machine->first[router];	/* what the event loop may fetch */
	n->escape->room[router] = id;
	n->escape->rooms++;
}

static uint32_t
hash_of(const network *n, const token_ways *w)
{
	uint64_t hash = 0;

	for (uint32_t k = 0; k < w->count; k++)
		hash = (hash ^ vc_number(n, w->way[k])) * UINT64_C(0x9e3779b97f4a7c15);
	return (uint32_t)(hash >> 32);
}

/* Does p, too, have these ways? */
static bool
has_ways(const network *n, const packet *p, uint32_t router, const token_ways *w)
{
	way_out other[MAX_WAYS];

	if (n->paths.routes->ways(&n->paths, &p->trip, router, other) != w->count)
		return false;
	for (uint32_t k = 0; k < w->count; k++)
		if (other[k].link != w->way[k].link || other[k].channel != w->way[k].channel)
			return false;
	return true;
}

/* The escape channel among these ways, the last. */
static token_vc *
escape_of(const network *n, const token_ways *w)
{
	return &n->escape->vc[vc_number(n, w->way[w->count - 1])];
}

/* The set in which p should wait; NONE. */
static uint32_t
set_for(const network *n, const packet *p, uint32_t router, const token_ways *w)
{
	const token_vc *o = escape_of(n, w);
	uint32_t hash = hash_of(n, w);

	for (uint32_t i = 0; i < o->sets; i++) {
		const wait_set *s = wait_set_of(n, o->set[i]);
		const packet *first = packet_of(n, s->first);

		if (s->hash == hash && (first->router == p->router || has_ways(n, first, router, w)))
			return o->set[i];
	}
	return NONE;
}

/* A set of packet `id` alone.  It tries when those that came before it do: now, if it fits anywhere. */
static void
open_set(network *n, uint32_t id, uint32_t router, const token_ways *w)
{
	uint32_t new = wait_set_open(n, id, hash_of(n, w));
	int64_t next = NEVER;

	packet_of(n, n->escape->room[router])->room.sets++;
	for (uint32_t k = 0; k < w->count; k++) {
		uint32_t number = vc_number(n, w->way[k]);

		network_touch(n, w->way[k].link);
		n->escape->vc[number].escape = k == w->count - 1;
		token_vc_add(n, &n->escape->vc[number], new);
		if (w->tokens[k] >= (int64_t)packet_of(n, id)->bytes)
			make_due(n, number, n->calendar.now);
		else
			watch(n, w->way[k]);
		if (n->escape->due[number] < next)
			next = n->escape->due[number];
	}
	if (next != NEVER)
		wake_room(n, router, next);
}

static bool
tokens_take(network *n, uint32_t id, uint32_t router)
{
	packet *p = packet_of(n, id);
	uint32_t set_id = NONE;
	token_ways w;

	find_ways(n, p, router, &w);
	if (!waits_here(n, router)) {
		count_tokens(n, &w);
		if (take(n, p, &w, false))
			return true;
		if (n->escape->room[router] == NONE)
			open_room(n, router);
		p = packet_of(n, id);
	} else {
		set_id = set_for(n, p, router, &w);
		if (set_id == NONE)
			count_tokens(n, &w);
		/* It tries before all that wait there if these have tried in vain, as none of the vcs is due now, and, as links take some time,
		 * no head that comes by a lower link at this picosecond is still to be seen. */
		if (set_id == NONE && packet_of(n, n->escape->room[router])->time > n->calendar.now && n->step > 0
			&& take(n, p, &w, escape_of(n, &w)->sets > 0)) {
			n->model->request(n, id, n->calendar.now);	/* no start ahead: those that wait were here before it */
			return false;
		}
	}
	p->time = n->calendar.now;
	p->place = packet_of(n, n->escape->room[router])->room.came++;
	p->next = NONE;
	p->out = NONE;
	if (set_id != NONE)
		wait_set_join(n, set_id, id);
	else
		open_set(n, id, router, &w);
	return false;
}

/* Of the sets whose first packets fit into one of the `count` channels n->escape->ready, the one whose came first; NONE. */
static uint32_t
first_set(network *n, uint32_t count)
{
	uint32_t best = NONE;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t number = n->escape->ready[i], id = token_vc_first(n, &n->escape->vc[number], tokens(n, way_of(n, number)));

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

/* A smaller packet is now the first of its set: add the channels into which it fits to the `count` n->escape->ready. */
static void
step_up(network *n, const packet *p, uint32_t router, uint32_t *count)
{
	token_ways w;

	find_ways(n, p, router, &w);
	count_tokens(n, &w);
	for (uint32_t k = 0; k < w.count; k++) {
		uint32_t number = vc_number(n, w.way[k]);

		token_vc_expect(&n->escape->vc[number], p->bytes);
		if (w.tokens[k] >= (int64_t)p->bytes)
			add_ready(n, number, count);
	}
}

/* The first packet of the set goes: into the queue of the channel that it finds. */
static void
leave(network *n, uint32_t router, uint32_t set_id, uint32_t *count)
{
	uint32_t id = wait_set_of(n, set_id)->first;
	packet *p = packet_of(n, id), *next;
	int64_t came = p->time;
	token_ways w;

	find_ways(n, p, router, &w);
	count_tokens(n, &w);
	take(n, p, &w, false);
	add_ready(n, vc_number(n, w.way[w.count - 1]), count);	/* it was reserved: it may be another's now */
	if (wait_set_leave(n, set_id)) {
		packet_of(n, n->escape->room[router])->room.sets--;
		for (uint32_t k = 0; k < w.count; k++)
			token_vc_remove(&n->escape->vc[vc_number(n, w.way[k])], set_id);
	} else {
		next = packet_of(n, wait_set_of(n, set_id)->first);
		if (next->bytes < p->bytes)
			step_up(n, next, router, count);
	}
	p->time = NEVER;
	n->model->request(n, id, came);
}

static void
tokens_retry(network *n, uint32_t room)
{
	uint32_t router = packet_of(n, room)->room.router, count = 0, first;
	int64_t next;

	if (packet_of(n, room)->time != n->calendar.now)	/* one before it has come in its place */
		return;
	/* List the vcs of the router that are due. */
	for (uint32_t number = first_vc(n, router); number < first_vc(n, router + 1); number++)
		if (n->escape->due[number] <= n->calendar.now)
			n->escape->ready[count++] = number;
	packet_of(n, room)->time = NEVER;
	while ((first = first_set(n, count)) != NONE)
		leave(n, router, first, &count);
	if (packet_of(n, room)->room.sets == 0) {
		for (uint32_t number = first_vc(n, router); number < first_vc(n, router + 1); number++)
			n->escape->due[number] = NEVER;
		return;
	}
	for (uint32_t i = 0; i < count; i++) {
		n->escape->due[n->escape->ready[i]] = NEVER;
		if (n->escape->vc[n->escape->ready[i]].sets)
			watch(n, way_of(n, n->escape->ready[i]));
	}
	/* When the first channel of a router is due. */
	next = NEVER;
	for (uint32_t number = first_vc(n, router); number < first_vc(n, router + 1); number++)
		next = n->escape->due[number] < next ? n->escape->due[number] : next;
	if (next != NEVER)
		wake_room(n, router, next);
}

static void
tokens_reset(network *n)
{
	escape *e = n->escape;

	if (e->rooms)
		memset(e->room, 0xff, n->machine->routers * sizeof *e->room);
	e->rooms = e->sets_made = 0;
	e->sets_free = NONE;
	for (uint32_t i = 0; i < n->touched_count; i++) {
		size_t first = (size_t)n->touched[i] * n->stride;

		for (size_t k = first; n->touched[i] < n->machine->router_links && k < first + n->stride; k++) {
			e->vc[k].sets = 0;
			e->vc[k].least = UINT32_MAX;
			e->due[k] = NEVER;
		}
	}
}

/* A part has its own sets; what is kept by router or link is shared. */
static void
make_own(escape *e)
{
	e->rooms = e->sets_made = 0;
	e->set_room = 0;
	e->set = NULL;
	e->sets_free = NONE;
	e->ready = xalloc(e->ready_room, sizeof *e->ready);
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
tokens_free(network *n)
{
	escape *e = n->escape;

	if (n->number == 0) {
		for (size_t i = 0; i < (size_t)n->machine->router_links * n->stride; i++)
			free(e->vc[i].set);
		free_all(e->vc, e->due, e->room);
	}
	free_all(e->set, e->ready, e);
}

static void
begin(network *n)
{
	static const waiting_rooms rooms = { .take = tokens_take, .credit = hear_credit, .retry = tokens_retry,
		.reset = tokens_reset, .divide = tokens_divide, .free = tokens_free };
	const machine *m = n->machine;
	size_t vcs = (size_t)m->router_links * n->stride;
	escape *e = n->escape = xcalloc(1, sizeof *e);

	n->rooms = &rooms;
	e->room = xlarge(m->routers, sizeof *e->room);
	memset(e->room, 0xff, m->routers * sizeof *e->room);
	e->vc = xlarge(vcs, sizeof *e->vc);
	e->due = xlarge(vcs, sizeof *e->due);
	for (size_t i = 0; i < vcs; i++) {
		e->vc[i] = (token_vc){ .least = UINT32_MAX };
		e->due[i] = NEVER;
	}
	for (uint32_t r = 0; r < m->routers; r++)
		if ((m->first[r + 1] - m->first[r]) * n->stride > e->ready_room)
			e->ready_room = (m->first[r + 1] - m->first[r]) * n->stride;
	make_own(e);
}

static void
choose(network *n, packet *p, uint32_t router, int64_t now)
{
	(void)n, (void)now;
	p->settled = router == p->router;
}

static bool
targets(const paths *w, const trip *t, uint32_t router, uint32_t k, uint32_t *via)
{
	way_out way[MAX_WAYS];
	uint32_t count;

	*via = NONE;
	if (router == t->router)	/* there is but the link to the node */
		return k == 0;
	count = w->routes->ways(w, t, router, way);
	if (k < count)
		*via = w->routes->mark(w, way[k]);
	return k < count;
}

const decision most_tokens = { .begin = begin, .choose = choose, .tokens = true, .targets = targets };
