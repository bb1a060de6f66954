/* plan -- a training job in numbers: the model, how its ranks divide it, how fast they compute.
 *
 * Its text is "tp=8,pp=4,dp=2,model=gpt3-175b": a key each, in any order. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The size of a published model. */
typedef struct training_model {
	const char *name;
	const char *about;	/* one line for --help */
	int64_t layers, hidden;	/* hidden: elements of a token's vector */
	int64_t kv;		/* elements of a token's keys and values */
	int64_t sequence;	/* tokens that it was trained with */
	double params;		/* all parameters, */
	double active;		/* those that a token passes */
	int64_t experts, topk;	/* of a layer, and how many of them a token takes; 0: it has none */
} training_model;

extern const training_model training_models[];	/* ended by a NULL name */

/* Parameters of one expert in all layers: two equations, params and active, for this and what all tokens share. */
static inline double
training_expert(const training_model *m)
{
	return m->experts ? (m->params - m->active) / (double)(m->experts - m->topk) : 0;
}

/* Parameters that are no expert's. */
static inline double
training_shared(const training_model *m)
{
	return m->params - (double)m->experts * training_expert(m);
}

enum { TRAINING_1F1B, TRAINING_INTERLEAVED };
enum { TRAINING_DP_PP, TRAINING_PP_DP };
enum { TRAINING_RING, TRAINING_GATHER };

typedef struct training_plan {
	int64_t tp, pp, dp, ep;	/* ranks that share a layer, stages, replicas, replicas that share the experts */
	int64_t cp;		/* ranks that share each sequence */
	int64_t exchange;	/* of their keys and values, TRAINING_RING … */
	int64_t fsdp;		/* 1: replicas share the parameters, and gather them for each layer */
	int64_t order;		/* of the ranks, TRAINING_DP_PP … */
	int64_t sp;		/* 1: sequence parallelism */
	training_model model;
	int64_t sequence;	/* tokens */
	int64_t attention;	/* 1: its operations that grow with the square of the sequence count */
	int64_t microbatch;	/* sequences */
	int64_t microbatches;	/* of an iteration, each replica */
	int64_t schedule;	/* TRAINING_1F1B … */
	int64_t chunks;		/* of layers that a stage has; 1F1B: 1 */
	int64_t merge;		/* layers that compute and communicate as one */
	int64_t element, gradient;	/* bytes of an activation's and of a gradient's element */
	double bucket;		/* parameters whose gradients are reduced together */
	int64_t overlap;	/* 1: gradients are reduced while the backward pass goes on; 0: at its end */
	const char *algorithm;	/* of the collectives but alltoall, or who chooses it */
	double flops;		/* operations a second of a rank, at its peak */
	double efficiency;	/* share of the peak that computing reaches */
	uint32_t per_node;	/* ranks side by side that share a node, for those who choose; 0: 1.  No key */
} training_plan;

/* Operations of attention a token and layer, forward, where they count: scores, and the sum of values by them, of half of the sequence, as
 * none looks ahead. */
static inline double
training_attention(const training_plan *p)
{
	return p->attention ? 2 * (double)p->sequence * (double)p->model.hidden : 0;
}

/* A key of the text. */
typedef struct training_key {
	const char *name;
	const char *value, *about;	/* as --help has an option of this name */
	int type;		/* keys.c */
	size_t at;		/* offset in training_plan */
	double least, most;	/* of numbers */
	const char *usual;	/* its value when it is not given; NULL: the model says it, or the other keys do */
} training_key;

extern const training_key training_keys[];	/* ended by a NULL name */

/* Read the text, check it, fill in what was not given.  NULL, or what is wrong, which begins with a key: "tp: '0': must be …"; the caller
 * frees. */
char *training_read(training_plan *p, const char *text);

/* Ranks of the job. */
static inline uint32_t
training_ranks(const training_plan *p)
{
	return (uint32_t)(p->tp * p->cp * p->pp * p->dp);
}
