/* scotch -- Scotch's static mapping of the tasks, weighted by what they exchange, onto the routers that they go to
 * (Pellegrini and Roman, "Scotch: a software package for static mapping by dual recursive bipartitioning of process and
 * architecture graphs", HPCN Europe 1996).
 *
 * Scotch balances only nearly.  Tasks too many at a router, the last ones, move to the nearest router that has a rank left. */
#include "map/mapping.h"

#ifdef HAVE_SCOTCH

#include <stdarg.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "map/support/architecture.h"
#include "map/support/used-routers.h"

enum {
	SEED = 1,
	MOST_COST = 1 << 28	/* weights times distances, all together: Scotch counts with 32 bits */
};
#define IMBALANCE 0.01	/* Scotch's own default; none at all costs it hops */

_Static_assert(sizeof (SCOTCH_Num) == sizeof (int32_t), "Scotch with numbers of 32 bits is wanted");

/* The library calls these where something is wrong; it leaves them to the program. */
void
SCOTCH_errorPrint(const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	die(FAIL_DATA, "Scotch: %s", text);
}

void
SCOTCH_errorPrintW(const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	warn("Scotch: %s", text);
}

/* One thread and one seed: the same result on every machine. */
static void
make_context(SCOTCH_Context *c)
{
	if (SCOTCH_contextInit(c) + SCOTCH_contextOptionSetNum(c, SCOTCH_OPTIONNUMDETERMINISTIC, 1) +
		SCOTCH_contextOptionSetNum(c, SCOTCH_OPTIONNUMRANDOMFIXEDSEED, 1) + SCOTCH_contextThreadSpawn(c, 1, NULL) != 0)
		die(FAIL_DATA, "Scotch cannot make a context");
	SCOTCH_contextRandomSeed(c, SEED);
	SCOTCH_contextRandomReset(c);
}

/* The most that the weights may add up to: no way is longer than twice the longest from the first site. */
static uint64_t
most_weight(const used_routers *s)
{
	uint32_t longest = 1;

	for (uint32_t i = 1; i < s->count; i++)
		if (2 * used_routers_distance(s, 0, i) > longest)
			longest = 2 * used_routers_distance(s, 0, i);
	return MOST_COST / longest;
}

/* Each task to a site, about as many as it has ranks. */
static void
ask_scotch(const used_routers *s, const weighted_graph *t, SCOTCH_Num *site)
{
	SCOTCH_Context context;
	SCOTCH_Graph graph, bound;
	SCOTCH_Strat strategy;
	architecture target;

	make_context(&context);
	architecture_init(&target, s, &context);
	if (SCOTCH_graphInit(&graph) + SCOTCH_graphInit(&bound) + SCOTCH_stratInit(&strategy) != 0 ||
		SCOTCH_graphBuild(&graph, 0, (SCOTCH_Num)t->count, t->first, NULL, NULL, NULL, t->first[t->count], t->to, t->weight) != 0 ||
		SCOTCH_contextBindGraph(&context, &graph, &bound) != 0 ||
		SCOTCH_stratGraphMapBuild(&strategy, SCOTCH_STRATDEFAULT, (SCOTCH_Num)s->count, IMBALANCE) != 0 ||
		SCOTCH_graphMap(&bound, &target.jobs, &strategy, site) != 0)
		die(FAIL_DATA, "Scotch cannot map these tasks");
	SCOTCH_graphExit(&bound);
	SCOTCH_graphExit(&graph);
	SCOTCH_stratExit(&strategy);
	architecture_free(&target);
	SCOTCH_contextExit(&context);
}

/* The nearest site with a rank left; of equals the first. */
static uint32_t
nearest_left(const used_routers *s, const uint32_t *taken, uint32_t from)
{
	uint32_t best = NONE;

	for (uint32_t i = 0; i < s->count; i++)
		if (taken[i] < used_routers_ranks(s, i) && (best == NONE || used_routers_distance(s, from, i) < used_routers_distance(s, from, best)))
			best = i;
	return best;
}

/* Tasks take the ranks of their sites in turn; then those that found none left take others. */
static void
seat(const used_routers *s, const SCOTCH_Num *site, uint32_t *rank)
{
	uint32_t *taken = xcalloc(s->count, sizeof *taken), *late = xalloc(s->p->tasks, sizeof *late), count = 0;

	for (uint32_t i = 0; i < s->p->tasks; i++) {
		uint32_t at = (uint32_t)site[i];

		if (taken[at] < used_routers_ranks(s, at))
			rank[i] = s->rank[s->first[at] + taken[at]++];
		else
			late[count++] = i;
	}
	for (uint32_t k = 0; k < count; k++) {
		uint32_t at = nearest_left(s, taken, (uint32_t)site[late[k]]);

		rank[late[k]] = s->rank[s->first[at] + taken[at]++];
	}
	free(taken);
	free(late);
}

static void
place(const placement *p, uint32_t *rank)
{
	uint32_t *task = xalloc(p->tasks, sizeof *task), *scratch = xalloc(p->tasks, sizeof *scratch);
	SCOTCH_Num *site = xcalloc(p->tasks, sizeof *site);
	used_routers s;
	weighted_graph t;

	used_routers_init(&s, p);
	for (uint32_t i = 0; i < p->tasks; i++) {
		task[i] = i;
		scratch[i] = NONE;
	}
	weighted_graph_of_tasks(&t, p->affinity, task, p->tasks, most_weight(&s), scratch);
	if (s.count > 1)
		ask_scotch(&s, &t, site);
	seat(&s, site, rank);
	weighted_graph_free(&t);
	used_routers_free(&s);
	free(site);
	free(task);
	free(scratch);
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
