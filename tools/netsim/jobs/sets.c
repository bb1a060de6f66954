#include "netsim/jobs/sets.h"

#include <stdlib.h>

#include "lib/cli/cli.h"

#define UNSEEN UINT32_MAX

/* Where the search stands with a task: which of its messages is the next. */
typedef struct visit {
	uint32_t task, phase, next;
} visit;

typedef struct set_search {
	const traffic *traffic;
	uint32_t phases, seen, sets;
	uint32_t *order, *low;	/* [tasks], when a task was seen; the first seen that it leads back to */
	uint32_t *open;		/* a stack: seen, and in no set yet */
	visit *path;		/* a stack */
	uint32_t opened, depth;
	uint32_t *set;
} set_search;

static void
enter(set_search *s, uint32_t task)
{
	s->order[task] = s->low[task] = s->seen++;
	s->open[s->opened++] = task;
	s->path[s->depth++] = (visit){ task, 0, 0 };
}

/* The task that the next message of v goes to; UNSEEN when there is none. */
static uint32_t
next_target(const set_search *s, visit *v)
{
	for (; v->phase < s->phases; v->phase++, v->next = 0)
		if (v->next < traffic_sends(s->traffic, v->phase, v->task))
			return traffic_send(s->traffic, v->phase, v->task, v->next++).to;
	return UNSEEN;
}

static void
lower(uint32_t *low, uint32_t to)
{
	if (to < *low)
		*low = to;
}

/* All that this task leads to has been seen. */
static void
leave(set_search *s, uint32_t task)
{
	uint32_t last;

	s->depth--;
	if (s->depth)
		lower(&s->low[s->path[s->depth - 1].task], s->low[task]);
	if (s->low[task] != s->order[task])
		return;
	do {
		last = s->open[--s->opened];
		s->set[last] = s->sets;
	} while (last != task);
	s->sets++;
}

static void
walk(set_search *s, uint32_t from)
{
	enter(s, from);
	while (s->depth) {
		visit *v = &s->path[s->depth - 1];
		uint32_t to = next_target(s, v);

		if (to == UNSEEN)
			leave(s, v->task);
		else if (s->order[to] == UNSEEN)
			enter(s, to);
		else if (s->set[to] == UNSEEN)
			lower(&s->low[v->task], s->order[to]);
	}
}

uint32_t
sets_find(const traffic *t, uint32_t tasks, uint32_t phases, uint32_t *set)
{
	set_search s = { .traffic = t, .phases = phases, .order = xalloc(tasks, sizeof *s.order), .low = xalloc(tasks, sizeof *s.low),
		.open = xalloc(tasks, sizeof *s.open), .path = xalloc(tasks, sizeof *s.path), .set = set };

	for (uint32_t i = 0; i < tasks; i++)
		s.order[i] = set[i] = UNSEEN;
	for (uint32_t i = 0; i < tasks; i++)
		if (s.order[i] == UNSEEN)
			walk(&s, i);
	free_all(s.order, s.low, s.open, s.path);
	return s.sets;
}
