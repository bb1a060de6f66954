/* training -- see training.h.
 *
 * A rank computes one thing at a time, on cpu 0: the steps of its stage's schedule, each a chain of receiving, half layers and what
 * tensor and expert parallelism send between them.  Sending to the next stage delays nothing.  Gradients are reduced on the side, one
 * bucket after another.  What takes part and what is left out: gen-workload(1), TRAINING JOBS. */
#include "lib/program/training/training.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/program/collective.h"
#include "lib/program/generators.h"
#include "lib/program/training/groups.h"
#include "lib/program/training/schedule.h"

/* Tags: messages of one kind between two ranks come in the order in which they are needed, so that a kind needs one tag. */
enum { TAG_TENSOR = 0, TAG_EXPERT = 16, TAG_DATA = 32, TAG_EXPERT_DATA = 48, TAG_STAGE = 64 };

static const char *const dimension_of[] = { "tensor", "expert", "data", "expert-data", "pipeline" };	/* of tag / 16 */

enum { COMPUTING, ON_THE_SIDE };	/* cpus */

/* Reductions of gradients, one behind another: those of the shared parameters, or of the experts'. */
typedef struct reduction {
	grouping of;
	uint32_t tag;
	double layer;		/* a rank's gradients of a layer */
	double ready;		/* those that wait for the bucket to fill */
	uint32_t *last;		/* [ranks] */
} reduction;

typedef struct building {
	const training_plan *p;
	draft *draft;
	uint32_t *last;		/* [ranks], after which each goes on computing */
	reduction reduction[2];
	uint32_t stage;
	uint32_t *rank, *after;	/* [ranks], of a group */
} building;

int64_t
training_half_ps(const training_plan *p)
{
	double per_layer = 2 * p->model.active / (double)p->model.layers * (double)p->sequence * (double)p->microbatch / (double)p->tp;

	return llround(per_layer * (double)p->merge / 2 / (p->flops * p->efficiency) * 1e12);
}

/* Bytes of a micro batch's activations, all of them. */
static int64_t
training_activation(const training_plan *p)
{
	return p->sequence * p->microbatch * p->model.hidden * p->element;
}

/* What all groups of a kind in this stage do, each rank after last[rank], and where that ends. */
static void
together(building *b, const char *name, const char *algorithm, grouping of, int64_t bytes, uint32_t tag, uint8_t cpu, uint32_t *last)
{
	const collective *c = collective_find(name, algorithm, of.size, bytes);

	if (of.size == 1 || bytes == 0)
		return;
	for (uint32_t g = 0; g < stage_places(b->p) / of.size; g++) {
		rank_group members = { .draft = b->draft, .rank = b->rank, .ranks = of.size, .last = b->after, .tag = tag, .cpu = cpu,
			.dimension = dimension_of[tag / 16], .element = (uint32_t)(cpu == COMPUTING ? b->p->element : b->p->gradient) };

		for (uint32_t i = 0; i < of.size; i++) {
			b->rank[i] = rank_at(b->p, b->stage, group_first(of, g) + i * of.stride);
			b->after[i] = last[b->rank[i]];
		}
		collective_add(c, &members, bytes, 0);
		for (uint32_t i = 0; i < of.size; i++)
			last[b->rank[i]] = b->after[i];
	}
}

static void
tensor(building *b, const char *name, int64_t bytes)
{
	together(b, name, b->p->algorithm, grouping_of(b->p, GROUP_TENSOR), bytes, TAG_TENSOR, COMPUTING, b->last);
}

/* Tokens to their experts, or back: topk copies of each, an equal share to each rank. */
static void
dispatch(building *b)
{
	const training_plan *p = b->p;
	int64_t shares = p->ep * (p->sp ? p->tp : 1);

	together(b, "alltoall", NULL, grouping_of(p, GROUP_EXPERT), p->merge * p->model.topk * training_activation(p) / shares,
		TAG_EXPERT, COMPUTING, b->last);
}

static void
compute(building *b, int64_t ps)
{
	for (uint32_t place = 0; place < stage_places(b->p); place++) {
		uint32_t r = rank_at(b->p, b->stage, place), op = draft_calc(b->draft, r, ps);

		draft_require(b->draft, op, b->last[r]);
		b->last[r] = op;
	}
}

/* Half a layer.  Backward, it takes twice as long: gradients of its input and of its parameters. */
static void
half_layer(building *b, bool experts, bool backward)
{
	const training_plan *p = b->p;
	int64_t bytes = p->merge * training_activation(p);

	if (p->sp)
		tensor(b, "allgather", bytes / p->tp);
	if (experts)
		dispatch(b);
	compute(b, training_half_ps(p) * (backward ? 2 : 1));
	if (experts)
		dispatch(b);
	tensor(b, p->sp ? "reduce-scatter" : "allreduce", p->sp ? bytes / p->tp : bytes);
}

/* Reduce what a rank computed until now, beside what it goes on with. */
static void
reduce(building *b, reduction *r, double count)
{
	int64_t bytes = llround(count) * b->p->gradient;

	if (r->of.size == 1 || bytes == 0)
		return;
	for (uint32_t place = 0; place < stage_places(b->p); place++) {
		uint32_t i = rank_at(b->p, b->stage, place);

		if (r->last[i] == NOTHING) {
			r->last[i] = b->last[i];
		} else {
			uint32_t both = draft_calc(b->draft, i, 0);

			draft_op(b->draft, both)->cpu = ON_THE_SIDE;
			draft_require(b->draft, both, r->last[i]);
			draft_require(b->draft, both, b->last[i]);
			r->last[i] = both;
		}
	}
	together(b, "allreduce", b->p->algorithm, r->of, bytes, r->tag, ON_THE_SIDE, r->last);
}

/* The gradients of `layers` more are there; `all`: they are the last ones, so that the bucket need not be full. */
static void
gradients(building *b, int64_t layers, bool all)
{
	double bucket = b->p->bucket;

	for (reduction *r = b->reduction; r < b->reduction + 2; r++) {
		r->ready += (double)layers * r->layer;
		for (; b->p->overlap && r->ready >= bucket; r->ready -= bucket)
			reduce(b, r, bucket);
		if (all) {
			reduce(b, r, r->ready);
			r->ready = 0;
		}
	}
}

/* The activations of a chunk go to the next stage, their gradients to the one before; behind the last stage is the first one's next
 * chunk.  False: there is none, it is an end of the model. */
static bool
neighbour(const building *b, schedule_step step, bool backward, uint32_t *stage, uint32_t *chunk)
{
	uint32_t stages = (uint32_t)b->p->pp, at = step.chunk * stages + b->stage;

	if (at == (backward ? 0 : stages * (uint32_t)b->p->chunks - 1))
		return false;
	at = backward ? at - 1 : at + 1;
	*stage = at % stages;
	*chunk = at / stages;
	return true;
}

static int64_t
stage_bytes(const training_plan *p)
{
	return training_activation(p) / (p->sp ? p->tp : 1);
}

static void
receive(building *b, schedule_step step)
{
	uint32_t stage, chunk;

	if (!neighbour(b, step, !step.backward, &stage, &chunk))
		return;
	draft_purpose(b->draft, "point-to-point", dimension_of[TAG_STAGE / 16]);
	for (uint32_t place = 0; place < stage_places(b->p); place++) {
		uint32_t r = rank_at(b->p, b->stage, place), from = rank_at(b->p, stage, place);
		uint32_t op = draft_recv(b->draft, r, from, stage_bytes(b->p), TAG_STAGE + 2 * step.chunk + step.backward);

		draft_require(b->draft, op, b->last[r]);
		b->last[r] = op;
	}
}

static void
send(building *b, schedule_step step)
{
	uint32_t stage, chunk;

	if (!neighbour(b, step, step.backward, &stage, &chunk))
		return;
	draft_purpose(b->draft, "point-to-point", dimension_of[TAG_STAGE / 16]);
	for (uint32_t place = 0; place < stage_places(b->p); place++) {
		uint32_t r = rank_at(b->p, b->stage, place), to = rank_at(b->p, stage, place);

		draft_require(b->draft, draft_send(b->draft, r, to, stage_bytes(b->p), TAG_STAGE + 2 * chunk + step.backward), b->last[r]);
	}
}

static void
take_step(building *b, schedule_step step)
{
	const training_plan *p = b->p;
	bool experts = p->model.experts > 0, last = step.backward && step.microbatch + 1 == p->microbatches;

	receive(b, step);
	for (int64_t layer = 0; layer < p->model.layers / p->pp / p->chunks; layer += p->merge) {
		half_layer(b, experts && step.backward, step.backward);
		half_layer(b, experts && !step.backward, step.backward);
		if (last)
			gradients(b, p->merge, false);
	}
	send(b, step);
	if (last && (p->overlap || step.chunk == 0))
		gradients(b, 0, true);
}

static void
add_stage(building *b)
{
	const training_plan *p = b->p;
	uint32_t steps = 2 * (uint32_t)(p->microbatches * p->chunks);
	schedule_step *step = xalloc(steps, sizeof *step);

	schedule_steps((uint32_t)p->pp, b->stage, (uint32_t)p->chunks, (uint32_t)p->microbatches, step);
	for (uint32_t i = 0; i < steps; i++)
		take_step(b, step[i]);
	free(step);
}

static uint32_t *
nothing_yet(uint32_t ranks)
{
	uint32_t *last = xalloc(ranks, sizeof *last);

	for (uint32_t i = 0; i < ranks; i++)
		last[i] = NOTHING;
	return last;
}

program *
training_program(const training_plan *p, const char *name)
{
	uint32_t ranks = training_ranks(p);
	double share = 1 / (double)p->model.layers / (double)p->tp;
	program *made;
	building b = { .p = p, .draft = draft_new(ranks), .last = nothing_yet(ranks),
		.reduction = {
			{ grouping_of(p, GROUP_DATA), TAG_DATA, training_shared(&p->model) * share, 0, nothing_yet(ranks) },
			{ grouping_of(p, GROUP_EXPERT_DATA), TAG_EXPERT_DATA,
				training_expert(&p->model) * (double)(p->model.experts / p->ep) * share, 0, nothing_yet(ranks) },
		},
		.rank = xalloc(ranks, sizeof *b.rank), .after = xalloc(ranks, sizeof *b.after) };

	for (b.stage = 0; b.stage < p->pp; b.stage++)
		add_stage(&b);
	free_all(b.last, b.reduction[0].last, b.reduction[1].last, b.rank, b.after);
	made = draft_finish(b.draft, name);
	made->yardstick.tokens = (double)p->sequence * (double)p->microbatch * (double)p->microbatches * (double)p->dp;
	made->yardstick.peak_s = 6 * p->model.active * made->yardstick.tokens / (p->flops * ranks);
	return made;
}

static training_plan
read_plan(const program_wish *w)
{
	const char *keys = strchr(w->text, ':');
	training_plan p;
	char *wrong = training_read(&p, keys ? keys + 1 : "");

	if (wrong)
		die(w->status, "%s: %s", w->where, wrong);
	return p;
}

program *
training_make(const program_wish *w)
{
	training_plan p = read_plan(w);

	return training_program(&p, w->text);
}

uint32_t
training_job_ranks(const program_wish *w)
{
	training_plan p = read_plan(w);

	return training_ranks(&p);
}
