/* waits -- how long packets wait in routers. */
#include "netsim/engine/waits.h"

#include <stdio.h>

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
	const char *job;

	if (wait > w->longest) {
		w->longest = wait;
		w->link = link;
		w->channel = p->channel_next;
		w->end = when;
		w->notable = wait < w->patience ? wait : w->patience;
	}
	job = w->starved ? NULL : starves(n, p, wait);
	if (job) {
		w->starved = xprintf("a packet of job '%s' has waited at %s, from %.9g s to %.9g s", job,
			port_text(n, link, p->channel_next), (double)(when - wait) * 1e-12, (double)when * 1e-12);
		w->look = -1;
	}
}

/* Does packet `id` wait in a router?  Then its time is when it came, or may have started. */
static const packet *
waiting(const network *n, uint32_t id, int64_t before)
{
	const packet *p = packet_of(n, id);

	return p->kind == ARRIVE && p->time < before ? p : NULL;
}

static const char *
place_of(const network *n, const packet *p)
{
	const machine *m = n->machine;
	const char *at = p->out != NONE ? port_text(n, p->out, p->channel_next)
		: xprintf("router %u, for room on any channel to %s", m->to[p->link], machine_end(m, m->router_links + p->to, false));

	return xprintf("%s, since %.9g s", at, (double)p->time * 1e-12);
}

const char *
waits_look(network *n)
{
	router_waits *w = &n->waits;
	int64_t now = n->calendar.now;

	w->look = now < NEVER - w->patience ? now + w->patience : NEVER;
	for (uint32_t id = n->machine->links; id < n->packet_end && !w->starved; id++) {
		const packet *p = waiting(n, id, now - w->patience);
		const char *job;

		job = p ? starves(n, p, now - p->time) : NULL;
		if (job)
			w->starved = xprintf("a packet of job '%s' waits at %s", job, place_of(n, p));
	}
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
	const router_waits *w = &n->waits;

	return xprintf("%s, until %.9g s", port_text(n, w->link, w->channel), (double)w->end * 1e-12);
}

const char *
waits_oldest(const network *n, int64_t time)
{
	const packet *oldest = NULL;

	for (uint32_t id = n->machine->links; id < n->packet_end; id++) {
		const packet *p = waiting(n, id, time);

		if (p) {
			oldest = p;
			time = p->time;
		}
	}
	return oldest ? place_of(n, oldest) : NULL;
}
