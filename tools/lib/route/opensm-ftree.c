/* opensm-ftree -- the tables of OpenSM's engine ftree (osm_ucast_ftree.c of 3.3.23; Zahavi, Johnson, Kerbyson and Lang, "Optimized
 * InfiniBand fat-tree routing for shift all-to-all communication patterns", Concurrency and Computation 22, 2010).
 *
 * Ranks, indices and groups of links: opensm-tree.h.  Leaves come by index, their adapters by port; each adapter's tree of ways is laid
 * upwards from its leaf: by the group up that has the fewest adapters so far (ties go to the least index), by its port that has the fewest;
 * the switch above then sends down by that cable.  There the same goes on.  The other groups up get ways too, but are not counted.  At each
 * switch so reached ways go down as well, to all switches that have none yet, or a longer one: by the groups in the order of how often they
 * had been taken, then of index, and by their least taken port; a taking counts where a leaf with adapters comes below.  A leaf with fewer
 * adapters than others lays ways for the missing ones too, which are forgotten but for what they count. */
#include <stdlib.h>
#include <string.h>

#include "lib/route/opensm-tree.h"

enum { NO_HOPS = 255 };

/* The link of group k that the fewest ways go by, the first of several. */
static uint32_t
least_link(const switch_tree *t, uint32_t k)
{
	const link_group *g = &t->groups[k];
	uint32_t best = g->first;

	for (uint32_t i = g->first + 1; i < g->first + g->links; i++)
		if (t->count[i] < t->count[best])
			best = i;
	return best;
}

/* The switch at the end of the link sends to the target over it. */
static void
send_back(switch_tree *t, uint32_t link, uint32_t hops)
{
	const machine *m = t->f->machine;
	uint32_t to = m->to[link];

	t->port[to] = (uint8_t)(m->reverse[link] - m->first[to]);
	t->hops[to] = (uint8_t)hops;
}

/* Ways from switches below r, `hops` from the target, but not by way of `from`; do they come to adapters? */
static bool
lay_down(switch_tree *t, uint32_t r, uint32_t from, uint32_t hops)
{
	bool used = t->f->adapters[r] > 0;

	tree_sort(t, t->down[r], t->end[r]);
	for (uint32_t k = t->down[r]; k < t->end[r]; k++) {
		uint32_t to = t->groups[k].to, link;

		if (to == from || hops + 1 >= t->hops[to])
			continue;
		link = least_link(t, k);
		send_back(t, t->link[link], hops + 1);
		if (lay_down(t, to, NONE, hops + 1)) {
			t->count[link]++;
			t->groups[k].count++;
			used = true;
		}
	}
	return used;
}

/* Ways from all switches below r, or above it and below those; those by the least taken group are counted where `counts`. */
static void
lay_up(switch_tree *t, uint32_t r, uint32_t from, bool counts, uint32_t hops)
{
	lay_down(t, r, from, hops);
	tree_sort(t, t->up[r], t->down[r]);
	for (uint32_t k = t->up[r]; k < t->down[r]; k++) {
		uint32_t to = t->groups[k].to, link = least_link(t, k);
		bool counted = counts && k == t->up[r];

		if (counted) {
			t->groups[k].count++;
			t->count[link]++;
		}
		if (hops + 1 < t->hops[to])
			send_back(t, t->link[link], hops + 1);
		else if (!counted)
			continue;
		lay_up(t, to, r, counted, hops + 1);
	}
}

/* All ways to the adapter at port `port` of a leaf. */
static void
lay_ways(switch_tree *t, uint32_t leaf, uint32_t port, uint8_t *ports)
{
	memset(t->hops, NO_HOPS, t->f->machine->routers);
	memset(ports, OPENSM_NO_WAY, t->f->machine->routers);
	t->port = ports;
	ports[leaf] = (uint8_t)port;
	t->hops[leaf] = 1;
	lay_up(t, leaf, NONE, true, 1);
}

void
opensm_ftree(opensm_fabric *f)
{
	const machine *m = f->machine;
	uint8_t *missing = xalloc(m->routers, 1);
	switch_tree *t = tree_new(f);
	const char *wrong = tree_build(t);
	uint32_t most = 0;

	if (wrong)
		die(FAIL_DATA, "no fat-tree for OpenSM: %s", wrong);
	f->port = xalloc(m->interfaces, m->routers);
	memset(f->port, OPENSM_NO_WAY, (size_t)m->interfaces * m->routers);
	for (uint32_t r = 0; r < m->routers; r++)
		most = f->adapters[r] > most ? f->adapters[r] : most;
	for (uint32_t i = 0; i < t->leaves; i++) {
		uint32_t r = t->leaf[i];

		for (uint32_t l = m->first[r]; l < m->first[r + 1]; l++)
			if (m->class[l] == CLASS_NODE && opensm_link_up(f, l))
				lay_ways(t, r, l - m->first[r], f->port + (size_t)m->to[l] * m->routers);
		for (uint32_t k = f->adapters[r]; k < most; k++)
			lay_ways(t, r, OPENSM_NO_WAY, missing);
	}
	free(missing);
	tree_free(t);
}
