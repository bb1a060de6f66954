/* em-cuboid -- each job in the smallest cuboid of routers that is free: "variable-sized blocks" of Jain,
 * Bhatele, Ni, Gamblin and Kale, "Partitioning low-diameter networks to eliminate inter-job
 * interference", IPDPS 2017, IV-B.3 ii; on Blue Waters they keep jobs apart.
 *
 * Which cuboid, and why jobs share no link: cuboid.h.  The job has the first nodes of its cuboid in label order; the
 * rest of it stays idle. */
#include "alloc/shapes/cuboid.h"
#include "alloc/policy.h"

static bool
choose(const occupancy *o, const request *q, rng *r, void *state, grant *g)
{
	(void)r, (void)state;
	g->why = "no cuboid of routers without another job has so many";
	return cuboid_choose(o, NULL, SMALL, q->nodes, g->node);
}

static uint32_t
closes(const occupancy *o, const request *q, const uint32_t *node, uint32_t *out)
{
	return cuboid_close(o, NULL, node, q->nodes, out);
}

const policy policy_em_cuboid = {
	.name = "em-cuboid",
	.about = "a free cuboid of routers for each job, as small as may be, which shares no link with another",
	.kind = CUBOID_KINDS,
	.choose = choose,
	.closes = closes,
	.refuses = true,
};
