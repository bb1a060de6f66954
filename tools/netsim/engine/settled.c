/* settled -- starts that a part has settled ahead, and one calendar would not have. */
#include "netsim/engine/settled.h"

#include <stdlib.h>

#include "lib/cli/cli.h"
#include "netsim/engine/link.h"

void
settled_free(settled_notes *s)
{
	for (int turn = 0; turn < 2; turn++) {
		free(s->events[turn].item);
		free(s->starts[turn].item);
	}
	free(s->early.item);
}

void
settled_clear(settled_notes *s)
{
	for (int turn = 0; turn < 2; turn++)
		s->events[turn].count = s->starts[turn].count = 0;
	s->early.count = 0;
}

void
settled_turn(settled_notes *s, unsigned turn)
{
	s->turn = turn;
	s->events[turn].count = s->starts[turn].count = 0;
}

void
settled_event(network *n, int64_t time, uint32_t order)
{
	stamps *s = &n->settled->events[n->settled->turn];

	s->item = xgrow(s->item, &s->room, s->count + 1, sizeof *s->item);
	s->item[s->count++] = (stamp){ time, order };
}

static void
add(settled_list *l, settled x)
{
	l->item = xgrow(l->item, &l->room, l->count + 1, sizeof *l->item);
	l->item[l->count++] = x;
}

void
settled_note(network *n, const packet *p, uint32_t link, int64_t start, int64_t x)
{
	settled s = { { n->calendar.now, calendar_order(&n->calendar) }, start, x, link, p->bytes, p->from, p->hops, false };

	if (port_of(n, link)->flags & ENDPOINT)
		s.last = n->listeners.last(n, p);
	add(&n->settled->starts[n->settled->turn], s);
}

static bool
later(const stamp *a, const stamp *b)
{
	return a->time > b->time || (a->time == b->time && a->order > b->order);
}

/* Those that have started by `now` need not be kept. */
static void
forget_started(settled_list *l, int64_t now)
{
	size_t kept = 0;

	for (size_t i = 0; i < l->count; i++)
		if (l->item[i].start >= now)
			l->item[kept++] = l->item[i];
	l->count = kept;
}

/* Had another part an event at the same picosecond behind the one that settled it?  Both lists are in order. */
static void
review_with(settled_notes *mine, const stamps *other, unsigned turn)
{
	const settled_list *l = &mine->starts[turn];
	size_t k = 0;

	for (size_t i = 0; i < l->count && k < other->count; i++) {
		while (k < other->count && !later(&other->item[k], &l->item[i].when))
			k++;
		if (k < other->count && other->item[k].time == l->item[i].when.time)
			add(&mine->early, l->item[i]);
	}
}

void
settled_review(network *n, unsigned turn)
{
	settled_notes *s = n->settled;

	if (s->early.count == s->early.room)
		forget_started(&s->early, n->calendar.now);
	for (uint32_t k = 0; k < n->parts->count; k++)
		if (k != n->number)
			review_with(s, &part_at(n, k)->settled->events[turn], turn);
	s->starts[turn].count = 0;
}

/* Is the j-th the same packet's as an earlier one?  Several parts may have had an event then. */
static bool
again(const settled_list *l, size_t j)
{
	for (size_t i = 0; i < j; i++)
		if (l->item[i].link == l->item[j].link && l->item[i].start == l->item[j].start)
			return true;
	return false;
}

void
settled_take_back(network *n, stamp end)
{
	const settled_list *l = &n->settled->early;

	for (size_t i = 0; i < l->count; i++) {
		stamp start = { l->item[i].start, wake_order(l->item[i].link) };

		if (later(&start, &end) && !again(l, i))
			n->listeners.take_back(n, &l->item[i]);
	}
}
