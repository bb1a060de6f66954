/* mpich-rank-order -- MPICH_RANK_ORDER of HPE Cray MPI (MPICH_RANK_REORDER_METHOD=3): the MPI ranks in the order of the
 * launcher's slots, node after node, separated by commas, runs as a-b.  A line a node. */
#include <inttypes.h>
#include <stdlib.h>

#include "map/launch/launch.h"
#include "map/support/arrays.h"

/* The tasks of one node, as many as there are, by processor, moved to the front. */
static uint32_t
close_ranks(uint32_t *task, uint32_t cores)
{
	uint32_t n = 0;

	for (uint32_t c = 0; c < cores; c++)
		if (task[c] != NONE)
			task[n++] = task[c];
	return n;
}

static void
write_line(FILE *out, const uint32_t *task, uint32_t n)
{
	for (uint32_t i = 0, last; i < n; i = last + 1) {
		for (last = i; last + 1 < n && task[last + 1] == task[last] + 1;)
			last++;
		fprintf(out, "%s%" PRIu32, i ? "," : "", task[i]);
		if (last > i)
			fprintf(out, "-%" PRIu32, task[last]);
	}
	putc('\n', out);
}

/* The launcher has as many slots on every node, and fills them node after node: all nodes but the last with tasks are full. */
static void
write_order(const launch *l, FILE *out)
{
	uint32_t *task = array_of_none(l->nodes * l->cores), slots = 0, left = l->tasks;	/* task[]: that on each rank */

	for (uint32_t i = 0; i < l->tasks; i++)
		task[l->rank[i]] = i;
	for (uint32_t k = 0; k < l->nodes && left; k++) {
		uint32_t *here = task + (size_t)k * l->cores, n = close_ranks(here, l->cores);

		slots = k ? slots : n;
		if (n == 0 || n > slots || (n < slots && n < left))
			die(FAIL_DATA, "job '%s': mpich-rank-order: tasks on its first node: %" PRIu32 ", on number %" PRIu32 ": %" PRIu32
				"; a launcher puts as many on each, and fewer only on the last", l->job, slots, k + 1, n);
		write_line(out, here, n);
		left -= n;
	}
	free(task);
}

const launch_format launch_mpich_rank_order = {
	.name = "mpich-rank-order", .comments = true, .write = write_order, .launchers = SRUN | PALS,
	.reader = "HPE Cray MPI, as MPICH_RANK_ORDER", .command = "MPICH_RANK_REORDER_METHOD=3 srun --distribution=block",
};
