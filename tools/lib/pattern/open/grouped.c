/* grouped -- open-loop patterns over the machine's groups. */
#include "lib/pattern/open/places.h"

/* group-uniform: each message to another node of the job in the sender's group, at random: the noise of a network in
 * which traffic does not leave its group (GRAP, 5.1.2). */
static bool
prepare_group_uniform(endpoints *e, const char **why)
{
	e->state = groups_of(e);
	if (!e->state)
		*why = "needs a machine with groups";
	return e->state;
}

static uint32_t
target_within(const endpoints *e, uint32_t v, uint32_t random_word)
{
	const places *g = e->state;
	uint32_t first = g->first[g->of[v]], size = g->first[g->of[v] + 1] - first, other;

	if (size < 2)
		return v;
	other = (uint32_t)((uint64_t)random_word * (size - 1) >> 32);
	return g->member[first + other + (other >= g->rank[v])];
}

/* adversarial: each message to a random node of the next group, so that all of a group's traffic wants the few links between two groups
 * (Kim, Dally, Scott and Abts, ISCA 2008, "worst case"). The next group is the next one that has nodes of the job. */
static bool
prepare_adversarial(endpoints *e, const char **why)
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
target_next(const endpoints *e, uint32_t v, uint32_t random_word)
{
	const places *g = e->state;
	uint32_t next = g->of[v] + 1 < g->count ? g->of[v] + 1 : 0;
	uint32_t size = g->first[next + 1] - g->first[next];

	return g->member[g->first[next] + (uint32_t)((uint64_t)random_word * size >> 32)];
}

const pattern pattern_group_uniform = {
	.name = "group-uniform", .about = "open loop: each message to another node of the sender's group at random",
	.prepare_open = prepare_group_uniform, .target = target_within, .release = places_free,
};

const pattern pattern_adversarial = {
	.name = "adversarial", .about = "open loop: each message to a random node of the next group",
	.prepare_open = prepare_adversarial, .target = target_next, .release = places_free,
};
