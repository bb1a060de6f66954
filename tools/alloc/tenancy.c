/* tenancy -- see tenancy.h. */
#include "alloc/tenancy.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

void
tenancy_init(tenancy *t, const policy *p, const machine *m)
{
	*t = (tenancy){ .policy = p, .size = p->state + (p->room ? p->room(m) : 0) };
	occupancy_init(&t->occupancy, m);
	t->closer = p->closes ? xalloc(m->nodes, sizeof *t->closer) : NULL;
	t->state = xcalloc(1, t->size + 1);
	t->scratch = xalloc(m->nodes, sizeof *t->scratch);
	tenancy_clear(t);
}

void
tenancy_free(tenancy *t)
{
	occupancy_free(&t->occupancy);
	free(t->closer);
	free(t->state);
	free(t->scratch);
}

void
tenancy_clear(tenancy *t)
{
	occupancy_clear(&t->occupancy);
	memset(t->state, 0, t->size);
	t->closed = 0;
	for (uint32_t v = 0; t->closer && v < t->occupancy.machine->nodes; v++)
		t->closer[v] = NONE;
}

void
tenancy_copy(tenancy *t, const tenancy *from)
{
	occupancy_copy(&t->occupancy, &from->occupancy);
	memcpy(t->state, from->state, t->size);
	t->closed = from->closed;
	if (t->closer)
		memcpy(t->closer, from->closer, t->occupancy.machine->nodes * sizeof *t->closer);
}

/* The message for a job that wants more nodes than are idle. */
static char *
too_few(const tenancy *t, const request *q)
{
	char *text = xprintf("job '%s' wants %" PRIu32 " nodes, %" PRIu32 " idle", q->job, q->nodes, t->occupancy.idle), *more;

	if (t->closed == 0)
		return text;
	more = xprintf("%s (and %" PRIu32 " closed by other jobs)", text, t->closed);
	free(text);
	return more;
}

bool
tenancy_choose(tenancy *t, const request *q, rng r, grant *g, char **why)
{
	grant_clear(g, t->policy);
	g->why = NULL;
	g->unread = !why;
	if (q->nodes > t->occupancy.idle) {
		if (why)
			*why = too_few(t, q);
		return false;
	}
	if (t->policy->choose(&t->occupancy, q, &r, t->state, g))
		return true;
	if (why)
		*why = xprintf("job '%s': %s", q->job, g->why);
	return false;
}

void
tenancy_settle(tenancy *t, const request *q, const uint32_t *node)
{
	if (t->policy->placed)
		t->policy->placed(&t->occupancy, q, node, t->state);
}

void
tenancy_close(tenancy *t, uint32_t job, const request *q, const uint32_t *node)
{
	uint32_t n = t->closer ? t->policy->closes(&t->occupancy, q, node, t->scratch) : 0;

	occupancy_take(&t->occupancy, t->scratch, n);
	for (uint32_t i = 0; i < n; i++)
		t->closer[t->scratch[i]] = job;
	t->closed += n;
}

void
tenancy_enter(tenancy *t, uint32_t job, const request *q, const uint32_t *node)
{
	occupancy_take(&t->occupancy, node, q->nodes);
	tenancy_settle(t, q, node);
	tenancy_close(t, job, q, node);
}

/* Open what the job closed. */
static void
reopen(tenancy *t, uint32_t job)
{
	uint32_t n = 0;

	for (uint32_t v = 0; v < t->occupancy.machine->nodes; v++)
		if (t->closer[v] == job) {
			t->closer[v] = NONE;
			t->scratch[n++] = v;
		}
	occupancy_release(&t->occupancy, t->scratch, n);
	t->closed -= n;
}

void
tenancy_leave(tenancy *t, uint32_t job, const request *q, const uint32_t *node)
{
	occupancy_release(&t->occupancy, node, q->nodes);
	if (t->closer && t->closed > 0)
		reopen(t, job);
	if (t->policy->left)
		t->policy->left(&t->occupancy, q, node, t->state);
}
