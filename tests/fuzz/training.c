/* fuzz: plans of training jobs; small ones as programs, in which every message is received and every rank computes as long. */
#include "fuzz/fuzz.h"
#include "lib/program/training/training.h"

static bool
is_small(const training_plan *p)
{
	int64_t rounds = p->microbatches * p->model.layers / p->pp / p->merge;
	double buckets = p->model.params / (double)p->tp / (double)p->pp / p->bucket;

	return training_ranks(p) <= 24 && p->model.layers <= 1000 && p->microbatches <= 1000 && rounds <= 40 && buckets < 20;
}

void
fuzz_one(const char *text, size_t length)
{
	training_plan p;
	program *made;
	int64_t *open;

	(void)length;
	if (training_read(&p, text) || !is_small(&p))
		return;
	made = training_program(&p, "fuzz");
	open = calloc((size_t)made->streams + 1, sizeof *open);
	for (uint32_t r = 0; r < made->ranks; r++) {
		int64_t computed = 0;

		for (const operation *o = &made->op[made->first[r]]; o < &made->op[made->first[r + 1]]; o++) {
			FUZZ_LAW(o->size >= 0);
			if (o->kind == OP_CALC)
				computed += o->size;
			else
				open[o->stream] += o->kind == OP_SEND ? 1 : -1;
		}
		FUZZ_LAW(computed == p.microbatches * (p.model.layers / p.pp / p.merge) * 3 * (2 * training_half_ps(&p) + training_attention_ps(&p)));
	}
	for (uint32_t s = 0; s < made->streams; s++)
		FUZZ_LAW(open[s] == 0);
	free(open);
	program_free(made);
}
