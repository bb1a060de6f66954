/* lattice-nodes -- what the nodes of a mesh or torus are: by the file of the key map, or by two rules.
 *
 * other=SIZES@FIRST, several joined by '/': the nodes of the routers FIRST … FIRST + SIZES - 1 are of another kind than jobs want.
 *
 * service=blades:N: N service nodes "in various locations throughout the torus" (Fiedler and Whalen, "Improving Task Placement for
 * Applications with 2D, 3D, and 4D Virtual Cartesian Topologies on 3D Torus Networks with Service Nodes", I-B), as whole blades: the four
 * nodes of two routers that are adjacent in y, at an even coordinate and the next.  All choices of N/4 blades outside the regions of
 * `other` are equally likely. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/units.h"
#include "lib/machine/build.h"
#include "lib/machine/lattice/lattice.h"
#include "lib/rng/rng.h"

enum { BLADE_NODES = 4, Y = 1 };

/* Routers size[d] along each dimension, from at[d] on. */
typedef struct region {
	uint32_t size[VALUES], at[VALUES];
} region;

const char *
lattice_numbers(const char *text, char between, int count, uint32_t least, uint32_t *out)
{
	for (int i = 0; text && i < count; i++) {
		char *end;
		unsigned long n;

		if ((i > 0 && *text++ != between) || !isdigit((unsigned char)*text))
			return NULL;
		n = strtoul(text, &end, 10);
		if (n < least || n > INT32_MAX)
			return NULL;
		out[i] = (uint32_t)n;
		text = end;
	}
	return text;
}

/* One region, SIZES@FIRST, from the start of `text`; the rest of it. */
static const char *
read_region(const spec *s, const lattice *l, const char *text, region *g)
{
	const char *end = lattice_numbers(text, 'x', l->dims, 0, g->size);

	end = end && *end == '@' ? lattice_numbers(end + 1, '+', l->dims, 0, g->at) : NULL;
	if (!end || (*end && *end != '/'))
		spec_bad(s, "other", "must be sizes and the first router of a region, a number of each for every dimension (there %s %d), "
			"as 8x8x24@0+0+0; several joined by '/'",
			l->dims > 1 ? "are" : "is", l->dims);
	for (int d = 0; d < l->dims; d++) {
		if (g->size[d] == 0)
			spec_bad(s, "other", "a region has at least one router along each dimension");
		if (g->at[d] + g->size[d] > l->extent[d])
			spec_bad(s, "other", "the region goes beyond dimension %s, which has %u routers", lattice_axis(d), l->extent[d]);
	}
	return end;
}

static bool
inside(const lattice *l, uint32_t r, const region *g)
{
	for (int d = 0; d < l->dims; d++)
		if (lattice_at(l, r, d) - g->at[d] >= g->size[d])	/* below it, the difference wraps around */
			return false;
	return true;
}

static void
mark_router(machine *m, uint32_t r, int what)
{
	const lattice *l = m->shape;

	memset(m->node_kind + (size_t)r * l->p, what, l->p);
}

static void
mark_other(machine *m, const spec *s)
{
	const lattice *l = m->shape;
	const char *text = spec_word(s, "other");
	region g;

	for (bool more = true; more; text++) {
		text = read_region(s, l, text, &g);
		more = *text != '\0';
		for (uint32_t r = 0; r < m->routers; r++)
			if (inside(l, r, &g))
				mark_router(m, r, NODE_OTHER);
	}
}

/* The lower routers of the blades that have only compute nodes so far, ascending; how many there are. */
static uint32_t
list_blades(const machine *m, uint32_t *blade)
{
	const lattice *l = m->shape;
	uint32_t n = 0;

	for (uint32_t r = 0; r < m->routers; r++) {
		uint32_t y = lattice_at(l, r, Y);

		if (y % 2 == 0 && y + 1 < l->extent[Y] && m->node_kind[(size_t)r * l->p] == NODE_COMPUTE &&
			m->node_kind[(size_t)(r + l->stride[Y]) * l->p] == NODE_COMPUTE)
			blade[n++] = r;
	}
	return n;
}

/* How many service nodes the key asks for; the machine must have blades. */
static uint32_t
read_service(const spec *s, const lattice *l)
{
	const char *text = spec_word(s, "service");
	int64_t n;

	if (strncmp(text, "blades:", 7) != 0 || !read_int(text + 7, 0, INT32_MAX, &n))
		spec_bad(s, "service", "must be blades:N, N the number of service nodes");
	if (l->dims < 2 || l->p != 2)
		spec_bad(s, "service", "a blade is two routers adjacent in y with two nodes each: at least two dimensions and p=2 are needed");
	if (n % BLADE_NODES)
		spec_bad(s, "service", "must be a multiple of %d: service nodes come as whole blades", BLADE_NODES);
	return (uint32_t)n;
}

static void
draw_service(machine *m, spec *s)
{
	const lattice *l = m->shape;
	uint32_t nodes = read_service(s, l), *blade = xalloc(m->routers, sizeof *blade), n = list_blades(m, blade);
	rng r;

	spec_derive(s, "service-seed", 1);
	if (nodes / BLADE_NODES > n)
		spec_bad(s, "service", "there are %u nodes on such blades%s", n * BLADE_NODES,
			spec_given(s, "other") ? " outside the regions of other" : "");
	rng_init(&r, (uint64_t)spec_int(s, "service-seed"), "service", "", "");
	rng_shuffle(&r, blade, n);
	for (uint32_t i = 0; i < nodes / BLADE_NODES; i++) {
		mark_router(m, blade[i], NODE_SERVICE);
		mark_router(m, blade[i] + l->stride[Y], NODE_SERVICE);
	}
	free(blade);
}

void
lattice_nodes(machine *m, spec *s)
{
	static const char *const rules[] = { "other", "service" };
	bool map = spec_given(s, "map"), other = spec_given(s, "other"), service = spec_given(s, "service");

	if (spec_given(s, "service-seed") && !service)
		spec_bad(s, "service-seed", "no service nodes are drawn without service=blades:N");
	if (!map && !other && !service)
		return;
	for (int i = 0; i < 2; i++)
		if (map && spec_given(s, rules[i]))
			spec_bad(s, rules[i], "the file %s says what each node is", spec_file(s, "map"));
	m->node_kind = xcalloc(m->nodes, sizeof *m->node_kind);
	if (map)
		node_map_read(m, spec_file(s, "map"));
	if (other)
		mark_other(m, s);
	if (service)
		draw_service(m, s);
}
