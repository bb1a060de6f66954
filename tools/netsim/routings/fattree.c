/* fattree -- up to the lowest switches that have the destination below them, then down the one
 * way that there is.
 *
 * d-mod-k: a switch at height i that is not above node d sends packets for d by its link
 * up floor(d / twins[i]) mod up[i] (Zahavi, "D-Mod-K Routing Providing Non-Blocking
 * Traffic for Shift Permutations on Real Life Fat Trees", Technion, 2010; on k-ary n-trees
 * the deterministic routing of Gomez et al., IPDPS 2007).  So all packets for a node come down the
 * same links, a link down carries packets for as few nodes as can be, and in a tree that is
 * not tapered no two packets of a shift (node s sends to s + x) meet on a link.
 *
 * adaptive: goes up by the link for which the fewest bytes wait in the switch; of several for
 * which none wait by the one that has soonest sent what it is sending; of several still by the
 * lowest.  It is decided anew at each switch on the way up, and draws nothing.  (Without
 * the second rule most packets crowd the lowest links, and with them the lowest top switches,
 * while a link is free: messages of uniform traffic then take up to three times as long as with d-mod-k.)
 *
 * random-up: by way of a random one of the lowest switches that have both ends below them, which is to say by a random link
 * at each switch on the way up.  It is drawn once, in the first switch (on the CM-5 at each, of the links that are not
 * blocked: Leiserson and others, SPAA 1992; nca of BookSim: Jiang and others, ISPASS 2013).
 *
 * After a link down there is no link up, so one channel a link suffices. */
#include "lib/machine/kinds/fattree.h"
#include "netsim/engine/network.h"
#include "netsim/routings/choice.h"

static int
channels(const machine *m, int class)
{
	(void)m;
	(void)class;
	return 1;
}

/* Down to p's destination, which `router` is above. */
static inline uint32_t
down(const machine *m, const fattree *t, const packet *p, uint32_t router)
{
	if (router == p->router)
		return m->first[router] + p->to - router * t->down[1];
	return fattree_down(m, t, router, p->router);
}

static uint32_t
next_static(const network *n, packet *p, uint32_t router)
{
	const machine *m = n->machine;
	const fattree *t = m->shape;
	uint32_t height = t->at[router];

	p->channel_next = 0;
	if (fattree_above(t, router, p->router))
		return down(m, t, p, router);
	return fattree_up(m, t, router, p->to / t->twins[height] % t->up[height]);
}

/* p->via: the link up by which p leaves this router. */
static uint32_t
next_chosen(const network *n, packet *p, uint32_t router)
{
	const machine *m = n->machine;
	const fattree *t = m->shape;
	uint32_t link = p->via;

	p->channel_next = 0;
	if (fattree_above(t, router, p->router))
		return down(m, t, p, router);
	p->via = NONE;
	return link;
}

/* The link up of `router` that adaptive takes. */
static uint32_t
best_up(const network *n, uint32_t router, int64_t now)
{
	const fattree *t = n->machine->shape;
	uint32_t link = fattree_up(n->machine, t, router, 0), end = link + t->up[t->at[router]], best = link;
	uint64_t least = UINT64_MAX;
	int64_t soonest = INT64_MAX;

	for (; link < end && (least > 0 || soonest > now); link++) {
		uint64_t waiting = network_waiting(n, link, now);
		int64_t until = waiting ? INT64_MAX : port_of(n, link)->free;

		if (waiting < least || (waiting == least && until < soonest)) {
			least = waiting;
			soonest = until;
			best = link;
		}
	}
	return best;
}

static void
choose(network *n, packet *p, uint32_t router, int64_t now)
{
	const fattree *t = n->machine->shape;

	p->settled = fattree_above(t, router, p->router);
	if (!p->settled)
		p->via = best_up(n, router, now);
}

static bool
targets(const network *n, const packet *p, uint32_t router, uint32_t k, uint32_t *via)
{
	const fattree *t = n->machine->shape;
	bool above = fattree_above(t, router, p->router);

	*via = above ? NONE : fattree_up(n->machine, t, router, k);
	return k < (above ? 1 : t->up[t->at[router]]);
}

/* The lowest switches that leaf `router` and p's destination have above them: how many, and the first. */
static uint32_t
meeting(const fattree *t, const packet *p, uint32_t router, uint32_t *first)
{
	uint32_t height = 1;

	while (router / t->leaves[height] != p->router / t->leaves[height])
		height++;
	*first = t->base[height] + router / t->leaves[height] * t->twins[height];
	return t->twins[height];
}

/* p->via: the switch where p turns.  Link u up leads from place t to place t*up + u, so a switch on the way to that one is at its
 * place divided by the ways from there up to it. */
static uint32_t
next_drawn(const network *n, packet *p, uint32_t router)
{
	const machine *m = n->machine;
	const fattree *t = m->shape;
	uint32_t height = t->at[router], turn;

	p->channel_next = 0;
	if (p->via == router)
		p->via = NONE;
	if (p->via == NONE)
		return down(m, t, p, router);
	turn = t->at[p->via];
	return fattree_up(m, t, router, t->place[p->via] / (t->twins[turn] / t->twins[height + 1]) % t->up[height]);
}

static void
choose_turn(network *n, packet *p, uint32_t router, int64_t now)
{
	uint32_t first, count = meeting(n->machine->shape, p, router, &first);

	(void)now;
	p->via = first + choice_at_random(p, count);
	p->settled = 1;
}

static bool
turns(const network *n, const packet *p, uint32_t router, uint32_t k, uint32_t *via)
{
	uint32_t first, count = meeting(n->machine->shape, p, router, &first);

	*via = first + k;
	return k < count;
}

const routing routing_fattree_d_mod_k = {
	.name = "d-mod-k",
	.alias = "minimal",
	.about = "static: up by the digits of the destination's number, then down (Zahavi 2010)",
	.kind = "fattree",
	.channels = channels,
	.next = next_static,
};

const routing routing_fattree_adaptive = {
	.name = "adaptive",
	.about = "up by the link for which the fewest bytes wait, or that is free first, then down (Gomez et al. 2007)",
	.kind = "fattree",
	.channels = channels,
	.asks = ASKS_ROUTER,
	.choose = choose,
	.next = next_chosen,
	.targets = targets,
};

const routing routing_fattree_random_up = {
	.name = "random-up",
	.alias = "nca",
	.about = "up by random links, so by way of a random nearest common ancestor, then down (Leiserson et al. 1992)",
	.kind = "fattree",
	.channels = channels,
	.choose = choose_turn,
	.next = next_drawn,
	.targets = turns,
};
