/* slimfly -- minimal ways, and detours by way of any other router (Besta and Hoefler, "Slim Fly: A Cost Effective Low-Diameter Network
 * Topology", SC 2014, IV).
 *
 * The k-th link of a path between routers is taken on virtual channel k, from 0 on: a packet only goes up, so no cycle of waiting can close
 * (their IV-D; Gopal 1985).  A minimal path has at most two, one with a detour at most four. */
#include <stdlib.h>

#include "lib/machine/kinds/slimfly.h"
#include "lib/route/pick.h"
#include "lib/route/routes.h"

/* Of routers of one side whose rows differ by `to`, without a link between them: the local ports of the first links of the ways from one to
 * the other are port[side][first[side][to]] … port[side][first[side][to + 1] - 1], ascending. */
typedef struct middles {
	uint32_t *first[2];	/* [q + 1] */
	uint32_t *port[2];
} middles;

static void *
prepare(const machine *m, bool detours)
{
	const slimfly *s = m->shape;
	middles *b = xcalloc(1, sizeof *b);

	(void)detours;
	for (int side = 0; side < 2; side++) {
		uint32_t count = 0;

		b->first[side] = xalloc(s->q + 1, sizeof *b->first[side]);
		b->port[side] = xalloc((size_t)s->q * s->local, sizeof *b->port[side]);
		for (uint32_t to = 0; to < s->q; to++) {
			b->first[side][to] = count;
			for (uint32_t i = 0; to != 0 && s->port[side][to] == NONE && i < s->local; i++)
				if (s->port[side][galois_subtract(s->field, to, s->set[side][i])] != NONE)
					b->port[side][count++] = i;
		}
		b->first[side][s->q] = count;
	}
	return b;
}

static void
release(void *tables)
{
	middles *b = tables;

	for (int side = 0; side < 2; side++)
		free_all(b->first[side], b->port[side]);
	free(b);
}

/* The ways from one router to another: how many, and what the first link of the k-th is. */
typedef struct slimfly_ways {
	uint32_t count;
	uint32_t link;		/* of the only way, or of way 0 of two */
	uint32_t other;		/* of way 1 of two */
	const uint32_t *port;	/* or else: the local ports of all */
} slimfly_ways;

static inline slimfly_ways
within_subgroup(const machine *m, const slimfly *s, const middles *b, uint32_t from, uint32_t to)
{
	uint32_t side = slimfly_side(s, from), by = galois_subtract(s->field, slimfly_row(s, to), slimfly_row(s, from));
	uint32_t local = s->port[side][by], first = b->first[side][by];

	if (local != NONE)
		return (slimfly_ways){ .count = 1, .link = m->first[from] + s->p + local };
	return (slimfly_ways){ .count = b->first[side][by + 1] - first, .port = b->port[side] + first };
}

/* The global link from `from` leads to a router of the column of `to`, from which `to` is so
 * many rows on; that many rows on from `from` is the one that has a link to `to`. */
static inline slimfly_ways
to_other_side(const machine *m, const slimfly *s, uint32_t from, uint32_t to)
{
	uint32_t column = slimfly_column(s, to), side = slimfly_side(s, from);
	uint32_t by = galois_subtract(s->field, slimfly_row(s, to), slimfly_meets(s, from, column));
	uint32_t global = slimfly_global(m, s, from, column), local = s->port[side][by];

	if (local == NONE)	/* also when it is `to` itself that the global link leads to */
		return (slimfly_ways){ .count = 1, .link = global };
	return (slimfly_ways){ .count = s->port[!side][by] == NONE ? 1 : 2, .link = m->first[from] + s->p + local, .other = global };
}

static inline slimfly_ways
find_ways(const machine *m, const middles *b, uint32_t from, uint32_t to)
{
	const slimfly *s = m->shape;

	if (slimfly_side(s, from) != slimfly_side(s, to))
		return to_other_side(m, s, from, to);
	if (from / s->q == to / s->q)
		return within_subgroup(m, s, b, from, to);
	return (slimfly_ways){ .count = 1, .link = slimfly_global(m, s, from, slimfly_between(s, from, to)) };
}

static inline uint32_t
way(const machine *m, const slimfly_ways *among, uint32_t from, uint32_t k)
{
	const slimfly *s = m->shape;

	return among->port ? m->first[from] + s->p + among->port[k] : k ? among->other : among->link;
}

static uint32_t
next(const paths *w, trip *t, uint32_t router)
{
	const machine *m = w->machine;
	uint32_t aim = t->router;
	slimfly_ways among;

	if (t->via == router)
		t->via = NONE;
	else if (t->via != NONE)
		aim = t->via;
	t->channel = t->rank;
	t->rank++;
	among = find_ways(m, w->tables, router, aim);
	return way(m, &among, router, among.count > 1 ? pick_of_pair(t, among.count) : 0);
}

static uint32_t
detours(const paths *w, const trip *t, uint32_t router)
{
	return router == t->router ? 0 : w->machine->routers - 2;
}

static uint32_t
detour(const paths *w, const trip *t, uint32_t router, uint32_t k)
{
	(void)w;
	return pick_but_two(k, router, t->router);
}

static uint32_t
length(const paths *w, const trip *t, uint32_t router, uint32_t via)
{
	const machine *m = w->machine;

	if (via == NONE)
		return m->kind->distance(m, router, t->router);
	return m->kind->distance(m, router, via) + m->kind->distance(m, via, t->router);
}

const routes routes_slimfly = {
	.kind = "slimfly", .needs = { { 2, 4 }, { 2, 4 } }, .prepare = prepare, .release = release, .next = next, .detours = detours, .detour = detour,
	.length = length,
};
