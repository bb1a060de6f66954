/* schedule -- see schedule.h.
 *
 * D. Narayanan and others: Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM (SC 2021), 2.2; how many
 * forward steps come first is as in Megatron-LM (megatron/core/pipeline_parallel/schedules.py): enough that the first gradients find
 * this stage ready, and interleaved twice as many and all chunks but the last one. */
#include "lib/program/training/schedule.h"

/* The k-th step in one direction: chunk after chunk, `stages` micro batches each. */
static schedule_step
step_at(uint32_t stages, uint32_t chunks, uint32_t k, bool backward)
{
	uint32_t round = k / (stages * chunks), chunk = k / stages % chunks;

	return (schedule_step){ .microbatch = chunks == 1 ? k : round * stages + k % stages, .chunk = backward ? chunks - 1 - chunk : chunk,
		.backward = backward };
}

void
schedule_steps(uint32_t stages, uint32_t stage, uint32_t chunks, uint32_t microbatches, schedule_step *step)
{
	uint32_t all = microbatches * chunks, behind = stages - 1 - stage;
	uint32_t ahead = chunks == 1 ? behind : 2 * behind + (chunks - 1) * stages, forward = 0, backward = 0;

	while (forward < all && forward < ahead)
		*step++ = step_at(stages, chunks, forward++, false);
	while (backward < all) {
		if (forward < all)
			*step++ = step_at(stages, chunks, forward++, false);
		*step++ = step_at(stages, chunks, backward++, true);
	}
}
