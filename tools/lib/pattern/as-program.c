/* as-program -- see as-program.h.  A pattern says who sends; who receives is counted and noted, by task and phase. */
#include "lib/pattern/as-program.h"

#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/program/draft.h"

/* A message that a task waits for. */
typedef struct arrival {
	int64_t bytes;
	uint32_t from;
} arrival;

typedef struct arrivals {
	size_t *first;		/* [tasks * phases + 1], of task i in phase f: message[first[i * phases + f] …] */
	arrival *message;
} arrivals;

/* All messages of the pattern, once to count them and once to note them. */
static void
visit(const traffic *t, arrivals *a, uint32_t phases)
{
	for (uint32_t f = 0; f < phases; f++)
		for (uint32_t i = 0; i < t->tasks; i++)
			for (uint32_t k = 0, sends = traffic_sends(t, f, i); k < sends; k++) {
				message m = traffic_send(t, f, i, k);
				size_t *at = &a->first[(size_t)m.to * phases + m.phase + 2];

				if (a->message)
					a->message[at[-1]++] = (arrival){ m.bytes, i };
				else
					++*at;
			}
}

static arrivals
find_arrivals(const traffic *t, uint32_t phases)
{
	size_t places = (size_t)t->tasks * phases;
	arrivals a = { .first = xcalloc(places + 2, sizeof *a.first) };

	visit(t, &a, phases);
	for (size_t i = 0; i < places; i++)
		a.first[i + 2] += a.first[i + 1];
	a.message = xalloc(a.first[places + 1] + 1, sizeof *a.message);
	visit(t, &a, phases);
	return a;
}

/* A program while it is made. */
typedef struct maker {
	draft *draft;
	uint32_t ops;		/* so far */
} maker;

/* The operation, which was added last, waits for `before`. */
static void
behind(maker *m, uint32_t op, uint32_t before)
{
	draft_require(m->draft, op, before);
	m->ops = op + 1;
}

/* What task i does in phase f, behind `before`. */
static void
put_phase(maker *m, const traffic *t, const arrivals *a, uint32_t phases, uint32_t f, uint32_t i, uint32_t before)
{
	size_t at = (size_t)i * phases + f;

	for (uint32_t k = 0, sends = traffic_sends(t, f, i); k < sends; k++) {
		message s = traffic_send(t, f, i, k);

		behind(m, draft_send(m->draft, i, s.to, s.bytes, s.phase), before);
	}
	for (size_t k = a->first[at]; k < a->first[at + 1]; k++)
		behind(m, draft_recv(m->draft, i, a->message[k].from, a->message[k].bytes, f), before);
}

static void
put_task(maker *m, const traffic *t, const arrivals *a, uint32_t phases, uint32_t i)
{
	uint32_t first = m->ops, before = NOTHING;

	for (uint32_t f = 0; f < phases; f++) {
		uint32_t end = m->ops;

		if (first < end) {
			before = draft_calc(m->draft, i, 0);
			while (first < end)
				behind(m, before, first++);
			first = m->ops;
		}
		put_phase(m, t, a, phases, f, i, before);
	}
}

program *
program_of_phases(const traffic *t, const char *name)
{
	uint32_t phases = traffic_phases(t);
	arrivals a = find_arrivals(t, phases);
	maker m = { .draft = draft_new(t->tasks) };

	for (uint32_t i = 0; i < t->tasks; i++)
		put_task(&m, t, &a, phases, i);
	free(a.first);
	free(a.message);
	return draft_finish(m.draft, name);
}
