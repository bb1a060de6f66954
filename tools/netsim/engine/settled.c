/* settled -- starts that a part has settled ahead, and one calendar would not have. */
#include "netsim/engine/settled.h"

#include <stdlib.h>

#include "lib/cli/cli.h"

void
settled_init(network *n, settled_notes *s)
{
	uint32_t links = n->machine->router_links;

	*s = (settled_notes){ .seen = xalloc(n->parts, sizeof *s->seen) };
	s->until = n->number == 0 ? xlarge(links, sizeof *s->until) : part_at(n, 0)->settled->until;
	for (uint32_t i = 0; n->number == 0 && i < links; i++)
		s->until[i] = -1;
}

void
settled_free(network *n, settled_notes *s)
{
	for (int turn = 0; turn < 2; turn++) {
		free(s->events[turn].item);
		free(s->starts[turn].item);
		free(s->woken[turn].item);
	}
	free(s->wakes.item);
	free(s->early.item);
	free(s->seen);
	if (n->number == 0)
		free(s->until);
}

void
settled_clear(const network *n, settled_notes *s)
{
	for (uint32_t i = 0; i < n->touched_count; i++)
		if (n->touched[i] < n->machine->router_links)
			s->until[n->touched[i]] = -1;
	for (int turn = 0; turn < 2; turn++)
		s->events[turn].count = s->starts[turn].count = s->woken[turn].count = 0;
	s->early.count = s->wakes.count = 0;
	s->reviewed = 0;
}

static void
add_stamp(stamps *s, int64_t time, uint32_t order)
{
	if (s->count == s->room)
		s->item = xgrow(s->item, &s->room, s->count + 1, sizeof *s->item);
	s->item[s->count++] = (stamp){ time, order };
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
	add_stamp(&n->settled->events[n->settled->turn], time, order);
}

static void
add(settled_list *l, settled x)
{
	if (l->count == l->room)
		l->item = xgrow(l->item, &l->room, l->count + 1, sizeof *l->item);
	l->item[l->count++] = x;
}

void
settled_note(network *n, const packet *p, uint32_t link, uint32_t wake, int64_t start, int64_t x)
{
	settled s = { { n->calendar.now, calendar_order(&n->calendar) }, start, x, link, p->bytes, wake, p->from, p->hops, false };

	if (port_of(n, link)->flags & ENDPOINT)
		s.last = n->listeners.last(n, p);
	add(&n->settled->starts[n->settled->turn], s);
}

bool
settled_later(const stamp *a, const stamp *b)
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

static int
compare(const void *a, const void *b)
{
	return settled_later(a, b) - settled_later(b, a);
}

/* The wake-ups that all parts have found since, and those that have not been yet. */
static void
gather_wakes(const network *n, unsigned before)
{
	stamps *wakes = &n->settled->wakes;
	size_t kept = 0;

	for (size_t i = 0; i < wakes->count; i++)
		if (wakes->item[i].time >= n->settled->reviewed)
			wakes->item[kept++] = wakes->item[i];
	wakes->count = kept;
	for (uint32_t k = 0; k < n->parts; k++) {
		const stamps *woken = &part_at(n, k)->settled->woken[before];

		for (size_t i = 0; i < woken->count; i++)
			add_stamp(wakes, woken->item[i].time, woken->item[i].order);
	}
	if (wakes->count)
		qsort(wakes->item, wakes->count, sizeof *wakes->item, compare);
}

/* Is there an event of this list at the same picosecond behind this one?  Asked of events in their order; *seen is how far the list has
 * been looked through. */
static bool
among(const stamps *list, size_t *seen, const stamp *when)
{
	while (*seen < list->count && !settled_later(&list->item[*seen], when))
		++*seen;
	return *seen < list->count && list->item[*seen].time == when->time;
}

static bool
had_company(const network *n, const stamp *when, unsigned turn)
{
	settled_notes *s = n->settled;
	bool company = among(&s->wakes, &s->seen[n->number], when);

	for (uint32_t k = 0; k < n->parts; k++)
		if (k != n->number)
			company |= among(&part_at(n, k)->settled->events[turn], &s->seen[k], when);
	return company;
}

/* One calendar would have let queue what had company, and what came while such a packet had still to start. */
void
settled_review(network *n, unsigned turn)
{
	settled_notes *s = n->settled;
	settled_list *l = &s->starts[turn];

	gather_wakes(n, turn ^ 1);
	s->woken[turn].count = 0;
	for (uint32_t k = 0; k < n->parts; k++)
		s->seen[k] = 0;
	for (size_t i = 0; i < l->count; i++) {
		const settled *x = &l->item[i];

		if (!had_company(n, &x->when, turn) && s->until[x->link] < x->when.time)
			continue;
		s->until[x->link] = x->start;
		add_stamp(&s->woken[turn], x->start, x->wake);
		if (s->early.count == s->early.room)
			forget_started(&s->early, n->calendar.now);
		add(&s->early, *x);
	}
	if (l->count)
		s->reviewed = l->item[l->count - 1].when.time;
	l->count = 0;
}

void
settled_review_all(network *n, unsigned turn)
{
	uint32_t count = n->parts;

	for (uint32_t k = 0; k < count; k++)
		settled_review(part_at(n, k), turn);
	for (uint32_t k = 0; k < count; k++)
		gather_wakes(part_at(n, k), turn);
	for (uint32_t k = 0; k < count; k++) {
		settled_notes *s = part_at(n, k)->settled;

		s->woken[0].count = s->woken[1].count = 0;
		settled_turn(s, turn);
	}
}

stamp
settled_first(const network *n, int64_t from)
{
	const settled_list *l = &n->settled->early;
	stamp first = { NEVER, 0 };

	for (size_t i = 0; i < l->count; i++) {
		stamp start = { l->item[i].start, l->item[i].wake };

		if (start.time >= from && settled_later(&first, &start))
			first = start;
	}
	return first;
}

int64_t
settled_last(const network *n)
{
	const settled_list *l = &n->settled->early;
	int64_t last = -1;

	for (size_t i = 0; i < l->count; i++)
		if (l->item[i].start > last)
			last = l->item[i].start;
	return last;
}

void
settled_take_back(network *n, stamp end)
{
	const settled_list *l = &n->settled->early;

	for (size_t i = 0; i < l->count; i++) {
		stamp start = { l->item[i].start, l->item[i].wake };

		if (settled_later(&start, &end))
			n->listeners.take_back(n, &l->item[i]);
	}
}
