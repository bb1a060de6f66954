/* adversarial -- each message to a random node of the next group, so that all of a
 * group's traffic wants the few links between two groups (Kim, Dally, Scott and Abts,
 * ISCA 2008, "worst case"). The next group is the next one that has nodes of the job. */
#include "lib/pattern/open/places.h"

static bool
prepare(endpoints *e, const char **why)
{
	places *g = groups_of(e);

	e->state = g;
	if (!g)
		*why = "needs a machine with groups";
	else if (g->count < 2)
		*why = "needs nodes in at least two groups";
	return g && g->count >= 2;
}

static uint32_t
target(const endpoints *e, uint32_t v, uint32_t random_word)
{
	const places *g = e->state;
	uint32_t next = g->of[v] + 1 < g->count ? g->of[v] + 1 : 0;
	uint32_t size = g->first[next + 1] - g->first[next];

	return g->member[g->first[next] + (uint32_t)((uint64_t)random_word * size >> 32)];
}

extern const pattern pattern_adversarial;

const pattern pattern_adversarial = {
	.name = "adversarial",
	.about = "open loop: each message to a random node of the next group",
	.prepare_open = prepare,
	.target = target,
	.release = places_free,
};
