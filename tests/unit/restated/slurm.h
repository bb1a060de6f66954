/* slurm -- the rules by which Slurm 22.05.8 chooses (data/reference/slurm/RULE.md), and 24.11.5 and 26.05.5 where they differ
 * (data/reference/slurm/26.05/RULE.md), once more, as literally as they read.
 *
 * A tree of switches is a list in the order of its file: each has one above it.  Nodes are numbered by label and say which switch they
 * are on.  Every question is answered by looking at all nodes again. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lib/machine/machine.h"

enum { SLOW_MOST = 400 };	/* nodes */

typedef struct slow_tree {
	uint32_t switches, nodes;
	uint32_t above[2 * SLOW_MOST];	/* NONE at the top */
	uint32_t leaf[SLOW_MOST];		/* by node */
	bool idle[SLOW_MOST], chosen[SLOW_MOST];
} slow_tree;

/* Is switch s on the way up from `from`, or that? */
static bool
slow_below(const slow_tree *t, uint32_t from, uint32_t s)
{
	while (from != NONE && from != s)
		from = t->above[from];
	return from == s;
}

/* Idle nodes below a switch that are not chosen. */
static uint32_t
slow_idle(const slow_tree *t, uint32_t s)
{
	uint32_t n = 0;

	for (uint32_t v = 0; v < t->nodes; v++)
		n += t->idle[v] && !t->chosen[v] && slow_below(t, t->leaf[v], s);
	return n;
}

static bool
slow_is_leaf(const slow_tree *t, uint32_t s)
{
	for (uint32_t v = 0; v < t->nodes; v++)
		if (t->leaf[v] == s)
			return true;
	return false;
}

/* 1 + the highest below. */
static uint32_t
slow_level(const slow_tree *t, uint32_t s)
{
	uint32_t most = 0;

	for (uint32_t i = 0; i < t->switches; i++)
		if (t->above[i] == s && slow_level(t, i) > most)
			most = slow_level(t, i);
	return most + 1;
}

/* Leaf s gives n of its lowest idle nodes. */
static void
slow_give(slow_tree *t, uint32_t s, uint32_t n)
{
	for (uint32_t v = 0; v < t->nodes && n > 0; v++)
		if (t->leaf[v] == s && t->idle[v] && !t->chosen[v]) {
			t->chosen[v] = true;
			n--;
		}
}

static uint32_t
slow_links(const slow_tree *t, uint32_t a, uint32_t b)
{
	uint32_t up = 0, down = 0;

	for (; !slow_below(t, b, a); a = t->above[a])
		up++;
	for (; b != a; b = t->above[b])
		down++;
	return up + down;
}

/* RULE 1 b: 1 if i suits better than b, -1 if worse, 0 alike. */
static int
slow_suits(const slow_tree *t, const uint32_t *c, uint32_t w, uint32_t i, uint32_t b)
{
	uint32_t was_i = i, was_b = b;

	for (;;) {
		if (i == b || i == NONE || b == NONE)
			return c[was_i] > c[was_b] ? 1 : c[was_i] < c[was_b] ? -1 : 0;
		if (c[i] >= w && c[b] >= w)
			return c[i] < c[b] ? 1 : c[i] > c[b] ? -1 : 0;
		if (c[i] >= w)
			return 1;
		if (c[b] >= w)
			return -1;
		was_i = i;
		was_b = b;
		i = t->above[i];
		b = t->above[b];
	}
}

static void
slow_rule_tree(slow_tree *t, uint32_t need)
{
	uint32_t c[2 * SLOW_MOST], d[2 * SLOW_MOST] = { 0 };
	bool leaf[2 * SLOW_MOST];

	for (uint32_t s = 0; s < t->switches; s++) {
		c[s] = slow_idle(t, s);
		leaf[s] = slow_is_leaf(t, s);
	}
	for (uint32_t w = need; w > 0;) {
		uint32_t b = NONE, give;

		for (uint32_t i = 0; i < t->switches; i++) {
			if (!leaf[i] || c[i] == 0)
				continue;
			if (b == NONE || (d[i] < d[b] && slow_suits(t, c, w, i, b) >= 0) || (d[i] == d[b] && slow_suits(t, c, w, i, b) > 0))
				b = i;
		}
		give = c[b] < w ? c[b] : w;
		slow_give(t, b, give);
		w -= give;
		c[b] = 0;
		for (uint32_t i = 0; i < t->switches; i++)
			if (leaf[i])
				d[i] += slow_links(t, i, b);
	}
}

/* RULE 1 of 26.05: does leaf i replace the best, b? */
static bool
slow_replaces(const slow_tree *t, const uint32_t *c, const uint32_t *d, uint32_t w, uint32_t i, uint32_t b)
{
	for (uint32_t x = i, y = b;; x = t->above[x], y = t->above[y]) {
		if (c[x] >= w && c[y] >= w)
			return d[i] < d[b] || (d[i] == d[b] && c[x] < c[y]);
		if (c[x] >= w)
			return d[i] <= d[b];
		if (c[y] >= w)
			return false;
		if (t->above[x] == t->above[y] || t->above[x] == NONE || t->above[y] == NONE)
			return d[i] == d[b] && c[x] > c[y];
	}
}

static void
slow_rule_tree_lowered(slow_tree *t, uint32_t need)
{
	uint32_t c[2 * SLOW_MOST], d[2 * SLOW_MOST] = { 0 };

	for (uint32_t s = 0; s < t->switches; s++)
		c[s] = slow_idle(t, s);
	for (uint32_t w = need; w > 0;) {
		uint32_t b = NONE, had;

		for (uint32_t i = 0; i < t->switches; i++)
			if (slow_is_leaf(t, i) && c[i] > 0 && (b == NONE || slow_replaces(t, c, d, w, i, b)))
				b = i;
		had = c[b];
		slow_give(t, b, had < w ? had : w);
		w -= had < w ? had : w;
		for (uint32_t s = b; s != NONE; s = t->above[s])
			c[s] -= had;
		for (uint32_t i = 0; i < t->switches; i++)
			if (slow_is_leaf(t, i))
				d[i] += slow_links(t, i, b);
	}
}

/* RULE 0 of 26.05 for one node, else another rule. */
static void
slow_unless_one(slow_tree *t, uint32_t need, void (*rule)(slow_tree *t, uint32_t need))
{
	uint32_t v = 0;

	if (need > 1) {
		rule(t, need);
		return;
	}
	while (!t->idle[v])
		v++;
	t->chosen[v] = true;
}

/* RULE 2: the switch. */
static uint32_t
slow_lowest(const slow_tree *t, uint32_t need)
{
	uint32_t best = NONE;

	for (uint32_t s = 0; s < t->switches; s++) {
		if (slow_idle(t, s) < need)
			continue;
		if (best == NONE || slow_level(t, s) < slow_level(t, best) ||
		    (slow_level(t, s) == slow_level(t, best) && slow_idle(t, s) < slow_idle(t, best)))
			best = s;
	}
	return best;
}

static void
slow_rule_tree_fit(slow_tree *t, uint32_t need)
{
	uint32_t at = slow_lowest(t, need);

	while (need > 0) {
		uint32_t most = NONE, fit = NONE;

		for (uint32_t s = 0; s < t->switches; s++) {
			uint32_t n = slow_is_leaf(t, s) && slow_below(t, s, at) ? slow_idle(t, s) : 0;

			if (n > 0 && (most == NONE || n > slow_idle(t, most)))
				most = s;
			if (n >= need && (fit == NONE || n < slow_idle(t, fit)))
				fit = s;
		}
		if (fit != NONE) {
			slow_give(t, fit, need);
			return;
		}
		need -= slow_idle(t, most);
		slow_give(t, most, slow_idle(t, most));
	}
}

/* The leaf below `at`, not done with, that has the fewest idle nodes. */
static uint32_t
slow_fewest(const slow_tree *t, uint32_t at, const uint32_t *idle, const bool *done)
{
	uint32_t best = NONE;

	for (uint32_t s = 0; s < t->switches; s++)
		if (slow_is_leaf(t, s) && slow_below(t, s, at) && !done[s] && idle[s] > 0 && (best == NONE || idle[s] < idle[best]))
			best = s;
	return best;
}

static void
slow_rule_tree_linear(slow_tree *t, uint32_t need)
{
	uint32_t at = slow_lowest(t, need), idle[2 * SLOW_MOST];
	bool done[2 * SLOW_MOST] = { false };

	for (uint32_t s = 0; s < t->switches; s++)
		idle[s] = slow_idle(t, s);
	while (need > 0) {
		uint32_t s = slow_fewest(t, at, idle, done), give = idle[s] < need ? idle[s] : need;

		slow_give(t, s, give);
		done[s] = true;
		need -= give;
	}
}

/* One node a leaf in turn, in this order. */
static void
slow_in_turn(slow_tree *t, const uint32_t *leaf, uint32_t leaves, uint32_t need)
{
	while (need > 0)
		for (uint32_t i = 0; i < leaves && need > 0; i++)
			if (slow_idle(t, leaf[i]) > 0) {
				slow_give(t, leaf[i], 1);
				need--;
			}
}

static void
slow_rule_dragonfly(slow_tree *t, uint32_t need)
{
	uint32_t most = NONE, leaf[2 * SLOW_MOST], leaves = 0;

	for (uint32_t s = 0; s < t->switches; s++)
		if (slow_is_leaf(t, s)) {
			leaf[leaves++] = s;
			if (most == NONE || slow_idle(t, s) > slow_idle(t, most))
				most = s;
		}
	if (slow_idle(t, most) >= need)
		slow_give(t, most, need);
	else
		slow_in_turn(t, leaf, leaves, need);
}

static void
slow_rule_dragonfly_fit(slow_tree *t, uint32_t need)
{
	uint32_t at = slow_lowest(t, need), idle[2 * SLOW_MOST], leaf[2 * SLOW_MOST], leaves = 0, s;
	bool done[2 * SLOW_MOST] = { false };

	for (uint32_t i = 0; i < t->switches; i++)
		idle[i] = slow_idle(t, i);
	while ((s = slow_fewest(t, at, idle, done)) != NONE) {
		done[s] = true;
		leaf[leaves++] = s;
	}
	slow_in_turn(t, leaf, leaves, need);
}

/* The run of idle nodes, not chosen, from v on. */
static uint32_t
slow_run(const slow_tree *t, uint32_t v)
{
	uint32_t n = 0;

	while (v + n < t->nodes && t->idle[v + n] && !t->chosen[v + n])
		n++;
	return n;
}

/* RULE 6. The nodes of a run that gave all stay between others', as busy ones do. */
static void
slow_rule_none(slow_tree *t, uint32_t need)
{
	while (need > 0) {
		uint32_t most = NONE, fit = NONE, from, n;

		for (uint32_t v = 0; v < t->nodes; v++) {
			n = v > 0 && t->idle[v - 1] && !t->chosen[v - 1] ? 0 : slow_run(t, v);
			if (n > 0 && (most == NONE || n > slow_run(t, most)))
				most = v;
			if (n >= need && (fit == NONE || n < slow_run(t, fit)))
				fit = v;
		}
		from = fit != NONE ? fit : most;
		n = slow_run(t, from) < need ? slow_run(t, from) : need;
		for (uint32_t v = from; v < from + n; v++)
			t->chosen[v] = true;
		need -= n;
	}
}

/* balanced: k leaves below the lowest switch; all pairs of them compared. */
static void
slow_rule_balanced(slow_tree *t, uint32_t need)
{
	uint32_t at = slow_lowest(t, need), idle[2 * SLOW_MOST], order[2 * SLOW_MOST], n = 0, k = 0, have = 0, part;
	bool in[2 * SLOW_MOST] = { false }, enough = true;

	for (uint32_t s = 0; s < t->switches; s++) {
		idle[s] = slow_idle(t, s);
		if (slow_is_leaf(t, s) && slow_below(t, s, at) && idle[s] > 0)
			order[n++] = s;
	}
	for (uint32_t i = 0; i < n; i++)	/* the most first */
		for (uint32_t j = i; j > 0 && idle[order[j]] > idle[order[j - 1]]; j--) {
			uint32_t other = order[j];

			order[j] = order[j - 1];
			order[j - 1] = other;
		}
	while (have < need)
		have += idle[order[k++]];
	part = need / k + (need % k > 0);
	for (uint32_t i = 0; i < k && enough; i++) {
		uint32_t best = NONE;

		for (uint32_t s = 0; s < t->switches; s++)
			if (slow_is_leaf(t, s) && slow_below(t, s, at) && !in[s] && idle[s] >= part && (best == NONE || idle[s] < idle[best]))
				best = s;
		enough = best != NONE;
		if (enough)
			in[best] = true;
	}
	for (uint32_t s = 0; s < t->switches && !enough; s++)
		in[s] = false;
	for (uint32_t i = 0; i < k && !enough; i++)
		in[order[i]] = true;
	for (n = 0, at = 0; at < t->switches; at++)
		if (in[at])
			order[n++] = at;
	slow_in_turn(t, order, n, need);
}

static void
slow_rule_tree_2605(slow_tree *t, uint32_t need)
{
	slow_unless_one(t, need, slow_rule_tree_lowered);
}

static void
slow_rule_dragonfly_2605(slow_tree *t, uint32_t need)
{
	slow_unless_one(t, need, slow_rule_dragonfly);
}

static void
slow_rule_none_2605(slow_tree *t, uint32_t need)
{
	slow_unless_one(t, need, slow_rule_none);
}

static const struct slow_rule {
	const char *policy;
	void (*choose)(slow_tree *t, uint32_t need);
} slow_rules[] = {
	{ "slurm-tree:22.05", slow_rule_tree },
	{ "slurm-tree:24.11", slow_rule_tree_lowered },
	{ "slurm-tree:26.05", slow_rule_tree_2605 },
	{ "slurm-tree", slow_rule_tree_2605 },
	{ "slurm-tree-fit", slow_rule_tree_fit },
	{ "slurm-tree-linear:22.05", slow_rule_tree_linear },
	{ "slurm-dragonfly:22.05", slow_rule_dragonfly },
	{ "slurm-dragonfly:24.11", slow_rule_dragonfly },
	{ "slurm-dragonfly", slow_rule_dragonfly_2605 },
	{ "slurm-dragonfly-fit", slow_rule_dragonfly_fit },
	{ "slurm-none:24.11", slow_rule_none },
	{ "slurm-none", slow_rule_none_2605 },
	{ "balanced", slow_rule_balanced },
};
enum { SLOW_RULES = sizeof slow_rules / sizeof *slow_rules };
