/* models -- sizes of published models. */
#pragma once

#include <stdint.h>

typedef struct training_model {
	const char *name;
	const char *about;	/* one line for --help */
	int64_t layers, hidden;	/* hidden: elements of a token's vector */
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
