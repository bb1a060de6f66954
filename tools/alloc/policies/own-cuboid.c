/* own-cuboid -- each job in a cuboid of routers of its own, on machines whose routers stand in rows (Jain, Bhatele, Ni, Gamblin and Kale,
 * "Partitioning low-diameter networks to eliminate inter-job interference", IPDPS 2017).  The job has the first nodes of its cuboid in
 * label order; the rest of it stays idle.  Which cuboid, and why jobs share no link: cuboid.h.
 *
 * em-cuboid: the smallest cuboid that is free (IV-B.3 ii).  em-blocks: whole building blocks that make a cuboid (IV-B.3 i), not any blocks
 * "close to each other", since packets leave other unions; a request that is no multiple uses only part of its blocks.
 *
 * contiguous -- each job in one cuboid of routers, the most compact one: contiguous allocation, as Blue Gene has it and as the GSEARCH
 * paper's machines do without (section I; the free sub-meshes of Zhu, "Efficient processor allocation strategies for mesh-connected
 * parallel computers", J. Parallel and Distributed Computing 16(4), 1992).
 *
 * Of the cuboids of which no job has a node and that have enough, the one whose extents have the least sum, so of cuboids of one size the
 * one with the least surface; then the one with the fewest routers (cuboid.h has the other ties).  The job has its first nodes in label
 * order.  Routers of the cuboid that it does not use stay open to others: unlike em-cuboid it keeps no job's packets apart. */
#include <inttypes.h>

#include "alloc/policy.h"
#include "alloc/shapes/cuboid.h"
#include "lib/cli/cli.h"
#include "lib/machine/lattice/lattice.h"
#include "lib/machine/spec/key.h"

static const spec_key shape = { .name = "block", .type = KEY_EXTENTS };

/* Routers of a block in each dimension, one for all or one each, without an argument 1; false when it says something else. */
static bool
read_block(const machine *m, const char *argument, uint32_t *block)
{
	spec_value v;

	if (!value_read(&shape, argument ? argument : "1", &v) || (v.count != 1 && v.count != m->dims))
		return false;
	for (int d = 0; d < m->dims; d++)
		block[d] = (uint32_t)v.number[v.count > 1 ? d : 0];
	return true;
}

static char *
check(const machine *m, const char *argument)
{
	uint32_t block[MACHINE_DIMS];

	if (!read_block(m, argument, block))
		return xprintf("wants the routers of a block, one number or one a dimension, as 4x4x2; '%s' has %d dimensions", m->spec, m->dims);
	for (int d = 0; d < m->dims; d++)
		if (m->extent[d] % block[d] != 0)
			return xprintf("wants blocks that divide the machine; dimension %s has %" PRIu32 " routers, not a multiple of %" PRIu32,
				lattice_axis(d), m->extent[d], block[d]);
	return NULL;
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	uint32_t block[MACHINE_DIMS];

	out->why = q->argument ? "no cuboid of blocks without another job is large enough" :
		"no cuboid of routers without another job is large enough";
	return read_block(o->machine, q->argument, block) && cuboid_choose(o, block, q->policy->reserves ? SMALL : COMPACT, q->nodes, out->node);
}

static uint32_t
reserves(const occupancy *o, const request *q, const uint32_t *node, uint32_t *out)
{
	uint32_t block[MACHINE_DIMS];

	return read_block(o->machine, q->argument, block) ? cuboid_reserve(o, block, node, q->nodes, out) : 0;
}

#define OWN_CUBOID .kind = CUBOID_KINDS, .choose = choose, .reserves = reserves, .refuses = true, .whole = true

const policy policy_em_cuboid = {
	.name = "em-cuboid",
	.about = "a free cuboid of routers for each job, as small as may be, which shares no link with another",
	OWN_CUBOID
};

const policy policy_em_blocks = {
	.name = "em-blocks",
	.about = "a free cuboid of whole building blocks for each job, which shares no link with another",
	.argument = "4x4x2",
	.check = check,
	OWN_CUBOID
};

const policy policy_contiguous = {
	.name = "contiguous", .about = "the most compact free cuboid of routers", .kind = CUBOID_KINDS, .choose = choose, .refuses = true,
};
