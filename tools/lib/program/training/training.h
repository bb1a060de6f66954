/* training -- one iteration of training a transformer on many ranks, as a program. */
#pragma once

#include "lib/program/program.h"
#include "lib/program/training/plan.h"

/* What an iteration computes and sends.  `name` is kept: where the program is from. */
program *training_program(const training_plan *p, const char *name);

/* Picoseconds that a rank computes for half of `merge` layers (attention, or what is behind it) of a micro batch, forward. */
int64_t training_half_ps(const training_plan *p);

/* Picoseconds more for attention of `merge` layers, forward, where the plan counts it. */
int64_t training_attention_ps(const training_plan *p);
