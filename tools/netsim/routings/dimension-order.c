/* dimension-order -- in the order of dimensions, x first; one way for each pair of routers (Dally and Seitz
 * 1987; on express meshes Jain and others, IPDPS 2017, II-C "static routing"). */
#include "netsim/routings/lattice.h"

void
lattice_limit(const machine *m, uint32_t segments)
{
	const lattice *l = m->shape;
	uint64_t links = 0;

	for (int d = 0; d < l->dims; d++)
		links += l->extent[d] - 1;
	if (1 + segments * links > UINT16_MAX)
		die(FAIL_DATA, "the machine is too long: a packet counts at most %d routers", UINT16_MAX);
}

void *
lattice_prepare(const machine *m)
{
	lattice_limit(m, 1);
	return NULL;
}

uint32_t
lattice_next(const network *n, packet *p, uint32_t router)
{
	if (router == p->router)
		return lattice_to_node(n, p, router);
	return lattice_towards(n, p, router, p->router, 0, 0);
}

int
lattice_order_channels(const machine *m, int class)
{
	return (int)lattice_channels(m->shape, lattice_dimension(class));
}

const routing routing_lattice_dimension_order = {
	.name = "dimension-order",
	.alias = "minimal",
	.about = "x, then y, …; in a row the farthest link that does not overshoot (Dally and Seitz 1987; Jain et al. 2017)",
	.kind = "mesh torus hypercube expressmesh",
	.channels = lattice_order_channels,
	.prepare = lattice_prepare,
	.next = lattice_next,
};
