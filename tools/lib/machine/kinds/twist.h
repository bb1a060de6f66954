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
 * Such a torus is a graph to packets (lib/route/graph.h): its routes come from tables. */
#pragma once

#include "lib/machine/import/graph-read.h"
#include "lib/machine/lattice/lattice.h"
#include "lib/machine/spec/spec.h"

#define TWIST_KEY(fallback) \
	{ "twist", KEY_WORD, fallback, NULL, "where rows end: none, half (of extents a and 2a), or as y:x:4+z:x:4", true }

typedef struct twist {
	uint32_t by[VALUES][VALUES];	/* by[d][e]: rows of d end that many routers further along e */
} twist;

/* What the key says for these extents, which `key` gave.  Dies where there is no such twist. */
twist twist_read(const spec *s, const lattice *l, const char *key);

/* The router next up dimension d from r, round the end of its row too; r itself when that is the only one. */
uint32_t twist_next(const lattice *l, const twist *t, uint32_t r, int d);

static inline uint32_t
twist_at(const lattice *l, uint32_t r, int d)
{
	return r / l->stride[d] % l->extent[d];
}

/* Room for a cable for each router and dimension; dies when there are too many of these. */
cables twist_cables(const spec *s, const lattice *l, const char *key);
void twist_join(cables *c, uint32_t from, uint32_t to, uint8_t class);

/* Fill in the machine, the shape too; the cables are gone. */
void twist_fill(machine *m, lattice *l, cables *c);

#define TWIST_ANSWERS \
	.distance = graph_distance, \
	.coordinates = twist_coordinates, \
	.uneven = true, \
	.free_shape = lattice_free
void twist_coordinates(const machine *m, uint32_t router, uint32_t *at);
