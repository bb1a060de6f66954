/* lattice-detours -- by way of a random router, or straight on (Valiant 1982; Singh 2005; on HyperX, the express mesh of gap 1, Kim, Dally
 * and Abts, "Flattened Butterfly", ISCA 2007, and Ahn and others, SC 2009).
 *
 * All routers are drawn alike, and both halves of a detour go in dimension order, ties of a ring at random (lattice.c): so each half loads
 * the links as uniform traffic does, whatever the pattern.  Where source or destination is drawn that is the way straight on.
 *
 * Every dimension has the channels of dimension order twice: the first set on the way to the detour's router, the second behind it and for
 * packets without one.  A packet never goes back to the first set, and within either it waits as in dimension order, so no circle of
 * waiting can close.  On rings that makes four channels. */
#include "lib/route/lattice.h"
#include "lib/route/routes.h"

enum { SEGMENTS = 2 };	/* of a route with a detour */

_Static_assert(SEGMENTS * 2 <= MAX_CHANNELS, "two channels a ring for each segment are no more than a link may have");

static int
channels(const machine *m, int class, bool detours)
{
	(void)detours;
	return SEGMENTS * (int)lattice_channels(m->shape, lattice_dimension(class));
}

static uint32_t
next(const paths *w, trip *t, uint32_t router)
{
	if (t->via == router)
		t->via = NONE;
	return t->via == NONE ? lattice_towards(w, t, router, t->router, t->word, 1) : lattice_towards(w, t, router, t->via, t->word, 0);
}

static uint32_t
detours(const paths *w, const trip *t, uint32_t router)
{
	return router == t->router ? 0 : w->machine->routers;
}

static uint32_t
detour(const paths *w, const trip *t, uint32_t router, uint32_t k)
{
	(void)w;
	return k == router || k == t->router ? NONE : k;
}

/* Links of dimension order from router a to router b. */
static uint32_t
links_between(const lattice *l, uint32_t a, uint32_t b)
{
	uint32_t sum = 0;

	for (int d = lattice_differs(l, a, b, 0); d < l->dims; d = lattice_differs(l, a, b, d + 1)) {
		uint32_t away;
		bool tie;

		lattice_goes_up(l, d, lattice_at(l, a, d), lattice_at(l, b, d), &away, &tie);
		sum += l->ring[d] ? away : lattice_monotone(l, d, away);
	}
	return sum;
}

static uint32_t
length(const paths *w, const trip *t, uint32_t router, uint32_t via)
{
	const lattice *l = lattice_of(w);

	if (via == NONE)
		return links_between(l, router, t->router);
	return links_between(l, router, via) + links_between(l, via, t->router);
}

const routes routes_lattice_detours = {
	.kind = "mesh torus hypercube expressmesh", .channels = channels, .prepare = lattice_prepare, .next = next, .draws = true,
	.detours = detours, .detour = detour, .length = length,
};
