/* fattree -- up to the lowest switches that have the destination below them, then down the one way that there is.
 *
 * routes_fattree (d-mod-k): a switch at height i that is not above node d sends packets for d by its link up floor(d / twins[i]) mod up[i]
 * (Zahavi, "D-Mod-K Routing Providing Non-Blocking Traffic for Shift Permutations on Real Life Fat Trees", Technion, 2010; on k-ary n-trees
 * the deterministic routing of Gomez et al., IPDPS 2007).  So all packets for a node come down the same links, a link down carries packets
 * for as few nodes as can be, and in a tree that is not tapered no two packets of a shift (node s sends to s + x) meet on a link.
 *
 * routes_fattree_up: up by any link, which a decision names at each switch anew: trip.via is that link.
 *
 * routes_fattree_turn: by way of any of the lowest switches that have both ends below them: trip.via is that switch, by default the first.
 *
 * After a link down there is no link up, so one channel a link suffices. */
#include "lib/machine/kinds/fattree.h"
#include "lib/route/routes.h"

static uint32_t
next(const paths *w, trip *t, uint32_t router)
{
	const machine *m = w->machine;
	const fattree *f = m->shape;
	uint32_t height = f->at[router];

	t->channel = 0;
	if (fattree_above(f, router, t->router))
		return fattree_down(m, f, router, t->router);
	return fattree_up(m, f, router, t->to / f->twins[height] % f->up[height]);
}

static uint32_t
next_up(const paths *w, trip *t, uint32_t router)
{
	const machine *m = w->machine;
	const fattree *f = m->shape;
	uint32_t link = t->via;

	t->channel = 0;
	if (fattree_above(f, router, t->router))
		return fattree_down(m, f, router, t->router);
	t->via = NONE;
	return link;
}

/* The links up of a switch that is not above t's destination. */
static uint32_t
links_up(const paths *w, const trip *t, uint32_t router, uint32_t *first)
{
	const fattree *f = w->machine->shape;

	if (fattree_above(f, router, t->router))
		return 0;
	*first = fattree_up(w->machine, f, router, 0);
	return f->up[f->at[router]];
}

/* The lowest switches that leaf `router` and t's destination have above them: how many, and the first. */
static uint32_t
meeting(const fattree *f, const trip *t, uint32_t router, uint32_t *first)
{
	uint32_t height = 1;

	while (router / f->leaves[height] != t->router / f->leaves[height])
		height++;
	*first = f->base[height] + router / f->leaves[height] * f->twins[height];
	return f->twins[height];
}

static uint32_t
turns(const paths *w, const trip *t, uint32_t router)
{
	uint32_t first;

	return meeting(w->machine->shape, t, router, &first);
}

static uint32_t
turn(const paths *w, const trip *t, uint32_t router, uint32_t k)
{
	uint32_t first;

	meeting(w->machine->shape, t, router, &first);
	return first + k;
}

/* Link u up leads from place x to place x*up + u, so a switch on the way to the one where the packet turns is at its place divided by the
 * ways from there up to it. */
static uint32_t
next_turn(const paths *w, trip *t, uint32_t router)
{
	const machine *m = w->machine;
	const fattree *f = m->shape;
	uint32_t height = f->at[router], top;

	t->channel = 0;
	if (t->via == router)
		t->via = NONE;
	if (t->via == NONE && fattree_above(f, router, t->router))
		return fattree_down(m, f, router, t->router);
	if (t->via == NONE)		/* nobody has drawn one */
		t->via = turn(w, t, router, 0);
	top = f->at[t->via];
	return fattree_up(m, f, router, f->place[t->via] / (f->twins[top] / f->twins[height + 1]) % f->up[height]);
}

const routes routes_fattree = { .kind = "fattree", .needs = { { 1, 1 }, { 1, 1 } }, .next = next };

const routes routes_fattree_up = { .kind = "fattree", .needs = { { 1, 1 }, { 1, 1 } }, .next = next_up, .links = links_up };

const routes routes_fattree_turn = { .kind = "fattree", .needs = { { 1, 1 }, { 1, 1 } }, .next = next_turn, .detours = turns, .detour = turn };
