#include "metrics/program/repeat.h"

#include <inttypes.h>

#include "lib/cli/cli.h"
#include "lib/program/draft.h"

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
put_join(draft *d, const program *p, uint32_t r, int64_t iteration, int64_t compute, uint32_t before)
{
	uint32_t ops = p->first[r + 1] - p->first[r], first = draft_ops(d) - ops, op;

	if (!program_joined(iteration, compute))
		return NOTHING;
	op = draft_calc(d, r, compute);
	draft_require(d, op, ops ? NOTHING : before);
	for (uint32_t i = 0; iteration && i < ops; i++)
		if (!is_followed(p, p->first[r] + i))
			draft_require(d, op, first + i);
	return op;
}

/* The operation `at` once more, its tag so much larger. */
static uint32_t
copy(draft *d, const program *p, uint32_t r, uint32_t at, uint32_t tags)
{
	const operation *o = &p->op[at];
	uint32_t tag = o->tag == ANY ? ANY : o->tag + tags, op;

	if (o->kind == OP_CALC)
		op = draft_calc(d, r, o->size);
	else
		op = (o->kind == OP_SEND ? draft_send : draft_recv)(d, r, o->peer, o->size, tag);
	draft_op(d, op)->cpu = o->cpu;
	draft_op(d, op)->sums = o->sums;
	draft_op(d, op)->free = o->free;
	if (o->nic)
		draft_nic(d, op, (uint8_t)(o->nic - 1), 0);
	return op;
}

static void
put_iteration(draft *d, const program *p, uint32_t r, uint32_t tags, bool labels, uint32_t before)
{
	uint32_t first = p->first[r], end = p->first[r + 1], base = draft_ops(d);

	for (uint32_t i = first; i < end; i++) {
		uint32_t op = copy(d, p, r, i, tags);

		draft_require(d, op, p->op[i].waits ? NOTHING : before);
		if (labels && p->label && p->label[i])
			draft_label(d, op, p->text + p->label[i]);
	}
	for (uint32_t i = first; i < end; i++)
		for (uint32_t k = p->op[i].first; k < p->op[i + 1].first; k++) {
			uint32_t later = base + (p->follower[k] & ~FROM_START);

			draft_require(d, later, (base + i - first) | (p->follower[k] & FROM_START));
		}
}

program *
program_repeat(const program *p, int64_t iterations, int64_t compute, uint32_t tags)
{
	draft *d = draft_new(p->ranks);

	if ((double)iterations * ((double)program_ops(p) + p->ranks) >= 0x1p31)
		die(FAIL_DATA, "%s: has more than 2^31 operations in %" PRId64 " iterations", p->name, iterations);
	for (uint32_t r = 0; r < p->ranks; r++) {
		uint32_t before = NOTHING;

		for (int64_t i = 0; i < iterations; i++) {
			before = put_join(d, p, r, i, compute, before);
			put_iteration(d, p, r, (uint32_t)i * tags, i == 0, before);
		}
	}
	return draft_finish(d, p->name);
}
