/* waits -- how long packets wait in routers. */
#include "netsim/engine/waits.h"

#include "lib/cli/cli.h"

/* The closed-loop job of packet p, if that is starved, having waited so long; else NULL. */
static const char *
starves(const network *n, const packet *p, int64_t wait)
{
	bool open;
	const char *job = wait > n->waits.patience ? n->listeners.job(n, p, &open) : NULL;

	return job && !open ? job : NULL;
}

static const char *
port_text(const network *n, uint32_t link, unsigned v)
{
	const machine *m = n->machine;

	return xprintf("router %u, port %u (%s link to %s), channel %u", m->from[link], link - m->first[m->from[link]],
		m->class_name[m->class[link]], machine_end(m, link, true), v);
}

void
waits_long(network *n, const packet *p, uint32_t link, int64_t when, int64_t wait)
{
	router_waits *w = &n->waits;
	router_wait this = { wait, when, link, p->channel_next, calendar_order(&n->calendar), n->calendar.now };

	if (wait > w->longest.wait) {
		w->longest = this;
		w->notable = wait < w->patience ? wait : w->patience;
	}
	if (w->left_job || !(w->left_job = starves(n, p, wait)))
		return;
	w->left = this;
	w->look = -1;
}

bool
waits_noted_before(const router_wait *a, const router_wait *b)
{
	return a->noted < b->noted || (a->noted == b->noted && a->order < b->order);
}

static const char *
place_of(const network *n, const packet *p)
{
	const machine *m = n->machine;
	const char *at = p->out != NONE ? port_text(n, p->out, p->channel_next)
		: xprintf("router %u, for room on any channel to %s", m->to[p->link], machine_end(m, m->router_links + p->to, false));

	return xprintf("%s, since %.9g s", at, (double)p->time * 1e-12);
}

/* The starved packet that left first. */
static void
tell_left(network *n)
{
	const router_waits *first = NULL;

	for (uint32_t k = 0; k < n->parts; k++) {
		const router_waits *w = &part_at(n, k)->waits;

		if (w->left_job && (!first || waits_noted_before(&w->left, &first->left)))
			first = w;
	}
	if (first)
		n->waits.starved = xprintf("a packet of job '%s' has waited at %s, from %.9g s to %.9g s", first->left_job,
			port_text(n, first->left.link, first->left.channel), (double)(first->left.end - first->left.wait) * 1e-12,
			(double)first->left.end * 1e-12);
}

/* The packet of a part that has waited longest in a router, since before *time, which becomes when it came, or may have started.  Ties go
 * to the lowest link that they came by.  NULL when there is none. */
static const packet *
longest_here(const network *n, int64_t *time, bool starved)
{
	const packet *found = NULL;

	for (uint32_t id = n->machine->links; id < n->packet_end; id++) {
		const packet *p = packet_of(n, id);

		if (p->kind != ARRIVE || p->time >= *time + (found != NULL) || (found && p->time == *time && p->link > found->link) ||
			(starved && !starves(n, p, NEVER)))
			continue;
		found = p;
		*time = p->time;
	}
	return found;
}

static const packet *
longest_waiting(const network *n, int64_t time, bool starved)
{
	const packet *found = NULL;

	for (uint32_t k = 0; k < n->parts; k++) {
		int64_t since = time;
		const packet *p = longest_here(part_at(n, k), &since, starved);

		if (p && (since < time || !found || p->link < found->link)) {
			found = p;
			time = since;
		}
	}
	return found;
}

const char *
waits_look(network *n)
{
	router_waits *w = &n->waits;
	int64_t now = n->calendar.now;
	const packet *p;
	bool open;

	w->look = now < NEVER - w->patience ? now + w->patience : NEVER;
	tell_left(n);
	if (w->starved)
		return w->starved;
	p = longest_waiting(n, now - w->patience, true);
	if (p)
		w->starved = xprintf("a packet of job '%s' waits at %s", n->listeners.job(n, p, &open), place_of(n, p));
	return w->starved;
}

double
waits_mean(const network *n)
{
	const router_waits *w = &n->waits;

	return w->count ? ((double)w->sum * 1024 + (double)w->count * 512) / (double)w->count : 0;
}

const char *
waits_longest(const network *n)
{
	const router_wait *w = &n->waits.longest;

	return xprintf("%s, until %.9g s", port_text(n, w->link, w->channel), (double)w->end * 1e-12);
}

const char *
waits_oldest(const network *n, int64_t time)
{
	const packet *p = longest_waiting(n, time, false);

	return p ? place_of(n, p) : NULL;
}
