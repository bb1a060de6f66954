/* architecture -- a machine with the routers that a job has there, as Scotch takes it. */
#include "map/support/sites.h"

#ifdef HAVE_SCOTCH

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "map/support/architecture.h"

enum {
	FEW_SITES = 4096,
	SCOTCH_DIMS = 5		/* of a mesh or torus of Scotch's */
};

/* Halves as equal as can be: the table of all pairs of parts is as large as the deepest part asks. */
static const char bisection[] = "m{vert=50,low=h{pass=10},asc=f{move=100,bal=0.05}}f{move=100,bal=0}x";

static void
check(int status, const char *what)
{
	if (status != 0)
		die(FAIL_DATA, "Scotch cannot make %s", what);
}

/* Scotch's own mesh or torus, whole; false when it has none that fits.  Its processors are numbered as our routers. */
static bool
make_lattice(architecture *a, const machine *m)
{
	SCOTCH_Num extent[SCOTCH_DIMS] = { 1, 1, 1 };
	bool torus = m->kind->rings;

	if (!m->kind->rows || m->dims > SCOTCH_DIMS)
		return false;
	for (int d = 0; d < m->dims; d++)
		extent[d] = (SCOTCH_Num)m->extent[d];
	check(SCOTCH_archInit(&a->whole), "an architecture");
	if (m->dims > 3)
		check((torus ? SCOTCH_archTorusX : SCOTCH_archMeshX)(&a->whole, m->dims, extent), "a lattice");
	else if (torus)
		check(SCOTCH_archTorus3(&a->whole, extent[0], extent[1], extent[2]), "a torus");
	else
		check(SCOTCH_archMesh3(&a->whole, extent[0], extent[1], extent[2]), "a mesh");
	return true;
}

static void
restrict_lattice(architecture *a, const sites *s)
{
	const machine *m = s->p->machine;
	SCOTCH_Num *router = xalloc(s->count, sizeof *router);

	for (uint32_t i = 0; i < s->count; i++)
		router[i] = (SCOTCH_Num)m->node_router[s->p->node[s->node[i]]];
	check(SCOTCH_archSub(&a->jobs, &a->whole, (SCOTCH_Num)s->count, router), "a part of a lattice");
	free(router);
}

static void
build_from_distances(architecture *a, const sites *s, SCOTCH_Context *context)
{
	SCOTCH_Num *ranks = xalloc(s->count, sizeof *ranks);
	uint32_t *site = xalloc(s->count, sizeof *site);
	SCOTCH_Graph graph, bound;
	SCOTCH_Strat strategy;
	ties t;

	for (uint32_t i = 0; i < s->count; i++) {
		site[i] = i;
		ranks[i] = (SCOTCH_Num)sites_ranks(s, i);
	}
	sites_near(s, site, s->count, &t);
	check(SCOTCH_graphInit(&graph) + SCOTCH_graphInit(&bound) + SCOTCH_stratInit(&strategy), "a graph");
	check(SCOTCH_graphBuild(&graph, 0, (SCOTCH_Num)t.count, t.first, NULL, ranks, NULL, t.first[t.count], t.to, t.weight), "a graph");
	check(SCOTCH_contextBindGraph(context, &graph, &bound), "a graph");
	if (s->count <= FEW_SITES) {
		check(SCOTCH_stratGraphBipart(&strategy, bisection), "a strategy");
		check(SCOTCH_archBuild0(&a->jobs, &bound, 0, NULL, &strategy), "an architecture");
	} else {
		check(SCOTCH_archBuild2(&a->jobs, &bound, 0, NULL), "an architecture");
	}
	SCOTCH_graphExit(&bound);
	SCOTCH_graphExit(&graph);
	SCOTCH_stratExit(&strategy);
	ties_free(&t);
	free(ranks);
	free(site);
}

void
architecture_init(architecture *a, const sites *s, SCOTCH_Context *context)
{
	check(SCOTCH_archInit(&a->jobs), "an architecture");
	a->is_part = s->count > FEW_SITES && make_lattice(a, s->p->machine);
	if (a->is_part)
		restrict_lattice(a, s);
	else
		build_from_distances(a, s, context);
}

void
architecture_free(architecture *a)
{
	SCOTCH_archExit(&a->jobs);
	if (a->is_part)
		SCOTCH_archExit(&a->whole);
}

#endif
