/* tenancy -- see tenancy.h. */
#include "alloc/machine-state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

void
tenancy_init(tenancy *t, const policy *p, const machine *m)
{
	*t = (tenancy){ .policy = p, .size = p->state + (p->room ? p->room(m) : 0) };
	occupancy_init(&t->occupancy, m);
	t->chain = p->closes ? xalloc(m->nodes, sizeof *t->chain) : NULL;
	t->state = xcalloc(1, t->size + 1);
	t->scratch = xalloc(m->nodes, sizeof *t->scratch);
	tenancy_clear(t);
}

void
tenancy_free(tenancy *t)
{
	occupancy_free(&t->occupancy);
	free(t->chain);
	free(t->state);
	free(t->scratch);
}

void
tenancy_clear(tenancy *t)
{
	occupancy_clear(&t->occupancy);
	memset(t->state, 0, t->size);
	t->closed = 0;
	for (uint32_t v = 0; t->chain && v < t->occupancy.machine->nodes; v++)
		t->chain[v] = NONE;
}

void
tenancy_copy(tenancy *t, const tenancy *from)
{
	occupancy_copy(&t->occupancy, &from->occupancy);
	memcpy(t->state, from->state, t->size);
	t->closed = from->closed;
	if (t->chain)
		memcpy(t->chain, from->chain, t->occupancy.machine->nodes * sizeof *t->chain);
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
	if (q->nodes > t->occupancy.idle && !t->policy->given) {
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

bool
tenancy_reconfigures(const tenancy *t, const request *q, const uint32_t *node)
{
	return t->policy->reconfigures && t->policy->reconfigures(&t->occupancy, q, node, t->state);
}

void
tenancy_settle(tenancy *t, const request *q, const uint32_t *node)
{
	if (t->policy->placed)
		t->policy->placed(&t->occupancy, q, node, t->state);
}

void
tenancy_close(tenancy *t, const request *q, const uint32_t *node)
{
	uint32_t n = t->chain ? t->policy->closes(&t->occupancy, q, node, t->scratch) : 0;

	occupancy_take(&t->occupancy, t->scratch, n);
	for (uint32_t i = 0; i < n; i++) {
		t->chain[t->scratch[i]] = t->chain[node[0]];
		t->chain[node[0]] = t->scratch[i];
	}
	t->closed += n;
}

void
tenancy_enter(tenancy *t, const request *q, const uint32_t *node)
{
	occupancy_take(&t->occupancy, node, q->nodes);
	tenancy_settle(t, q, node);
	tenancy_close(t, q, node);
}

/* Open what the job closed whose first node this is. */
static void
reopen(tenancy *t, uint32_t first)
{
	uint32_t n = 0, next;

	for (uint32_t v = first; v != NONE; v = next) {
		next = t->chain[v];
		t->chain[v] = NONE;
		if (v != first)
			t->scratch[n++] = v;
	}
	occupancy_release(&t->occupancy, t->scratch, n);
	t->closed -= n;
}

void
tenancy_leave(tenancy *t, const request *q, const uint32_t *node)
{
	occupancy_release(&t->occupancy, node, q->nodes);
	if (t->chain)
		reopen(t, node[0]);
	if (t->policy->left)
		t->policy->left(&t->occupancy, q, node, t->state);
}
