/* training -- see training.h.
 *
 * A rank computes one thing at a time, on cpu 0: the steps of its stage's schedule, each a chain of receiving, half layers and what
 * tensor, context and expert parallelism send between them.  Sending to the next stage delays nothing.  Gradients are reduced on the
 * side, one bucket after another, and parameters that replicas share are gathered there, a layer ahead.  What takes part and what is
 * left out: hopline-gen-workload-training(1). */
#include "lib/program/training/training.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/arrays.h"
#include "lib/cli/cli.h"
#include "lib/program/collective.h"
#include "lib/program/generators.h"
#include "lib/program/training/groups.h"
#include "lib/program/training/schedule.h"

/* Messages of one kind between two ranks come in the order in which they are needed, so that a kind needs one tag; stages have two a
 * chunk. */
enum { TENSOR, EXPERT, DATA, EXPERT_DATA, PIPELINE, CONTEXT, GATHER, EXPERT_GATHER };

static const char *const dimension_of[] = { "tensor", "expert", "data", "expert-data", "pipeline", "context", "data", "expert-data" };

static uint32_t
tag_of(int kind)
{
	return 16 * (uint32_t)kind + (kind > PIPELINE ? UINT32_C(1) << 24 : 0);
}

enum { COMPUTING, ON_THE_SIDE };	/* cpus */

/* Reductions of gradients, one behind another: those of the shared parameters, or of the experts'; and what gathers these. */
typedef struct reduction {
	grouping of;
	int kind;
	double layer;		/* a rank's gradients of a layer */
	double ready;		/* those that wait for the bucket to fill */
	uint32_t *last, *gathered;	/* [ranks] */
} reduction;

typedef struct building {
	const training_plan *p;
	draft *draft;
	uint32_t *last;		/* [ranks], after which each goes on computing */
	uint32_t *before;	/* [ranks], after which it began with the layer at hand */
	uint32_t *have;		/* [ranks], with which the keys and values at hand have come */
	reduction reduction[2];
	uint32_t stage;
	uint32_t *rank, *after;	/* [ranks], of a group */
} building;

/* Picoseconds of a rank for operations of a token and layer, forward. */
static int64_t
layers_ps(const training_plan *p, double operations)
{
	double tokens = (double)p->sequence * (double)p->microbatch / (double)(p->tp * p->cp);

	return llround(operations * tokens * (double)p->merge / (p->flops * p->efficiency) * 1e12);
}

int64_t
training_half_ps(const training_plan *p)
{
	return layers_ps(p, p->model.active / (double)p->model.layers);
}

int64_t
training_attention_ps(const training_plan *p)
{
	return layers_ps(p, training_attention(p));
}

/* Bytes of a micro batch's activations, of the ranks that share a layer. */
static int64_t
training_activation(const training_plan *p)
{
	return p->sequence / p->cp * p->microbatch * p->model.hidden * p->element;
}

/* How many ranks of a group, side by side, share a node. */
static uint32_t
group_per_node(const building *b, uint32_t size)
{
	uint32_t nodes = 1, each = b->p->per_node ? b->p->per_node : 1;

	for (uint32_t i = 1; i < size; i++)
		nodes += b->rank[i] / each != b->rank[i - 1] / each;
	return (size - 1) / nodes + 1;
}

/* What all groups of a kind in this stage do, each rank after last[rank], and where that ends. */
static void
together(building *b, const char *name, const char *algorithm, grouping of, int64_t bytes, int kind, uint8_t cpu, uint32_t *last)
{
	if (of.size == 1 || bytes == 0)
		return;
	for (uint32_t g = 0; g < stage_places(b->p) / of.size; g++) {
		rank_group members = { .draft = b->draft, .rank = b->rank, .ranks = of.size, .last = b->after, .tag = tag_of(kind), .cpu = cpu,
			.dimension = dimension_of[kind], .element = (uint32_t)(cpu == COMPUTING ? b->p->element : b->p->gradient) };

		for (uint32_t i = 0; i < of.size; i++) {
			b->rank[i] = rank_at(b->p, b->stage, group_place(of, g, i));
			b->after[i] = last[b->rank[i]];
		}
		members.per_node = group_per_node(b, of.size);
		collective_add(collective_chosen(name, algorithm, &members, bytes), &members, bytes, 0);
		for (uint32_t i = 0; i < of.size; i++)
			last[b->rank[i]] = b->after[i];
	}
}

static void
tensor(building *b, const char *name, int64_t bytes)
{
	together(b, name, b->p->algorithm, grouping_of(b->p, GROUP_TENSOR), bytes, TENSOR, COMPUTING, b->last);
}

/* Tokens to their experts, or back: topk copies of each, an equal share to each rank. */
static void
dispatch(building *b)
{
	const training_plan *p = b->p;
	int64_t shares = p->ep * (p->sp ? p->tp : 1);
	const char *who = strstr(COLLECTIVE_CHOICES, p->algorithm) ? p->algorithm : "default";

	together(b, "alltoall", who, grouping_of(p, GROUP_EXPERT), p->merge * p->model.topk * training_activation(p) / shares, EXPERT, COMPUTING, b->last);
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

/* `op` of rank r is behind both; that is where it goes on, as one of them or a calc of no time on the side. */
static uint32_t
behind_both(building *b, uint32_t r, uint32_t one, uint32_t other)
{
	uint32_t both;

	if (one == NOTHING || other == NOTHING)
		return one == NOTHING ? other : one;
	both = draft_calc(b->draft, r, 0);
	draft_op(b->draft, both)->cpu = ON_THE_SIDE;
	draft_require(b->draft, both, one);
	draft_require(b->draft, both, other);
	return both;
}

/* The keys and values at hand go on to the next rank of the sequence, and others come. */
static void
hand_on(building *b, int64_t bytes)
{
	const training_plan *p = b->p;
	grouping of = grouping_of(p, GROUP_CONTEXT);

	draft_purpose(b->draft, "point-to-point", dimension_of[CONTEXT]);
	for (uint32_t g = 0; g < stage_places(p) / of.size; g++)
		for (uint32_t i = 0; i < of.size; i++) {
			uint32_t r = rank_at(p, b->stage, group_place(of, g, i)), op;

			op = draft_send(b->draft, r, rank_at(p, b->stage, group_place(of, g, (i + 1) % of.size)), bytes, tag_of(CONTEXT));
			draft_require(b->draft, op, b->have[r]);
			op = draft_recv(b->draft, r, rank_at(p, b->stage, group_place(of, g, (i + of.size - 1) % of.size)), bytes, tag_of(CONTEXT));
			draft_require(b->draft, op, b->have[r]);
			b->have[r] = op;
		}
}

/* Attention of a sequence that ranks share: by parts, as keys and values come around, or when all have come.  Backward, their gradients
 * come around with them, or are summed up where they belong. */
static void
attend(building *b, int64_t ps, bool backward)
{
	const training_plan *p = b->p;
	int64_t bytes = p->merge * (p->sequence / p->cp) * p->microbatch * p->model.kv * p->element / p->tp;
	uint32_t ranks = training_ranks(p);

	if (p->exchange == TRAINING_GATHER) {
		together(b, "allgather", p->algorithm, grouping_of(p, GROUP_CONTEXT), bytes, CONTEXT, COMPUTING, b->last);
		compute(b, ps);
		if (backward)
			together(b, "reduce-scatter", p->algorithm, grouping_of(p, GROUP_CONTEXT), bytes, CONTEXT, COMPUTING, b->last);
		return;
	}
	memcpy(b->have, b->last, ranks * sizeof *b->have);
	for (int64_t step = 0; step < p->cp; step++) {
		for (uint32_t place = 0; step && place < stage_places(p); place++) {
			uint32_t r = rank_at(p, b->stage, place);

			b->last[r] = behind_both(b, r, b->last[r], b->have[r]);
		}
		if (step + 1 < p->cp)
			hand_on(b, backward ? 2 * bytes : bytes);
		compute(b, ps * (step + 1) / p->cp - ps * step / p->cp);
	}
}

/* Half a layer, attention or what is behind it.  Backward, it takes twice as long: gradients of its input and of its parameters. */
static void
half_layer(building *b, bool attention, bool backward)
{
	const training_plan *p = b->p;
	int64_t bytes = p->merge * training_activation(p);
	bool experts = p->model.experts && !attention;

	if (p->sp)
		tensor(b, "allgather", bytes / p->tp);
	if (experts)
		dispatch(b);
	if (attention)
		attend(b, (training_half_ps(p) + training_attention_ps(p)) * (backward ? 2 : 1), backward);
	else
		compute(b, training_half_ps(p) * (backward ? 2 : 1));
	if (experts)
		dispatch(b);
	tensor(b, p->sp ? "reduce-scatter" : "allreduce", p->sp ? bytes / p->tp : bytes);
}

/* Reduce what a rank computed until now, beside what it goes on with. */
static void
reduce(building *b, reduction *r, const char *name, double count)
{
	int64_t bytes = llround(count) * b->p->gradient;

	if (r->of.size == 1 || bytes == 0)
		return;
	for (uint32_t place = 0; place < stage_places(b->p); place++) {
		uint32_t i = rank_at(b->p, b->stage, place);

		r->last[i] = r->last[i] == NOTHING ? b->last[i] : behind_both(b, i, r->last[i], b->last[i]);
	}
	together(b, name, b->p->algorithm, r->of, bytes, r->kind, ON_THE_SIDE, r->last);
}

/* The parameters of the layers that come: beside what the rank computes with those before, when it has begun with these. */
static void
gather(building *b)
{
	const training_plan *p = b->p;

	for (reduction *r = b->reduction; r < b->reduction + 2; r++) {
		int64_t bytes = llround(r->layer * (double)p->merge / r->of.size) * p->element;

		for (uint32_t place = 0; place < stage_places(p); place++) {
			uint32_t i = rank_at(p, b->stage, place);

			r->gathered[i] = behind_both(b, i, r->gathered[i], (p->overlap ? b->before : b->last)[i]);
		}
		together(b, "allgather", p->algorithm, r->of, bytes, r->kind == DATA ? GATHER : EXPERT_GATHER, ON_THE_SIDE, r->gathered);
	}
	for (uint32_t place = 0; place < stage_places(p); place++) {
		uint32_t i = rank_at(p, b->stage, place);

		for (int k = 0; k < 2; k++)
			b->last[i] = behind_both(b, i, b->last[i], b->reduction[k].gathered[i]);
		b->before[i] = b->last[i];
	}
}

/* The gradients of the layers behind, each replica its part. */
static void
scatter(building *b)
{
	const training_plan *p = b->p;

	for (reduction *r = b->reduction; r < b->reduction + 2; r++) {
		reduce(b, r, "reduce-scatter", r->layer * (double)p->merge / r->of.size);
		for (uint32_t place = 0; !p->overlap && place < stage_places(p); place++) {
			uint32_t i = rank_at(p, b->stage, place);

			b->last[i] = behind_both(b, i, b->last[i], r->last[i]);
		}
	}
}

/* The gradients of `layers` more are there; `all`: they are the last ones, so that the bucket need not be full. */
static void
gradients(building *b, int64_t layers, bool all)
{
	double bucket = b->p->bucket;

	for (reduction *r = b->reduction; r < b->reduction + 2; r++) {
		r->ready += (double)layers * r->layer;
		for (; b->p->overlap && r->ready >= bucket; r->ready -= bucket)
			reduce(b, r, "allreduce", bucket);
		if (all) {
			reduce(b, r, "allreduce", r->ready);
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
	draft_purpose(b->draft, "point-to-point", dimension_of[PIPELINE]);
	for (uint32_t place = 0; place < stage_places(b->p); place++) {
		uint32_t r = rank_at(b->p, b->stage, place), from = rank_at(b->p, stage, place);
		uint32_t op = draft_recv(b->draft, r, from, stage_bytes(b->p), tag_of(PIPELINE) + 2 * step.chunk + step.backward);

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
	draft_purpose(b->draft, "point-to-point", dimension_of[PIPELINE]);
	for (uint32_t place = 0; place < stage_places(b->p); place++) {
		uint32_t r = rank_at(b->p, b->stage, place), to = rank_at(b->p, stage, place);

		draft_require(b->draft, draft_send(b->draft, r, to, stage_bytes(b->p), tag_of(PIPELINE) + 2 * chunk + step.backward), b->last[r]);
	}
}

static void
take_step(building *b, schedule_step step)
{
	const training_plan *p = b->p;
	bool last = step.backward && step.microbatch + 1 == p->microbatches && !p->fsdp;

	receive(b, step);
	for (int64_t layer = 0; layer < p->model.layers / p->pp / p->chunks; layer += p->merge) {
		if (p->fsdp)
			gather(b);
		half_layer(b, !step.backward, step.backward);
		half_layer(b, step.backward, step.backward);
		if (p->fsdp && step.backward)
			scatter(b);
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

program *
training_program(const training_plan *p, const char *name)
{
	uint32_t ranks = training_ranks(p);
	double share = 1 / (double)p->model.layers / (double)p->tp;
	program *made;
	building b = { .p = p, .draft = draft_new(ranks),
		.last = array_of_none(ranks), .before = array_of_none(ranks), .have = array_of_none(ranks),
		.reduction = {
			{ grouping_of(p, GROUP_DATA), DATA, training_shared(&p->model) * share, 0, array_of_none(ranks), array_of_none(ranks) },
			{ grouping_of(p, GROUP_EXPERT_DATA), EXPERT_DATA,
				training_expert(&p->model) * (double)(p->model.experts / p->ep) * share, 0, array_of_none(ranks), array_of_none(ranks) },
		},
		.rank = xalloc(ranks, sizeof *b.rank), .after = xalloc(ranks, sizeof *b.after) };

	for (b.stage = 0; b.stage < p->pp; b.stage++)
		add_stage(&b);
	free_all(b.last, b.before, b.have, b.reduction[0].last, b.reduction[0].gathered, b.reduction[1].last, b.reduction[1].gathered,
		b.rank, b.after);
	made = draft_finish(b.draft, name);
	made->yardstick.tokens = (double)p->sequence * (double)p->microbatch * (double)p->microbatches * (double)p->dp;
	made->yardstick.peak_s = 3 * (2 * p->model.active + training_attention(p) * (double)p->model.layers) * made->yardstick.tokens /
		(p->flops * ranks);
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

	p.per_node = w->nodes ? (w->tasks - 1) / w->nodes + 1 : 1;
	return training_program(&p, w->text);
}

uint32_t
training_job_ranks(const program_wish *w)
{
	training_plan p = read_plan(w);

	return training_ranks(&p);
}
