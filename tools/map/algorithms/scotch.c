/* scotch -- Scotch's static mapping of the tasks, weighted by what they exchange, onto the routers that they go to (Pellegrini and Roman,
 * "Scotch: a software package for static mapping by dual recursive bipartitioning of process and architecture graphs", HPCN Europe 1996).
 *
 * Scotch balances only nearly.  Tasks too many at a router, the last ones, move to the nearest router that has a rank left. */
#include "map/mapping.h"

#ifdef HAVE_SCOTCH

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/machine/kinds/fattree.h"
#if __has_include(<scotch/scotch.h>)
#include <scotch/scotch.h>
#else
#include <scotch.h>
#endif
#include "lib/cli/arrays.h"
#include "map/support/used-routers.h"

enum {
	SEED = 1,
	FEW_ROUTERS = 4096,
	SCOTCH_DIMS = 5,	/* of a mesh or torus of Scotch's */
	MOST_COST = 1 << 28	/* weights times distances, all together: Scotch counts with 32 bits */
};
#define IMBALANCE 0.01	/* Scotch's own default; none at all costs it hops */

_Static_assert(sizeof (SCOTCH_Num) == sizeof (int32_t), "Scotch with numbers of 32 bits is wanted");

/* The library calls these where something is wrong; it leaves them to the program. */
void
SCOTCH_errorPrint(const char *format, ...)
{
	char *text;
	va_list args;

	va_start(args, format);
	text = xvprintf(format, args);
	va_end(args);
	die(FAIL_DATA, "Scotch: %s", text);
}

void
SCOTCH_errorPrintW(const char *format, ...)
{
	char *text;
	va_list args;

	va_start(args, format);
	text = xvprintf(format, args);
	va_end(args);
	warn("Scotch: %s", text);
	free(text);
}

static void
check(int status, const char *what)
{
	if (status != 0)
		die(FAIL_DATA, "Scotch cannot make %s", what);
}

/* --- graphs */

/* A graph as Scotch takes it, bound to what its result depends on: Scotch's threads and random numbers. */
typedef struct scotch_graph {
	SCOTCH_Graph graph, bound;
	SCOTCH_Strat strategy;
} scotch_graph;

/* `ranks`: the weights of vertices; NULL: 1 each. */
static void
scotch_graph_init(scotch_graph *s, const weighted_graph *g, const SCOTCH_Num *ranks, SCOTCH_Context *context)
{
	check(SCOTCH_graphInit(&s->graph) + SCOTCH_graphInit(&s->bound) + SCOTCH_stratInit(&s->strategy), "a graph");
	check(SCOTCH_graphBuild(&s->graph, 0, (SCOTCH_Num)g->count, g->first, NULL, ranks, NULL, g->first[g->count], g->to, g->weight), "a graph");
	check(SCOTCH_contextBindGraph(context, &s->graph, &s->bound), "a graph");
}

static void
scotch_graph_free(scotch_graph *s)
{
	SCOTCH_graphExit(&s->bound);
	SCOTCH_graphExit(&s->graph);
	SCOTCH_stratExit(&s->strategy);
}

/* --- the routers, or nodes where their links count, as Scotch takes them, in one of four ways
 *
 * - A whole mesh or torus (machine.h: a grid) of up to five dimensions: Scotch's own.  - A whole fat-tree: Scotch's own tree of which tasks
 * go to the leaves.  - Others, up to FEW_ROUTERS: Scotch cuts the graph of used_routers_graph() in two again and again, and counts
 * distances in it   (SCOTCH_archBuild0); a router's ranks are its weight.  That maps best, but keeps a table of all pairs of parts.  On
 * scattered   nodes it maps far better than onto a part of Scotch's own (SCOTCH_archSub).  - More: matched in pairs along that graph, again
 * and again (SCOTCH_archBuild2).
 *
 * A processor of Scotch's own is known by our number of the router, or node. */

/* Halves as equal as can be: the table of all pairs of parts is as large as the deepest part asks. */
static const char bisection[] = "m{vert=50,low=h{pass=10},asc=f{move=100,bal=0.05}}f{move=100,bal=0}x";

static bool
make_grid(SCOTCH_Arch *arch, const used_routers *u)
{
	const machine *m = u->p->machine;
	SCOTCH_Num extent[SCOTCH_DIMS] = { 1, 1, 1 };
	bool torus = false;

	if (!m->kind->grid || m->dims > SCOTCH_DIMS || u->count != m->routers || (u->nodes && m->nodes != m->routers))
		return false;
	for (int d = 0; d < m->dims; d++) {
		extent[d] = (SCOTCH_Num)m->extent[d];
		torus |= m->ring[d];	/* all of them are but those of one router or two, where that is the same */
	}
	if (m->dims > 3)
		check((torus ? SCOTCH_archTorusX : SCOTCH_archMeshX)(arch, m->dims, extent), "a grid");
	else if (torus)
		check(SCOTCH_archTorus3(arch, extent[0], extent[1], extent[2]), "a torus");
	else
		check(SCOTCH_archMesh3(arch, extent[0], extent[1], extent[2]), "a mesh");
	return true;
}

/* From the top down, at last the nodes of a leaf where these are the places; what meets at height i is as far apart as ways up and down
 * to there are long. */
static bool
make_tree(SCOTCH_Arch *arch, const used_routers *u)
{
	const machine *m = u->p->machine;
	const fattree *t = m->shape;
	SCOTCH_Num size[FATTREE_HEIGHT], cost[FATTREE_HEIGHT], levels = 0;

	if (!kind_among(m, "fattree") || (u->nodes && m->nics > 1) || u->count != (u->nodes ? m->nodes : t->leaves[t->height]))
		return false;
	for (uint32_t i = t->height; i >= (u->nodes ? 1 : 2); i--, levels++) {
		size[levels] = (SCOTCH_Num)t->down[i];
		cost[levels] = (SCOTCH_Num)(2 * (i - 1) + u->p->distances->apart);
	}
	check(SCOTCH_archTleaf(arch, levels, size, cost), "a tree");
	return true;
}

static void
build_from_distances(SCOTCH_Arch *arch, used_routers *u, SCOTCH_Context *context)
{
	SCOTCH_Num *ranks = xalloc(u->count, sizeof *ranks);
	uint32_t *router = array_of_numbers(u->count);
	weighted_graph g;
	scotch_graph s;

	for (uint32_t i = 0; i < u->count; i++)
		ranks[i] = (SCOTCH_Num)used_routers_ranks(u, i);
	used_routers_graph(u, router, u->count, &g);
	scotch_graph_init(&s, &g, ranks, context);
	if (u->count <= FEW_ROUTERS) {
		check(SCOTCH_stratGraphBipart(&s.strategy, bisection), "a strategy");
		check(SCOTCH_archBuild0(arch, &s.bound, 0, NULL, &s.strategy), "an architecture");
	} else {
		check(SCOTCH_archBuild2(arch, &s.bound, 0, NULL), "an architecture");
	}
	scotch_graph_free(&s);
	weighted_graph_free(&g);
	free_all(ranks, router);
}

/* --- the mapping */

/* What Scotch's own calls by our number of the router, or node, as its place in u. */
static void
find_places(const used_routers *u, SCOTCH_Num *router)
{
	const placement *p = u->p;
	SCOTCH_Num *place = xalloc(u->nodes ? p->machine->nodes : p->machine->routers, sizeof *place);

	for (uint32_t i = 0; i < u->count; i++) {
		uint32_t node = p->node[u->node[i]];

		place[u->nodes ? node : p->machine->node_router[node]] = (SCOTCH_Num)i;
	}
	for (uint32_t i = 0; i < p->tasks; i++)
		router[i] = place[router[i]];
	free(place);
}

/* Each task to a router, about as many as it has ranks. */
static void
ask_scotch(used_routers *u, const weighted_graph *g, SCOTCH_Num *router)
{
	SCOTCH_Context context;
	SCOTCH_Arch target;
	scotch_graph s;
	bool own = !u->p->machine->domain;

	/* one thread and one seed: the same result on every machine */
	check(SCOTCH_contextInit(&context) + SCOTCH_contextOptionSetNum(&context, SCOTCH_OPTIONNUMDETERMINISTIC, 1) +
		SCOTCH_contextOptionSetNum(&context, SCOTCH_OPTIONNUMRANDOMFIXEDSEED, 1) + SCOTCH_contextThreadSpawn(&context, 1, NULL), "a context");
	SCOTCH_contextRandomSeed(&context, SEED);
	SCOTCH_contextRandomReset(&context);
	check(SCOTCH_archInit(&target), "an architecture");
	/* Scotch's own where the whole of a machine is used: that many tasks at the place with that number of ours. */
	for (uint32_t i = 1; i < u->count; i++)
		own &= used_routers_ranks(u, i) == used_routers_ranks(u, 0);
	own = own && (make_grid(&target, u) || make_tree(&target, u));
	if (!own)
		build_from_distances(&target, u, &context);
	scotch_graph_init(&s, g, NULL, &context);
	check(SCOTCH_stratGraphMapBuild(&s.strategy, SCOTCH_STRATDEFAULT, (SCOTCH_Num)u->count, IMBALANCE), "a strategy");
	check(SCOTCH_graphMap(&s.bound, &target, &s.strategy, router), "a mapping");
	scotch_graph_free(&s);
	if (own)
		find_places(u, router);
	SCOTCH_archExit(&target);
	SCOTCH_contextExit(&context);
}

/* Tasks take the ranks of their routers in turn; then those that found none left take others. */
static void
take_ranks(const used_routers *u, const SCOTCH_Num *router, uint32_t *rank)
{
	uint32_t *taken = xcalloc(u->count, sizeof *taken), *late = xalloc(u->p->tasks, sizeof *late), count = 0;

	for (uint32_t i = 0; i < u->p->tasks; i++) {
		uint32_t at = (uint32_t)router[i];

		if (taken[at] < used_routers_ranks(u, at))
			rank[i] = u->rank[u->first[at] + taken[at]++];
		else
			late[count++] = i;
	}
	for (uint32_t k = 0; k < count; k++) {
		uint32_t from = (uint32_t)router[late[k]], at = NONE;	/* the nearest router with a rank left, at a tie the first */

		for (uint32_t i = 0; i < u->count; i++)
			if (taken[i] < used_routers_ranks(u, i) && (at == NONE || used_routers_distance(u, from, i) < used_routers_distance(u, from, at)))
				at = i;
		rank[late[k]] = u->rank[u->first[at] + taken[at]++];
	}
	free_all(taken, late);
}

static void
place(const placement *p, uint32_t *rank)
{
	uint32_t *task = array_of_numbers(p->tasks), *scratch = array_of_none(p->tasks);
	SCOTCH_Num *router = xcalloc(p->tasks, sizeof *router);
	uint32_t longest = 1;	/* no way is longer than twice the longest from the first router */
	used_routers u;
	weighted_graph g;

	used_routers_init(&u, p, p->distances->apart > 0 && p->machine->cores > 1);
	for (uint32_t i = 1; i < u.count; i++)
		if (2 * used_routers_distance(&u, 0, i) > longest)
			longest = 2 * used_routers_distance(&u, 0, i);
	weighted_graph_of_tasks(&g, p->affinity, task, p->tasks, MOST_COST / longest, NULL, scratch);
	if (u.count > 1)
		ask_scotch(&u, &g, router);
	take_ranks(&u, router, rank);
	weighted_graph_free(&g);
	used_routers_free(&u);
	free_all(router, task, scratch);
}

#endif

const mapping mapping_scotch = {
	.name = "scotch",
	.about = "Scotch's static mapping of the tasks onto the routers",
	.needs = NEEDS_TRAFFIC,
#ifdef HAVE_SCOTCH
	.place = place,
#else
	.lacks = "Scotch",
#endif
};
