/* multisection -- the tasks are cut in two, again and again, along the machine: its groups or subtrees first, then routers, then nodes.
 *
 * What is cut is seen from above: half the groups, of one group half the routers, of one router half the nodes.  Routers with coordinates
 * are cut across the axis along which they extend most, others where METIS finds little between the halves that is near.  The tasks are cut
 * by METIS so that little is sent across, in parts as large as those of the machine.  Within a level of a machine all is about equally
 * near, so that a cut in any order will do there.
 *
 * metis -- the tasks and the routers that they go to are cut in two, again and again, by METIS (Hoefler and Snir, "Generic topology mapping
 * strategies for large-scale parallel architectures", ICS 2011, recursive bisection).
 *
 * Weights are what tasks exchange, and how near routers are.  Both graphs are cut in halves of equal numbers of ranks; the tasks of one
 * half go to the routers of one half.  Which goes to which the paper leaves open: here that which brings tasks nearer to those they talk
 * to, where every task counts as being in the middle of the routers that its part is known to go to. */
#include "lib/cli/ascending.h"
#include "map/mapping.h"

#ifdef HAVE_METIS

#include <stdlib.h>

#include "lib/cli/cli.h"
#include "map/support/dissection.h"
#include "map/support/rank-axes.h"

enum {
	FIRST_CUTS = 8, CUTS = 2,	/* the best of that many by METIS */
	METIS_CUTS = 4,
	MANY_TASKS = 32768	/* with more it is 1 in place of CUTS */
};

/* A router of a part, and where it is along what is cut. */
typedef struct item {
	uint32_t at, place;	/* place: in the part */
} item;

ASCENDING_BY2(ascending, item, at, place)

/* Halve items along `at`, nearest to equal in ranks; with `whole` where `at` changes. */
static void
halve(const used_routers *u, const uint32_t *router, item *list, uint32_t count, bool whole, uint8_t *side)
{
	int64_t all = 0, before = 0, least = INT64_MAX;
	uint32_t best = 1;

	qsort(list, count, sizeof *list, ascending);
	for (uint32_t i = 0; i < count; i++)
		all += used_routers_ranks(u, router[i]);
	for (uint32_t i = 1; i < count; i++) {
		before += used_routers_ranks(u, router[list[i - 1].place]);
		if ((!whole || list[i].at != list[i - 1].at) && llabs(2 * before - all) < least) {
			least = llabs(2 * before - all);
			best = i;
		}
	}
	for (uint32_t i = 0; i < count; i++)
		side[list[i].place] = i >= best;
}

/* Cut between domains of a level; false where all are in one. */
static bool
cut_level(const used_routers *u, const level *l, const uint32_t *router, uint32_t count, item *list, uint8_t *side)
{
	bool several = false;

	for (uint32_t i = 0; i < count; i++) {
		list[i] = (item){ l->of[u->p->node[u->node[router[i]]]], i };
		several |= list[i].at != list[0].at;
	}
	if (several)
		halve(u, router, list, count, true, side);
	return several;
}

static void
coordinates(const used_routers *u, uint32_t router, uint32_t *at)
{
	const machine *m = u->p->machine;

	m->kind->coordinates(m, m->node_router[u->p->node[u->node[router]]], at);
}

/* Cut across the longest axis; a full box between two rows. */
static void
cut_axis(const used_routers *u, const uint32_t *router, uint32_t count, item *list, uint8_t *side)
{
	const machine *m = u->p->machine;
	uint32_t at[MACHINE_DIMS], start = 0, longest = 0;
	uint64_t box = 1;
	int axis = 0;

	for (int d = 0; d < m->dims; d++) {
		uint8_t *seen = xcalloc(m->extent[d], sizeof *seen);
		uint32_t begin, extent;

		for (uint32_t i = 0; i < count; i++) {
			coordinates(u, router[i], at);
			seen[at[d]] = 1;
		}
		extent = row_extent(seen, m->extent[d], m->ring[d], &begin);
		box *= box <= count ? extent : 1;
		if (extent > longest) {
			longest = extent;
			start = begin;
			axis = d;
		}
		free(seen);
	}
	for (uint32_t i = 0; i < count; i++) {
		coordinates(u, router[i], at);
		list[i] = (item){ (at[axis] + m->extent[axis] - start) % m->extent[axis], i };
	}
	halve(u, router, list, count, box == count, side);
}

static void
cut(used_routers *u, const uint32_t *router, uint32_t count, uint8_t *side)
{
	const machine *m = u->p->machine;
	item *list = xalloc(count, sizeof *list);
	int l = m->levels - 1;

	while (l > 0 && !cut_level(u, &m->level[l], router, count, list, side))
		l--;
	if (l == 0) {
		if (m->dims > 0)
			cut_axis(u, router, count, list, side);
		else
			cut_near(u, router, count, side);
	}
	free(list);
}

static void
place(const placement *p, uint32_t *rank)
{
	dissect(p, &(dissection_rule){ .cut = cut, .first_cuts = FIRST_CUTS, .cuts = p->tasks > MANY_TASKS ? 1 : CUTS,
		.pulled = true, .nodes = p->distances->apart > 0 }, rank);
}

static void
place_metis(const placement *p, uint32_t *rank)
{
	dissect(p, &(dissection_rule){ .cut = cut_near, .first_cuts = METIS_CUTS, .cuts = METIS_CUTS }, rank);
}

#define BY_METIS(function) .place = function
#else
#define BY_METIS(function) .lacks = "METIS"
#endif

const mapping mapping_multisection = {
	.name = "multisection", .about = "the tasks are cut along the machine: groups or subtrees, routers, nodes, by METIS",
	.needs = NEEDS_TRAFFIC, BY_METIS(place),
};

const mapping mapping_metis = {
	.name = "metis", .about = "recursive bisection of the tasks and of the routers by METIS (Hoefler and Snir)",
	.needs = NEEDS_TRAFFIC, BY_METIS(place_metis),
};
