/* contiguous -- each job in one cuboid of routers, the most compact one: contiguous allocation, as Blue Gene has it and as the GSEARCH
 * paper's machines do without (section I; the free sub-meshes of Zhu, "Efficient processor allocation strategies for mesh-connected
 * parallel computers", J. Parallel and Distributed Computing 16(4), 1992).
 *
 * Of the cuboids of which no job has a node and that have enough, the one whose extents have the least sum, so of cuboids of one size the
 * one with the least surface; then the one with the fewest routers (cuboid.h has the other ties).  The job has its first nodes in label
 * order.  Routers of the cuboid that it does not use stay open to others: unlike em-cuboid it keeps no job's packets apart. */
#include "alloc/policy.h"
#include "alloc/shapes/cuboid.h"

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	out->why = "no cuboid of routers without another job is large enough";
	return cuboid_choose(o, NULL, COMPACT, q->nodes, out->node);
}

const policy policy_contiguous = {
	.name = "contiguous", .about = "the most compact free cuboid of routers", .kind = CUBOID_KINDS, .choose = choose, .refuses = true,
};
