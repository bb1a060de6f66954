/* statistics -- what each link did, and for which job. */
#include "netsim/observe/statistics.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "netsim/jobs/run.h"

/* The entry of a job on a link; it becomes the first of the link's. */
static job_link *
find_user(statistics *f, uint32_t who, uint32_t link)
{
	uint32_t *at = &f->user[link], id;

	while (*at != NONE && f->used[*at].job != who)
		at = &f->used[*at].next;
	id = *at;
	if (id != NONE) {
		*at = f->used[id].next;
	} else {
		f->used = xgrow(f->used, &f->used_room, (size_t)f->used_count + 1, sizeof *f->used);
		id = f->used_count++;
		f->used[id] = (job_link){ .job = who, .link = link };
	}
	f->used[id].next = f->user[link];
	f->user[link] = id;
	return &f->used[id];
}

/* How many packets of job `who` have passed that many routers and gone to their nodes. */
static uint64_t *
hops_of(statistics *f, uint32_t who, uint32_t routers)
{
	job_hops *h;

	f->hops = xgrow(f->hops, &f->hops_room, (size_t)who + 1, sizeof *f->hops);
	h = &f->hops[who];
	h->packets = xgrow(h->packets, &h->room, (size_t)routers + 1, sizeof *h->packets);
	return &h->packets[routers];
}

/* One packet more, or less (-1), for x ps on the link. */
static void
count(network *n, const packet *p, uint32_t link, int64_t x, int more)
{
	statistics *f = n->statistics;
	uint32_t who = n->run->interface[p->from].job;
	uint64_t packets = (uint64_t)more, bytes = packets * p->bytes;

	if (f->link) {
		f->link[link].packets += packets;
		f->link[link].bytes += bytes;
		f->link[link].busy += more * x;
	}
	if (f->user) {
		job_link *k = find_user(f, who, link);

		k->packets += packets;
		k->bytes += bytes;
	}
	if (f->by_hops && port_of(n, link)->flags & ENDPOINT)
		*hops_of(f, who, p->hops) += packets;
}

/* It is settled now that a packet starts; that ends a stall. */
static void
started(network *n, const packet *p, uint32_t link, int64_t x)
{
	link_stats *l = n->statistics->link ? &n->statistics->link[link] : NULL;
	int64_t now = n->calendar.now;

	count(n, p, link, x, 1);
	if (l && l->since != NEVER) {
		l->stalled += now - l->since;
		l->stalls -= now == l->since;	/* over within the same picosecond: none */
		l->since = NEVER;
	}
}

static void
unstarted(network *n, const packet *p)
{
	count(n, p, p->link, network_transfer(n, n->machine->speed_of[p->link], p->bytes), -1);
}

static void
stalled(network *n, uint32_t link)
{
	link_stats *l = n->statistics->link ? &n->statistics->link[link] : NULL;

	if (l && l->since == NEVER) {
		l->since = n->calendar.now;
		l->stalls++;
	}
}

static void
forget(statistics *f, uint32_t link)
{
	if (f->link)
		f->link[link] = (link_stats){ .since = NEVER };
	if (f->user)
		f->user[link] = NONE;
}

static void
over(network *n)
{
	statistics *f = n->statistics;

	for (uint32_t i = 0; i < n->touched_count; i++)
		forget(f, n->touched[i]);
	f->used_count = 0;
	for (uint32_t j = 0; j < f->hops_room; j++)
		for (uint32_t h = 0; h < f->hops[j].room; h++)
			f->hops[j].packets[h] = 0;
}

/* What is kept by link is shared. */
static void
divide(network *part)
{
	statistics *f = xalloc(1, sizeof *f);

	*f = (statistics){ .link = part->statistics->link, .user = part->statistics->user, .by_hops = part->statistics->by_hops };
	part->statistics = f;
}

static void
collect(network *n, network *part)
{
	statistics *f = n->statistics, *p = part->statistics;

	f->used = xgrow(f->used, &f->used_room, (size_t)f->used_count + p->used_count, sizeof *f->used);
	if (p->used_count)
		memcpy(f->used + f->used_count, p->used, p->used_count * sizeof *p->used);
	f->used_count += p->used_count;
	for (uint32_t j = 0; j < p->hops_room; j++)
		for (uint32_t h = 0; h < p->hops[j].room; h++)
			if (p->hops[j].packets[h])
				*hops_of(f, j, h) += p->hops[j].packets[h];
}

static void
free_statistics(network *n)
{
	statistics *f = n->statistics;

	if (n->number == 0)
		free_all(f->link, f->user);
	free(f->used);
	for (uint32_t j = 0; j < f->hops_room; j++)
		free(f->hops[j].packets);
	free_all(f->hops, f);
}

void
statistics_keep(network *n, bool by_link, bool by_job, bool by_hops)
{
	statistics *f = xcalloc(1, sizeof *f);
	uint32_t links = n->machine->links;

	f->link = by_link ? xlarge(links, sizeof *f->link) : NULL;
	f->user = by_job ? xlarge(links, sizeof *f->user) : NULL;
	f->by_hops = by_hops;
	n->statistics = f;
	n->watched = true;
	n->listeners.started = started;
	n->listeners.stalled = stalled;
	n->listeners.unstarted = unstarted;
	n->listeners.over = over;
	n->listeners.divide = divide;
	n->listeners.collect = collect;
	n->listeners.free = free_statistics;
	for (uint32_t i = 0; i < links; i++)
		forget(f, i);
}
