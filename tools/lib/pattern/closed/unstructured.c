/* unstructured -- the parts of an unstructured mesh exchange what they share (the express-mesh paper, III-B).
 *
 * Who touches whom is a random geometric graph (geometric.h); a task's number says nothing about its place. The two messages of an edge
 * have one size, uniform in half to one and a half `bytes`. A task posts to higher numbers ascending, then to lower ones, so that no task
 * is everyone's first. */

#include <stdlib.h>

#include "lib/pattern/closed/geometric.h"
#include "lib/pattern/peers.h"

static bool
prepare(traffic *t, const char **why)
{
	int64_t least = t->bytes - t->bytes / 2, spread = t->bytes + t->bytes / 2 - least;
	size_t edges;
	posting *list;
	exchange_edge *e;

	*why = "has messages of up to one and a half bytes: they would be too large";
	if (t->bytes + t->bytes / 2 > MOST_BYTES)
		return false;
	e = geometric_graph(t->tasks, &t->random, &edges);
	list = xalloc(2 * edges + 1, sizeof *list);
	for (size_t i = 0; i < edges; i++) {
		int64_t bytes = least + (int64_t)rng_below(&t->random, (uint64_t)spread + 1);

		list[2 * i] = (posting){ e[i].low, e[i].high, 0, bytes };
		list[2 * i + 1] = (posting){ e[i].high, e[i].low, 1, bytes };
	}
	peers_post(t, 1, 2, list, 2 * edges);
	free(e);
	return true;
}

const pattern pattern_unstructured = {
	.name = "unstructured",
	.about = "each task sends to 6 to 20 neighbours, 12 on average, in a random geometric graph", .prepare = prepare,
};
