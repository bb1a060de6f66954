/* fattree -- leaf switches with nodes, and above them as many links as below, or as many fewer as the taper says.
 *
 * Leiserson, "Fat-Trees: Universal Networks for Hardware-Efficient Supercomputing", IEEE Transactions on Computers, 1985; what is built is
 * in fattree.h. */
#include "lib/machine/kinds/fattree.h"

#include "lib/machine/build.h"

static const spec_key keys[] = {
	{ "radix", KEY_INT, "", NULL, "ports a switch, half of them up; or k", true },
	{ "levels", KEY_INT, "", NULL, "with radix: heights of switches, 3", true },
	{ "pods", KEY_INT, "", NULL, "with radix: subtrees that the top switches join, by default half the radix", true },
	{ "k", KEY_INT, "", NULL, "links a switch up, and down: a k-ary n-tree", true },
	{ "n", KEY_INT, "", NULL, "with k: heights of switches, 3", true },
	{ "taper", KEY_INT, "1", NULL, "nodes of a leaf for each of its links up", true },
	SPEED_KEYS("leaf-spine", "links between leaves and the switches above"),
	SPEED_KEYS("spine-spine", "links between spines, in trees of four heights or more"),
	SPEED_KEYS("spine-core", "links to the top switches, in trees of three heights or more"),
	{ .name = NULL }
};

#define FORMS "a fat-tree has radix, levels and pods, or k and n"

static uint32_t
read_height(spec *s, const char *name, uint32_t least)
{
	uint32_t height;

	spec_derive(s, name, 3);
	height = spec_at_least(s, name, least);
	if (height > FATTREE_HEIGHT)
		spec_bad(s, name, "must be at most %d", FATTREE_HEIGHT);
	return height;
}

static void
read_tree(spec *s, fattree *t)
{
	uint32_t k, taper = spec_at_least(s, "taper", 1);

	if (!spec_given(s, "k"))
		spec_bad(s, "k", "must be given with n, as k=22");
	k = spec_at_least(s, "k", 1);
	t->height = read_height(s, "n", 1);
	if (t->height == 1 && taper > 1)
		spec_bad(s, "taper", "a single switch has no links up: must be 1");
	if ((uint64_t)taper * k >= NONE)
		spec_bad(s, "taper", "makes the machine too large");
	for (uint32_t i = 1; i <= t->height; i++) {
		t->down[i] = i == 1 ? taper * k : k;
		t->up[i] = i == t->height ? 0 : k;
	}
}

static void
read_switches(spec *s, fattree *t)
{
	uint32_t radix, pods, taper = spec_at_least(s, "taper", 1);

	if (!spec_given(s, "radix"))
		spec_bad(s, "radix", "must be given, as radix=44, or k, as k=22");
	radix = spec_at_least(s, "radix", 2);
	if (radix % 2 != 0)
		spec_bad(s, "radix", "must be even: half the ports of a switch lead up");
	if (taper >= radix || radix % (taper + 1) != 0)
		spec_bad(s, "taper", "the %u ports of a leaf do not split %u to 1", radix, taper);
	t->height = read_height(s, "levels", 2);
	spec_derive(s, "pods", radix / 2);
	pods = spec_at_least(s, "pods", 1);
	if (pods > radix)
		spec_bad(s, "pods", "must be at most %u, the ports of a top switch", radix);
	for (uint32_t i = 1; i <= t->height; i++) {
		t->up[i] = i == t->height ? 0 : i == 1 ? radix / (taper + 1) : radix / 2;
		t->down[i] = i == 1 ? radix - t->up[1] : i == t->height ? pods : radix / 2;
	}
}

/* a * b, or something too large when it would be. */
static wide
times(wide a, wide b)
{
	return a >= NONE ? a : a * b;
}

static wide
routers_at(const fattree *t, uint32_t height)
{
	wide n = 1;

	for (uint32_t i = 1; i <= t->height; i++)
		n = i < height ? times(n, t->up[i]) : i > height ? times(n, t->down[i]) : n;
	return n;
}

/* Read and check the shape, all but the tables. */
static fattree *
read_shape(spec *s)
{
	fattree *t = xcalloc(1, sizeof *t);
	wide routers = 0, links = 0;
	bool tree = spec_given(s, "k") || (spec_given(s, "n") && !spec_given(s, "radix"));

	if (tree) {
		spec_refuse(s, "radix levels pods", "does not go with k and n: " FORMS);
		read_tree(s, t);
	} else {
		spec_refuse(s, "n", "does not go with radix: " FORMS);
		read_switches(s, t);
	}
	for (uint32_t i = 1; i <= t->height; i++) {
		wide n = routers_at(t, i);

		routers += n;
		links += times(n, (wide)t->down[i] + t->up[i]);
	}
	machine_limit(s, tree ? "k" : "radix", times(routers_at(t, 1), t->down[1]), routers, links);
	return t;
}

/* The tables of fattree.h. */
static void
make_tables(fattree *t)
{
	t->twins[1] = t->leaves[1] = 1;
	for (uint32_t i = 2; i <= t->height; i++) {
		t->twins[i] = t->twins[i - 1] * t->up[i - 1];
		t->leaves[i] = t->leaves[i - 1] * t->down[i];
	}
	for (uint32_t i = 1; i <= t->height; i++)
		t->base[i + 1] = t->base[i] + (uint32_t)routers_at(t, i);
	t->at = xalloc(t->base[t->height + 1], sizeof *t->at);
	t->subtree = xalloc(t->base[t->height + 1], sizeof *t->subtree);
	t->place = xalloc(t->base[t->height + 1], sizeof *t->place);
	for (uint32_t i = 1; i <= t->height; i++)
		for (uint32_t r = t->base[i]; r < t->base[i + 1]; r++) {
			t->at[r] = (uint8_t)i;
			t->subtree[r] = (r - t->base[i]) / t->twins[i];
			t->place[r] = (r - t->base[i]) % t->twins[i];
		}
}

static uint32_t
links_of(const fattree *t)
{
	uint32_t n = 0;

	for (uint32_t i = 1; i <= t->height; i++)
		n += (t->base[i + 1] - t->base[i]) * (t->down[i] + t->up[i]);
	return n;
}

/* Both directions of every cable between height i and i + 1. */
static void
wire_height(machine *m, const fattree *t, uint32_t i, uint8_t class)
{
	for (uint32_t r = t->base[i]; r < t->base[i + 1]; r++)
		for (uint32_t u = 0; u < t->up[i]; u++) {
			uint32_t above = t->base[i + 1] + t->subtree[r] / t->down[i + 1] * t->twins[i + 1] + t->place[r] * t->up[i] + u;
			uint32_t there = fattree_up(m, t, r, u), back = m->first[above] + t->subtree[r] % t->down[i + 1];

			machine_port(m, there, r, above, back, class);
			machine_port(m, back, above, r, there, class);
		}
}

/* The class of the cables between heights i and i + 1. */
static uint8_t
class_above(const machine *m, const fattree *t, uint32_t i)
{
	return (uint8_t)(i == 1 ? 1 : i == t->height - 1 ? m->classes - 1 : 2);
}

static void
build(machine *m, spec *s)
{
	static const char *const name[MACHINE_LEVELS - 1] = { "pod", "subpod", "subsubpod" };
	fattree *t = read_shape(s);

	m->shape = t;
	make_tables(t);
	machine_size(m, t->leaves[t->height] * t->down[1], t->base[t->height + 1], links_of(t));
	m->first[0] = 0;
	for (uint32_t r = 0; r < m->routers; r++)
		m->first[r + 1] = m->first[r] + t->down[t->at[r]] + t->up[t->at[r]];
	machine_nodes(m, t->down[1]);
	/* The classes that a tree of this height has, from the leaves up. */
	if (t->height >= 2)
		machine_class_read(m, s, "leaf-spine");
	if (t->height >= 4)
		machine_class_read(m, s, "spine-spine");
	if (t->height >= 3)
		machine_class_read(m, s, "spine-core");
	for (uint32_t i = 1; i < t->height; i++)
		wire_height(m, t, i, class_above(m, t, i));
	/* A level for the subtrees of each height between a leaf and the whole; of a tree so high that the machine has no room for all,
	 * the largest. */
	for (uint32_t i = t->height > MACHINE_LEVELS + 1 ? t->height - MACHINE_LEVELS + 1 : 2; i < t->height; i++)
		machine_level_blocks(m, name[t->height - 1 - i], t->leaves[t->height] / t->leaves[i], t->leaves[i]);
}

/* A link between heights i-1 and i changes two things: which subtree of height i-1 of its subtree of height i the lower end is in, and
 * which of the up[i-1] switches above that end the upper one is.  So the way goes as high as the lowest subtree that both are in, as low as
 * the first of those choices in which they differ, and no link more. */
static uint32_t
distance(const machine *m, uint32_t a, uint32_t b)
{
	const fattree *t = m->shape;
	uint32_t i, j, low, high, x, y;

	if (t->at[a] > t->at[b]) {
		x = a;
		a = b;
		b = x;
	}
	low = i = t->at[a];
	high = j = t->at[b];
	x = t->place[a];
	y = t->place[b] / (t->twins[j] / t->twins[i]);
	for (; x != y; low--) {
		x /= t->up[low - 1];
		y /= t->up[low - 1];
	}
	x = t->subtree[a] / (t->leaves[j] / t->leaves[i]);
	y = t->subtree[b];
	for (; x != y; high++) {
		x /= t->down[high + 1];
		y /= t->down[high + 1];
	}
	return j - i + 2 * (i - low) + 2 * (high - j);
}

/* Half of the leaves may be parted from the rest by their links up, or half of the pods by theirs, and so
 * on: the same number of cables.  No halves cut less: each leaf of the smaller one can send as much as its
 * links up take to a leaf of the other, spread evenly over all ways, and no cable is full before those are. */
static bool
bisection(const machine *m, const uint64_t *weight, uint64_t *cut)
{
	const fattree *t = m->shape;
	uint64_t least = UINT64_MAX, halves = UINT64_MAX;

	for (uint32_t i = 1; i < t->height; i++) {
		uint64_t w = weight[class_above(m, t, i)];

		least = w < least ? w : least;
		if ((i == 1 || t->leaves[t->height] / t->leaves[i] % 2 == 0) && w < halves)
			halves = w;
	}
	*cut = least * t->up[1] * (t->leaves[t->height] / 2);
	return t->height > 1 && least == halves;
}

static void
free_shape(machine *m)
{
	fattree *t = m->shape;

	free_all(t->at, t->subtree, t->place, t);
}

const kind kind_fattree = {
	.name = "fattree", .about = "switches in levels: three-level pods of a radix, or a k-ary n-tree; tapered or not", .keys = keys,
	.build = build, .distance = distance, .bisection = bisection, .free_shape = free_shape,
};
