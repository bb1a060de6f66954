#include "lib/machine/import/tori-read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/hostlist/hostlist.h"
#include "lib/machine/build.h"
#include "lib/machine/import/topology-yaml.h"
#include "lib/machine/lattice/lattice.h"

enum { MOST_PLACES = 1 << 24 };

static const char *
sort_name(const tori_reading *r)
{
	return r->machine->rings ? "ring" : "torus";
}

static char *
write_size(const uint32_t *size)
{
	return xprintf("%" PRIu32 "x%" PRIu32 "x%" PRIu32, size[0], size[1], size[2]);
}

/* Another one, its places without nodes so far. */
static torus *
begin(tori_reading *r, long line, const char *name, const uint32_t *size)
{
	machine *m = r->machine;
	torus *t;
	wide places = (wide)size[0] * size[1] * size[2];

	if (!name)
		die_at(r->file, line, "a %s without a name", sort_name(r));
	for (uint32_t i = 0; i < m->tori; i++)
		if (strcmp(m->torus[i].name, name) == 0)
			die_at(r->file, line, "%s '%s': line %ld has it already", sort_name(r), name, m->torus[i].line);
	if (places > MOST_PLACES - r->seats->count)
		die_at(r->file, line, "%s '%s': more than %d places", sort_name(r), name, MOST_PLACES);
	m->torus = xgrow(m->torus, &r->room, (size_t)m->tori + 1, sizeof *m->torus);
	t = &m->torus[m->tori++];
	*t = (torus){ .name = xstrdup(name), .line = line, .first = r->seats->count };
	memcpy(t->size, size, sizeof t->size);
	r->seats->seat = xrealloc(r->seats->seat, (size_t)t->first + (size_t)places, sizeof *r->seats->seat);
	for (; r->seats->count < t->first + places; r->seats->count++)
		r->seats->seat[r->seats->count] = (graph_seat){ .node = r->seats->count, .router = r->seats->count, .line = line };
	return t;
}

static uint32_t
read_nodes(const tori_reading *r, long line, const char *text, hostlist *h)
{
	const char *why;

	*h = (hostlist){ 0 };
	if (text && !hostlist_read(h, text, &why))
		die_at(r->file, line, "nodes: %s", why);
	return h->count;
}

/* The node of a place: places have one each, and nodes too. */
static void
seat(tori_reading *r, long line, const char *node, uint32_t place)
{
	graph_seat *to = &r->seats->seat[place];
	bool added;

	if (to->name)
		die_at(r->file, line, "nodes: '%s': its place has '%s' already", node, to->name);
	names_add(&r->node, node, &added);
	if (!added)
		die_at(r->file, line, "nodes: '%s': is at another place already", node);
	to->name = xstrdup(node);
	to->line = line;
}

/* A box of nodes from `at` on, x fastest. */
static void
seat_box(tori_reading *r, const torus *t, long line, const char *nodes, const uint32_t *at, const uint32_t *size)
{
	hostlist h;
	uint32_t n = read_nodes(r, line, nodes, &h), i = 0;

	if (n != places_in(size))
		die_at(r->file, line, "torus '%s': %s places and %" PRIu32 " nodes", t->name, write_size(size), n);
	for (uint32_t z = 0; z < size[2]; z++)
		for (uint32_t y = 0; y < size[1]; y++)
			for (uint32_t x = 0; x < size[0]; x++)
				seat(r, line, hostlist_at(&h, i++), t->first + at[0] + x + t->size[0] * (at[1] + y + t->size[1] * (at[2] + z)));
	hostlist_free(&h);
}

static void
seat_all(tori_reading *r, const torus *t, long line, const char *nodes)
{
	seat_box(r, t, line, nodes, (uint32_t[TORUS_DIMS]){ 0 }, t->size);
}

/* A box that jobs may get, behind those that are no larger. */
static void
add_box(const tori_reading *r, torus *t, long line, const torus_box *b)
{
	uint32_t at = t->boxes;

	for (int d = 0; d < TORUS_DIMS; d++)
		if (b->size[d] > t->size[d])
			die_at(r->file, line, "placement %s is larger than torus '%s' of %s", write_size(b->size), t->name, write_size(t->size));
	t->box = xrealloc(t->box, (size_t)t->boxes + 1, sizeof *t->box);
	for (; at > 0 && places_in(t->box[at - 1].size) > places_in(b->size); at--)
		t->box[at] = t->box[at - 1];
	t->box[at] = *b;
	t->boxes++;
}

void
tori_add_ring(tori_reading *r, long line, const char *name, const char *nodes)
{
	hostlist h;
	uint32_t n = read_nodes(r, line, nodes, &h);

	hostlist_free(&h);
	if (n == 0 || n > RING_MOST)
		die_at(r->file, line, "ring '%s' has %" PRIu32 " nodes, and rings in Slurm have 1 to %d", name ? name : "", n, RING_MOST);
	r->machine->rings = true;
	seat_all(r, begin(r, line, name, (uint32_t[]){ n, 1, 1 }), line, nodes);
}

/* {x: 1, y: 2, z: 3} under a key; what is not given is as in `out` before.  Each must be at least `least`. */
static void
read_three(const tori_reading *r, const yaml_node *of, const char *key, int64_t least, uint32_t *out)
{
	static const char *const axis[] = { "x", "y", "z" };
	const yaml_node *n = yaml_find(of, key);

	for (int d = 0; d < TORUS_DIMS; d++) {
		const yaml_node *v = n ? yaml_find(n, axis[d]) : NULL;
		int64_t number = out[d];

		if ((n && n->sort != YAML_MAP) || (v && (!v->text || !read_int(v->text, 0, INT32_MAX, &number))) || number < least)
			die_at(r->file, n ? n->line : of->line, "'%s': must be x, y and z, each a number of at least %" PRId64 ", as {x: 4, y: 4, z: 2}",
				key, least);
		out[d] = (uint32_t)number;
	}
}

static void
read_regions(tori_reading *r, const torus *t, const yaml_node *regions)
{
	for (uint32_t i = 0; i < regions->children; i++) {
		const yaml_node *g = &regions->child[i];
		uint32_t at[TORUS_DIMS] = { 0 }, size[TORUS_DIMS] = { 0 };

		read_three(r, g, "anchor", 0, at);
		read_three(r, g, "dims", 1, size);
		for (int d = 0; d < TORUS_DIMS; d++)
			if ((uint64_t)at[d] + size[d] > t->size[d])
				die_at(r->file, g->line, "the region goes beyond torus '%s' of %s", t->name, write_size(t->size));
		seat_box(r, t, g->line, topology_yaml_text(g, r->file, "nodes"), at, size);
	}
}

static void
read_placements(const tori_reading *r, torus *t, const yaml_node *placements)
{
	for (uint32_t i = 0; i < placements->children; i++) {
		const yaml_node *p = &placements->child[i];
		torus_box b = { .size = { 0 } };

		read_three(r, p, "dims", 1, b.size);
		read_three(r, p, "anchor_seed", 0, b.seed);
		read_three(r, p, "anchor_spacing", 0, b.step);
		for (int d = 0; d < TORUS_DIMS; d++)
			b.step[d] = b.step[d] ? b.step[d] : b.size[d];
		add_box(r, t, p->line, &b);
	}
}

void
tori_add_item(tori_reading *r, const yaml_node *item)
{
	const yaml_node *regions = yaml_find(item, "regions"), *placements = yaml_find(item, "placements");
	char *nodes = topology_yaml_text(item, r->file, "nodes");
	uint32_t size[TORUS_DIMS] = { 0 };
	torus *t;

	read_three(r, item, "dims", 1, size);
	t = begin(r, item->line, topology_yaml_text(item, r->file, "name"), size);
	if (nodes && regions)
		die_at(r->file, item->line, "torus '%s' has nodes and regions; one of them must be given", t->name);
	if (regions)
		read_regions(r, t, topology_yaml_list(item, r->file, "regions"));
	else
		seat_all(r, t, item->line, nodes);
	if (placements)
		read_placements(r, t, topology_yaml_list(item, r->file, "placements"));
}

void
tori_add_shown(tori_reading *r, long line, const char *name, const char *dims, const char *nodes, const char *box, const char *anchors)
{
	torus *t = r->machine->tori ? &r->machine->torus[r->machine->tori - 1] : NULL;
	const char *text = box ? box : dims;
	torus_box b = { .size = { 0 } };
	uint32_t *n = b.size;

	if (!text || sscanf(text, "%9" SCNu32 "x%9" SCNu32 "x%9" SCNu32, &n[0], &n[1], &n[2]) != 3 || places_in(n) == 0)
		die_at(r->file, line, "'%s': must be three sizes, as 4x2x2", text ? text : "");
	if (!box) {
		seat_all(r, begin(r, line, name, n), line, nodes);
		return;
	}
	if (!t || !name || strcmp(t->name, name) != 0)
		die_at(r->file, line, "placements of '%s' must stand behind its line", name ? name : "");
	memcpy(b.step, b.size, sizeof b.step);
	add_box(r, t, line, &b);
	if (anchors && strtoul(anchors, NULL, 10) != torus_anchors(t, &b, 0) * torus_anchors(t, &b, 1) * torus_anchors(t, &b, 2))
		die_at(r->file, line, "placement %s of '%s' has %s anchors, and the topology.yaml alone says where", box, name, anchors);
}

/* Cables from the places of a torus to the next ones. */
static void
wire(const torus *t, cables *c, cable like)
{
	for (uint32_t i = 0, stride; i < places_in(t->size); i++) {
		stride = 1;
		for (int d = 0; d < TORUS_DIMS; stride *= t->size[d++]) {
			uint32_t at = i / stride % t->size[d], up = at + 1 < t->size[d] ? i + stride : i - at * stride;

			if (up == i || (t->size[d] == 2 && at == 1))	/* two have one cable */
				continue;
			like.end[0] = t->first + i;
			like.end[1] = t->first + up;
			c->cable[c->count++] = like;
		}
	}
}

void
tori_join(tori_reading *r, cables *c, cable like)
{
	machine *m = r->machine;
	uint32_t places = r->seats->count;

	*c = (cables){ .file = r->file, .routers = places + 1, .cable = xalloc(3 * (size_t)places + m->tori, sizeof *c->cable) };
	for (uint32_t i = 0; i < m->tori && m->tori > 1; i++) {
		wire(&m->torus[i], c, like);
		like.end[0] = places;
		like.end[1] = m->torus[i].first;
		c->cable[c->count++] = like;
	}
	c->links = c->count;
	for (uint32_t v = 0; v < places; v++)
		if (!r->seats->seat[v].name) {
			m->node_kind = m->node_kind ? m->node_kind : xcalloc(places, 1);
			m->node_kind[v] = NODE_ABSENT;
		}
	names_free(&r->node);
}

void
tori_lattice(machine *m, const spec *s, speed usual)
{
	lattice *l = lattice_new(m->rings ? 1 : TORUS_DIMS, m->torus->size, 1);

	for (int d = 0; d < l->dims; d++) {
		l->ring[d] = l->extent[d] > 2;
		machine_class(m, lattice_axis(d), usual.bits_per_s, usual.latency);
	}
	lattice_build(m, s, "topology", l);
}

uint32_t
torus_anchors(const torus *t, const torus_box *b, int d)
{
	uint32_t a = t->size[d], rest = b->step[d] % a;

	while (rest) {	/* the greatest number that divides both */
		uint32_t next = a % rest;

		a = rest;
		rest = next;
	}
	return t->size[d] / a;
}

void
tori_free(machine *m)
{
	for (uint32_t i = 0; i < m->tori; i++) {
		free(m->torus[i].name);
		free(m->torus[i].box);
	}
	free(m->torus);
}
