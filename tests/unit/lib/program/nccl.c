/* NCCL's model of an allreduce: times that NCCL itself printed, and times worked out from its source by another program, with its limits by
 * channel, which must never bind. */
#include <math.h>

#include "lib/program/collectives/nccl.h"
#include "unit/tap.h"

static void
takes(const nccl_host *h, uint32_t ranks, uint32_t per_node, int64_t bytes, double us, bool is_tree)
{
	rank_group g = { .ranks = ranks, .per_node = per_node };
	bool tree;
	double got = nccl_allreduce_us(h, &g, bytes, &tree);

	ok(fabs(got / us - 1) < 1e-6 && tree == is_tree, "%u ranks, %u a node, %lld bytes: %.6f us by a %s", (unsigned)ranks,
		(unsigned)per_node, (long long)bytes, got, tree ? "tree" : "ring");
}

int
main(void)
{
	/* NVIDIA/nccl issue 1453: three nodes of eight H100; its times of 131,072 bytes tell 192 GB/s between nodes. */
	static const nccl_host seen = { .inside = 360, .between = 24, .tree = 0.85 };

	takes(&seen, 24, 8, 256, 25.229528, true);
	takes(&seen, 24, 8, 512, 25.259054, true);
	takes(&seen, 24, 8, 65536, 37.798233, true);
	takes(&seen, 24, 8, 131072, 51.603912, true);
	/* NVIDIA/nccl issue 1595: eight H100. */
	takes(&nccl_h100, 8, 8, 805306368, 3970.683594, false);

	takes(&nccl_h100, 16, 8, 1000, 25.25128205128205, true);
	takes(&nccl_h100, 16, 8, 1000000, 59.23537305421364, true);
	takes(&nccl_h100, 16, 1, 3000000, 316.7714285714286, false);
	takes(&nccl_h100, 64, 8, 100000000, 798.1915369475756, true);
	takes(&nccl_h100, 512, 8, 1000000000, 6574.7238325281805, true);
	takes(&nccl_h100, 8, 8, 1000000000, 4917.111111111112, false);
	takes(&nccl_h100, 6, 4, 100000, 27.67350427350427, false);
	return done_testing();
}
