/* link: netsim */
/* deadlock-lattice -- as deadlock.c, for meshes, tori, express meshes and hypercubes.
 *
 * Where a packet that cannot have another channel may always wait for its escape channel, and holds one
 * buffer only, it is enough that no cycle closes among waits for escape channels (Duato 1993; with virtual
 * cut-through, 1996).  Who waits may hold any channel, and have come to it by any way.  Routings that
 * are wrong are found out. */
#include "unit/netsim/dependencies.h"

/* The two channels of a set of dimension order folded into one, an adaptive one left as it is. */
static uint32_t
next_without_dateline(const paths *w, trip *t, uint32_t router)
{
	uint32_t link = right->next(w, t, router);

	t->channel &= ~1u & 15;
	return link;
}

/* The channels on the way to a detour, which are the first half, for the whole of the way. */
static uint32_t
next_without_phases(const paths *w, trip *t, uint32_t router)
{
	uint32_t link = right->next(w, t, router);

	t->channel = t->channel % ((w->channels[w->machine->class[link]] + 1u) / 2) & 15;
	return link;
}

/* Dimension order for half the pairs, the last dimension first for the others. */
static uint32_t
next_either_order(const paths *w, trip *t, uint32_t router)
{
	const routing *any = routing_find(w->machine, "adaptive");
	paths adaptive = *w;		/* which have a channel more */
	uint32_t via = NONE, last = NONE;

	if ((t->from + t->to) % 2 == 0 || router == t->router)
		return right->next(w, t, router);
	adaptive.routes = any->routes;
	for (int class = 1; class < w->machine->classes; class++)
		adaptive.channels[class]++;
	for (uint32_t k = 0; any->decision->targets(&adaptive, t, router, k, &via) && via != NONE; k++)
		last = via;
	t->channel = 0;
	return last;
}

static void
wrong_ones(const char *spec, const char *name, next_link *next, bool escape, const char *what)
{
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	const routing *r = routing_find(m, name);

	ok(!has_cycle(m, r, r->routes->escape), "%s on %s: no cycle", name, spec);
	ok(has_cycle(m, spoilt(r, next), escape), "%s on %s %s: a cycle is found", name, spec, what);
	machine_free(m);
}

int
main(void)
{
	static const char *const shape[] = {
		"mesh:k=6", "mesh:k=4x4", "mesh:k=4x3,p=2", "mesh:k=3x3x2", "mesh:k=1x3x1x2",
		"torus:k=3", "torus:k=4", "torus:k=5", "torus:k=6", "torus:k=7", "torus:k=4x4", "torus:k=5x3", "torus:k=3x3x3",
		"torus:k=2x4x1", "torus:k=6x2,p=2",
		"expressmesh:k=8,gap=1", "expressmesh:k=9,gap=2", "expressmesh:k=10,gap=3", "expressmesh:k=11,gap=4",
		"expressmesh:k=5x4,gap=1", "expressmesh:k=6x5,gap=2", "expressmesh:k=7x4,gap=3x2", "expressmesh:k=3x4x3,gap=1x2x1",
		"hypercube:n=1", "hypercube:n=2", "hypercube:n=4", "hypercube:n=3,p=2", NULL
	};
	static const char *const detoured[] = { "mesh:k=4", "mesh:k=3x3", "torus:k=3", "torus:k=4x3", "expressmesh:k=4x4,gap=2", "expressmesh:k=3x3,gap=1",
		"hypercube:n=3", NULL };

	for (int i = 0; shape[i]; i++) {
		machine *m = machine_build(shape[i], NULL, 0, "test", 1);

		for (const routing *r = routings; r->name; r++)
			if (routing_serves(r, m))
				ok(!has_cycle(m, r, r->routes->escape), "%s on %s: no cycle", r->name, shape[i]);
		machine_free(m);
	}
	wrong_ones("torus:k=4", "minimal", next_folded, false, "with one channel a link");
	wrong_ones("torus:k=5x3", "minimal", next_folded, false, "with one channel a link");
	wrong_ones("torus:k=4", "dimension-order-ties", next_folded, false, "with one channel a link");
	wrong_ones("torus:k=3x6", "dimension-order-ties", next_folded, false, "with one channel a link");
	wrong_ones("torus:k=4x3", "adaptive", next_without_dateline, true, "with one escape channel a link");
	wrong_ones("torus:k=5", "adaptive", next_without_dateline, true, "with one escape channel a link");
	wrong_ones("mesh:k=3x3", "adaptive", next_folded, false, "with one channel a link");
	wrong_ones("hypercube:n=3", "adaptive", next_folded, false, "with one channel a link");
	wrong_ones("expressmesh:k=4x4,gap=2", "adaptive", next_folded, false, "with one channel a link");
	wrong_ones("mesh:k=3x3", "minimal", next_either_order, false, "in two orders of dimensions");
	wrong_ones("expressmesh:k=4x4,gap=2", "minimal", next_either_order, false, "in two orders of dimensions");
	for (int i = 0; detoured[i]; i++) {
		wrong_ones(detoured[i], "valiant", next_without_phases, false, "with the same channels to a detour and from it");
		wrong_ones(detoured[i], "ugal-l", next_without_phases, false, "with the same channels to a detour and from it");
	}
	wrong_ones("torus:k=4", "valiant", next_without_dateline, false, "with one channel each way");
	wrong_ones("torus:k=4x3", "ugal-l", next_without_dateline, false, "with one channel each way");
	return done_testing();
}
