/* slimfly -- minimal routing, detours by a random router, and the choice between the two
 * (Besta and Hoefler, "Slim Fly: A Cost Effective Low-Diameter Network Topology", SC 2014, IV).
 *
 * The k-th link of a path between routers is taken on virtual channel k, from 0 on: a
 * packet only goes up, so no cycle of waiting can close (their IV-D; Gopal 1985).  A
 * minimal path has at most two, one with a detour at most four. */
#include "netsim/routings/slimfly.h"

#include <stdlib.h>

#include "netsim/routings/choice.h"

/* Of routers of one side whose rows differ by `to`, without a link between them: the local ports
 * of the first links of the ways from one to the other are port[side][first[side][to]] …
 * port[side][first[side][to + 1] - 1], ascending. */
typedef struct middles {
	uint32_t *first[2];	/* [q + 1] */
	uint32_t *port[2];
} middles;

/* Fill in a side; with port[side] NULL only first[side]. */
static void
find_middles(const slimfly *s, middles *t, int side)
{
	uint32_t count = 0;

	for (uint32_t to = 0; to < s->q; to++) {
		t->first[side][to] = count;
		if (to == 0 || s->port[side][to] != NONE)
			continue;
		for (uint32_t i = 0; i < s->local; i++)
			if (s->port[side][galois_subtract(s->field, to, s->set[side][i])] != NONE) {
				if (t->port[side])
					t->port[side][count] = i;
				count++;
			}
	}
	t->first[side][s->q] = count;
}

static void *
prepare(const machine *m)
{
	const slimfly *s = m->shape;
	middles *t = xcalloc(1, sizeof *t);

	for (int side = 0; side < 2; side++) {
		t->first[side] = xalloc(s->q + 1, sizeof *t->first[side]);
		find_middles(s, t, side);
		t->port[side] = xalloc(t->first[side][s->q] + 1, sizeof *t->port[side]);
		find_middles(s, t, side);
	}
	return t;
}

static void
release(void *tables)
{
	middles *t = tables;

	for (int side = 0; side < 2; side++) {
		free(t->first[side]);
		free(t->port[side]);
	}
	free(t);
}

/* The ways from one router to another: how many, and what the first link of the k-th is. */
typedef struct ways {
	uint32_t count;
	uint32_t link;		/* of the only way, or of way 0 of two */
	uint32_t other;		/* of way 1 of two */
	const uint32_t *port;	/* or else: the local ports of all */
} ways;

static inline ways
within_subgroup(const machine *m, const slimfly *s, const middles *t, uint32_t from, uint32_t to)
{
	uint32_t side = slimfly_side(s, from), by = galois_subtract(s->field, slimfly_row(s, to), slimfly_row(s, from));
	uint32_t local = s->port[side][by], first = t->first[side][by];

	if (local != NONE)
		return (ways){ .count = 1, .link = m->first[from] + s->p + local };
	return (ways){ .count = t->first[side][by + 1] - first, .port = t->port[side] + first };
}

/* The global link from `from` leads to a router of the column of `to`, from which `to` is so
 * many rows on; so many rows on from `from` is the one that has a link to `to`. */
static inline ways
to_other_side(const machine *m, const slimfly *s, uint32_t from, uint32_t to)
{
	uint32_t column = slimfly_column(s, to), side = slimfly_side(s, from);
	uint32_t by = galois_subtract(s->field, slimfly_row(s, to), slimfly_meets(s, from, column));
	uint32_t global = slimfly_global(m, s, from, column), local = s->port[side][by];

	if (local == NONE)	/* also when it is `to` itself that the global link leads to */
		return (ways){ .count = 1, .link = global };
	return (ways){ .count = s->port[!side][by] == NONE ? 1 : 2, .link = m->first[from] + s->p + local, .other = global };
}

static inline ways
find_ways(const machine *m, const middles *t, uint32_t from, uint32_t to)
{
	const slimfly *s = m->shape;

	if (slimfly_side(s, from) != slimfly_side(s, to))
		return to_other_side(m, s, from, to);
	if (from / s->q == to / s->q)
		return within_subgroup(m, s, t, from, to);
	return (ways){ .count = 1, .link = slimfly_global(m, s, from, slimfly_between(s, from, to)) };
}

static inline uint32_t
way(const machine *m, const ways *w, uint32_t from, uint32_t k)
{
	const slimfly *s = m->shape;

	return w->port ? m->first[from] + s->p + w->port[k] : k ? w->other : w->link;
}

uint32_t
slimfly_ways(const network *n, uint32_t from, uint32_t to)
{
	return find_ways(n->machine, n->tables, from, to).count;
}

uint32_t
slimfly_way(const network *n, uint32_t from, uint32_t to, uint32_t k)
{
	ways w = find_ways(n->machine, n->tables, from, to);

	return way(n->machine, &w, from, k);
}

static uint32_t
next(const network *n, packet *p, uint32_t router)
{
	const machine *m = n->machine;
	const slimfly *s = m->shape;
	uint32_t aim = p->router;
	ways w;

	if (p->via == router)
		p->via = NONE;
	else if (p->via != NONE)
		aim = p->via;
	if (router == aim) {
		p->channel_next = 0;
		return m->first[router] + p->to - router * s->p;
	}
	p->channel_next = p->rank;
	p->rank++;
	w = find_ways(m, n->tables, router, aim);
	return way(m, &w, router, w.count > 1 ? choice_of_pair(p, w.count) : 0);
}

uint32_t
slimfly_detour(const network *n, const packet *p, uint32_t router)
{
	if (router == p->router)
		return NONE;
	return choice_but_two(choice_at_random(p, n->machine->routers - 2), router, p->router);
}

uint32_t
slimfly_links(const network *n, const packet *p, uint32_t router, uint32_t via)
{
	const machine *m = n->machine;

	if (via == NONE)
		return m->kind->distance(m, router, p->router);
	return m->kind->distance(m, router, via) + m->kind->distance(m, via, p->router);
}

static bool
targets(const network *n, const packet *p, uint32_t router, uint32_t k, uint32_t *via)
{
	uint32_t count = router == p->router ? 0 : n->machine->routers - 2;

	*via = k < count ? choice_but_two(k, router, p->router) : NONE;
	return k < count || (count == 0 && k == 0);
}

static bool
targets_or_minimal(const network *n, const packet *p, uint32_t router, uint32_t k, uint32_t *via)
{
	*via = NONE;
	if (k == 0)
		return true;
	return targets(n, p, router, k - 1, via) && *via != NONE;
}

static int
two_channels(const machine *m, int class)
{
	(void)m;
	(void)class;
	return 2;
}

static int
four_channels(const machine *m, int class)
{
	(void)m;
	(void)class;
	return 4;
}

const routing routing_slimfly_minimal = {
	.name = "minimal",
	.about = "the shortest way, of several the one that a hash of source and destination names (Besta and Hoefler 2014)",
	.kind = "slimfly",
	.channels = two_channels,
	.prepare = prepare,
	.release = release,
	.next = next,
};

const routing routing_slimfly_valiant = {
	.name = "valiant",
	.about = "by way of a random router other than source and destination (Besta and Hoefler 2014)",
	.kind = "slimfly",
	.channels = four_channels,
	.prepare = prepare,
	.release = release,
	.choose = choose_detour,
	.detour = slimfly_detour,
	.next = next,
	.targets = targets,
};

const routing routing_slimfly_ugal_l = {
	.name = "ugal-l",
	.alias = "adaptive",
	.about = "minimal iff q_m H_m <= q_v H_v, q the bytes waiting for the first link (Besta and Hoefler 2014)",
	.kind = "slimfly",
	.channels = four_channels,
	.prepare = prepare,
	.release = release,
	.asks = ASKS_ROUTER,
	.choose = choose_ugal_l,
	.detour = slimfly_detour,
	.links = slimfly_links,
	.next = next,
	.targets = targets_or_minimal,
};

const routing routing_slimfly_ugal_g = {
	.name = "ugal-g",
	.about = "as ugal-l, q summed over the whole of both paths (Besta and Hoefler 2014)",
	.kind = "slimfly",
	.channels = four_channels,
	.prepare = prepare,
	.release = release,
	.asks = ASKS_PATHS,
	.choose = choose_ugal_g,
	.detour = slimfly_detour,
	.links = slimfly_links,
	.next = next,
	.targets = targets_or_minimal,
};
