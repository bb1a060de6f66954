/* dragonfly -- what the routings and policies of this kind may ask of its shape.
 *
 * Groups of `a` routers, all connected to one another, `p` nodes a router, `h` global ports a router (Kim, Dally, Scott and Abts, ISCA
 * 2008).  Router = group*a + place; node = router*p + host.  Ports of a router: p nodes, then a-1 local ones to the other places ascending,
 * then h global ones. Port k = place*h + i of a group leads to another group by the global arrangement; when a*h >= 2(g-1) the ports go
 * round again and there are `copies` parallel links a pair; what is left over is empty. */
#pragma once

#include "lib/cli/wide.h"
#include "lib/machine/machine.h"

/* The link classes, of all dragonflies. */
enum { DRAGONFLY_LOCAL = 1, DRAGONFLY_GLOBAL };

typedef enum arrangement { ABSOLUTE, RELATIVE, CIRCULANT, SHUFFLED } arrangement;

typedef struct dragonfly {
	uint32_t g, a, p, h;
	uint32_t base;		/* the first router with global ports, of which each group has `a` in a row */
	uint32_t copies;	/* parallel global cables between two groups, */
	uint32_t trunk;		/* and links of each */
	arrangement arrangement;
	bool alike;		/* the routers of a group have its ports in the order of their numbers */
	uint32_t *place;	/* [routers], of one with global ports its place in its group */
	uint32_t *group;	/* [routers] */
	uint32_t *turn;		/* [g]: relative and circulant: the first port of a group that leads d groups on; else NULL */
	uint32_t *drawn;	/* [g*g]: random: the first port of a group that leads to another; else NULL */
	uint32_t *owner;	/* [a*h / trunk]: the place whose router owns a group's port k */
	uint32_t *slot;		/* [a*h / trunk]: which of its router's global ports is the first of that */
} dragonfly;

/* How the routers of a group are joined: in rows and columns, as those of Cray's Aries (Faanes et al., "Cray Cascade: a scalable HPC system
 * based on a Dragonfly network", SC 2012).  The routers of a row are joined all to all, and those of a column; in one row all are.  Router q
 * of a group is in row q / columns; its ports behind its nodes are those along the row, those along the column, and the global ones. */
typedef struct group_grid {
	uint32_t rows, columns;
	uint32_t row_links, column_links;	/* parallel ones, of two routers that are joined */
} group_grid;

/* The first port (0 … a*h-1) of group `from` that leads to group `to`, from != to; copy c is that plus c*(g-1). */
static inline uint32_t
dragonfly_port(const dragonfly *d, uint32_t from, uint32_t to)
{
	if (d->arrangement == ABSOLUTE)
		return to - (to > from);
	if (d->arrangement == SHUFFLED)
		return d->drawn[from * d->g + to];
	return d->turn[to >= from ? to - from : to + d->g - from];
}

/* The link from router r to the one at `place` of the same group (not itself). */
static inline uint32_t
dragonfly_local(const machine *m, const dragonfly *d, uint32_t r, uint32_t place)
{
	return m->first[r] + d->p + place - (place > d->place[r]);
}

/* The router of a group that owns its port k, and the link of that router, the first of its cable. */
static inline uint32_t
dragonfly_owner(const dragonfly *d, uint32_t group, uint32_t k)
{
	return d->base + group * d->a + d->owner[k];
}

static inline uint32_t
dragonfly_global(const machine *m, const dragonfly *d, uint32_t r, uint32_t k)
{
	return m->first[r + 1] - d->h + d->slot[k];
}

/* What the dragonflies are built of (dragonfly-groups.c): the groups, with nodes and global ports; where those lead is
 * the kind's matter. */

#define DRAGONFLY_SHAPE_KEYS \
	{ "g", KEY_INT, NULL, NULL, "groups", true }, \
	{ "a", KEY_INT, NULL, NULL, "routers a group", true }, \
	{ "p", KEY_INT, NULL, NULL, "nodes a router", true }, \
	{ "h", KEY_INT, "", NULL, "global ports a router, by default (g-1)/a rounded up", true }
/* Of those whose cables stay where they are. */
#define DRAGONFLY_GLOBAL_KEYS \
	{ "links-per-arc", KEY_INT, "", NULL, "links between two groups, by default as many as there are ports for", true }, \
	{ "arrangement", KEY_WORD, "absolute", "absolute relative circulant random", "which global port leads to which group", true }, \
	{ "arrangement-seed", KEY_INT, "1", NULL, "which random arrangement", true }, \
	{ "io-groups", KEY_INT, "0", NULL, "the last groups, whose nodes are for input and output and take no job", true }
#define DRAGONFLY_SPEED_KEYS SPEED_KEYS("local", "links within a group"), SPEED_KEYS("global", "links between groups")

/* g, a and p of the spec, into an empty d. */
void dragonfly_read(struct spec *s, dragonfly *d);

/* h: global ports a router, by default as few as do for that many links of each group of `routers` that have such. */
void dragonfly_read_ports(struct spec *s, dragonfly *d, uint32_t routers, uint64_t links);

/* For groups of `routers` routers with global ports, `what` in messages, once g is there: h, copies, arrangement, and the tables of
 * that. */
void dragonfly_read_global(struct spec *s, dragonfly *d, uint32_t routers, const char *what);

/* The nodes of the last groups are service nodes, when the machine has its level of groups. */
void dragonfly_set_io_groups(machine *m, const struct spec *s, const dragonfly *d);

/* Refuse what does not fit 32 bits, of routers that have so many links to others of their group. */
void dragonfly_limit(const struct spec *s, const dragonfly *d, wide local);

/* Links of a router to others of its group. */
wide dragonfly_near(const group_grid *g);

/* Make place, group, owner and slot for `routers` routers, each of those from base on with the next h of its group's ports. */
void dragonfly_number(dragonfly *d, uint32_t routers);

/* The link classes of these keys. */
void dragonfly_classes(machine *m, const struct spec *s);

/* Fill in the machine, once the shape is there: classes, sizes, nodes, local links, levels, and the global ports, all of them empty; number
 * them too. */
void dragonfly_build(machine *m, const struct spec *s, dragonfly *d, const group_grid *g);

/* All global ports are empty; join all groups, as the arrangement says. */
void dragonfly_empty_ports(machine *m, const dragonfly *d);
void dragonfly_join_groups(machine *m, const dragonfly *d);

/* Join two global ports by a cable: port k of group x and port l of group y. */
void dragonfly_join(machine *m, const dragonfly *d, uint32_t x, uint32_t k, uint32_t y, uint32_t l);

/* Port k of group x is empty again. */
void dragonfly_part(machine *m, const dragonfly *d, uint32_t x, uint32_t k);

/* kind.free_shape of a shape that begins with a dragonfly and has no other arrays. */
void dragonfly_free(machine *m);
