/* policies -- every policy that serves any job on a dragonfly once more, as literally as its rule
 * reads.  A new one wants a slow_NAME and a row in the table at the end.
 *
 * Those of the random policies draw the same numbers in the same order; that the draws are
 * uniform is another test (policies-random.c). */
#pragma once

#include "unit/restated/restated.h"
#include "unit/restated/slurm.h"

static void
slow_simple(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	take_all(s, s->nodes, 0, need, 0, out);
}

static void
slow_slurm(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	for (uint32_t d = 0; d < s->g * s->a; d++)
		if (in_domain(s, s->p, d) >= need) {
			take_all(s, s->p, d, need, 0, out);
			return;
		}
	slow_scraps(s, need, out);
}

static void
slow_slurm_fit(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	for (uint32_t size = need; size <= s->p; size++)
		for (uint32_t d = 0; d < s->g * s->a; d++)
			if (in_domain(s, s->p, d) == size) {
				take_all(s, s->p, d, need, 0, out);
				return;
			}
	slow_scraps(s, need, out);
}

/* A rule of Slurm's on the dragonfly's tree: routers, groups, and one switch above them. */
static void
slow_slurm_rule(slow *s, void (*choose)(slow_tree *t, uint32_t need), uint32_t need, uint32_t *out)
{
	uint32_t routers = s->g * s->a, n = 0;
	slow_tree t = { .switches = routers + s->g + 1, .nodes = s->nodes };

	for (uint32_t i = 0; i < t.switches; i++)
		t.above[i] = i < routers ? routers + i / s->a : i < routers + s->g ? routers + s->g : NONE;
	for (uint32_t v = 0; v < s->nodes; v++) {
		t.leaf[v] = v / s->p;
		t.idle[v] = s->idle[v];
	}
	choose(&t, need);
	for (uint32_t v = 0; v < s->nodes; v++)
		if (t.chosen[v]) {
			s->idle[v] = false;
			out[n++] = v;
		}
}

static void
slow_slurm_tree(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	slow_slurm_rule(s, slow_rule_tree, need, out);
}

static void
slow_slurm_tree_fit(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	slow_slurm_rule(s, slow_rule_tree_fit, need, out);
}

static void
slow_slurm_tree_linear(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	slow_slurm_rule(s, slow_rule_tree_linear, need, out);
}

static void
slow_slurm_dragonfly(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	slow_slurm_rule(s, slow_rule_dragonfly, need, out);
}

static void
slow_slurm_dragonfly_fit(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	slow_slurm_rule(s, slow_rule_dragonfly_fit, need, out);
}

static void
slow_slurm_none(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	slow_slurm_rule(s, slow_rule_none, need, out);
}

static void
slow_balanced(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	slow_slurm_rule(s, slow_rule_balanced, need, out);
}

static void
slow_level_spread(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	uint32_t router = idlest(s, s->p), group = idlest(s, s->p * s->a);

	(void)r;
	if (need <= in_domain(s, s->p, router))
		take_all(s, s->p, router, need, 0, out);
	else if (need <= in_domain(s, s->p * s->a, group))
		slow_turns(s, s->p, group * s->a, (group + 1) * s->a, need, out);
	else
		slow_turns(s, s->p * s->a, 0, s->g, need, out);
}

static void
slow_rdn(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	slow_urn(s, 1, r, need, out);
}

static void
slow_rdr(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	slow_urn(s, s->p, r, need, out);
}

static void
slow_rdg(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	slow_urn(s, s->p * s->a, r, need, out);
}

static void
slow_rrn(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	slow_turns(s, s->p * s->a, 0, s->g, need, out);
}

static void
slow_rrr(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	for (uint32_t n = 0, group = 0; n < need; group = (group + 1) % s->g)
		for (uint32_t d = group * s->a; d < (group + 1) * s->a; d++)
			if (in_domain(s, s->p, d) > 0) {
				n = take_all(s, s->p, d, need, n, out);
				break;
			}
}

/* Both of Jokanovic's: `limit` groups are for small jobs. */
static void
slow_quiet(slow *s, uint32_t limit, uint32_t need, uint32_t *out)
{
	uint32_t size = s->a * s->p, n = 0;

	if (need > size) {
		for (uint32_t v = s->nodes; v-- > 0 && n < need;)
			if (s->idle[v])
				s->idle[v] = false, out[n++] = v;
		return;
	}
	for (uint32_t d = 0; d < limit; d++)
		if (in_domain(s, size, d) >= need) {
			take_all(s, size, d, need, 0, out);
			return;
		}
	take_all(s, s->nodes, 0, need, 0, out);
}

static void
slow_jokanovic(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	slow_quiet(s, s->g, need, out);
}

/* As the program goes, step by step: a list of what is given, which a second walk over the machine writes again from its start. */
static void
slow_published(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	uint32_t size = s->a * s->p, n = 0;
	bool seen[MOST] = { false }, found = false;

	if (need > size) {
		slow_jokanovic(s, r, need, out);
		return;
	}
	for (uint32_t d = 0; d < s->g && !found; d++)
		for (uint32_t v = d * size; in_domain(s, size, d) >= need && v < (d + 1) * size && !found; v++)
			if (s->idle[v]) {
				seen[v] = true;
				out[n++] = v;
				found = n == need;
			}
	n = 0;
	for (uint32_t v = 0; v < s->nodes && n < need; v++)
		if (s->idle[v] && !seen[v])
			out[n++] = v;
	for (uint32_t i = 0; i < need; i++)
		s->idle[out[i]] = false;
}

static void
slow_boundary(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	slow_quiet(s, s->boundary, need, out);
}

static void
slow_clustered(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	uint32_t close = need - (2 * need + 10) / 20, best = NONE, span = NONE;

	for (uint32_t low = 0; low < s->nodes; low++) {
		uint32_t high = low, n = 0;

		while (high < s->nodes && n < close)
			n += s->idle[high++];
		if (s->idle[low] && n == close && high - low < span) {
			best = low;
			span = high - low;
		}
	}
	for (uint32_t v = best, n = 0; n < close; v++)
		if (s->idle[v]) {
			s->idle[v] = false;
			out[n++] = v;
		}
	slow_urn(s, 1, r, need - close, out + close);
}

static const struct restatement {
	const char *name;
	void (*choose)(slow *s, rng *r, uint32_t need, uint32_t *out);
} restatements[] = {
	{ "simple", slow_simple }, { "slurm", slow_slurm }, { "slurm-fit", slow_slurm_fit },
	{ "slurm-tree:22.05", slow_slurm_tree }, { "slurm-tree-fit", slow_slurm_tree_fit }, { "slurm-tree-linear", slow_slurm_tree_linear },
	{ "slurm-dragonfly:22.05", slow_slurm_dragonfly }, { "slurm-dragonfly-fit", slow_slurm_dragonfly_fit }, { "slurm-none:22.05", slow_slurm_none },
	{ "rdn", slow_rdn }, { "rdr", slow_rdr }, { "rdg", slow_rdg }, { "rrn", slow_rrn }, { "rrr", slow_rrr },
	{ "level-spread", slow_level_spread }, { "jokanovic", slow_jokanovic }, { "jokanovic-as-published", slow_published }, { "jokanovic-boundary", slow_boundary },
	{ "clustered", slow_clustered }, { "balanced", slow_balanced }, { "default", slow_simple },
};
