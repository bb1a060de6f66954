/* schedule -- in which order a stage of a pipeline computes its micro batches. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A micro batch goes through a chunk of a stage's layers, or its gradients go back. */
typedef struct schedule_step {
	uint32_t microbatch, chunk;
	bool backward;
} schedule_step;

/* The steps of `stage` of `stages`, 2 x microbatches x chunks of them, into step[].  With one chunk: one forward, one backward
 * (PipeDream-Flush).  With more: the interleaved schedule of Megatron-LM, which wants a multiple of `stages` micro batches. */
void schedule_steps(uint32_t stages, uint32_t stage, uint32_t chunks, uint32_t microbatches, schedule_step *step);
