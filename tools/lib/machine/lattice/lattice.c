/* lattice -- rows of routers along n dimensions, wired. */
#include "lib/machine/lattice/lattice.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/units.h"
#include "lib/machine/build.h"

lattice *
lattice_new(int dims, const uint32_t *extent, uint32_t p)
{
	lattice *l = xcalloc(1, sizeof *l);

	l->dims = dims;
	l->p = p;
	for (int d = 0; d < dims; d++) {
		l->extent[d] = l->gap[d] = extent[d];
		l->stride[d] = d ? l->stride[d - 1] * extent[d - 1] : 1;
	}
	return l;
}

lattice *
lattice_read(const spec *s)
{
	uint32_t extent[VALUES], p = spec_at_least(s, "p", 1);
	int dims;
	const int64_t *k = spec_list(s, "k", &dims);

	for (int d = 0; d < dims; d++)
		extent[d] = (uint32_t)k[d];
	return lattice_new(dims, extent, p);
}

const char *
lattice_axis(int d)
{
	static const char *const name[MACHINE_DIMS] = {
		"x", "y", "z", "w", "d4", "d5", "d6", "d7", "d8", "d9", "d10", "d11", "d12", "d13", "d14", "d15",
		"d16", "d17", "d18", "d19", "d20", "d21", "d22", "d23", "d24", "d25", "d26", "d27", "d28", "d29", "d30", "d31",
	};

	return name[d];
}

void
lattice_one_each(const spec *s, const char *key, int count, int dims)
{
	if (count != 1 && count != dims)
		spec_bad(s, key, "has %d values where one is wanted, or one for each of %d dimension%s", count, dims, dims > 1 ? "s" : "");
}

void
lattice_speeds(machine *m, const spec *s, const lattice *l)
{
	int speeds, times;
	const int64_t *bits = spec_list(s, "bw", &speeds), *latency = spec_list(s, "latency", &times);

	lattice_one_each(s, "bw", speeds, l->dims);
	lattice_one_each(s, "latency", times, l->dims);
	for (int d = 0; d < l->dims; d++)
		machine_class(m, lattice_axis(d), (uint64_t)bits[speeds > 1 ? d : 0], latency[times > 1 ? d : 0]);
}

int
lattice_find_axis(const spec *s, const char *key, const lattice *l, const char *name)
{
	for (int d = 0; d < l->dims; d++)
		if (strcmp(lattice_axis(d), name) == 0)
			return d;
	if (l->dims == 1)
		spec_bad(s, key, "has no dimension '%s', only x", name);
	spec_bad(s, key, "has no dimension '%s', only x to %s", name, lattice_axis(l->dims - 1));
}

/* One pack, DIMENSION:N:BANDWIDTH, taken apart in place: links that stay on a board or a backplane, and are faster than cables.  The
 * routers of a row stand N by N together, the last pack being smaller where N does not divide the row; links between two of one pack
 * have that bandwidth.  On Cray's Gemini y:2 is a blade and z:8 the backplane of a cage. */
static void
read_pack(machine *m, const spec *s, lattice *l, char *text)
{
	char *many = strchr(text, ':'), *bandwidth = many ? strchr(many + 1, ':') : NULL;
	uint64_t bits;
	int64_t n;
	int d;

	if (!bandwidth)
		spec_bad(s, "pack", "must be DIMENSION:ROUTERS:BANDWIDTH, several joined by '+', as y:2:9GB/s+z:8:15GB/s");
	*many++ = *bandwidth++ = '\0';
	d = lattice_find_axis(s, "pack", l, text);
	if (l->pack[d])
		spec_bad(s, "pack", "has dimension %s twice", text);
	if (!read_int(many, 2, l->extent[d], &n))
		spec_bad(s, "pack", "'%s': a pack in dimension %s has at least 2 routers and at most the %u of a row", many, text, l->extent[d]);
	if (!read_bandwidth(bandwidth, &bits))
		spec_bad(s, "pack", "'%s': must be a bandwidth, as 8Gb/s or 1GB/s", bandwidth);
	l->pack[d] = (uint32_t)n;
	l->pack_speed[d] = (uint8_t)machine_speed(m, bits, m->speeds[1 + d].latency);
}

void
lattice_packs(machine *m, const spec *s, lattice *l)
{
	char *text, *rest, *part;

	if (!spec_given(s, "pack"))
		return;
	rest = text = xstrdup(spec_word(s, "pack"));
	while ((part = strsep(&rest, "+")))
		read_pack(m, s, l, part);
	free(text);
}

/* Directed links between the routers of a row. */
static wide
row_links(const lattice *l, int d)
{
	wide k = l->extent[d], g = l->gap[d], longest;

	if (l->ring[d])
		return 2 * k;
	if (k < 2)
		return 0;
	longest = (k - 2) / g;	/* its m; links of m there are k - 1 - m*g, both ways */
	return 2 * (longest + 1) * (k - 1) - g * longest * (longest + 1);
}

/* Count routers and their links; die when they are too many. */
static void
count(const spec *s, const char *key, const lattice *l, uint32_t *routers, uint32_t *links)
{
	wide all = 1, between = 0;

	for (int d = 0; d < l->dims; d++) {
		all *= l->extent[d];
		machine_limit(s, key, all * l->p, all, 0);
	}
	for (int d = 0; d < l->dims; d++)
		between += all / l->extent[d] * row_links(l, d);
	machine_limit(s, key, all * l->p, all, all * l->p + between);
	*routers = (uint32_t)all;
	*links = (uint32_t)(all * l->p + between);
}

/* Coordinates of all routers, their first ports and those of each dimension. */
static void
make_places(machine *m, lattice *l)
{
	uint32_t at[MACHINE_DIMS] = { 0 }, port = 0;
	lattice_place *place = l->place;

	for (uint32_t r = 0; r < m->routers; r++) {
		m->first[r] = port;
		port += l->p;
		for (int d = 0; d < l->dims; d++, place++) {
			place->at = at[d];
			place->up = port + lattice_links(l, r, d, false);
			port = place->up + lattice_links(l, r, d, true);
		}
		for (int d = 0; d < l->dims && ++at[d] == l->extent[d]; d++)
			at[d] = 0;
	}
	m->first[m->routers] = port;
}

static void
wire_dimension(machine *m, const lattice *l, uint32_t r, int d, bool up)
{
	uint32_t links = lattice_links(l, r, d, up), at = lattice_at(l, r, d);

	for (uint32_t i = 0; i < links; i++) {
		uint32_t link = lattice_link(l, r, d, up, i), span = 1 + i * l->gap[d], to = up ? at + span : at - span, s;
		if (lattice_crosses(l, r, d, up))
			to = up ? 0 : l->extent[d] - 1;
		s = lattice_router(l, r, d, to);
		machine_port(m, link, r, s, lattice_link(l, s, d, !up, i), (uint8_t)(1 + d));
		if (l->pack[d] && at / l->pack[d] == to / l->pack[d])
			m->speed_of[link] = l->pack_speed[d];
	}
}

void
lattice_build(machine *m, const spec *s, const char *key, lattice *l)
{
	uint32_t routers, links;

	m->shape = l;
	count(s, key, l, &routers, &links);
	machine_size(m, routers * l->p, routers, links);
	l->place = xlarge((size_t)routers * (size_t)l->dims, sizeof *l->place);
	make_places(m, l);
	machine_nodes(m, l->p);
	for (uint32_t r = 0; r < routers; r++)
		for (int d = 0; d < l->dims; d++) {
			wire_dimension(m, l, r, d, false);
			wire_dimension(m, l, r, d, true);
		}
	m->dims = l->dims;
	for (int d = 0; d < l->dims; d++) {
		m->extent[d] = l->extent[d];
		m->ring[d] = l->ring[d];
	}
}

void
lattice_coordinates(const machine *m, uint32_t router, uint32_t *at)
{
	const lattice *l = m->shape;

	for (int d = 0; d < l->dims; d++)
		at[d] = lattice_at(l, router, d);
}

void
lattice_free(machine *m)
{
	lattice *l = m->shape;

	free_all(l->place, l);
}
