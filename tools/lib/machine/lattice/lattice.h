/* lattice -- routers in rows along n dimensions: what meshes, tori, express meshes and hypercubes share, and what their routings and
 * policies may ask.
 *
 * Router = x + X(y + Y(z + …)): x is fastest; node = router*p + host. A router has these ports: p nodes, then dimension by dimension, in
 * one by ascending offset (… -1 +1 …).  There is a port only where there is a link, so routers at an edge have fewer.
 *
 * In a row of k routers with gap g, router i has links to i±(1 + m*g), m = 0, 1, …, as far as the row goes: no express links when g > k -
 * 2, so a mesh is the lattice with gap k.  A row that is a ring has no express links, but those from its last router to its first and back.
 * A ring has three routers or more: of two, one cable joins them. */
#pragma once

#include "lib/machine/machine.h"

typedef struct lattice_place {
	uint32_t at;		/* the router's coordinate */
	uint32_t up;		/* its nearest link up the dimension, or where that would be; up-1 is the nearest one down */
} lattice_place;

typedef struct lattice {
	int dims;
	uint32_t p;
	uint32_t extent[MACHINE_DIMS];
	uint32_t stride[MACHINE_DIMS];	/* a step up adds so much to the router */
	uint32_t gap[MACHINE_DIMS];
	bool ring[MACHINE_DIMS];
	uint32_t pack[MACHINE_DIMS];	/* routers of a row that share a board or backplane; 0: each by itself */
	uint8_t pack_speed[MACHINE_DIMS];	/* of the links between them */
	lattice_place *place;	/* [routers*dims] */
} lattice;

/* Coordinate d of router r. */
static inline uint32_t
lattice_at(const lattice *l, uint32_t r, int d)
{
	return l->place[(size_t)r * (size_t)l->dims + (size_t)d].at;
}

/* The router that has coordinate `to` in dimension d and the others of r. */
static inline uint32_t
lattice_router(const lattice *l, uint32_t r, int d, uint32_t to)
{
	return r + (to - lattice_at(l, r, d)) * l->stride[d];
}

/* The link of router r in dimension d, up or down, that spans 1 + m*gap routers; it must exist (lattice_links). A ring has m = 0 only. */
static inline uint32_t
lattice_link(const lattice *l, uint32_t r, int d, bool up, uint32_t m)
{
	uint32_t nearest = l->place[(size_t)r * (size_t)l->dims + (size_t)d].up;

	return up ? nearest + m : nearest - 1 - m;
}

/* How many links router r has in dimension d, up or down: m is below that. */
static inline uint32_t
lattice_links(const lattice *l, uint32_t r, int d, bool up)
{
	uint32_t at = lattice_at(l, r, d), beyond = up ? l->extent[d] - 1 - at : at;

	return l->ring[d] ? 1 : beyond ? 1 + (beyond - 1) / l->gap[d] : 0;
}

/* The m of the farthest link that does not overshoot a router `away` (> 0) routers away in
 * that direction of the row; not for rings.  So go the packets of a mesh, one by one, and those of an
 * express mesh by the rules of its paper, section II-C (the farthest link, never beyond). */
static inline uint32_t
lattice_farthest(const lattice *l, int d, uint32_t away)
{
	return (away - 1) / l->gap[d];
}

/* Links on that way: the least of all that do not change direction.  With a gap of 3 or more a way
 * that overshoots may be shorter, and kind->distance() counts that one. */
static inline uint32_t
lattice_monotone(const lattice *l, int d, uint32_t away)
{
	return away ? 1 + (away - 1) % l->gap[d] : 0;
}

/* Routers from coordinate `from` up to `to`, round a ring's end if need be; going down it is the other way about. */
static inline uint32_t
lattice_ahead(const lattice *l, int d, uint32_t from, uint32_t to)
{
	return to >= from ? to - from : to + l->extent[d] - from;
}

/* Routers from coordinate a to b, the shorter way round a ring. */
static inline uint32_t
lattice_apart(const lattice *l, int d, uint32_t a, uint32_t b)
{
	uint32_t away = a < b ? b - a : a - b;

	return l->ring[d] && l->extent[d] - away < away ? l->extent[d] - away : away;
}

/* Does the next link up (down) the dimension from r cross the dateline of a ring, that is, lead from
 * its last router to its first (from the first to the last)? */
static inline bool
lattice_crosses(const lattice *l, uint32_t r, int d, bool up)
{
	return l->ring[d] && lattice_at(l, r, d) == (up ? l->extent[d] - 1 : 0);
}

/* For the kinds. */

/* The keys of a kind that has extents, spelled once. */
#define LATTICE_SHAPE_KEYS \
	{ "k", KEY_EXTENTS, NULL, NULL, "routers a dimension, as 16x12x24 (1 to 8 dimensions)", true }, \
	{ "p", KEY_INT, "1", NULL, "nodes a router", true }
#define LATTICE_SPEED_KEYS \
	{ "bw", KEY_BANDWIDTHS, "8Gb/s", NULL, "bandwidth of links between routers, one or one a dimension", false }, \
	{ "latency", KEY_TIMES, "40ns", NULL, "latency of links between routers, one or one a dimension", false }
#define LATTICE_PACK_KEYS \
	{ "pack", KEY_WORD, "", NULL, "routers of a row on one board and the bandwidth of links between them, as y:2:9GB/s+z:8:15GB/s", false }
#define LATTICE_NODE_KEYS \
	{ "map", KEY_FILE, "", NULL, "file of the nodes, a line each: nid name kind x y z", false }, \
	{ "other", KEY_WORD, "", NULL, "routers whose nodes are of another kind, as 8x8x24@0+0+0", false }, \
	{ "service", KEY_WORD, "", NULL, "blades:N draws N service nodes, four a blade of two routers adjacent in y", false }, \
	{ "service-seed", KEY_INT, "", NULL, "what that draw starts with, by default 1", false }

/* The shape of the keys k and p: a mesh, until the kind changes gap[] or ring[]. */
lattice *lattice_read(const struct spec *s);

/* A shape of `dims` times `extent` routers, p nodes each: a mesh too. */
lattice *lattice_new(int dims, const uint32_t *extent, uint32_t p);

/* The link classes "x", "y", "z", "w", "d4", "d5", …, one a dimension, with the speeds of the keys
 * bw and latency. Dies when these have another number of values than one or one a dimension. */
void lattice_speeds(machine *m, const struct spec *s, const lattice *l);

/* What the key pack says, for a shape whose link classes are there. */
void lattice_packs(machine *m, const struct spec *s, lattice *l);

/* Die, naming `key`, when a list of `count` values is neither one nor one a dimension. */
void lattice_one_each(const struct spec *s, const char *key, int count, int dims);

/* The class name of dimension d, and the dimension of that name; where there is none dies, naming `key`. */
const char *lattice_axis(int d);
int lattice_find_axis(const struct spec *s, const char *key, const lattice *l, const char *name);

/* `count` whole numbers of at least `least` with `between` between, from the start of `text`; the rest of it, or NULL. */
const char *lattice_numbers(const char *text, char between, int count, uint32_t least, uint32_t *out);

/* Fill in all of the machine but its link classes, and give it the shape. Dies, naming `key`, when it would be too large. */
void lattice_build(machine *m, const struct spec *s, const char *key, lattice *l);

/* What the nodes of a lattice that is built are: by the file of the key map, or by the keys other and service (lattice-nodes.c). */
void lattice_nodes(machine *m, struct spec *s);

/* What the kinds whose shape is a lattice have in common. */
#define LATTICE_ANSWERS \
	.distance = lattice_distance, \
	.coordinates = lattice_coordinates, \
	.hops = lattice_hops, \
	.bisection = lattice_bisection, \
	.free_shape = lattice_free
uint32_t lattice_distance(const machine *m, uint32_t a, uint32_t b);
void lattice_coordinates(const machine *m, uint32_t router, uint32_t *at);
double lattice_hops(const machine *m, uint32_t *diameter);
bool lattice_bisection(const machine *m, const uint64_t *weight, uint64_t *cut);
void lattice_free(machine *m);
