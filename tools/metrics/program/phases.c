/* phases -- see phases.h.  A pattern says who sends; who receives is counted and noted, by task and phase. */
#include "metrics/program/phases.h"

#include <inttypes.h>
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

/* Does another operation wait until this one has finished? */
static bool
is_followed(const program *p, uint32_t op)
{
	for (uint32_t k = p->op[op].first; k < p->op[op + 1].first; k++)
		if (!(p->follower[k] & FROM_START))
			return true;
	return false;
}

/* The operation that an iteration of rank r waits for; NOTHING: there is none.  That before it has begun at op `first`, behind `before`. */
static uint32_t
put_join(maker *m, const program *p, uint32_t r, int64_t iteration, int64_t compute, uint32_t before)
{
	uint32_t ops = p->first[r + 1] - p->first[r], first = m->ops - ops, op;

	if (!program_joined(iteration, compute))
		return NOTHING;
	op = draft_calc(m->draft, r, compute);
	behind(m, op, ops ? NOTHING : before);
	for (uint32_t i = 0; iteration && i < ops; i++)
		if (!is_followed(p, p->first[r] + i))
			draft_require(m->draft, op, first + i);
	return op;
}

/* The operation `at` once more, its tag so much larger. */
static uint32_t
copy(maker *m, const program *p, uint32_t r, uint32_t at, uint32_t tags)
{
	const operation *o = &p->op[at];
	uint32_t tag = o->tag == ANY ? ANY : o->tag + tags, op;

	if (o->kind == OP_CALC)
		op = draft_calc(m->draft, r, o->size);
	else
		op = (o->kind == OP_SEND ? draft_send : draft_recv)(m->draft, r, o->peer, o->size, tag);
	draft_cpu(m->draft, op, o->cpu);
	return op;
}

static void
put_iteration(maker *m, const program *p, uint32_t r, uint32_t tags, bool labels, uint32_t before)
{
	uint32_t first = p->first[r], end = p->first[r + 1], base = m->ops;

	for (uint32_t i = first; i < end; i++) {
		uint32_t op = copy(m, p, r, i, tags);

		behind(m, op, p->op[i].waits ? NOTHING : before);
		if (labels && p->label && p->label[i])
			draft_label(m->draft, op, p->text + p->label[i]);
	}
	for (uint32_t i = first; i < end; i++)
		for (uint32_t k = p->op[i].first; k < p->op[i + 1].first; k++) {
			uint32_t later = base + (p->follower[k] & ~FROM_START);

			(p->follower[k] & FROM_START ? draft_require_start : draft_require)(m->draft, later, base + i - first);
		}
}

program *
program_repeat(const program *p, int64_t iterations, int64_t compute, uint32_t tags)
{
	maker m = { .draft = draft_new(p->ranks) };

	if ((double)iterations * ((double)program_ops(p) + p->ranks) >= 0x1p31)
		die(FAIL_DATA, "%s: has more than 2^31 operations in %" PRId64 " iterations", p->name, iterations);
	for (uint32_t r = 0; r < p->ranks; r++) {
		uint32_t before = NOTHING;

		for (int64_t i = 0; i < iterations; i++) {
			before = put_join(&m, p, r, i, compute, before);
			put_iteration(&m, p, r, (uint32_t)i * tags, i == 0, before);
		}
	}
	return draft_finish(m.draft, p->name);
}
