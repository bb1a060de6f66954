/* choices-nccl -- what NCCL 2.20.3 takes when nothing is forced: of rings and trees, and of its three protocols, the one whose time is the
 * least by its own model (src/graph/tuning.cc, commit b6475625).  Nodes are as the machine of nccl_host has them.  CollNet and NVLS,
 * which need switches that add up, are left out; PAT is younger.  Its limits by channel never bind with a channel each 30 GB/s, as
 * its search finds for eight H100 (NVIDIA/nccl issue 1197: 12 of them). */
#include "lib/program/collectives/collectives.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "lib/program/collectives/nccl.h"

enum { LL, LL128, SIMPLE, PROTOCOLS };

const nccl_host nccl_h100 = { .inside = 360, .between = 45, .tree = 1 };

/* Microseconds: of a call, of a step over NVLink, over the network; those of rings, then trees. */
static const double base[2][PROTOCOLS] = { { 6.6, 14, 8.4 }, { 6.8, 14, 0 } };
static const double nvlink[2][PROTOCOLS] = { { 0.6, 1.9, 3.4 }, { 0.6, 1.25, 28 } };
static const double network[2][PROTOCOLS] = { { 2.7, 4, 14 }, { 5, 8.5, 28 } };

/* GB/s of the protocol LL on one node, two, more, beside processors of Intel. */
static const double most_ll[] = { 87.7, 39, 20.4 };

/* Share of a tree's bandwidth that vectors of 64 B, 128 B, ... reach. */
static const double tree_share[PROTOCOLS][23] = {
	{ 1, 1, 1, 1, .9, .8, .7, .7, .7, .7, .6, .5, .4, .4, .5, .6, .7, .8, .9, 1, 1, 1, 1 },
	{ 1, 1, 1, 1, 1, .9, .8, .8, .8, .7, .6, .6, .6, .6, .6, .6, .8, .9, .9, .9, .9, 1, 1 },
	{ .9, .9, .9, .9, .9, .9, .9, .8, .7, .6, .6, .5, .5, .5, .5, .6, .7, .8, .7, .7, .8, .9, .9 }
};

static uint32_t
nodes_of(const rank_group *g)
{
	return (g->ranks - 1) / (g->per_node ? g->per_node : 1) + 1;
}

/* GB/s of all its channels together: the network's, or what a rank has inside its node. */
static double
bus_of(const nccl_host *h, const rank_group *g)
{
	double network_s = h->between * (g->per_node ? g->per_node : 1);

	return nodes_of(g) > 1 && network_s < h->inside ? network_s : h->inside;
}

/* They are twice what the search finds. */
static double
channels_of(const nccl_host *h, const rank_group *g)
{
	return 2 * fmax(1, bus_of(h, g) / 30);
}

static double
ring_us(const nccl_host *h, const rank_group *g, int64_t bytes, int p)
{
	uint32_t nodes = nodes_of(g);
	double steps = 2 * (g->ranks - 1.0), between = nodes > 1 ? 2.0 * nodes : 0, bus = bus_of(h, g);
	double overhead = nodes > 1 ? (p == SIMPLE ? 3 : 1) : 0;	/* of a message */
	double latency = base[0][p] + (steps - between) * fmax(nvlink[0][p], overhead) + between * network[0][p];

	if (p == LL)
		bus = fmin(most_ll[nodes < 3 ? nodes - 1 : 2], bus / 4);
	if (p == LL128)
		bus *= g->ranks < 2 * nodes ? 0.7 : 0.92;
	if (p == SIMPLE && nodes > 1 && floor((double)bytes / (channels_of(h, g) * g->ranks)) >= 64)
		latency *= 1.4;
	return latency + (double)bytes / (1000 * bus * g->ranks / steps);
}

static double
tree_us(const nccl_host *h, const rank_group *g, int64_t bytes, int p)
{
	uint32_t nodes = nodes_of(g), size = 0;
	double latency = base[1][p] + 2 * ((g->ranks / nodes - 1) * nvlink[1][p] + floor(log2(nodes)) * network[1][p]);
	double bus = 0.92 * bus_of(h, g);

	if (p == LL)
		bus = fmin(bus / 3.8, most_ll[nodes < 3 ? nodes - 1 : 2]);
	if (p == LL128)
		bus *= nodes == 1 ? 7.0 / 9 : 120.0 / 128;
	while (bytes >> 7 >> size)
		size++;
	return latency + (double)bytes / (1000 * bus * h->tree / 2 * (size < 23 ? tree_share[p][size] : 1));
}

double
nccl_allreduce_us(const nccl_host *h, const rank_group *g, int64_t bytes, bool *tree)
{
	double best = INFINITY;

	for (int how = 0; how < 2 * PROTOCOLS; how++) {
		double time = (how < PROTOCOLS ? tree_us : ring_us)(h, g, bytes, how % PROTOCOLS);

		if (time < best)
			*tree = how < PROTOCOLS;
		best = fmin(best, time);
	}
	return best;
}

/* Chains have pieces of a step of its buffers, 512 KiB, in each channel. */
const char *
choice_of_nccl(const char *name, rank_group *g, int64_t bytes)
{
	bool tree = false, chain = strcmp(name, "broadcast") == 0 || strcmp(name, "reduce") == 0;

	if (strcmp(name, "allreduce") == 0 && g->ranks > 1)
		nccl_allreduce_us(&nccl_h100, g, bytes, &tree);
	if (chain && !g->segment)
		g->segment = (int64_t)(channels_of(&nccl_h100, g) * 512 * 1024);
	if (strcmp(name, "alltoall") == 0)
		return "linear";
	return strcmp(name, "barrier") == 0 ? NULL : tree ? "double-binary-tree" : chain ? "pipeline" : "ring";
}
