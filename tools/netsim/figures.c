/* figures -- what each link did, and for which job. */
#include "netsim/figures.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "netsim/run.h"

static job_link *
empty_table(uint32_t room)
{
	job_link *t = xalloc(room, sizeof *t);

	for (uint32_t i = 0; i < room; i++)
		t[i] = (job_link){ NONE, 0, 0, 0 };
	return t;
}

void
figures_keep(network *n, bool by_job)
{
	figures *f = xcalloc(1, sizeof *f);

	f->link = xcalloc(n->machine->links, sizeof *f->link);
	n->figures = f;
	n->watched = true;
	for (uint32_t i = 0; i < n->machine->links; i++)
		figures_forget(n, i);
	if (by_job) {
		f->used_room = 1024;
		f->used = empty_table(f->used_room);
	}
}

void
figures_free(network *n)
{
	if (!n->figures)
		return;
	free(n->figures->link);
	free(n->figures->used);
	free(n->figures);
}

void
figures_forget(network *n, uint32_t link)
{
	n->figures->link[link] = (link_figures){ .since = NEVER };
}

void
figures_forget_jobs(network *n)
{
	figures *f = n->figures;

	if (!f || !f->used || !f->used_count)
		return;
	free(f->used);
	f->used = empty_table(f->used_room);
	f->used_count = 0;
}

static job_link *
find(job_link *t, uint32_t room, uint32_t who, uint32_t link)
{
	uint64_t hash = ((uint64_t)who << 32 | link) * UINT64_C(0x9e3779b97f4a7c15);
	uint32_t i = (uint32_t)(hash >> 32) & (room - 1);

	while (t[i].job != NONE && (t[i].job != who || t[i].link != link))
		i = (i + 1) & (room - 1);
	return &t[i];
}

static void
grow(figures *f)
{
	job_link *old = f->used;
	uint32_t room = f->used_room;

	f->used_room *= 2;
	f->used = empty_table(f->used_room);
	for (uint32_t i = 0; i < room; i++)
		if (old[i].job != NONE)
			*find(f->used, f->used_room, old[i].job, old[i].link) = old[i];
	free(old);
}

static void
count_job(figures *f, uint32_t who, uint32_t link, uint32_t bytes)
{
	job_link *k;

	if (2 * f->used_count >= f->used_room)
		grow(f);
	k = find(f->used, f->used_room, who, link);
	if (k->job == NONE) {
		*k = (job_link){ who, link, 0, 0 };
		f->used_count++;
	}
	k->packets++;
	k->bytes += bytes;
}

void
figures_sent(network *n, const packet *p, uint32_t link, int64_t when, int64_t x)
{
	link_figures *l = &n->figures->link[link];

	l->packets++;
	l->bytes += p->bytes;
	l->busy += x;
	if (l->since != NEVER) {
		l->stalled += when - l->since;
		l->stalls -= when == l->since;	/* over within the same picosecond: none */
		l->since = NEVER;
	}
	if (n->figures->used)
		count_job(n->figures, n->run->flight[p->message].job, link, p->bytes);
}

void
figures_stall(network *n, uint32_t link, int64_t now)
{
	link_figures *l = &n->figures->link[link];

	if (l->since == NEVER) {
		l->since = now;
		l->stalls++;
	}
}
