/* dimension-order -- in the order of dimensions, x first; one way for each pair of routers (Dally and Seitz
 * 1987; on express meshes Jain and others, IPDPS 2017, II-C "static routing"). */
#include "netsim/routings/lattice.h"

void *
lattice_prepare(const machine *m)
{
	const lattice *l = m->shape;
	uint64_t routers = 1;

	for (int d = 0; d < l->dims; d++)
		routers += l->extent[d] - 1;
	if (routers > UINT16_MAX)
		die(FAIL_DATA, "the machine is too long: a packet counts at most %d routers", UINT16_MAX);
	return NULL;
}

uint32_t
lattice_next(const network *n, packet *p, uint32_t router)
{
	const lattice *l = lattice_of(n);
	uint32_t here, goal, away;
	bool up, tie;
	int d;

	p->channel_next = 0;
	if (router == p->router)
		return n->machine->first[router] + p->to - router * l->p;
	d = lattice_differs(l, router, p->router, 0);
	here = lattice_at(l, router, d);
	goal = lattice_at(l, p->router, d);
	up = lattice_goes_up(l, d, here, goal, &away, &tie);
	if (l->ring[d])
		p->channel_next = up == (goal > here);
	return lattice_step(l, router, d, up, away);
}

static int
channels(const machine *m, int class)
{
	return (int)lattice_channels(m->shape, lattice_dimension(class));
}

const routing routing_lattice_dimension_order = {
	.name = "dimension-order",
	.alias = "minimal",
	.about = "x, then y, …; in a row the farthest link that does not overshoot (Dally and Seitz 1987; Jain et al. 2017)",
	.kind = "mesh torus hypercube expressmesh",
	.channels = channels,
	.prepare = lattice_prepare,
	.next = lattice_next,
};
