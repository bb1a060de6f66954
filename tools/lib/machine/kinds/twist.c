#include "lib/machine/kinds/twist.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/machine/build.h"
#include "lib/machine/graph-search.h"
#include "lib/machine/kinds/graph.h"

/* The extents nearest to l's that are a and 2a, both, as "8x4x4". */
static char *
nearest(const lattice *l)
{
	uint32_t longest = 0, a;
	char *text = xstrdup("");
	bool halves = false;

	for (int d = 0; d < l->dims; d++)
		longest = l->extent[d] > longest ? l->extent[d] : longest;
	a = longest < 4 ? 2 : longest / 2;
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
			nearest(l));
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

twist
twist_read(const spec *s, const lattice *l, const char *key)
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

uint32_t
twist_next(const lattice *l, const twist *t, uint32_t r, int d)
{
	uint32_t at = twist_at(l, r, d), to = r - at * l->stride[d];

	if (at + 1 < l->extent[d])
		return r + l->stride[d];
	for (int e = 0; e < l->dims; e++) {
		uint32_t here = twist_at(l, r, e);

		if (e != d)
			to += ((here + t->by[d][e]) % l->extent[e] - here) * l->stride[e];
	}
	return to;
}

cables
twist_cables(const spec *s, const lattice *l, const char *key)
{
	cables c = { .file = key };
	wide all = 1;

	for (int d = 0; d < l->dims; d++) {
		all *= l->extent[d];
		machine_limit(s, key, all * l->p, all, all * l->p + all * (wide)(2 * (uint32_t)l->dims));
	}
	c.routers = (uint32_t)all;
	c.cable = xlarge((size_t)all * (size_t)l->dims, sizeof *c.cable);
	return c;
}

void
twist_join(cables *c, uint32_t from, uint32_t to, uint8_t class)
{
	c->cable[c->count++] = (cable){ .end = { from, to }, .count = 1, .class = class, .speed = class };
	c->links++;
}

void
twist_fill(machine *m, lattice *l, cables *c)
{
	m->shape = l;
	m->dims = l->dims;
	for (int d = 0; d < l->dims; d++)
		m->extent[d] = l->extent[d];
	graph_fill(m, c, l->p);
	free(c->cable);
}

void
twist_coordinates(const machine *m, uint32_t router, uint32_t *at)
{
	const lattice *l = m->shape;

	for (int d = 0; d < l->dims; d++)
		at[d] = twist_at(l, router, d);
}

/* --- the kind: a torus as others, whose rows end in other rows; a row of two that is not twisted has one cable */

static const spec_key keys[] = {
	LATTICE_SHAPE_KEYS,
	TWIST_KEY("half"),
	LATTICE_SPEED_KEYS,
	{ .name = NULL }
};

static bool
is_twisted(const lattice *l, const twist *t, int d)
{
	for (int e = 0; e < l->dims; e++)
		if (t->by[d][e])
			return true;
	return false;
}

static void
build(machine *m, spec *s)
{
	lattice *l = lattice_read(s);
	twist t = twist_read(s, l, "k");
	cables c = twist_cables(s, l, "k");

	lattice_speeds(m, s, l);
	for (uint32_t r = 0; r < c.routers; r++)
		for (int d = 0; d < l->dims; d++) {
			bool end = twist_at(l, r, d) == l->extent[d] - 1;

			if (!end || l->extent[d] > 2 || is_twisted(l, &t, d))
				twist_join(&c, r, twist_next(l, &t, r, d), (uint8_t)(1 + d));
		}
	for (int d = 0; d < l->dims; d++)
		m->ring[d] = l->extent[d] > 2 && !is_twisted(l, &t, d);
	twist_fill(m, l, &c);
}

const kind kind_twistedtorus = {
	.name = "twistedtorus", .about = "a torus whose rows end in other rows, as 2a x a, 2a x a x a, 2a x 2a x a", .keys = keys,
	.build = build, TWIST_ANSWERS,
};
