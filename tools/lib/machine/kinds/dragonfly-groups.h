/* dragonfly-groups -- what both dragonflies are built of: groups of routers, all connected to one another, with nodes and
 * global ports; where those lead is the kind's matter. */
#ifndef HOPLINE_LIB_MACHINE_KINDS_DRAGONFLY_GROUPS_H
#define HOPLINE_LIB_MACHINE_KINDS_DRAGONFLY_GROUPS_H

#include "lib/machine/build.h"
#include "lib/machine/kinds/dragonfly.h"

#define DRAGONFLY_SHAPE_KEYS \
	{ "g", KEY_INT, NULL, NULL, "groups", true }, \
	{ "a", KEY_INT, NULL, NULL, "routers a group", true }, \
	{ "p", KEY_INT, NULL, NULL, "nodes a router", true }, \
	{ "h", KEY_INT, "", NULL, "global ports a router, by default (g-1)/a rounded up", true }
#define DRAGONFLY_SPEED_KEYS \
	{ "local-bw", KEY_BANDWIDTH, "8Gb/s", NULL, "bandwidth of links within a group", false }, \
	{ "local-latency", KEY_TIME, "40ns", NULL, "latency of links within a group", false }, \
	{ "global-bw", KEY_BANDWIDTH, "8Gb/s", NULL, "bandwidth of links between groups", false }, \
	{ "global-latency", KEY_TIME, "40ns", NULL, "latency of links between groups", false }

/* g, a, p and h of the spec, into an empty d. */
void dragonfly_read(spec *s, dragonfly *d);

/* Refuse what does not fit 32 bits. */
void dragonfly_limit(const spec *s, const dragonfly *d);

/* Make place, group and owner, and fill in the machine: classes, sizes, nodes, local links, levels, and the global ports, all of
 * them empty. */
void dragonfly_build(machine *m, const spec *s, dragonfly *d);

/* Join two global ports by a cable: port k of group x and port l of group y. */
void dragonfly_join(machine *m, const dragonfly *d, uint32_t x, uint32_t k, uint32_t y, uint32_t l);

/* Port k of group x is empty again. */
void dragonfly_part(machine *m, const dragonfly *d, uint32_t x, uint32_t k);

/* Free what dragonfly_build has made in d. */
void dragonfly_free(dragonfly *d);

#endif
