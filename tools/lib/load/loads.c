/* loads -- see loads.h: the ways of a flow, walked one by one. */
#include "lib/load/loads.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "lib/cli/cli.h"
#include "lib/route/pick.h"
#include "lib/route/routes.h"

/* A routing, by the names that netsim takes. */
typedef struct load_routing {
	const char *name, *alias;
	const routes *routes;
	division division;
	const routes *fixed;	/* with one way for each pair, where one is to stand for all and a drawn one would not do; NULL: a drawn one */
} load_routing;

static const load_routing known[] = {
	{ "minimal", NULL, &routes_dragonfly, STRAIGHT, NULL },
	{ "valiant", NULL, &routes_dragonfly, DETOURS, NULL },
	{ "ugal-l", "adaptive", &routes_dragonfly, MIXED, NULL },
	{ "ugal-g", NULL, &routes_dragonfly, MIXED, NULL },
	{ "par", NULL, &routes_dragonfly, MIXED, NULL },
	{ "valiant-router", NULL, &routes_dragonfly_routers, DETOURS, NULL },
	{ "ugal-router", NULL, &routes_dragonfly_routers, MIXED, NULL },
	{ "ugal-output", NULL, &routes_dragonfly, MIXED, NULL },
	{ "adaptive-local", NULL, &routes_dragonfly, MIXED, NULL },
	{ "minimal", NULL, &routes_dragonflyplus, STRAIGHT, NULL },
	{ "valiant", NULL, &routes_dragonflyplus, DETOURS, NULL },
	{ "ugal-l", "adaptive", &routes_dragonflyplus, MIXED, NULL },
	{ "ugal-g", NULL, &routes_dragonflyplus, MIXED, NULL },
	{ "par", NULL, &routes_dragonflyplus, MIXED, NULL },
	{ "dimension-order", "minimal", &routes_lattice, STRAIGHT, NULL },
	{ "dimension-order-ties", NULL, &routes_lattice_ties, STRAIGHT, NULL },
	{ "dimension-order-either", NULL, &routes_lattice_either, STRAIGHT, NULL },
	{ "adaptive", NULL, &routes_lattice_adaptive, ANY_WAY, NULL },
	{ "adaptive-farthest", NULL, &routes_lattice_farthest, ANY_WAY, NULL },
	{ "valiant", NULL, &routes_lattice_detours, DETOURS, NULL },
	{ "ugal-l", NULL, &routes_lattice_detours, MIXED, NULL },
	{ "d-mod-k", "minimal", &routes_fattree, STRAIGHT, NULL },
	{ "random-up", "nca", &routes_fattree_turn, DETOURS, NULL },
	{ "adaptive", NULL, &routes_fattree_turn, DETOURS, &routes_fattree },	/* switches that go by what waits do not collide as draws do */
	{ "minimal", NULL, &routes_slimfly, STRAIGHT, NULL },
	{ "valiant", NULL, &routes_slimfly, DETOURS, NULL },
	{ "ugal-l", "adaptive", &routes_slimfly, MIXED, NULL },
	{ "ugal-g", NULL, &routes_slimfly, MIXED, NULL },
	{ "minimal", NULL, &routes_graph, STRAIGHT, NULL },
	{ "valiant", NULL, &routes_graph, DETOURS, NULL },
	{ "ugal-l", "adaptive", &routes_graph, MIXED, NULL },
	{ "ugal-g", NULL, &routes_graph, MIXED, NULL },
	{ "opensm-minhop", NULL, &routes_opensm_minhop, STRAIGHT, NULL },
	{ "opensm-ftree", NULL, &routes_opensm_ftree, STRAIGHT, NULL },
	{ 0 }
};

enum { DETOURED = 4 };	/* of a mixture one part in that many takes detours */
enum { WALKS = 8 };	/* of ANY_WAY, where no limit is given */

static const load_routing *
find(const machine *m, const char *name)
{
	for (const load_routing *r = known; r->name; r++)
		if (routes_suit(r->routes, m) && (strcmp(r->name, name) == 0 || (r->alias && strcmp(r->alias, name) == 0)))
			return r;
	return NULL;
}

bool
loads_known(const machine *m, const char *routing)
{
	return find(m, routing) != NULL;
}

void
loads_init(loads *l, const machine *m, const char *routing, uint32_t most)
{
	const load_routing *r = find(m, routing);
	bool one = r && r->fixed && most == 1;

	assert(r);
	*l = (loads){ .division = one ? STRAIGHT : r->division, .most = most ? most : UINT32_MAX };
	paths_init(&l->paths, m, one ? r->fixed : r->routes, l->division == DETOURS || l->division == MIXED, 0);
}

void
loads_free(loads *l)
{
	paths_free(&l->paths);
	free(l->part);
}

choice_list
loads_choices(const machine *m, const char *typed, const char *between)
{
	choice_list all = choices_begin(typed, between);

	for (const load_routing *r = known; r->name; r++)
		if (routes_suit(r->routes, m))
			choices_add(&all, r->name);
	return all;
}

static inline void
put(loads *l, uint32_t link, int64_t amount)
{
	if (l->parts == l->room)
		l->part = xgrow(l->part, &l->room, l->parts + 1, sizeof *l->part);
	l->part[l->parts++] = (load_part){ link, amount };
}

/* One way, from router to router: what `amount` goes over it. */
static void
walk(loads *l, trip t, int64_t amount)
{
	const machine *m = l->paths.machine;
	uint32_t router = m->interface_router[t.from];

	while (router != t.router || t.via != NONE) {
		uint32_t link = paths_next(&l->paths, &t, router);

		if (m->class[link] == CLASS_NODE)
			return;
		put(l, link, amount);
		router = m->to[link];
	}
}

/* A minimal way, at each router one of those that lead on, as pick_hash(t, k) says. */
static void
wander(loads *l, trip t, uint32_t k, int64_t amount)
{
	const machine *m = l->paths.machine;
	way_out way[MAX_WAYS];

	for (uint32_t router = m->interface_router[t.from]; router != t.router;) {
		uint32_t ways = l->paths.routes->ways(&l->paths, &t, router, way) - 1, link;	/* but for the escape channel */

		link = way[(uint64_t)pick_hash(&t, k * m->routers + router) * ways >> 32].link;
		put(l, link, amount);
		router = m->to[link];
	}
}

/* The k-th of `ways` shares of an amount. */
static int64_t
share(int64_t amount, uint32_t k, uint32_t ways)
{
	return amount / ways + (k < amount % ways);
}

/* The way that t says.  Where the routes draw which way round a ring to go, both, or one of them. */
static void
go(loads *l, trip t, int64_t amount)
{
	bool both = l->paths.routes->draws && l->most > 1;

	t.word = pick_hash(&t, 0);
	walk(l, t, both ? share(amount, 0, 2) : amount);
	t.word = ~t.word;
	if (both)
		walk(l, t, share(amount, 1, 2));
}

/* By detours, or straight where there are none. */
static void
detours(loads *l, trip t, int64_t amount)
{
	const routes *r = l->paths.routes;
	uint32_t router = l->paths.machine->interface_router[t.from], count = r->detours(&l->paths, &t, router);
	uint32_t ways = count < l->most ? count : l->most, first = ways < count ? pick_hash(&t, 0) % count : 0;

	for (uint32_t k = 0; k < ways; k++) {
		uint64_t at = first + (uint64_t)k * count / ways;

		t.via = r->detour(&l->paths, &t, router, (uint32_t)(at < count ? at : at - count));
		go(l, t, share(amount, k, ways));
	}
	if (ways == 0)
		go(l, t, amount);
}

/* From interface to interface. */
static void
split(loads *l, uint32_t from, uint32_t to, int64_t amount)
{
	const machine *m = l->paths.machine;
	trip t = { .from = from, .to = to, .router = m->interface_router[to], .via = NONE };
	int64_t aside = l->division == MIXED ? amount / DETOURED : 0;
	uint32_t ways = MIN(l->most, WALKS);

	put(l, m->router_links + from, amount);
	if (l->division == DETOURS)
		detours(l, t, amount);
	for (uint32_t k = 0; l->division == ANY_WAY && k < ways; k++)
		wander(l, t, k, share(amount, k, ways));
	if (l->division == STRAIGHT || l->division == MIXED)
		go(l, t, amount - aside);
	if (aside)
		detours(l, t, aside);
	put(l, m->reverse[m->router_links + to], amount);
}

void
loads_split(loads *l, uint32_t from, uint32_t to, int64_t amount)
{
	const machine *m = l->paths.machine;

	l->parts = 0;
	for (uint32_t k = 0; k < m->nics && !stay_within(m, from, to); k++)
		split(l, interface_of(m, from, k), interface_of(m, to, k), share(amount, k, m->nics));
}

void
loads_add(loads *l, uint32_t from, uint32_t to, int64_t amount, int64_t *load)
{
	loads_split(l, from, to, amount);
	for (size_t i = 0; i < l->parts; i++)
		load[l->part[i].link] += l->part[i].amount;
}

void
loads_remove(loads *l, uint32_t from, uint32_t to, int64_t amount, int64_t *load)
{
	loads_split(l, from, to, amount);
	for (size_t i = 0; i < l->parts; i++)
		load[l->part[i].link] -= l->part[i].amount;
}
