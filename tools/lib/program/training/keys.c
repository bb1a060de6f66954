/* keys -- the text of a plan: its keys, and what they must be together. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "lib/cli/choices.h"
#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/program/collective.h"
#include "lib/program/training/plan.h"

/* Parameters are as the papers round them, or the sum of the matrices that they list. */
const training_model training_models[] = {
	/* T. Brown and others: Language Models are Few-Shot Learners (2020), table 2.1 */
	{ "gpt3-175b", "GPT-3", 96, 12288, 2 * 12288, 2048, 175e9, 175e9, 0, 0 },
	/* S. Smith and others: Using DeepSpeed and Megatron to Train Megatron-Turing NLG 530B (2022), arXiv 2201.11990 */
	{ "mt-nlg-530b", "Megatron-Turing NLG", 105, 20480, 2 * 20480, 2048, 530e9, 530e9, 0, 0 },
	/* A. Grattafiori and others: The Llama 3 Herd of Models (2024), table 3; 3.2: a vocabulary of 128,000 and 8 heads for keys and
	 * values; 3.4.1: sequences of 8,192.  The sums: two matrices of hidden x hidden and two of hidden x 1024 for attention, three of
	 * hidden x 14336, 28672 and 53248 behind it, two of hidden x 128,256 at the ends. */
	{ "llama3-8b", "Llama 3, small", 32, 4096, 2048, 8192, 8.03e9, 8.03e9, 0, 0 },
	{ "llama3-70b", "Llama 3, middle", 80, 8192, 2048, 8192, 70.55e9, 70.55e9, 0, 0 },
	{ "llama3-405b", "Llama 3, large", 126, 16384, 2048, 8192, 405.85e9, 405.85e9, 0, 0 },
	/* A. Jiang and others: Mixtral of Experts (2024), table 1; 46.7e9 parameters, of which a token passes 12.9e9 (Mistral AI's
	 * announcement of December 2023): experts of three matrices of 4096 x 14336 in each layer.  Sequences as in Megatron-LM's example for
	 * it (examples/mixtral); the paper says that it was trained with up to 32,768 tokens. */
	{ "mixtral-8x7b", "Mixtral, a mixture of 8 experts", 32, 4096, 2048, 4096, 46.7e9, 12.9e9, 8, 2 },
	/* DeepSeek-AI: DeepSeek-V3 Technical Report (2024), arXiv 2412.19437, 4.2: 61 layers, 256 experts of which a token takes 8, keys and
	 * values compressed to 512 and 64 elements; sequences of 4,096.  One more expert that all tokens take counts as shared. */
	{ "deepseek-v3", "DeepSeek-V3, a mixture of 256 experts", 61, 7168, 576, 4096, 671e9, 37e9, 256, 8 },
	/* Kimi Team: Kimi K2: Open Agentic Intelligence (2025), arXiv 2507.20534, 2.3: the same with 384 experts; its
	 * matrices sum up to 1.026e12, where it says 1.04e12. */
	{ "kimi-k2", "Kimi K2, a mixture of 384 experts", 61, 7168, 576, 4096, 1.026e12, 32.6e9, 384, 8 },
	{ 0 }
};

enum { WHOLE, REAL, WORD, KEYS = 40 };
enum { MOST = 1000000 };
#define MOST_RANKS (1 << 24)

#define AT(field) offsetof(training_plan, field)

const training_key training_keys[] = {
	{ "model", "NAME", "a published model: its layers, hidden, params, active, experts, topk, sequence [none]",
		WORD, AT(model.name), 0, 0, NULL },
	{ "tp", "N", "ranks that share each layer: tensor parallelism [1]", WHOLE, AT(tp), 1, MOST, "1" },
	{ "pp", "N", "stages of the pipeline [1]", WHOLE, AT(pp), 1, MOST, "1" },
	{ "dp", "N", "replicas of the model: data parallelism [1]", WHOLE, AT(dp), 1, MOST, "1" },
	{ "cp", "N", "ranks that share each sequence: context parallelism [1]", WHOLE, AT(cp), 1, MOST, "1" },
	{ "exchange", "ring|gather", "of their keys and values: around a ring beside computing, or gathered before it [ring]",
		WORD, AT(exchange), 0, 0, "ring" },
	{ "fsdp", "0|1", "1: replicas share the parameters (FSDP, ZeRO-3), gather each layer's and scatter its gradients [0]",
		WHOLE, AT(fsdp), 0, 1, "0" },
	{ "order", "dp-pp|pp-dp", "of the ranks behind tp: replicas of a stage side by side, or stages of a replica [dp-pp]",
		WORD, AT(order), 0, 0, "dp-pp" },
	{ "ep", "N", "replicas that share the experts of a layer; divides dp [1]", WHOLE, AT(ep), 1, MOST, "1" },
	{ "sp", "0|1", "1: sequence parallelism, a reduce-scatter and an allgather instead of each allreduce of tp [0]",
		WHOLE, AT(sp), 0, 1, "0" },
	{ "layers", "N", "layers of the model [the model's]", WHOLE, AT(model.layers), 1, MOST, NULL },
	{ "hidden", "N", "elements of a token's vector [the model's]", WHOLE, AT(model.hidden), 1, MOST, NULL },
	{ "kv", "N", "elements of a token's keys and values [the model's, or 2 x hidden]", WHOLE, AT(model.kv), 1, MOST, NULL },
	{ "params", "X", "parameters, as 175e9 [the model's, or 12 x layers x hidden^2]", REAL, AT(model.params), 1, 1e14, NULL },
	{ "active", "X", "with experts: parameters that a token passes [the model's]", REAL, AT(model.active), 1, 1e14, NULL },
	{ "experts", "N", "experts of a layer [the model's, or none]", WHOLE, AT(model.experts), 2, MOST, NULL },
	{ "topk", "N", "experts that a token takes [the model's]", WHOLE, AT(model.topk), 1, MOST, NULL },
	{ "sequence", "N", "tokens of a sequence [the model's, or 2048]", WHOLE, AT(sequence), 1, 1e9, NULL },
	{ "attention", "0|1", "1: count what grows with the square of the sequence [0]", WHOLE, AT(attention), 0, 1, "0" },
	{ "microbatch", "N", "sequences of a micro batch [1]", WHOLE, AT(microbatch), 1, MOST, "1" },
	{ "microbatches", "N", "micro batches that a replica has in an iteration [pp]", WHOLE, AT(microbatches), 1, MOST, NULL },
	{ "schedule", "1f1b|interleaved", "of the pipeline's stages [1f1b]", WORD, AT(schedule), 0, 0, "1f1b" },
	{ "chunks", "N", "interleaved: chunks of layers that a stage has [2]", WHOLE, AT(chunks), 1, MOST, NULL },
	{ "merge", "N", "layers that compute and communicate as one, to shorten the program [1]", WHOLE, AT(merge), 1, MOST, "1" },
	{ "element", "N", "bytes of an activation's element [2]", WHOLE, AT(element), 1, 8, "2" },
	{ "gradient", "N", "bytes of a gradient's element [4]", WHOLE, AT(gradient), 1, 8, "4" },
	{ "bucket", "X", "parameters whose gradients are reduced together [40e6, or 1e6 x dp]", REAL, AT(bucket), 1000, 1e14, NULL },
	{ "overlap", "0|1", "0: reduce gradients after the backward pass, not during it [1]", WHOLE, AT(overlap), 0, 1, "1" },
	{ "algorithm", "NAME", "of allreduce, reduce-scatter and allgather; or as default (openmpi), mpich, nccl choose [ring]",
		WORD, AT(algorithm), 0, 0, "ring" },
	{ "flops", "X", "operations a second of a rank at its peak [989e12]", REAL, AT(flops), 1, 1e18, "989e12" },
	{ "efficiency", "X", "share of the peak that computing reaches [0.5]", REAL, AT(efficiency), 1e-6, 1, "0.5" },
	{ 0 }
};

/* The values of a text, by key; NULL: not given. */
typedef struct given {
	const char *value[KEYS];
} given;

static const char *
value_of(const given *g, const char *name)
{
	for (int k = 0; training_keys[k].name; k++)
		if (strcmp(training_keys[k].name, name) == 0)
			return g->value[k];
	return NULL;
}

/* Cut the copy at its commas and at its first '='s. */
static char *
split(given *g, char *copy)
{
	char *item, *value;
	choice_list c;
	int k;

	if (!*copy)
		return NULL;
	while ((item = strsep(&copy, ","))) {
		value = strchr(item, '=');
		if (!value)
			return xprintf("'%s': must be KEY=VALUE", item);
		*value++ = '\0';
		c = choices_begin(item, " ");
		for (k = 0; training_keys[k].name && strcmp(training_keys[k].name, item) != 0; k++)
			choices_add(&c, training_keys[k].name);
		if (!training_keys[k].name)
			return xprintf("'%s': no such key; %sknown: %s", item, choices_hint(&c), c.names);
		if (g->value[k])
			return xprintf("%s: '%s': given twice", item, value);
		g->value[k] = value;
	}
	return NULL;
}

static char *
read_model(training_plan *p, const char *name)
{
	const training_model *m = training_models;
	choice_list c = choices_begin(name, " ");

	for (; m->name && strcmp(m->name, name) != 0; m++)
		choices_add(&c, m->name);
	p->model = *m;
	p->sequence = m->sequence;
	return m->name ? NULL : xprintf("model: '%s': no such model; %sknown: %s", name, choices_hint(&c), c.names);
}

static char *
read_either(const training_key *k, const char *value, const char *first, const char *second, int64_t *which)
{
	*which = strcmp(value, second) == 0;
	return *which || strcmp(value, first) == 0 ? NULL : xprintf("%s: '%s': must be %s or %s", k->name, value, first, second);
}

static char *
read_word(training_plan *p, const training_key *k, const char *value)
{
	if (strcmp(k->name, "model") == 0)
		return NULL;	/* read before all others */
	if (strcmp(k->name, "algorithm") == 0) {
		p->algorithm = value;
		return NULL;
	}
	if (strcmp(k->name, "exchange") == 0)
		return read_either(k, value, "ring", "gather", &p->exchange);
	if (strcmp(k->name, "order") == 0)
		return read_either(k, value, "dp-pp", "pp-dp", &p->order);
	return read_either(k, value, "1f1b", "interleaved", &p->schedule);
}

static char *
read_value(training_plan *p, const training_key *k, const char *value)
{
	void *field = (char *)p + k->at;

	if (k->type == WORD)
		return read_word(p, k, value);
	if (k->type == WHOLE && !read_int(value, (int64_t)k->least, (int64_t)k->most, field))
		return xprintf("%s: '%s': must be an integer from %.0f to %.0f", k->name, value, k->least, k->most);
	if (k->type == REAL && !read_real(value, k->least, k->most, field))
		return xprintf("%s: '%s': must be a number from %g to %g", k->name, value, k->least, k->most);
	return NULL;
}

/* What follows from other keys. */
static char *
fill(training_plan *p, const given *g)
{
	training_model *m = &p->model;

	if (!m->layers || !m->hidden)
		return xprintf("%s: must be given, or a model", m->layers ? "hidden" : "layers");
	if (m->params == 0)
		m->params = 12.0 * (double)m->layers * (double)m->hidden * (double)m->hidden;
	if (!m->experts)
		m->active = m->params;
	if (!m->kv)
		m->kv = 2 * m->hidden;
	if (!p->sequence)
		p->sequence = 2048;
	if (!p->microbatches)
		p->microbatches = p->pp;
	if (!p->chunks)
		p->chunks = p->schedule == TRAINING_INTERLEAVED ? 2 : 1;
	if (p->bucket == 0)
		p->bucket = fmax(40e6, 1e6 * (double)p->dp);
	if (p->fsdp && value_of(g, "bucket"))
		return xprintf("bucket: '%s': is for fsdp=0", value_of(g, "bucket"));
	if (p->cp == 1 && value_of(g, "exchange"))
		return xprintf("exchange: '%s': is for a cp of at least 2", value_of(g, "exchange"));
	for (int k = 0; k < 2 && !m->experts; k++)
		if (value_of(g, k ? "topk" : "active"))
			return xprintf("%s: '%s': is for models with experts", k ? "topk" : "active", value_of(g, k ? "topk" : "active"));
	return NULL;
}

static char *
check_experts(const training_plan *p)
{
	const training_model *m = &p->model;

	if (!m->experts)
		return p->ep > 1 ? xprintf("ep: '%" PRId64 "': the model has no experts", p->ep) : NULL;
	if (!m->topk || m->active == 0)
		return xprintf("%s: must be given, for there are experts", m->topk ? "active" : "topk");
	if (m->topk >= m->experts)
		return xprintf("topk: '%" PRId64 "': must be less than experts, %" PRId64, m->topk, m->experts);
	if (m->active >= m->params)
		return xprintf("active: '%g': must be less than params, %g", m->active, m->params);
	if (training_shared(m) < 0)
		return xprintf("active: '%g': less than the share of topk experts, %g", m->active, m->params * (double)m->topk / (double)m->experts);
	if (m->experts % p->ep)
		return xprintf("experts: '%" PRId64 "': must be a multiple of ep, %" PRId64, m->experts, p->ep);
	if (p->dp % p->ep)
		return xprintf("dp: '%" PRId64 "': must be a multiple of ep, %" PRId64, p->dp, p->ep);
	return NULL;
}

static char *
check_pipeline(const training_plan *p)
{
	int64_t parts = p->pp * p->chunks;

	if (p->schedule == TRAINING_1F1B && p->chunks > 1)
		return xprintf("chunks: '%" PRId64 "': is for schedule=interleaved", p->chunks);
	if (p->schedule == TRAINING_INTERLEAVED && p->pp < 2)
		return xprintf("schedule: 'interleaved': needs a pp of at least 2");
	if (p->schedule == TRAINING_INTERLEAVED && p->microbatches % p->pp)
		return xprintf("microbatches: '%" PRId64 "': interleaved, must be a multiple of pp, %" PRId64, p->microbatches, p->pp);
	if (p->microbatches > MOST / p->chunks)
		return xprintf("microbatches: '%" PRId64 "': must be at most %" PRId64, p->microbatches, MOST / p->chunks);
	if (p->model.layers % parts)
		return xprintf("layers: '%" PRId64 "': must be a multiple of pp%s, %" PRId64, p->model.layers,
			p->chunks > 1 ? " x chunks" : "", parts);
	if (p->model.layers / parts % p->merge)
		return xprintf("merge: '%" PRId64 "': must divide the layers of a %s, %" PRId64, p->merge,
			p->chunks > 1 ? "chunk" : "stage", p->model.layers / parts);
	return NULL;
}

/* Is there such an algorithm, for all that take its name? */
static char *
check_algorithm(const training_plan *p)
{
	static const char *const name[] = { "allreduce", "reduce-scatter", "allgather" };
	bool all = p->sp || p->fsdp || (p->cp > 1 && p->exchange == TRAINING_GATHER);

	for (int i = 0; i < (all ? 3 : 1); i++)
		if (!collective_chosen(name[i], p->algorithm, &(rank_group){ .ranks = 2 }, 1)) {
			choice_list c = choices_begin(p->algorithm, " ");

			for (const collective *known = collectives_of(name[i]); known->name; known++)
				choices_add(&c, known->algorithm);
			return xprintf("algorithm: '%s': none of %s; %sknown: " COLLECTIVE_CHOICES ", %s", p->algorithm, name[i], choices_hint(&c), c.names);
		}
	return NULL;
}

/* Messages, times and the program must not grow beyond what tools take. */
static char *
check_sizes(const training_plan *p)
{
	const training_model *m = &p->model;
	double tokens = (double)p->sequence * (double)p->microbatch, halves = 4 * (double)m->layers / (double)p->pp / (double)p->merge;
	double bytes = tokens * (double)m->hidden * (double)p->element * (double)p->merge * (double)(m->topk ? m->topk : 1);
	double seconds = (2 * m->active / (double)m->layers + training_attention(p)) * tokens * (double)p->merge / (p->flops * p->efficiency);
	double steps = (double)p->microbatches * halves * (2 + 4 * (double)p->tp + 2 * (double)p->cp);
	double buckets = (p->fsdp ? 2 * (double)p->microbatches * halves : m->params / (double)p->tp / (double)p->pp / p->bucket * 4)
		* (double)(p->dp * p->cp);

	if (bytes > 1e15)
		return xprintf("sequence: '%" PRId64 "': the activations of a micro batch have %.3g bytes; must be at most 1e15", p->sequence, bytes);
	if (seconds > 1e6)
		return xprintf("flops: '%g': a layer of a micro batch takes %.3g s; must be at most 1000000", p->flops, seconds);
	if ((double)training_ranks(p) * (steps + buckets) > 2147483648.0)
		return xprintf("%s: a program of more than 2^31 operations; must be more", steps > buckets || p->fsdp ? "merge" : "bucket");
	return NULL;
}

static char *
check(const training_plan *p)
{
	char *wrong = check_experts(p);

	if (!wrong)
		wrong = check_pipeline(p);
	if (!wrong && (double)p->tp * (double)p->cp * (double)p->pp * (double)p->dp > MOST_RANKS)
		wrong = xprintf("tp: '%" PRId64 "': tp x cp x pp x dp, must be at most %d", p->tp, MOST_RANKS);
	if (!wrong && p->sequence % (p->cp * (p->sp ? p->tp : 1)))
		wrong = xprintf("sequence: '%" PRId64 "': must be a multiple of %s%s%s, %" PRId64, p->sequence, p->sp ? "tp" : "",
			p->sp && p->cp > 1 ? " x " : "", p->cp > 1 ? "cp" : "", p->cp * (p->sp ? p->tp : 1));
	if (!wrong)
		wrong = check_sizes(p);
	return wrong ? wrong : check_algorithm(p);
}

char *
training_read(training_plan *p, const char *text)
{
	char *copy = xstrdup(text), *wrong;	/* stays: the plan has words of it */
	given g = { { NULL } };

	*p = (training_plan){ 0 };
	wrong = split(&g, copy);
	if (!wrong && value_of(&g, "model"))
		wrong = read_model(p, value_of(&g, "model"));
	for (int k = 0; !wrong && training_keys[k].name; k++) {
		const char *value = g.value[k] ? g.value[k] : training_keys[k].usual;

		if (value)
			wrong = read_value(p, &training_keys[k], value);
	}
	if (!wrong)
		wrong = fill(p, &g);
	return wrong ? wrong : check(p);
}
