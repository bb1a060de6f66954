/* lattice-adaptive -- any dimension that brings a packet nearer, by the channel with most tokens, and dimension
 * order in an escape channel (Jain and others, IPDPS 2017, II-C "adaptive routing"; Duato 1993; Puente and others
 * 2001).
 *
 * A packet's targets at a router are, in the order of ports, one link of each dimension in which it is not yet there: the
 * one that dimension order would take in it, and of a ring that is as short either way, both. It may
 * take these on any channel behind those of dimension order: one, or with more channels (paths.h) more, each a
 * target.  Its ways are as long as dimension order's. */
#include "lib/route/lattice.h"
#include "lib/route/routes.h"

static int
channels(const machine *m, int class, bool detours)
{
	(void)detours;
	return (int)lattice_channels(m->shape, lattice_dimension(class)) + 1;
}

static uint32_t
ways(const paths *w, const trip *t, uint32_t router, way_out *out)
{
	const lattice *l = lattice_of(w);
	const lattice_place *here = &l->place[(size_t)router * (size_t)l->dims], *goal = &l->place[(size_t)t->router * (size_t)l->dims];
	way_out escape = { NONE, 0 };
	uint32_t count = 0;

	for (int d = 0; d < l->dims; d++) {
		uint32_t away, link;
		bool tie, up;

		if (here[d].at == goal[d].at)
			continue;
		up = lattice_goes_up(l, d, here[d].at, goal[d].at, &away, &tie);
		link = lattice_step(l, router, d, up, away);
		if (escape.link == NONE)
			escape = (way_out){ link, lattice_dateline(l, d, up, here[d].at, goal[d].at) };
		for (unsigned v = lattice_channels(l, d); tie && v < w->channels[d + 1]; v++)
			out[count++] = (way_out){ lattice_step(l, router, d, false, away), v };
		for (unsigned v = lattice_channels(l, d); v < w->channels[d + 1]; v++)
			out[count++] = (way_out){ link, v };
	}
	out[count] = escape;
	return count + 1;
}

/* Of an adaptive channel link + c router_links, c counting the link's adaptive channels; of the escape channel NONE. */
static uint32_t
mark(const paths *w, way_out way)
{
	const machine *m = w->machine;
	unsigned first = lattice_channels(lattice_of(w), lattice_dimension(m->class[way.link]));

	return way.channel < first ? NONE : way.link + (way.channel - first) * m->router_links;
}

static uint32_t
next(const paths *w, trip *t, uint32_t router)
{
	uint32_t link = t->via, links = w->machine->router_links, v = 0;

	if (link == NONE)
		return lattice_order(w, t, router);
	t->via = NONE;
	for (; link >= links; link -= links)
		v++;
	v += lattice_channels(lattice_of(w), lattice_dimension(w->machine->class[link]));
	t->channel = v & 15;
	return link;
}

const routes routes_lattice_adaptive = {
	.kind = "mesh torus hypercube expressmesh",
	.channels = channels,
	.prepare = lattice_prepare,
	.next = next,
	.ways = ways,
	.mark = mark,
	.escape = true,
};
