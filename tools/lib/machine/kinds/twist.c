/* twist -- tori whose rows need not end where they began: the last router of a row is linked to the first of another one.
 *
 * The key `twist` is one of
 *	none		each row closes to a ring.
 *	half		the published shapes, whose extents are a and 2a: each row of a routers ends a routers further along every
 *			dimension of 2a.  So 2a x a is the rectangular twisted torus, 2a x a x a the prismatic doubly twisted one
 *			(Camara, Moreto, Vallejo, Beivide, Miguel-Alonso, Martinez and Navaridas, "Twisted torus topologies for enhanced
 *			interconnection networks", IEEE TPDS 2010); both, and 2a x 2a x a, are those of TPU v4 (Jouppi and others, "TPU v4", ISCA
 *			2023, 2.9).  In the words of crystals the three-dimensional ones are the face-centred and the body-centred cubic graphs.
 *	y:x:4+z:x:4	rows of y end 4 routers further along x, and so do rows of z.
 *
 * Such a torus is a graph to packets (lib/route/graph.h): its routes come from tables.
 *
 * The kind cubetorus is a torus of cubes: in a cube, routers in rows, a mesh; and optical circuits from each face of a cube to the opposite
 * face of the next one, so that all rows close, twisted or not.  A cube alone in its dimension has its own two faces joined.
 *
 * So TPU v4 has cubes of 4x4x4 chips and 48 switches of circuits, by which up to 64 cubes make a torus of any shape of theirs (Jouppi and
 * others, "TPU v4: an optically reconfigurable supercomputer for machine learning with hardware support for embeddings", ISCA 2023).
 * Circuits here are set before the run and stay. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/machine/build.h"
#include "lib/machine/graph-search.h"
#include "lib/machine/kinds/graph.h"
#include "lib/machine/lattice/lattice.h"

#define TWIST_KEY(fallback) \
	{ "twist", KEY_WORD, fallback, NULL, "where rows end: none, half (of extents a and 2a), or as y:x:4+z:x:4", true }

static const spec_key twisted_keys[] = {
	LATTICE_SHAPE_KEYS,
	TWIST_KEY("half"),
	LATTICE_SPEED_KEYS,
	{ .name = NULL }
};

static const spec_key cube_keys[] = {
	{ "cubes", KEY_EXTENTS, NULL, NULL, "cubes a dimension, as 4x4x2", true },
	{ "cube", KEY_EXTENTS, "4x4x4", NULL, "routers of a cube a dimension", true },
	{ "p", KEY_INT, "1", NULL, "nodes a router", true },
	TWIST_KEY("none"),
	LATTICE_SPEED_KEYS,
	SPEED_KEYS("circuit", "circuits between cubes"),
	{ .name = NULL }
};

typedef struct twist {
	uint32_t by[VALUES][VALUES];	/* by[d][e]: rows of d end that many routers further along e */
} twist;

static uint32_t
at_of(const lattice *l, uint32_t r, int d)
{
	return r / l->stride[d] % l->extent[d];
}

/* The extents nearest to l's, the longest of them so long, that are a and 2a, both, as "8x4x4". */
static char *
nearest(const lattice *l, uint32_t longest)
{
	uint32_t a = longest < 4 ? 2 : longest / 2;
	char *text = xstrdup("");
	bool halves = false;

	for (int d = 0; d < l->dims; d++) {
		bool half = l->extent[d] <= a + a / 2 || (!halves && d == l->dims - 1);

		halves = halves || half;
		text = xprintf("%s%s%" PRIu32, text, d ? "x" : "", half ? a : 2 * a);
	}
	return text;
}

/* Extents of a and 2a, at least one of each. */
static twist
by_halves(const spec *s, const lattice *l, const char *key)
{
	uint32_t longest = 0;
	twist t = { 0 };
	bool any = false;

	for (int d = 0; d < l->dims; d++)
		longest = l->extent[d] > longest ? l->extent[d] : longest;
	for (int d = 0; d < l->dims; d++) {
		if (l->extent[d] == longest)
			continue;
		any = l->extent[d] > 1 && l->extent[d] * 2 == longest;
		if (!any)
			break;
		for (int e = 0; e < l->dims; e++)
			t.by[d][e] = l->extent[e] == longest ? longest / 2 : 0;
	}
	if (!any && l->dims == 1)
		spec_bad(s, key, "one dimension cannot be twisted by half; with another one, as %ux%u, it can", longest,
			longest / 2 > 1 ? longest / 2 : 2);
	if (!any)
		spec_bad(s, key, "cannot be twisted by half: some extents must be twice as long as the others, as %s; twist=y:x:1 says another twist",
			nearest(l, longest));
	return t;
}

/* "y:x:4", taken apart in place. */
static void
read_part(const spec *s, const lattice *l, char *text, twist *t)
{
	char *along = strchr(text, ':'), *many = along ? strchr(along + 1, ':') : NULL;
	int64_t n;
	int d, e;

	if (!many)
		spec_bad(s, "twist", "must be none, half, or DIMENSION:ALONG:ROUTERS, several joined by '+', as y:x:4+z:x:4");
	*along++ = *many++ = '\0';
	d = lattice_find_axis(s, "twist", l, text);
	e = lattice_find_axis(s, "twist", l, along);
	if (d == e)
		spec_bad(s, "twist", "rows of %s cannot end further along %s itself", text, along);
	if (t->by[d][e])
		spec_bad(s, "twist", "has rows of %s along %s twice", text, along);
	if (!read_int(many, 1, (int64_t)l->extent[e] - 1, &n))
		spec_bad(s, "twist", "'%s': rows of %s can end 1 to %" PRIu32 " routers further along %s", many, text, l->extent[e] - 1, along);
	t->by[d][e] = (uint32_t)n;
}

static twist
read_twist(const spec *s, const lattice *l, const char *key)
{
	const char *word = spec_word(s, "twist");
	twist t = { 0 };
	char *text, *rest, *part;

	if (strcmp(word, "none") == 0)
		return t;
	if (strcmp(word, "half") == 0)
		return by_halves(s, l, key);
	rest = text = xstrdup(word);
	while ((part = strsep(&rest, "+")))
		read_part(s, l, part, &t);
	free(text);
	return t;
}

/* The router next up dimension d from r, round the end of its row too; r itself when that is the only one. */
static uint32_t
next_router(const lattice *l, const twist *t, uint32_t r, int d)
{
	uint32_t at = at_of(l, r, d), to = r - at * l->stride[d];

	if (at + 1 < l->extent[d])
		return r + l->stride[d];
	for (int e = 0; e < l->dims; e++) {
		uint32_t here = at_of(l, r, e);

		if (e != d)
			to += ((here + t->by[d][e]) % l->extent[e] - here) * l->stride[e];
	}
	return to;
}

static bool
is_twisted(const lattice *l, const twist *t, int d)
{
	for (int e = 0; e < l->dims; e++)
		if (t->by[d][e])
			return true;
	return false;
}

/* Dies when there are more routers and links than can be numbered. */
static uint32_t
count_routers(const spec *s, const lattice *l, const char *key)
{
	wide all = 1;

	for (int d = 0; d < l->dims; d++) {
		all *= l->extent[d];
		machine_limit(s, key, all * l->p, all, all * l->p + all * (wide)(2 * (uint32_t)l->dims));
	}
	return (uint32_t)all;
}

/* The torus whose extents `key` gave; of cubes, those of one (NULL: it has none).  Without cubes a row of two that is not twisted has one
 * cable. */
static void
build_torus(machine *m, const spec *s, const char *key, lattice *l, const uint32_t *cube)
{
	twist t = read_twist(s, l, key);
	cables c = { .file = key, .routers = count_routers(s, l, key) };

	m->shape = l;
	c.cable = xlarge((size_t)c.routers * (size_t)l->dims, sizeof *c.cable);
	lattice_speeds(m, s, l);
	if (cube)
		machine_class_read(m, s, "circuit");
	for (uint32_t r = 0; r < c.routers; r++)
		for (int d = 0; d < l->dims; d++) {
			uint32_t to = next_router(l, &t, r, d), at = at_of(l, r, d);
			uint8_t class = (uint8_t)(1 + (cube && at % cube[d] == cube[d] - 1 ? l->dims : d));

			if (cube ? to != r : at < l->extent[d] - 1 || l->extent[d] > 2 || is_twisted(l, &t, d))
				c.cable[c.count++] = (cable){ .end = { r, to }, .count = 1, .class = class, .speed = class };
		}
	c.links = c.count;
	m->dims = l->dims;
	for (int d = 0; d < l->dims; d++) {
		m->extent[d] = l->extent[d];
		m->ring[d] = l->extent[d] > 2 && !is_twisted(l, &t, d);
	}
	graph_fill(m, &c, l->p);
	free(c.cable);
}

static void
coordinates(const machine *m, uint32_t router, uint32_t *at)
{
	const lattice *l = m->shape;

	for (int d = 0; d < l->dims; d++)
		at[d] = at_of(l, router, d);
}

static void
build_twisted(machine *m, spec *s)
{
	build_torus(m, s, "k", lattice_read(s), NULL);
}

/* The whole torus; cube[]: the extents of a cube. */
static lattice *
read_shape(const spec *s, uint32_t *cube)
{
	uint32_t extent[VALUES];
	int dims, of_cube;
	const int64_t *cubes = spec_list(s, "cubes", &dims), *k = spec_list(s, "cube", &of_cube);

	if (dims != of_cube)
		spec_bad(s, "cubes", "has %d dimension%s, and a cube has %d", dims, dims > 1 ? "s" : "", of_cube);
	for (int d = 0; d < dims; d++) {
		machine_limit(s, "cubes", 0, (wide)cubes[d] * (wide)k[d], 0);
		extent[d] = (uint32_t)(cubes[d] * k[d]);
		cube[d] = (uint32_t)k[d];
	}
	return lattice_new(dims, extent, spec_at_least(s, "p", 1));
}

/* The level "cube", cubes numbered as routers are. */
static void
add_cubes(machine *m, const uint32_t *cube)
{
	const lattice *l = m->shape;
	uint32_t *of = xcalloc(m->nodes, sizeof *of), cubes = 1;

	for (int d = 0; d < l->dims; d++) {
		for (uint32_t v = 0; v < m->nodes; v++)
			of[v] += at_of(l, m->node_router[v], d) / cube[d] * cubes;
		cubes *= l->extent[d] / cube[d];
	}
	machine_level_add(m, "cube", cubes, of);
}

static void
build_cubes(machine *m, spec *s)
{
	uint32_t cube[VALUES];

	build_torus(m, s, "cubes", read_shape(s, cube), cube);
	add_cubes(m, cube);
}

const kind kind_twistedtorus = {
	.name = "twistedtorus", .about = "a torus whose rows end in other rows, as 2a x a, 2a x a x a, 2a x 2a x a", .keys = twisted_keys,
	.build = build_twisted, .distance = graph_distance, .coordinates = coordinates, .uneven = true, .free_shape = lattice_free,
};

const kind kind_cubetorus = {
	.name = "cubetorus", .about = "cubes of routers whose faces circuits join to a torus, twisted or not, as TPU v4's", .keys = cube_keys,
	.build = build_cubes, .distance = graph_distance, .coordinates = coordinates, .uneven = true, .free_shape = lattice_free,
};
