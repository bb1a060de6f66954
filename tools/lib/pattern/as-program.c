/* as-program -- see as-program.h.  A pattern says who sends; who receives is counted and noted, by task and phase. */
#include "lib/pattern/as-program.h"

#include "lib/cli/cli.h"
#include "lib/program/draft.h"

/* A message that a task waits for. */
typedef struct awaited_message {
	int64_t bytes;
	uint32_t from;
} awaited_message;

typedef struct arrivals {
	size_t *first;		/* [tasks * phases + 1], of task i in phase f: message[first[i * phases + f] …] */
	awaited_message *message;
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
					a->message[at[-1]++] = (awaited_message){ m.bytes, i };
				else
					++*at;
			}
}

static void
put_task(draft *d, const traffic *t, const arrivals *a, uint32_t phases, uint32_t i)
{
	uint32_t first = draft_ops(d), before = NOTHING;

	for (uint32_t f = 0; f < phases; f++) {
		uint32_t end = draft_ops(d);
		size_t at = (size_t)i * phases + f;

		if (first < end) {
			before = draft_calc(d, i, 0);
			while (first < end)
				draft_require(d, before, first++);
			first = draft_ops(d);
		}
		/* What task i does in phase f, behind `before`. */
		for (uint32_t k = 0, sends = traffic_sends(t, f, i); k < sends; k++) {
			message s = traffic_send(t, f, i, k);

			draft_require(d, draft_send(d, i, s.to, s.bytes, s.phase), before);
		}
		for (size_t k = a->first[at]; k < a->first[at + 1]; k++)
			draft_require(d, draft_recv(d, i, a->message[k].from, a->message[k].bytes, f), before);
	}
}

program *
program_of_phases(const traffic *t, const char *name)
{
	uint32_t phases = traffic_phases(t);
	size_t places = (size_t)t->tasks * phases;
	arrivals a = { .first = xcalloc(places + 2, sizeof *a.first) };
	draft *d = draft_new(t->tasks);

	visit(t, &a, phases);
	for (size_t i = 0; i < places; i++)
		a.first[i + 2] += a.first[i + 1];
	a.message = xalloc(a.first[places + 1] + 1, sizeof *a.message);
	visit(t, &a, phases);
	draft_purpose(d, t->pattern->name, "");
	for (uint32_t i = 0; i < t->tasks; i++)
		put_task(d, t, &a, phases, i);
	free_all(a.first, a.message);
	return draft_finish(d, name);
}
