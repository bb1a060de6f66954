/* node-map -- the nodes of a lattice from a list: what each is, what it is called, where it sits.
 *
 * Text, gzipped or not; a line a node, in any order, its fields between blanks:
 *	nid name kind x y z
 * with as many coordinates as the machine has dimensions.  Blank lines and lines that begin with '#' are
 * skipped.  nid is a number that each node has for itself, and so is the name; kind is compute, service or other.
 * Of the nodes of a router the one with the lowest nid is the first.  Places that no line names have no node. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/units.h"
#include "lib/machine/lattice/lattice.h"
#include "lib/stream/gzlines.h"
#include "lib/stream/names.h"

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

/* Sort the nodes by nid, each of which may occur once. */
static void
sort_entries(node_map *n)
{
	qsort(n->entry, n->count, sizeof *n->entry, by_nid);
	for (uint32_t i = 1; i < n->count; i++)
		if (n->entry[i].nid == n->entry[i - 1].nid)
			die(FAIL_DATA, "%s:%ld: nid: '%u': line %ld has it already", gzlines_name(n->file), n->entry[i].line, n->entry[i].nid,
				n->entry[i - 1].line);
}

/* Give the machine's nodes what the sorted entries say. */
static void
seat(machine *m, node_map *n)
{
	m->node_name = xcalloc(m->nodes, sizeof *m->node_name);
	m->nid = xalloc(m->nodes, sizeof *m->nid);
	memset(m->node_kind, NODE_ABSENT, m->nodes);
	memset(n->filled, 0, m->routers * sizeof *n->filled);
	for (uint32_t v = 0; v < m->nodes; v++)
		m->nid[v] = NONE;
	for (uint32_t i = 0; i < n->count; i++) {
		const node_map_entry *e = &n->entry[i];
		uint32_t v = e->router * n->lattice->p + n->filled[e->router]++;

		m->nid[v] = e->nid;
		m->node_kind[v] = e->kind;
		m->node_name[v] = xstrdup(names_at(&n->names, e->number));
	}
}

void
node_map_read(machine *m, const char *path)
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
	sort_entries(&n);
	seat(m, &n);
	gzlines_close(n.file);
	names_free(&n.names);
	free_all(n.entry, n.filled);
}
