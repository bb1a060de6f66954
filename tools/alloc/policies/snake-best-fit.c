/* snake-best-fit -- the smallest interval of idle nodes that is large enough along a snake through the lattice, else the least span (the
 * GSEARCH paper, section III-B, after Lo, Windisch, Liu and Nitzberg, IEEE TPDS 8(7), 1997, and Leung et al., "Processor allocation on
 * Cplant", CLUSTER 2002).
 *
 * The axes are sorted by length, the shortest runs fastest, of equal ones the lower axis; each runs up and down in turn.  The nodes of a
 * router follow one another.  Of equal intervals the first along the curve is taken, from its low end; of equal spans the first. */
#include <string.h>

#include "alloc/pick.h"
#include "alloc/policy.h"
#include "alloc/shapes/cuboid.h"
#include "lib/cli/cli.h"
#include "lib/machine/lattice/lattice.h"

/* A walk along the curve. */
typedef struct curve_walk {
	const lattice *lattice;
	int axis[MACHINE_DIMS];	/* the fastest first */
	uint32_t at[MACHINE_DIMS];
	bool down[MACHINE_DIMS];
	uint32_t router;
} curve_walk;

/* Go on to the next router: one step along the fastest axis that is not at its end; those at their end turn round. */
static void
walk_on(curve_walk *w)
{
	const lattice *l = w->lattice;

	for (int i = 0; i < l->dims; i++) {
		int d = w->axis[i];

		if (w->at[d] != (w->down[d] ? 0 : l->extent[d] - 1)) {
			w->at[d] += w->down[d] ? UINT32_MAX : 1;
			w->router += w->down[d] ? -l->stride[d] : l->stride[d];
			return;
		}
		w->down[d] = !w->down[d];
	}
}

/* The idle nodes in the order of the curve, and the place of each on it. */
static void
line_up(const occupancy *o, uint32_t *node, uint32_t *place)
{
	const lattice *l = o->machine->shape;
	uint32_t n = 0, at = 0;
	curve_walk w;

	/* Begin at router 0. */
	w = (curve_walk){ .lattice = l };
	for (int d = 0; d < l->dims; d++) {
		int i = d;

		for (; i > 0 && l->extent[w.axis[i - 1]] > l->extent[d]; i--)
			w.axis[i] = w.axis[i - 1];
		w.axis[i] = d;
	}
	for (uint32_t i = 0; i < o->machine->routers; i++, walk_on(&w))
		for (uint32_t v = w.router * l->p; v < (w.router + 1) * l->p; v++, at++)
			if (!o->busy[v]) {
				node[n] = v;
				place[n++] = at;
			}
}

/* The first idle node of the smallest interval with at least `need`; NONE. */
static uint32_t
best_interval(const uint32_t *place, uint32_t idle, uint32_t need)
{
	uint32_t best = NONE, length = UINT32_MAX, first = 0;

	for (uint32_t i = 1; i <= idle; i++) {
		if (i < idle && place[i] == place[i - 1] + 1)
			continue;
		if (i - first >= need && i - first < length) {
			best = first;
			length = i - first;
		}
		first = i;
	}
	return best;
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	uint32_t *node = xalloc(o->idle, sizeof *node), *place = xalloc(o->idle, sizeof *place), first;

	line_up(o, node, place);
	first = best_interval(place, o->idle, q->nodes);
	if (first == NONE)
		first = tightest_run(place, o->idle, q->nodes);	/* the least span */
	memcpy(out->node, node + first, q->nodes * sizeof *node);
	free_all(node, place);
	return true;
}

const policy policy_snake_best_fit = {
	.name = "snake-best-fit", .about = "the smallest free interval that is large enough on a snake through the lattice",
	.kind = CUBOID_KINDS, .choose = choose,
};
