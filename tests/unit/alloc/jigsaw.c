/* link: alloc */
/* jigsaw -- jobs come and go on random fat-trees: nobody's links are taken, what a job has is what the paper's conditions ask for, and random
 * permutations of its nodes find ways over its links alone, one packet a link. */
#include <stdlib.h>
#include <string.h>

#include "alloc/machine-state.h"
#include "lib/cli/cli.h"
#include "lib/machine/kinds/fattree.h"
#include "unit/alloc/find-policy.h"
#include "unit/tap.h"

enum { JOBS = 64, NODES = 256 };

/* The tree by arithmetic alone: leaf = node / k, pod = leaf / k; link i of a leaf, link u of switch i above. */
typedef struct tree {
	uint32_t k, pods, leaves;
	const uint32_t *owner;	/* leaf * k + i; behind them (pod * k + i) * k + u */
	bool three;
} tree;

typedef struct job {
	uint32_t nodes, node[NODES];
} job;

static bool
has_leaf(const tree *t, const job *j, uint32_t leaf, uint32_t i)
{
	return t->leaves > 1 && t->owner[leaf * t->k + i] == j->node[0] + 1;
}

static bool
has_top(const tree *t, const job *j, uint32_t pod, uint32_t i, uint32_t u)
{
	return t->three && t->owner[t->leaves * t->k + (pod * t->k + i) * t->k + u] == j->node[0] + 1;
}

static uint32_t
on_leaf(const tree *t, const job *j, uint32_t leaf)
{
	uint32_t n = 0;

	for (uint32_t v = 0; v < j->nodes; v++)
		n += j->node[v] / t->k == leaf;
	return n;
}

static uint32_t
in_pod(const tree *t, const job *j, uint32_t pod)
{
	uint32_t n = 0;

	for (uint32_t v = 0; v < j->nodes; v++)
		n += j->node[v] / t->k / t->k == pod;
	return n;
}

/* The conditions for one pod, or the leaves of several: all leaves but one have as many nodes and the same links, that one has fewer and some of
 * these; as many links as nodes. */
static bool
leaves_right(const tree *t, const job *j)
{
	uint32_t part = 0, smaller = 0, like = NONE;

	for (uint32_t leaf = 0; leaf < t->leaves; leaf++)
		if (on_leaf(t, j, leaf) > part) {
			part = on_leaf(t, j, leaf);
			like = leaf;
		}
	for (uint32_t leaf = 0; leaf < t->leaves; leaf++) {
		uint32_t n = on_leaf(t, j, leaf), links = 0;

		for (uint32_t i = 0; i < t->k; i++) {
			links += has_leaf(t, j, leaf, i);
			if (has_leaf(t, j, leaf, i) && !has_leaf(t, j, like, i))
				return false;
		}
		if (links != (part == j->nodes ? 0 : n))
			return false;
		smaller += n > 0 && n < part;
	}
	return smaller <= 1;
}

/* Those for several: all pods but one have as many nodes, in whole leaves; each switch has as many links up as down, to the same top
 * switches in all pods, in the smaller one to some of them. */
static bool
pods_right(const tree *t, const job *j)
{
	uint32_t most = 0, like = 0, smaller = 0, pods = 0;

	for (uint32_t p = 0; p < t->pods; p++)
		if (in_pod(t, j, p) > most) {
			most = in_pod(t, j, p);
			like = p;
		}
	for (uint32_t p = 0; p < t->pods; p++) {
		uint32_t n = in_pod(t, j, p);

		pods += n > 0;
		smaller += n > 0 && n < most;
	}
	for (uint32_t p = 0; p < t->pods; p++)
		for (uint32_t i = 0; i < t->k; i++) {
			uint32_t up = 0, down = 0;

			for (uint32_t u = 0; u < t->k; u++) {
				up += has_top(t, j, p, i, u);
				if (has_top(t, j, p, i, u) && !has_top(t, j, like, i, u))
					return false;
			}
			for (uint32_t leaf = p * t->k; leaf < (p + 1) * t->k && leaf < t->leaves; leaf++)
				down += has_leaf(t, j, leaf, i);
			if (up != (pods > 1 ? down : 0))
				return false;
		}
	return pods < 2 || (smaller <= 1 && most % t->k == 0);
}

/* Packets of a permutation, and which links are taken: up and down. */
typedef struct routing {
	const tree *t;
	const job *j;
	uint32_t to[NODES];	/* packet v goes from node[v] to node[to[v]] */
	bool leaf[2][NODES], top[2][NODES * 4];
} routing;

/* May packet v go over switch i (and, between pods, top switch u of it)? */
static bool
may_go(const routing *r, uint32_t v, uint32_t i, uint32_t u)
{
	const tree *t = r->t;
	uint32_t a = r->j->node[v] / t->k, b = r->j->node[r->to[v]] / t->k, p = a / t->k, q = b / t->k;

	if (!has_leaf(t, r->j, a, i) || !has_leaf(t, r->j, b, i) || r->leaf[0][a * t->k + i] || r->leaf[1][b * t->k + i])
		return false;
	return p == q ? u == 0 : has_top(t, r->j, p, i, u) && has_top(t, r->j, q, i, u) && !r->top[0][(p * t->k + i) * t->k + u] &&
		!r->top[1][(q * t->k + i) * t->k + u];
}

static void
mark(routing *r, uint32_t v, uint32_t i, uint32_t u)
{
	const tree *t = r->t;
	uint32_t a = r->j->node[v] / t->k, b = r->j->node[r->to[v]] / t->k, p = a / t->k, q = b / t->k;

	r->leaf[0][a * t->k + i] = r->leaf[1][b * t->k + i] = true;
	if (p != q)
		r->top[0][(p * t->k + i) * t->k + u] = r->top[1][(q * t->k + i) * t->k + u] = true;
}

/* Edges between places, from left to right: as many at each. */
typedef struct edges {
	uint32_t count, from[2 * NODES], to[2 * NODES], color[2 * NODES];
	uint32_t matched[NODES];	/* by place on the right: an edge */
	bool seen[NODES];
} edges;

/* A way to one more place on the right, for a place on the left (Kuhn's matching). */
static bool
augment(edges *e, uint32_t place)
{
	for (uint32_t k = 0; k < e->count; k++) {
		if (e->from[k] != place || e->color[k] != NONE || e->seen[e->to[k]])
			continue;
		e->seen[e->to[k]] = true;
		if (e->matched[e->to[k]] == NONE || augment(e, e->from[e->matched[e->to[k]]])) {
			e->matched[e->to[k]] = k;
			return true;
		}
	}
	return false;
}

/* Colour the edges, no two of a colour at a place: matching after matching (Konig). */
static void
color_edges(edges *e, uint32_t colors)
{
	for (uint32_t k = 0; k < e->count; k++)
		e->color[k] = NONE;
	for (uint32_t c = 0; c < colors; c++) {
		for (uint32_t i = 0; i < NODES; i++)
			e->matched[i] = NONE;
		for (uint32_t place = 0; place < NODES; place++) {
			memset(e->seen, 0, sizeof e->seen);
			augment(e, place);
		}
		for (uint32_t i = 0; i < NODES; i++)
			if (e->matched[i] != NONE)
				e->color[e->matched[i]] = c;
	}
}

/* Fill up the one place that has fewer edges, with edges to itself, colour all, and give each colour a link: one that the smaller place has not
 * to those of the edges that were added. `has` says which of the k links a place has. */
static void
give_links(edges *e, uint32_t places, const uint32_t *degree, uint32_t k, bool has[NODES][8], uint32_t *link)
{
	uint32_t real = e->count, most = 0, large = 0, small = NONE, of[NODES];
	bool used[8] = { false }, spare[NODES] = { false };

	for (uint32_t i = 0; i < places; i++)
		if (degree[i] > most) {
			most = degree[i];
			large = i;
		}
	for (uint32_t i = 0; i < places; i++)
		for (uint32_t n = degree[i]; n > 0 && n < most; n++) {
			small = i;
			e->from[e->count] = e->to[e->count] = i;
			e->count++;
		}
	color_edges(e, most);
	for (uint32_t n = real; n < e->count; n++)
		spare[e->color[n] < NODES ? e->color[n] : 0] = true;
	for (uint32_t c = 0; c < most; c++) {
		of[c] = 0;
		for (uint32_t i = 0; i < k; i++)
			if (has[large][i] && !used[i] && (small == NONE || has[small][i] != spare[c])) {
				used[i] = true;
				of[c] = i;
				break;
			}
	}
	for (uint32_t n = 0; n < real; n++)
		link[n] = e->color[n] < NODES ? of[e->color[n]] : 0;
}

/* Over which switch each packet goes. */
static void
give_switches(const routing *r, uint32_t *over)
{
	static edges e;
	static bool has[NODES][8];
	uint32_t degree[NODES] = { 0 };

	e.count = 0;
	for (uint32_t leaf = 0; leaf < r->t->leaves; leaf++)
		for (uint32_t i = 0; i < r->t->k; i++)
			has[leaf][i] = has_leaf(r->t, r->j, leaf, i);
	for (uint32_t v = 0; v < r->j->nodes; v++) {
		e.from[v] = r->j->node[v] / r->t->k;
		e.to[v] = r->j->node[r->to[v]] / r->t->k;
		degree[e.from[v]]++;
		e.count++;
	}
	give_links(&e, r->t->leaves, degree, r->t->k, has, over);
}

/* Over which top switch those packets go that go over switch i. */
static void
give_tops(const routing *r, const uint32_t *over, uint32_t i, uint32_t *top)
{
	static edges e;
	static bool has[NODES][8];
	uint32_t degree[NODES] = { 0 }, link[NODES], packet[NODES], packets, area = r->t->k * r->t->k;

	e.count = 0;
	for (uint32_t p = 0; p < r->t->pods; p++)
		for (uint32_t u = 0; u < r->t->k; u++)
			has[p][u] = has_top(r->t, r->j, p, i, u);
	for (uint32_t v = 0; v < r->j->nodes; v++)
		if (over[v] == i) {
			e.from[e.count] = r->j->node[v] / area;
			e.to[e.count] = r->j->node[r->to[v]] / area;
			degree[e.from[e.count]]++;
			packet[e.count++] = v;
		}
	packets = e.count;
	give_links(&e, r->t->pods, degree, r->t->k, has, link);
	for (uint32_t k = 0; k < packets; k++)
		top[packet[k]] = link[k];
}

/* A random permutation: each packet goes over switches as colours say, and finds its links the job's and free. */
static bool
permutation_routes(const tree *t, const job *j, rng *random)
{
	static routing r;
	uint32_t over[NODES], top[NODES] = { 0 };

	memset(&r, 0, sizeof r);
	r.t = t;
	r.j = j;
	for (uint32_t v = 0; v < j->nodes; v++)
		r.to[v] = v;
	for (uint32_t v = j->nodes; v > 1; v--) {
		uint32_t k = (uint32_t)rng_below(random, v), other = r.to[v - 1];

		r.to[v - 1] = r.to[k];
		r.to[k] = other;
	}
	give_switches(&r, over);
	for (uint32_t i = 0; i < t->k && t->three; i++)
		give_tops(&r, over, i, top);
	for (uint32_t v = 0; v < j->nodes; v++) {
		uint32_t a = j->node[v] / t->k, b = j->node[r.to[v]] / t->k;

		if (a == b)	/* the leaf passes it on */
			continue;
		if (a / t->k == b / t->k)
			top[v] = 0;
		if (!may_go(&r, v, over[v], top[v]))
			return false;
		mark(&r, v, over[v], top[v]);
	}
	return true;
}

typedef struct counts {
	int jobs, refused, stolen, left, wrong, stuck, routed;
} counts;

static void
play(const char *spec, rng *random, counts *c)
{
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	const policy *p = find_policy("jigsaw");
	const fattree *f = m->shape;
	tree t = { .k = f->down[1], .leaves = m->level[0].domains, .three = f->height == 3 };
	size_t bytes = p->memory(m);
	uint32_t *before = xalloc(bytes, 1);
	static job there[JOBS];
	uint32_t jobs = 0;
	machine_state s;
	selection out;

	state_init(&s, p, m);
	selection_init(&out, p, m, false);
	t.owner = s.occupancy.memory;
	t.pods = t.three ? t.leaves / t.k : 1;
	for (int step = 0; step < 120; step++) {
		request q = { .job = "j", .policy = p, .nodes = 1 + (uint32_t)rng_below(random, rng_below(random, 3) ? t.k * t.k : m->nodes) };
		uint32_t which = jobs ? (uint32_t)rng_below(random, jobs) : 0;

		memcpy(before, t.owner, bytes);
		if (jobs > 0 && (jobs == JOBS || rng_below(random, 5) < 2)) {
			q.nodes = there[which].nodes;
			state_remove(&s, &q, there[which].node);
			for (size_t i = 0; i < bytes / sizeof *before; i++)
				c->left += t.owner[i] != (before[i] == there[which].node[0] + 1 ? 0 : before[i]);
			there[which] = there[--jobs];
			continue;
		}
		if (!state_choose(&s, &q, *random, &out, NULL)) {
			c->refused += q.nodes <= s.occupancy.idle;
			continue;
		}
		there[jobs].nodes = q.nodes;
		memcpy(there[jobs].node, out.node, q.nodes * sizeof *out.node);
		state_place(&s, &q, out.node);
		for (size_t i = 0; i < bytes / sizeof *before; i++)
			c->stolen += t.owner[i] != before[i] && (before[i] != 0 || t.owner[i] != out.node[0] + 1);
		c->jobs++;
		c->wrong += !leaves_right(&t, &there[jobs]) || !pods_right(&t, &there[jobs]);
		for (int n = 0; n < 3; n++) {
			c->routed++;
			c->stuck += !permutation_routes(&t, &there[jobs], random);
		}
		jobs++;
	}
	free(before);
	selection_free(&out);
	state_free(&s);
	machine_free(m);
}

int
main(void)
{
	static const char *const trees[] = { "fattree:k=2,n=3", "fattree:k=3,n=3", "fattree:k=4,n=3", "fattree:k=4,n=2", "fattree:radix=6,levels=3,pods=6",
		"fattree:radix=8,levels=3,pods=5", "fattree:k=5,n=1" };
	enum { ROUNDS = CHECKED ? 10 : 60 };
	counts c = { 0 };
	rng r;

	rng_init(&r, 21, "test", "jigsaw", "");
	for (int k = 0; k < ROUNDS; k++)
		for (size_t i = 0; i < sizeof trees / sizeof *trees; i++)
			play(trees[i], &r, &c);
	ok(c.jobs > 1000 && c.refused > 100, "%d jobs came, %d more were refused", c.jobs, c.refused);
	ok(c.stolen == 0, "%d links that another job had were taken", c.stolen);
	ok(c.left == 0, "%d links were not as they should be when a job had left", c.left);
	ok(c.wrong == 0, "%d jobs have links that are no part's", c.wrong);
	ok(c.stuck == 0, "%d of %d permutations found no ways over the job's links", c.stuck, c.routed);
	return done_testing();
}
