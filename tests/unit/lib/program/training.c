/* training -- an iteration of training against closed forms: how long a pipeline computes, and what each pair of ranks sends. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/program/collective.h"
#include "lib/program/training/groups.h"
#include "lib/program/training/schedule.h"
#include "lib/program/training/training.h"
#include "unit/tap.h"

static training_plan
plan_of(const char *text)
{
	training_plan p;
	char *wrong = training_read(&p, text);

	if (wrong)
		fprintf(stderr, "# %s: %s\n", text, wrong);
	if (wrong)
		abort();
	return p;
}

/* What is wrong with it. */
static void
refused(const char *text, const char *why)
{
	training_plan p;
	char *wrong = training_read(&p, text);

	is_str(wrong ? wrong : "nothing", why, text);
	free(wrong);
}

/* The sends and the receives of each stream, in their order, are one message each: the sender of a receive. */
static uint32_t *
senders(const program *p)
{
	uint32_t *from = xalloc((size_t)program_ops(p) + 1, sizeof *from), *sent = xcalloc((size_t)program_ops(p) + 1, sizeof *sent);
	uint32_t *count = xcalloc((size_t)p->streams + 1, sizeof *count), *first = xcalloc((size_t)p->streams + 2, sizeof *first);

	for (uint32_t i = 0; i < program_ops(p); i++)
		first[p->op[i].kind == OP_SEND ? p->op[i].stream + 1 : 0]++;
	first[0] = 0;
	for (uint32_t s = 0; s < p->streams; s++)
		first[s + 1] += first[s];
	for (uint32_t i = 0; i < program_ops(p); i++)
		if (p->op[i].kind == OP_SEND)
			sent[first[p->op[i].stream] + count[p->op[i].stream]++] = i;
	memset(count, 0, p->streams * sizeof *count);
	for (uint32_t i = 0; i < program_ops(p); i++)
		if (p->op[i].kind == OP_RECV)
			from[i] = sent[first[p->op[i].stream] + count[p->op[i].stream]++];
	free(sent);
	free(count);
	free(first);
	return from;
}

/* The end of the program where messages take no time, by going over all operations until nothing changes; -1: some never run. */
static int64_t
lasts(const program *p)
{
	uint32_t *from = senders(p), *waits = xalloc((size_t)program_ops(p) + 1, sizeof *waits), left = program_ops(p);
	int64_t *start = xcalloc((size_t)left + 1, sizeof *start), *finish = xalloc((size_t)left + 1, sizeof *finish), latest = 0;
	bool *done = xcalloc((size_t)left + 1, sizeof *done), more = true;

	for (uint32_t i = 0; i < program_ops(p); i++)
		waits[i] = p->op[i].waits;
	while (more) {
		more = false;
		for (uint32_t r = 0; r < p->ranks; r++)
			for (uint32_t i = p->first[r]; i < p->first[r + 1]; i++) {
				const operation *o = &p->op[i];

				if (done[i] || waits[i] || (o->kind == OP_RECV && !done[from[i]]))
					continue;
				if (o->kind == OP_RECV && finish[from[i]] > start[i])
					start[i] = finish[from[i]];
				finish[i] = start[i] + (o->kind == OP_CALC ? o->size : 0);
				latest = finish[i] > latest ? finish[i] : latest;
				done[i] = more = true;
				left--;
				for (uint32_t k = o->first; k < o[1].first; k++) {
					uint32_t later = p->first[r] + p->follower[k];

					waits[later]--;
					start[later] = finish[i] > start[later] ? finish[i] : start[later];
				}
			}
	}
	free(from);
	free(waits);
	free(start);
	free(finish);
	free(done);
	return left ? -1 : latest;
}

/* How a stage computes what is around its messages: as long as one that has none. */
static void
computes_as_long(const char *text)
{
	training_plan plan = plan_of(xprintf("pp=3,microbatches=4,layers=12,hidden=1024,merge=2,sequence=960,%s", text));
	program *made = training_program(&plan, text);
	int64_t merged = 3 * (2 * training_half_ps(&plan) + training_attention_ps(&plan));

	is_int(lasts(made), 2 * merged * (4 + 3 - 1), text);
	program_free(made);
}

/* A pipeline of stages that only compute: the time of all micro batches on one rank, and the bubble. */
static void
pipelines(void)
{
	static const struct { int stages, microbatches, chunks; } shape[] = {
		{ 1, 1, 1 }, { 1, 5, 1 }, { 2, 1, 1 }, { 2, 2, 1 }, { 4, 4, 1 }, { 4, 8, 1 }, { 4, 7, 1 }, { 8, 3, 1 }, { 8, 32, 1 }, { 3, 10, 1 },
		{ 2, 2, 2 }, { 2, 8, 2 }, { 4, 4, 2 }, { 4, 8, 2 }, { 4, 8, 3 }, { 8, 16, 2 }, { 3, 9, 4 }, { 4, 32, 5 }
	};

	for (size_t i = 0; i < sizeof shape / sizeof *shape; i++) {
		int p = shape[i].stages, m = shape[i].microbatches, v = shape[i].chunks;
		char *text = xprintf("pp=%d,microbatches=%d,layers=%d,hidden=1024,%s", p, m, p * v * 3,
			v > 1 ? xprintf("schedule=interleaved,chunks=%d", v) : "schedule=1f1b");
		training_plan plan = plan_of(text);
		program *made = training_program(&plan, text);
		int64_t chunk = 3 * 2 * 3 * training_half_ps(&plan);	/* three layers of two halves, forward once and backward twice */

		is_int(lasts(made), chunk * (m * v + p - 1), text);
		program_free(made);
	}
}

/* Bytes from each rank to each. */
static int64_t *
volumes(const program *p)
{
	int64_t *sum = xcalloc((size_t)p->ranks * p->ranks, sizeof *sum);

	for (uint32_t r = 0; r < p->ranks; r++)
		for (uint32_t i = p->first[r]; i < p->first[r + 1]; i++)
			if (p->op[i].kind == OP_SEND)
				sum[r * p->ranks + p->op[i].peer] += p->op[i].size;
	return sum;
}

/* A rank's place: t + tp (c + cp (d + dp s)), or t + tp (c + cp (e + ep (s + pp d'))) with d = e + ep d'. */
typedef struct place {
	int64_t t, c, d, s;
} place;

static place
place_of(const training_plan *p, int64_t rank)
{
	int64_t t = rank % p->tp, c = rank / p->tp % p->cp, rest = rank / p->tp / p->cp;

	if (p->order == TRAINING_PP_DP)
		return (place){ t, c, rest % p->ep + rest / p->ep / p->pp * p->ep, rest / p->ep % p->pp };
	return (place){ t, c, rest % p->dp, rest / p->dp };
}

/* Bytes that a rank sends on for so many parameters of the stage that n ranks have or share. */
static double
of_parameters(const training_plan *p, int64_t n, double parameters)
{
	double ring = (double)(n - 1) / (double)n * parameters / (double)p->pp / (double)p->tp;

	return p->fsdp ? ring * (double)p->microbatches * (double)(2 * p->element + p->gradient) : ring * 2 * (double)p->gradient;
}

/* What goes from a to b: rings within layers, around sequences and between replicas, all-to-alls between those that share experts, and
 * stages. */
static double
expected(const training_plan *p, place a, place b)
{
	double micro = (double)p->microbatches, layers = (double)p->model.layers / (double)p->pp, sum = 0;
	double tokens = (double)(p->sequence / p->cp * p->microbatch * p->element), activation = tokens * (double)p->model.hidden;
	int64_t replicas = p->cp * p->dp, alike = replicas / p->ep;
	bool beside = a.s == b.s && a.t == b.t;

	if (a.s == b.s && a.c == b.c && a.d == b.d && p->tp > 1 && b.t == (a.t + 1) % p->tp)
		sum += micro * layers * 4 * 2 * (double)(p->tp - 1) / (double)p->tp * activation;
	if (beside && a.d == b.d && p->cp > 1 && b.c == (a.c + 1) % p->cp)
		sum += micro * layers * 3 * (double)(p->cp - 1) * tokens * (double)p->model.kv / (double)p->tp;
	if (beside && replicas > 1 && b.c + p->cp * b.d == (a.c + p->cp * a.d + 1) % replicas)
		sum += of_parameters(p, replicas, training_shared(&p->model));
	if (beside && a.c == b.c && a.d != b.d && a.d / p->ep == b.d / p->ep && p->model.experts)
		sum += micro * layers * 4 * (double)p->model.topk * activation / (double)p->ep / (double)(p->sp ? p->tp : 1);
	if (beside && alike > 1 && a.d % p->ep == b.d % p->ep && b.c + p->cp * (b.d / p->ep) == (a.c + p->cp * (a.d / p->ep) + 1) % alike)
		sum += of_parameters(p, alike, (double)(p->model.experts / p->ep) * training_expert(&p->model));
	if (a.t == b.t && a.c == b.c && a.d == b.d && p->pp > 1) {
		double each = micro * activation / (double)(p->sp ? p->tp : 1);
		double ends = (double)p->chunks;

		if (b.s == (a.s + 1) % p->pp)
			sum += each * (a.s == p->pp - 1 ? ends - 1 : ends);
		if (a.s == (b.s + 1) % p->pp)
			sum += each * (b.s == p->pp - 1 ? ends - 1 : ends);
	}
	return sum;
}

static void
bytes_of_pairs(const char *text)
{
	training_plan p = plan_of(text);
	program *made = training_program(&p, text);
	int64_t *sum = volumes(made), n = made->ranks, pairs = 0, wrong = 0;

	for (int64_t i = 0; i < n * n; i++) {
		double want = expected(&p, place_of(&p, i / n), place_of(&p, i % n)), got = (double)sum[i];

		pairs += sum[i] > 0;
		if (want > 0 ? fabs(got / want - 1) > 1e-4 : got > 0)	/* gradients are whole, and so are blocks of them */
			if (wrong++ == 0)
				fprintf(stderr, "# %" PRId64 " to %" PRId64 ": %.0f bytes, not %.0f\n", i / n, i % n, got, want);
	}
	ok(wrong == 0 && (pairs > 0 || n == 1), "bytes of all pairs, %" PRId64 " of which send: %s", pairs, text);
	ok(lasts(made) >= 0, "which ends");
	free(sum);
	program_free(made);
}

/* The order of a stage, as the paper's figure 4 has it: forward 0 to 9, backward a to j. */
static void
order(uint32_t stages, uint32_t stage, uint32_t chunks, uint32_t microbatches, const char *want)
{
	schedule_step step[256];
	char got[256] = "";

	schedule_steps(stages, stage, chunks, microbatches, step);
	for (uint32_t i = 0; i < 2 * microbatches * chunks; i++) {
		got[i] = (char)((step[i].backward ? 'a' : '0') + (int)step[i].microbatch);
		if (step[i].chunk)
			got[i] = (char)(step[i].backward ? got[i] - 'a' + 'A' : got[i] - '0' + '!');
	}
	is_str(got, want, "order of the steps");
}

static void
orders(void)
{
	order(4, 0, 1, 8, "0123a4b5c6d7efgh");
	order(4, 3, 1, 8, "0a1b2c3d4e5f6g7h");
	order(4, 2, 1, 1, "0a");
	/* the first device of figure 4, below: 1 2 3 4 of both chunks, then 5 6 7 before the first gradient of the later chunk */
	order(4, 0, 2, 8, "0123!\"#$456A7B%C&D'a(bcdEFGHefgh");
	order(4, 3, 2, 8, "0123!A\"B#C$D4a5b6c7d%E&F'G(Hefgh");
}

/* Parameters by the matrices that the papers list. */
static void
models(void)
{
#define LATENT(heads) (7168.0 * (1536 + 512 + 64) + (heads) * (1536.0 * 192 + 512 * 256 + 7168 * 128))
#define EXPERT (3.0 * 7168 * 2048)
	static const struct { const char *name; double layer, ends; } sum[] = {
		{ "gpt3-175b", 12.0 * 12288 * 12288, 50257.0 * 12288 },
		{ "mt-nlg-530b", 12.0 * 20480 * 20480, 50257.0 * 20480 },
		{ "llama3-8b", 2.0 * 4096 * (4096 + 1024) + 3.0 * 4096 * 14336, 2.0 * 128256 * 4096 },
		{ "llama3-70b", 2.0 * 8192 * (8192 + 1024) + 3.0 * 8192 * 28672, 2.0 * 128256 * 8192 },
		{ "llama3-405b", 2.0 * 16384 * (16384 + 1024) + 3.0 * 16384 * 53248, 2.0 * 128256 * 16384 },
		{ "mixtral-8x7b", 2.0 * 4096 * (4096 + 1024) + 8 * 3.0 * 4096 * 14336, 2.0 * 32000 * 4096 },
		/* of attention: queries through 1536, keys and values through 512 and 64, 128 or 64 heads of 128 + 64 and 128; three dense layers
		 * of 18432, or one, instead of experts of 2048 */
		{ "deepseek-v3", LATENT(128) + 257 * EXPERT, 2.0 * 129280 * 7168 + 3 * (3.0 * 7168 * 18432 - 257 * EXPERT) },
		{ "kimi-k2", LATENT(64) + 385 * EXPERT, 2.0 * 163840 * 7168 + 3.0 * 7168 * 18432 - 385 * EXPERT }
	};

	for (size_t i = 0; i < sizeof sum / sizeof *sum; i++) {
		training_plan p = plan_of(xprintf("model=%s", sum[i].name));

		ok(fabs((sum[i].layer * (double)p.model.layers + sum[i].ends) / p.model.params - 1) < 0.003, "%s: its matrices make %g parameters",
			sum[i].name, p.model.params);
		if (p.model.experts == 8)
			ok(fabs(training_expert(&p.model) / (3.0 * 4096 * 14336 * 32) - 1) < 0.003, "and an expert %g", training_expert(&p.model));
		else if (p.model.experts)
			ok(fabs(training_expert(&p.model) / (EXPERT * 60) - 1) < 0.04, "and an expert %g", training_expert(&p.model));
	}
}

static void
bad_plans(void)
{
	refused("layers=4", "hidden: must be given, or a model");
	refused("", "layers: must be given, or a model");
	refused("tp", "'tp': must be KEY=VALUE");
	refused("layer=4,hidden=8", "'layer': no such key; did you mean 'layers'? known: model tp pp dp cp exchange fsdp order ep sp "
		"layers hidden kv params active experts topk sequence attention microbatch microbatches schedule chunks merge "
		"element gradient bucket overlap algorithm flops efficiency");
	refused("tp=2,tp=4", "tp: '4': given twice");
	refused("model=gpt3-175,tp=2", "model: 'gpt3-175': no such model; did you mean 'gpt3-175b'? known: gpt3-175b mt-nlg-530b "
		"llama3-8b llama3-70b llama3-405b mixtral-8x7b deepseek-v3 kimi-k2");
	refused("layers=30,hidden=64,pp=4", "layers: '30': must be a multiple of pp, 4");
	refused("layers=36,hidden=64,pp=4,microbatches=4,schedule=interleaved", "layers: '36': must be a multiple of pp x chunks, 8");
	refused("layers=32,hidden=64,pp=4,microbatches=2,schedule=interleaved",
		"microbatches: '2': interleaved, must be a multiple of pp, 4");
	refused("layers=32,hidden=64,pp=4,chunks=2", "chunks: '2': is for schedule=interleaved");
	refused("layers=32,hidden=64,schedule=interleaved", "schedule: 'interleaved': needs a pp of at least 2");
	refused("layers=32,hidden=64,schedule=gpipe", "schedule: 'gpipe': must be 1f1b or interleaved");
	refused("layers=32,hidden=64,order=pp", "order: 'pp': must be dp-pp or pp-dp");
	refused("layers=32,hidden=64,dp=4,algorithm=rings", "algorithm: 'rings': none of allreduce; did you mean 'ring'? known: "
		COLLECTIVE_CHOICES ", ring recursive-doubling rabenseifner double-binary-tree reduce-broadcast linear hierarchical");
	refused("layers=32,hidden=64,pp=4,merge=3", "merge: '3': must divide the layers of a stage, 8");
	refused("model=mixtral-8x7b,dp=6,ep=4", "dp: '6': must be a multiple of ep, 4");
	refused("model=mixtral-8x7b,dp=6,ep=3", "experts: '8': must be a multiple of ep, 3");
	refused("model=llama3-8b,dp=4,ep=2", "ep: '2': the model has no experts");
	refused("layers=2,hidden=8,experts=4", "topk: must be given, for there are experts");
	refused("layers=2,hidden=8,experts=4,topk=1", "active: must be given, for there are experts");
	refused("layers=2,hidden=8,experts=4,topk=4,active=9", "topk: '4': must be less than experts, 4");
	refused("layers=2,hidden=8,params=100,experts=4,topk=2,active=100", "active: '100': must be less than params, 100");
	refused("layers=2,hidden=8,params=100,experts=4,topk=2,active=40", "active: '40': less than the share of topk experts, 50");
	refused("layers=2,hidden=8,active=40", "active: '40': is for models with experts");
	refused("layers=2,hidden=8,tp=0", "tp: '0': must be an integer from 1 to 1000000");
	refused("layers=2,hidden=8,efficiency=1.5", "efficiency: '1.5': must be a number from 1e-06 to 1");
	refused("layers=2,hidden=8,tp=1000,dp=1000,pp=100", "layers: '2': must be a multiple of pp, 100");
	refused("layers=2,hidden=8,tp=10000,dp=10000", "tp: '10000': tp x cp x pp x dp, must be at most 16777216");
	refused("layers=2,hidden=1000000,sequence=1000000000,microbatch=1000000",
		"sequence: '1000000000': the activations of a micro batch have 2e+21 bytes; must be at most 1e15");
	refused("layers=2,hidden=8,params=1e14,flops=1", "flops: '1': a layer of a micro batch takes 4.1e+17 s; must be at most 1000000");
	refused("layers=100000,hidden=8,tp=1000,microbatches=1000", "merge: a program of more than 2^31 operations; must be more");
	refused("layers=1,hidden=8,params=1e14,flops=1e18,sequence=1,dp=1000,bucket=1000",
		"bucket: a program of more than 2^31 operations; must be more");
	refused("layers=2,hidden=8,tp=3,sp=1,sequence=1000", "sequence: '1000': must be a multiple of tp, 3");
	refused("layers=2,hidden=8,tp=3,cp=2,sp=1,sequence=1000", "sequence: '1000': must be a multiple of tp x cp, 6");
	refused("layers=2,hidden=8,cp=3,sequence=1000", "sequence: '1000': must be a multiple of cp, 3");
	refused("layers=2,hidden=8,exchange=ring", "exchange: 'ring': is for a cp of at least 2");
	refused("layers=2,hidden=8,cp=2,exchange=all", "exchange: 'all': must be ring or gather");
	refused("layers=2,hidden=8,dp=2,fsdp=1,bucket=1e6", "bucket: '1e6': is for fsdp=0");
}

int
main(void)
{
	static const char small[] = "hidden=96,sequence=120,params=7e6,bucket=100000";

	orders();
	pipelines();
	bytes_of_pairs(xprintf("tp=4,layers=3,%s", small));
	bytes_of_pairs(xprintf("dp=5,layers=3,microbatches=2,%s", small));
	bytes_of_pairs(xprintf("pp=3,layers=6,microbatches=5,%s", small));
	bytes_of_pairs(xprintf("tp=4,pp=3,dp=4,layers=6,microbatches=4,%s", small));
	bytes_of_pairs(xprintf("tp=4,pp=3,dp=4,layers=6,microbatches=4,overlap=0,%s", small));
	bytes_of_pairs(xprintf("tp=4,pp=3,dp=4,layers=12,microbatches=4,merge=4,sp=1,%s", small));
	bytes_of_pairs(xprintf("tp=2,pp=2,dp=3,layers=12,microbatches=4,schedule=interleaved,chunks=3,gradient=2,microbatch=2,%s", small));
	bytes_of_pairs(xprintf("tp=2,pp=3,dp=2,layers=12,microbatches=6,schedule=interleaved,sp=1,%s", small));
	bytes_of_pairs(xprintf("tp=2,pp=2,dp=8,ep=4,layers=4,experts=8,topk=2,active=2e6,microbatches=3,%s", small));
	bytes_of_pairs(xprintf("tp=2,pp=2,dp=6,ep=6,layers=4,experts=12,topk=3,active=2e6,sp=1,%s", small));
	bytes_of_pairs(xprintf("tp=2,pp=3,dp=6,ep=3,order=pp-dp,layers=6,experts=12,topk=3,active=2e6,%s", small));
	bytes_of_pairs(xprintf("tp=2,cp=3,pp=2,dp=2,layers=6,microbatches=3,kv=32,%s", small));
	bytes_of_pairs(xprintf("tp=2,cp=2,dp=4,ep=2,exchange=gather,layers=4,experts=8,topk=2,active=2e6,microbatches=3,sp=1,kv=48,%s", small));
	bytes_of_pairs(xprintf("cp=2,pp=3,dp=4,ep=2,order=pp-dp,layers=6,experts=8,topk=2,active=2e6,%s", small));
	bytes_of_pairs("fsdp=1,dp=5,layers=3,microbatches=2,hidden=96,sequence=120,params=7e6");
	bytes_of_pairs("fsdp=1,tp=2,pp=3,dp=4,layers=12,merge=2,microbatches=4,sp=1,hidden=96,sequence=120,params=7e6");
	bytes_of_pairs("fsdp=1,cp=2,dp=4,ep=2,layers=4,experts=8,topk=2,active=2e6,overlap=0,hidden=96,sequence=120,params=7e6");
	computes_as_long("tp=2,dp=3,fsdp=1");
	computes_as_long("dp=3,fsdp=1,overlap=0");
	computes_as_long("tp=2,cp=4,attention=1");
	computes_as_long("cp=3,dp=2,exchange=gather,attention=1,sp=1");
	models();
	bad_plans();
	return done_testing();
}
