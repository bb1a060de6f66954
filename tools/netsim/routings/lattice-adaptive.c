/* lattice-adaptive -- any dimension that brings a packet nearer, by the channel with most tokens, and dimension
 * order in an escape channel (Jain and others, IPDPS 2017, II-C "adaptive routing"; Duato 1993; Puente and others
 * 2001).
 *
 * A packet's targets at a router are, in the order of ports, one link of each dimension in which it is not yet there: the
 * one that dimension order would take in it, and of a ring that is as short either way, both. It may
 * take these on their last channel; the others are those of dimension order.  Its ways are as long as
 * dimension order's. */
#include "netsim/routings/lattice.h"

static int
channels(const machine *m, int class)
{
	return (int)lattice_channels(m->shape, lattice_dimension(class)) + 1;
}

static void
choose(network *n, packet *p, uint32_t router, int64_t now)
{
	(void)n;
	(void)now;
	p->settled = router == p->router;
}

/* The k-th target; NONE when there are no more. */
static uint32_t
target(const lattice *l, const packet *p, uint32_t router, uint32_t k)
{
	for (int d = lattice_differs(l, router, p->router, 0); d < l->dims; d = lattice_differs(l, router, p->router, d + 1)) {
		uint32_t here = lattice_at(l, router, d), goal = lattice_at(l, p->router, d), away;
		bool tie, up = lattice_goes_up(l, d, here, goal, &away, &tie);

		if (k == 0)
			return lattice_step(l, router, d, up && !tie, away);
		if (k == 1 && tie)
			return lattice_step(l, router, d, true, away);
		k -= 1 + tie;
	}
	return NONE;
}

static bool
targets(const network *n, const packet *p, uint32_t router, uint32_t k, uint32_t *via)
{
	*via = router == p->router ? NONE : target(lattice_of(n), p, router, k);
	return *via != NONE || k == 0 || target(lattice_of(n), p, router, k - 1) != NONE;
}

static uint32_t
next(const network *n, packet *p, uint32_t router)
{
	uint32_t link = p->via;

	if (link == NONE)
		return lattice_next(n, p, router);
	p->via = NONE;
	p->channel_next = (uint8_t)(lattice_channels(lattice_of(n), lattice_dimension(n->machine->class[link])) & 3);
	return link;
}

const routing routing_lattice_adaptive = {
	.name = "adaptive",
	.about = "any dimension, the channel with most tokens; dimension-order as escape (Jain et al. 2017; Duato 1993)",
	.kind = "mesh torus hypercube expressmesh",
	.channels = channels,
	.prepare = lattice_prepare,
	.choose = choose,
	.next = next,
	.targets = targets,
	.tokens = true,
};
