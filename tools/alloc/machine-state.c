#include "alloc/machine-state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

void
state_init(machine_state *s, const policy *p, const machine *m)
{
	*s = (machine_state){ .policy = p, .memory = p->memory ? p->memory(m) : 0 };
	occupancy_init(&s->occupancy, m);
	s->occupancy.memory = xcalloc(1, s->memory + 1);
	s->occupancy.plan = p->plan ? p->plan(m) : NULL;
	s->next = p->reserves ? xalloc(m->nodes, sizeof *s->next) : NULL;
	s->scratch = xalloc(m->nodes, sizeof *s->scratch);
	state_clear(s);
}

void
state_free(machine_state *s)
{
	free(s->occupancy.memory);
	if (s->policy->forget)
		s->policy->forget(s->occupancy.plan);
	occupancy_free(&s->occupancy);
	free_all(s->next, s->scratch);
}

void
state_clear(machine_state *s)
{
	occupancy_clear(&s->occupancy);
	memset(s->occupancy.memory, 0, s->memory);
	s->reserved = 0;
	for (uint32_t v = 0; s->next && v < s->occupancy.machine->nodes; v++)
		s->next[v] = NONE;
}

void
state_copy(machine_state *s, const machine_state *from)
{
	occupancy_copy(&s->occupancy, &from->occupancy);
	memcpy(s->occupancy.memory, from->occupancy.memory, s->memory);
	s->reserved = from->reserved;
	if (s->next)
		memcpy(s->next, from->next, s->occupancy.machine->nodes * sizeof *s->next);
}

/* The message for a job that wants more nodes than are idle. */
static char *
too_few(const machine_state *s, const request *q)
{
	char *reserved = s->reserved ? xprintf(" (and %" PRIu32 " reserved by other jobs)", s->reserved) : xstrdup("");
	char *text = xprintf("job '%s' wants %" PRIu32 " node%s, %" PRIu32 " idle%s", q->job, q->nodes, q->nodes == 1 ? "" : "s",
		s->occupancy.idle, reserved);

	free(reserved);
	return text;
}

/* Where the machine has several fabrics, the policy is asked about the first that has enough idle nodes, those of the others busy: as in
 * Slurm no job spans two. */
static bool
choose(machine_state *s, request *asked, selection *out)
{
	const machine *m = s->occupancy.machine;
	occupancy *o = &s->occupancy, one;
	bool served = false, enough = false;

	if (!m->fabrics || s->policy->given || (s->policy->spans && s->policy->spans(asked)))
		return s->policy->choose(o, asked, out);
	out->why = "no fabric has as many idle nodes, and no job spans two";
	occupancy_init(&one, m);
	one.plan = o->plan;
	one.memory = o->memory;
	for (uint32_t i = 0; i < m->fabrics && !enough; i++) {
		occupancy_copy(&one, o);
		for (uint32_t v = 0; v < m->nodes; v++)
			if (m->fabric[v] != i && !one.busy[v])
				occupancy_take(&one, &v, 1);
		enough = one.idle >= asked->nodes;
		served = enough && s->policy->choose(&one, asked, out);
	}
	occupancy_free(&one);
	return served;
}

/* The message for a job that gets no nodes: that it never will, or why it does not now. */
static char *
refusal(const machine_state *s, const request *q, selection *out, char *now)
{
	char *never = s->policy->never ? s->policy->never(&s->occupancy, q) : NULL, *why;

	out->never = never != NULL;
	why = never ? xprintf("job '%s' is refused: %s", q->job, never) : xstrdup(now);
	free_all(never, now);
	return why;
}

bool
state_choose(machine_state *s, const request *q, rng r, selection *out, char **why)
{
	request asked = *q;

	asked.random = &r;
	selection_clear(out);
	out->why = NULL;
	out->unread = !why;
	out->never = false;
	if (q->nodes > s->occupancy.idle && !s->policy->given) {
		if (why)
			*why = refusal(s, q, out, too_few(s, q));
		return false;
	}
	if (choose(s, &asked, out))
		return true;
	if (why)
		*why = refusal(s, q, out, xprintf("job '%s': %s", q->job, out->why));
	return false;
}

bool
state_reconfigures(const machine_state *s, const request *q, const uint32_t *node)
{
	return s->policy->reconfigures && s->policy->reconfigures(&s->occupancy, q, node);
}

uint32_t
state_switches(machine_state *s, const uint32_t *node, uint32_t n)
{
	const uint32_t *router = s->occupancy.machine->level[0].of;
	uint32_t count = 0;

	for (uint32_t i = 0; i < n; i++)
		s->scratch[i] = router[node[i]];
	qsort(s->scratch, n, sizeof *s->scratch, ascending_u32);
	for (uint32_t i = 0; i < n; i++)
		count += i == 0 || s->scratch[i] != s->scratch[i - 1];
	return count;
}

void
state_occupy(machine_state *s, const request *q, const uint32_t *node)
{
	occupancy_take(&s->occupancy, node, q->nodes);
	if (s->policy->track)
		s->policy->track(&s->occupancy, q, node, true);
}

void
state_reserve(machine_state *s, const request *q, const uint32_t *node)
{
	uint32_t n = s->next ? s->policy->reserves(&s->occupancy, q, node, s->scratch) : 0;

	occupancy_take(&s->occupancy, s->scratch, n);
	for (uint32_t i = 0; i < n; i++) {
		s->next[s->scratch[i]] = s->next[node[0]];
		s->next[node[0]] = s->scratch[i];
	}
	s->reserved += n;
}

void
state_place(machine_state *s, const request *q, const uint32_t *node)
{
	state_occupy(s, q, node);
	state_reserve(s, q, node);
}

void
state_remove(machine_state *s, const request *q, const uint32_t *node)
{
	uint32_t n = 0;

	occupancy_release(&s->occupancy, node, q->nodes);
	for (uint32_t v = node[0]; s->next && s->next[v] != NONE; n++) {
		uint32_t next = s->next[v];

		s->next[v] = NONE;
		s->scratch[n] = v = next;
	}
	occupancy_release(&s->occupancy, s->scratch, n);
	s->reserved -= n;
	if (s->policy->track)
		s->policy->track(&s->occupancy, q, node, false);
}
