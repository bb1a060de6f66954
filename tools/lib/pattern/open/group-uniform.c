/* group-uniform -- each message to another node of the job in the sender's group, at random: the noise of a network in
 * which traffic does not leave its group (GRAP, 5.1.2). */
#include "lib/pattern/open/places.h"

static bool
prepare(endpoints *e, const char **why)
{
	e->state = groups_of(e);
	if (!e->state)
		*why = "needs a machine with groups";
	return e->state;
}

static uint32_t
target(const endpoints *e, uint32_t v, uint32_t random_word)
{
	const places *g = e->state;
	uint32_t first = g->first[g->of[v]], size = g->first[g->of[v] + 1] - first, other;

	if (size < 2)
		return v;
	other = (uint32_t)((uint64_t)random_word * (size - 1) >> 32);
	return g->member[first + other + (other >= g->rank[v])];
}

extern const pattern pattern_group_uniform;

const pattern pattern_group_uniform = {
	.name = "group-uniform",
	.about = "open loop: each message to another node of the sender's group at random",
	.prepare_open = prepare,
	.target = target,
	.release = places_free,
};
