/* opensm -- one way to each node, by the forwarding tables of OpenSM (opensm.h).
 *
 * The ways of ftree, and those of minhop on a fat-tree without broken parts, never go up after they have gone down: one channel is enough.
 * Elsewhere minhop's ways are shortest ones of any kind, and a packet takes the next channel where it goes up again, as on graphs
 * (graph.h, whose order of routers it is); trip.rank counts turns as there. */
#include "lib/route/opensm.h"

#include <stdlib.h>

#include "lib/machine/graph-search.h"
#include "lib/route/graph.h"
#include "lib/route/routes.h"

static bool
whole_tree(const machine *m)
{
	return !m->searched && kind_among(m, "fattree");
}

static int
minhop_channels(const machine *m, int class, bool detours)
{
	(void)class, (void)detours;
	return whole_tree(m) ? 1 : 1 + (int)graph_diameter(m) / 2;
}

static const char *
no_minhop(const machine *m)
{
	const char *wrong = opensm_unaddressed(m);

	if (wrong || minhop_channels(m, 1, false) <= MAX_CHANNELS)
		return wrong;
	return xprintf("its ways have up to %u links, and could wait for one another in a circle: at most %d links have channels enough",
		graph_diameter(m), 2 * MAX_CHANNELS - 1);
}

static void *
prepare_minhop(const machine *m, bool detours)
{
	opensm_fabric *f = opensm_fabric_new(m);
	uint32_t *order, most = f->order[0];

	(void)detours;
	opensm_minhop(f);
	if (whole_tree(m))
		return f;
	/* The routers in the order of a search from the first one of most ports. */
	for (uint32_t i = 1; i < f->switches; i++)
		if (m->first[f->order[i] + 1] - m->first[f->order[i]] > m->first[most + 1] - m->first[most])
			most = f->order[i];
	order = xalloc(m->routers, sizeof *order);
	graph_order(m, most, order);
	f->place = xalloc(m->routers, sizeof *f->place);
	for (uint32_t i = 0; i < m->routers; i++)
		f->place[order[i]] = i;
	free(order);
	return f;
}

static void *
prepare_ftree(const machine *m, bool detours)
{
	opensm_fabric *f = opensm_fabric_new(m);

	(void)detours;
	opensm_ftree(f);
	return f;
}

static uint32_t
next(const paths *w, trip *t, uint32_t router)
{
	const machine *m = w->machine;
	const opensm_fabric *f = w->tables;
	uint32_t link = m->first[router] + f->port[(size_t)t->to * m->routers + router];

	t->channel = 0;
	if (f->place)
		turn_take(t, f->place[m->to[link]] < f->place[router]);
	return link;
}

const routes routes_opensm_minhop = {
	.kind = "fattree graph", .broken = "fattree graph", .unfit = no_minhop, .channels = minhop_channels, .prepare = prepare_minhop,
	.release = opensm_fabric_free, .next = next,
};

const routes routes_opensm_ftree = {
	.kind = "fattree graph", .broken = "fattree graph", .unfit = opensm_no_ftree, .needs = { { 1, 1 }, { 1, 1 } }, .prepare = prepare_ftree,
	.release = opensm_fabric_free, .next = next,
};
