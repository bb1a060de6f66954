#include "alloc/search/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

static bool
serves(const policy *p, const machine *m)
{
	char *wrong = NULL;
	bool alone = !p->memory && !p->given && !p->argument;
	bool right = (!p->kind || kind_among(m, p->kind)) && (!p->level || machine_level(m, p->level));

	if (alone && right && p->check)
		wrong = p->check(m, NULL);
	free(wrong);
	return alone && right && !wrong;
}

void
candidates_init(candidates *c, const machine *m)
{
	int known = 0, served = 0;

	while (policies[known])
		known++;
	*c = (candidates){ .of = xalloc((size_t)known, sizeof *c->of) };
	c->seen = xalloc(2 * (size_t)known, sizeof *c->seen);
	selection_init(&c->selection, policies[0], m, false);
	c->selection.unread = true;
	for (int i = 0; i < known; i++)
		if (serves(policies[i], m))
			c->of[served++] = (candidate){ policies[i], policies[i]->plan ? policies[i]->plan(m) : NULL };
	c->count = 2 * served;
}

void
candidates_free(candidates *c)
{
	for (int i = 0; i < c->count / 2; i++)
		if (c->of[i].policy->forget)
			c->of[i].policy->forget(c->of[i].plan);
	selection_free(&c->selection);
	free_all(c->seen, c->of);
}

/* k is new to this job: it hashes to none of those before. */
static bool
unseen(candidates *c, int k, const uint32_t *node, uint32_t n)
{
	uint64_t hash = UINT64_C(14695981039346656037);

	/* What n nodes in this order hash to (FNV-1a). */
	for (uint32_t i = 0; i < n; i++)
		hash = (hash ^ node[i]) * UINT64_C(1099511628211);
	c->seen[k] = hash;
	for (int i = 0; i < k; i++)
		if (c->seen[i] == c->seen[k])
			return false;
	return true;
}

bool
candidates_choose(candidates *c, int k, const occupancy *o, const request *q, uint32_t *node)
{
	const candidate *of = &c->of[k / 2];
	occupancy as_seen = *o;
	request asked = *q;
	rng own = *q->random;

	c->seen[k] = 0;
	if (k % 2) {	/* its nodes again, ascending, behind the order in which they were chosen */
		if (c->seen[k - 1] == 0)
			return false;
		memcpy(node, c->selection.node, q->nodes * sizeof *node);
		qsort(node, q->nodes, sizeof *node, ascending_u32);
		return unseen(c, k, node, q->nodes);
	}
	as_seen.plan = of->plan;
	as_seen.memory = NULL;
	asked.policy = of->policy;
	asked.argument = NULL;
	asked.random = &own;
	if (!of->policy->choose(&as_seen, &asked, &c->selection))
		return false;
	memcpy(node, c->selection.node, q->nodes * sizeof *node);
	return unseen(c, k, node, q->nodes);
}
