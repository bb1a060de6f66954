/* candidates -- see candidates.h. */
#include "alloc/search/candidates.h"

#include <stdlib.h>

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
	int known = 0;

	while (policies[known])
		known++;
	*c = (candidates){ .of = xalloc((size_t)known, sizeof *c->of) };
	c->seen = xalloc((size_t)known, sizeof *c->seen);
	c->chosen = xcalloc(m->nodes, 1);
	selection_init(&c->selection, policies[0], m, false);
	c->selection.unread = true;
	for (int i = 0; i < known; i++)
		if (serves(policies[i], m))
			c->of[c->count++] = (candidate){ policies[i], policies[i]->plan ? policies[i]->plan(m) : NULL };
}

void
candidates_free(candidates *c)
{
	for (int i = 0; i < c->count; i++)
		if (c->of[i].policy->forget)
			c->of[i].policy->forget(c->of[i].plan);
	selection_free(&c->selection);
	free(c->seen);
	free(c->chosen);
	free(c->of);
}

/* The n nodes that are chosen, in ascending order: what they hash to (FNV-1a). */
static uint64_t
sort(candidates *c, uint32_t n, uint32_t *node)
{
	uint64_t hash = UINT64_C(14695981039346656037);

	for (uint32_t i = 0; i < n; i++)
		c->chosen[c->selection.node[i]] = 1;
	for (uint32_t v = 0, at = 0; at < n; v++)
		if (c->chosen[v]) {
			c->chosen[v] = 0;
			node[at++] = v;
			hash = (hash ^ v) * UINT64_C(1099511628211);
		}
	return hash;
}

bool
candidates_choose(candidates *c, int k, const occupancy *o, const request *q, uint32_t *node)
{
	const candidate *of = &c->of[k];
	occupancy as_seen = *o;
	request asked = *q;
	rng own = *q->random;

	as_seen.plan = of->plan;
	as_seen.memory = NULL;
	asked.policy = of->policy;
	asked.argument = NULL;
	asked.random = &own;
	c->seen[k] = 0;
	if (!of->policy->choose(&as_seen, &asked, &c->selection))
		return false;
	c->seen[k] = sort(c, q->nodes, node);
	for (int i = 0; i < k; i++)
		if (c->seen[i] == c->seen[k])
			return false;
	return true;
}
