/* lattice -- dimension order, x first (Dally and Seitz 1987; on express meshes Jain and others, IPDPS 2017, II-C "static routing").
 *
 * routes_lattice: one way for each pair of routers.  In a ring of an even number k of routers all packets for the router opposite go up:
 * of uniform traffic the links up carry (k+2)/(k-2) of what those down carry.
 *
 * routes_lattice_ties: there a packet goes up or down at random, so that both carry alike (dim_order_torus of BookSim: Jiang and others,
 * ISPASS 2013).  Bit d of its random bits says which way it goes in dimension d (its copy, paths.h, hangs on the upper ones of 16).  The
 * channels are the same: which one it is follows from the direction, whatever chose that. */
#include "lib/route/lattice.h"

#include "lib/route/routes.h"

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
lattice_prepare(const machine *m, bool detours)
{
	(void)detours;
	lattice_limit(m, 1);
	return NULL;
}

static int
channels(const machine *m, int class, bool detours)
{
	(void)detours;
	return (int)lattice_channels(m->shape, lattice_dimension(class));
}

static uint32_t
next(const paths *w, trip *t, uint32_t router)
{
	return lattice_order(w, t, router);
}

static uint32_t
next_ties(const paths *w, trip *t, uint32_t router)
{
	if (router == t->router)
		return lattice_to_node(w, t, router);
	return lattice_towards(w, t, router, t->router, t->word, 0);
}

const routes routes_lattice = {
	.kind = "mesh torus hypercube expressmesh",
	.channels = channels,
	.prepare = lattice_prepare,
	.next = next,
};

const routes routes_lattice_ties = {
	.kind = "torus",
	.channels = channels,
	.prepare = lattice_prepare,
	.next = next_ties,
	.draws = true,
};
