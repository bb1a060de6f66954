/* unstructured -- the parts of an unstructured mesh exchange what they share (the
 * express-mesh paper, III-B).
 *
 * Who touches whom is a random geometric graph (geometric.h); a task's number says nothing about its place.
 * The two messages of an edge have one size, uniform in half to one and a half `bytes`.
 * A task posts to higher numbers ascending, then to lower ones, so that no task is everyone's first. */
#include <stdlib.h>

#include "lib/pattern/closed/geometric.h"
#include "lib/pattern/peers.h"

/* The messages of edges that ascend: of each task first those to higher ones, then those to lower ones. */
static void
list_peers(traffic *t, const edge *e, const int64_t *size, size_t edges)
{
	peers *p = peers_new(t, 1, 2 * edges, true);
	size_t *next = xalloc(t->tasks, sizeof *next);

	for (size_t i = 0; i < edges; i++) {
		p->first[e[i].low + 1]++;
		p->first[e[i].high + 1]++;
	}
	for (uint32_t i = 0; i < t->tasks; i++) {
		p->first[i + 1] += p->first[i];
		next[i] = p->first[i];
	}
	for (size_t i = 0; i < 2 * edges; i++) {
		const edge *at = &e[i % edges];
		uint32_t from = i < edges ? at->low : at->high;

		p->bytes[next[from]] = size[i % edges];
		p->to[next[from]++] = i < edges ? at->high : at->low;
	}
	peers_count(t);
	free(next);
}

static bool
prepare(traffic *t, const char **why)
{
	int64_t least = t->bytes - t->bytes / 2, spread = t->bytes + t->bytes / 2 - least, *size;
	size_t edges;
	edge *e;

	*why = "has messages of up to one and a half bytes: they would be too large";
	if (t->bytes + t->bytes / 2 > MOST_BYTES)
		return false;
	e = geometric_graph(t->tasks, &t->random, &edges);
	size = xalloc(edges + 1, sizeof *size);
	for (size_t i = 0; i < edges; i++)
		size[i] = least + (int64_t)rng_below(&t->random, (uint64_t)spread + 1);
	list_peers(t, e, size, edges);
	free(size);
	free(e);
	return true;
}

extern const pattern pattern_unstructured;

const pattern pattern_unstructured = {
	.name = "unstructured",
	.about = "each task sends to 6 to 20 neighbours, 12 on average, in a random geometric graph",
	.prepare = prepare,
	PEERS,
};
