/* lattice -- dimension order, x first (Dally and Seitz 1987; on express meshes Jain and others, IPDPS 2017, II-C "static routing").
 *
 * routes_lattice: one way for each pair of routers.  In a ring of an even number k of routers all packets for the router opposite go up:
 * of uniform traffic the links up carry (k+2)/(k-2) of what those down carry.
 *
 * routes_lattice_ties: there a packet goes up or down at random, so that both carry alike (dim_order_torus of BookSim: Jiang and others,
 * ISPASS 2013).  Bit d of its random bits says which way it goes in dimension d (its copy, paths.h, hangs on the upper ones of 16).  The
 * channels are the same: which one it is follows from the direction, whatever chose that.
 *
 * routes_lattice_either: of an express mesh's two links in a row (lattice_nearest) the farthest, or where bit d is set the nearest.  Every
 * step goes on in its direction, so the links of a row are ordered by where they begin, as in dimension order. */
#include "lib/route/lattice.h"

#include "lib/route/routes.h"

void *
lattice_prepare(const machine *m, bool detours)
{
	const lattice *l = m->shape;
	uint64_t links = 0;

	for (int d = 0; d < l->dims; d++)
		links += l->extent[d] - 1;
	if (1 + (1 + detours) * links > UINT16_MAX)
		die(FAIL_DATA, "the machine is too long: a packet counts at most %d routers", UINT16_MAX);
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
	return lattice_towards(w, t, router, t->router, 0, 0);
}

static uint32_t
next_ties(const paths *w, trip *t, uint32_t router)
{
	return lattice_towards(w, t, router, t->router, t->word, 0);
}

static uint32_t
next_either(const paths *w, trip *t, uint32_t router)
{
	const lattice *l = lattice_of(w);
	uint32_t link = lattice_towards(w, t, router, t->router, 0, 0), away, near;
	int d = lattice_dimension(w->machine->class[link]);
	bool tie, up;

	if (!(t->word >> d & 1))
		return link;
	up = lattice_goes_up(l, d, lattice_at(l, router, d), lattice_at(l, t->router, d), &away, &tie);
	near = lattice_nearest(l, router, d, up, away);
	return near == NONE ? link : near;
}

const routes routes_lattice = {
	.kind = "mesh torus hypercube expressmesh", .channels = channels, .prepare = lattice_prepare, .next = next,
};

const routes routes_lattice_ties = { .kind = "torus", .channels = channels, .prepare = lattice_prepare, .next = next_ties, .draws = true };

const routes routes_lattice_either = {
	.kind = "expressmesh", .channels = channels, .prepare = lattice_prepare, .next = next_either, .draws = true,
};
