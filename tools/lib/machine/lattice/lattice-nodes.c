/* lattice-nodes -- what the nodes of a mesh or torus are: by the file of the key map, or by two rules.
 *
 * other=SIZES@FIRST, several joined by '/': the nodes of the routers FIRST … FIRST + SIZES - 1 are of another kind than jobs want.
 *
 * service=blades:N: N service nodes "in various locations throughout the torus" (Fiedler and Whalen, "Improving Task Placement for
 * Applications with 2D, 3D, and 4D Virtual Cartesian Topologies on 3D Torus Networks with Service Nodes", I-B), as whole blades: the four
 * nodes of two routers that are adjacent in y, at an even coordinate and the next.  All choices of N/4 blades outside the regions of
 * `other` are equally likely.
 *
 * map=FILE: what each node is, what it is called, where it sits.
 * Text, gzipped or not; a line a node, in any order, its fields between blanks:
 *	nid name kind x y z
 * with as many coordinates as the machine has dimensions.  Blank lines and lines that begin with '#' are
 * skipped.  nid is a number that each node has for itself, and so is the name; kind is compute, service or other.
 * Of the nodes of a router the one with the lowest nid is the first.  Places that no line names have no node. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/arrays.h"
#include "lib/cli/ascending.h"
#include "lib/cli/units.h"
#include "lib/machine/build.h"
#include "lib/machine/lattice/lattice.h"
#include "lib/rng/rng.h"
#include "lib/stream/gzlines.h"
#include "lib/stream/names.h"

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

enum { NID, NAME, KIND, PLACE, FIELDS = PLACE + MACHINE_DIMS };

typedef struct node_map_entry {
	uint32_t nid, router;
	uint32_t number;	/* of its name, and of the line among those of nodes */
	uint8_t kind;
	long line;
} node_map_entry;

typedef struct node_map {
	gzlines *file;
	const lattice *lattice;
	names names;
	node_map_entry *entry;
	uint32_t count;
	uint32_t *filled;	/* [routers]: nodes so far */
} node_map;

/* "FILE:LINE: FIELD: 'VALUE': wanted"; the field is a coordinate from PLACE on. */
static _Noreturn void
bad_field(const node_map *n, int field, const char *text, const char *wanted)
{
	static const char *const name[] = { "nid", "name", "kind" };

	die(FAIL_DATA, "%s:%ld: %s: '%s': %s", gzlines_name(n->file), gzlines_line(n->file),
		field < PLACE ? name[field] : lattice_axis(field - PLACE), text, wanted);
}

/* Cut a line into its fields; it must have one for each. */
static void
split(const node_map *n, char *line, char **field)
{
	int want = PLACE + n->lattice->dims, found = 0;

	for (char *s = line + strspn(line, " \t"); *s; s += strspn(s, " \t")) {
		if (found < want)
			field[found] = s;
		found++;
		s += strcspn(s, " \t");
		if (*s)
			*s++ = '\0';
	}
	if (found != want)
		die(FAIL_DATA, "%s:%ld: %d field%s where %d are wanted: nid, name, kind and a coordinate for each of %d dimension%s",
			gzlines_name(n->file), gzlines_line(n->file), found, found > 1 ? "s" : "", want, n->lattice->dims,
			n->lattice->dims > 1 ? "s" : "");
}

static uint32_t
read_router(const node_map *n, char **field)
{
	const lattice *l = n->lattice;
	uint32_t r = 0;

	for (int d = 0; d < l->dims; d++) {
		int64_t at;

		if (!read_int(field[PLACE + d], 0, l->extent[d] - 1, &at)) {
			char *wanted = xprintf("must be 0 to %u", l->extent[d] - 1);
			bad_field(n, PLACE + d, field[PLACE + d], wanted);
		}
		r += (uint32_t)at * l->stride[d];
	}
	return r;
}

static uint8_t
read_kind(const node_map *n, const char *text)
{
	for (int i = 0; i < NODE_ABSENT; i++)
		if (strcmp(text, node_kinds[i]) == 0)
			return (uint8_t)i;
	bad_field(n, KIND, text, "must be compute, service or other");
}

/* Take one line's node; `room` is that of the names' and entries' arrays. */
static void
read_entry(node_map *n, char *line)
{
	char *field[FIELDS];
	node_map_entry *e = &n->entry[n->count];
	bool added;
	int64_t nid;

	split(n, line, field);
	if (!read_int(field[NID], 0, NONE - 1, &nid))
		bad_field(n, NID, field[NID], "must be a whole number from 0 to 4294967294");
	*e = (node_map_entry){ (uint32_t)nid, read_router(n, field), names_add(&n->names, field[NAME], &added), read_kind(n, field[KIND]),
		gzlines_line(n->file) };
	if (!added) {
		char *wanted = xprintf("line %ld has it already", n->entry[e->number].line);
		bad_field(n, NAME, field[NAME], wanted);
	}
	if (n->filled[e->router]++ == n->lattice->p)
		die(FAIL_DATA, "%s:%ld: the router there has %u node%s already, as many as the machine's p says", gzlines_name(n->file), e->line,
			n->lattice->p, n->lattice->p > 1 ? "s" : "");
	n->count++;
}

ASCENDING_BY2(by_nid, node_map_entry, nid, line)

/* Give the machine's nodes what the sorted entries say. */
static void
seat_entries(machine *m, node_map *n)
{
	m->node_name = xcalloc(m->nodes, sizeof *m->node_name);
	m->nid = array_of_none(m->nodes);
	memset(m->node_kind, NODE_ABSENT, m->nodes);
	memset(n->filled, 0, m->routers * sizeof *n->filled);
	for (uint32_t i = 0; i < n->count; i++) {
		const node_map_entry *e = &n->entry[i];
		uint32_t v = e->router * n->lattice->p + n->filled[e->router]++;

		m->nid[v] = e->nid;
		m->node_kind[v] = e->kind;
		m->node_name[v] = xstrdup(names_at(&n->names, e->number));
	}
}

/* Fill in node_kind (which must be there), node_name and nid. */
static void
read_map(machine *m, const char *path)
{
	node_map n = { .file = gzlines_open(path), .lattice = m->shape };
	size_t length;
	char *line;

	gzlines_expect(n.file, "a list of nodes, a line each");
	n.filled = xcalloc(m->routers, sizeof *n.filled);
	n.entry = xalloc((size_t)m->nodes + 1, sizeof *n.entry);	/* and one too many */
	while ((line = gzlines_next(n.file, &length))) {
		if (strlen(line) != length)
			die(FAIL_DATA, "%s:%ld: a NUL byte", path, gzlines_line(n.file));
		line += strspn(line, " \t");
		if (*line && *line != '#')
			read_entry(&n, line);
	}
	if (n.count == 0)
		die(FAIL_DATA, "%s: no node", path);
	/* Sort the nodes by nid, each of which may occur once. */
	qsort(n.entry, n.count, sizeof *n.entry, by_nid);
	for (uint32_t i = 1; i < n.count; i++)
		if (n.entry[i].nid == n.entry[i - 1].nid)
			die(FAIL_DATA, "%s:%ld: nid: '%u': line %ld has it already", gzlines_name(n.file), n.entry[i].line, n.entry[i].nid,
				n.entry[i - 1].line);
	seat_entries(m, &n);
	gzlines_close(n.file);
	names_free(&n.names);
	free_all(n.entry, n.filled);
}

void
lattice_nodes(machine *m, spec *s)
{
	bool map = spec_given(s, "map"), other = spec_given(s, "other"), service = spec_given(s, "service");

	if (spec_given(s, "service-seed") && !service)
		spec_bad(s, "service-seed", "no service nodes are drawn without service=blades:N");
	if (!map && !other && !service)
		return;
	if (map)
		spec_refuse(s, "other service", xprintf("the file %s says what each node is", spec_file(s, "map")));
	m->node_kind = xcalloc(m->nodes, sizeof *m->node_kind);
	if (map)
		read_map(m, spec_file(s, "map"));
	if (other)
		mark_other(m, s);
	if (service)
		draw_service(m, s);
}
