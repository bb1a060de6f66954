/* lattice-adaptive -- any dimension that brings a packet nearer, by the channel with most tokens, and dimension
 * order in an escape channel (Jain and others, IPDPS 2017, II-C "adaptive routing"; Duato 1993; Puente and others
 * 2001).
 *
 * A packet's targets at a router are, in the order of ports, one link of each dimension in which it is not yet there: the
 * one that dimension order would take in it, and of a ring that is as short either way, both. It may
 * take these on any channel behind those of dimension order: one, or with more channels (lanes.h) more, each a
 * target.  Its ways are as long as dimension order's. */
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

static uint32_t
ways(const network *n, const packet *p, uint32_t router, way_out *w)
{
	const lattice *l = lattice_of(n);
	packet q = *p;
	uint32_t count = 0;

	for (int d = lattice_differs(l, router, p->router, 0); d < l->dims; d = lattice_differs(l, router, p->router, d + 1)) {
		uint32_t here = lattice_at(l, router, d), goal = lattice_at(l, p->router, d), away;
		bool tie, up = lattice_goes_up(l, d, here, goal, &away, &tie);

		for (unsigned both = 0; both < (tie ? 2u : 1u); both++) {
			uint32_t link = lattice_step(l, router, d, tie ? both : up, away);

			for (unsigned v = lattice_channels(l, d); v < n->channels[d + 1]; v++)
				w[count++] = (way_out){ link, v };
		}
	}
	w[count].link = lattice_next(n, &q, router);
	w[count].channel = q.channel_next;
	return count + 1;
}

/* A target is link + c router_links, c counting the link's adaptive channels. */
static bool
targets(const network *n, const packet *p, uint32_t router, uint32_t k, uint32_t *via)
{
	way_out w[MAX_WAYS];
	uint32_t count = ways(n, p, router, w);

	*via = NONE;
	if (k < count - 1) {
		int d = lattice_dimension(n->machine->class[w[k].link]);

		*via = w[k].link + (w[k].channel - lattice_channels(lattice_of(n), d)) * n->machine->router_links;
	}
	return k < count;
}

static uint32_t
next(const network *n, packet *p, uint32_t router)
{
	uint32_t link = p->via, links = n->machine->router_links, v = 0;

	if (link == NONE)
		return lattice_next(n, p, router);
	p->via = NONE;
	for (; link >= links; link -= links)
		v++;
	v += lattice_channels(lattice_of(n), lattice_dimension(n->machine->class[link]));
	p->channel_next = v & 15;
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
	.ways = ways,
};
