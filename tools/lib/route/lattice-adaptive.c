/* lattice-adaptive -- any dimension that brings a packet nearer, by the channel with most tokens, and dimension order in an escape channel
 * (Jain and others, IPDPS 2017, II-C "adaptive routing"; Duato 1993; Puente and others 2001).
 *
 * A packet's targets at a router are, in the order of ports, a link of each dimension in which it is not yet there: the one that dimension
 * order would take in it; of a ring that is as short either way, both; of an express mesh also the nearest one where II-C offers two
 * (lattice_nearest), but of routes_lattice_farthest. It may take these on any channel behind those of dimension order: one, or with more
 * channels (paths.h) more, each a target.  Its ways are as long as dimension order's. */
#include "lib/route/lattice.h"
#include "lib/route/routes.h"

static int
channels(const machine *m, int class, bool detours)
{
	(void)detours;
	return (int)lattice_channels(m->shape, lattice_dimension(class)) + 1;
}

/* Add the adaptive channels first ... end - 1 of a link, unless it is NONE; how many ways there are then. */
static uint32_t
add(way_out *out, uint32_t count, uint32_t link, unsigned first, unsigned end)
{
	for (unsigned v = first; link != NONE && v < end; v++)
		out[count++] = (way_out){ link, v };
	return count;
}

static uint32_t
ways(const paths *w, const trip *t, uint32_t router, way_out *out)
{
	const lattice *l = lattice_of(w);
	bool nearest = w->routes == &routes_lattice_adaptive;
	way_out escape = { NONE, 0 };
	uint32_t count = 0;

	for (int d = lattice_differs(l, router, t->router, 0); d < l->dims; d = lattice_differs(l, router, t->router, d + 1)) {
		uint32_t here = lattice_at(l, router, d), goal = lattice_at(l, t->router, d), away;
		bool tie, up = lattice_goes_up(l, d, here, goal, &away, &tie);
		unsigned first = lattice_channels(l, d), end = w->channels[d + 1];
		uint32_t near = nearest ? lattice_nearest(l, router, d, up, away) : NONE;

		if (escape.link == NONE)
			escape = (way_out){ lattice_step(l, router, d, up, away), lattice_dateline(l, d, up, here, goal) };
		count = add(out, count, up ? near : NONE, first, end);
		count = add(out, count, lattice_step(l, router, d, up && !tie, away), first, end);
		count = add(out, count, tie ? lattice_step(l, router, d, true, away) : up ? NONE : near, first, end);
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
		return lattice_towards(w, t, router, t->router, 0, 0);
	t->via = NONE;
	for (; link >= links; link -= links)
		v++;
	v += lattice_channels(lattice_of(w), lattice_dimension(w->machine->class[link]));
	t->channel = v & 15;
	return link;
}

const routes routes_lattice_adaptive = {
	.kind = "mesh torus hypercube expressmesh", .channels = channels, .prepare = lattice_prepare, .next = next, .ways = ways,
	.mark = mark, .escape = true,
};

const routes routes_lattice_farthest = {
	.kind = "expressmesh", .channels = channels, .prepare = lattice_prepare, .next = next, .ways = ways, .mark = mark, .escape = true,
};
