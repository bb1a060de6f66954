/* fabric -- a real network as its management software lists it: the ports of routers and
 * nodes, and which port each is cabled to.
 *
 * To add a format: write NAME.c with a topology_read_NAME, and add it to the table in fabric-machine.c, and to that of
 * `metrics topology`.  It hands over what each line says; what lines say together is checked and counted here.
 * Whatever is wrong ends the tool with exit status 1 and names file and line. */
#pragma once

#include <regex.h>
#include <stdbool.h>
#include <stdint.h>

#include "lib/cli/cli.h"
#include "lib/machine/machine.h"
#include "lib/stream/gzlines.h"
#include "lib/stream/names.h"

/* A router or a node. */
typedef struct fabric_place {
	bool is_node;
	uint32_t number;	/* of the machine's routers: the format sets it; of the nodes: topology_join does */
	uint32_t group;		/* of a router */
	uint32_t router, port;	/* of a node: the place it is cabled to, and the number of that place's port, once known */
	char *description;	/* of a node; may be NULL */
	char *host;		/* of a node: the computer whose adapter it is, where that is known; may be NULL */
	uint32_t adapter;	/* of a node: the first place of its adapter, whose ports are places each */
	bool left_out;		/* a node that is no computer's */
	long line;
} fabric_place;

typedef struct fabric_port {
	uint32_t at;		/* the place */
	uint32_t number;	/* of the port at its place: nodes of a router are numbered in this order */
	uint32_t peer;		/* the port at the other end */
	uint32_t class;		/* of topology.class */
	double gigabits;	/* bandwidth, Gb/s; 0 when unknown */
	long line;		/* 0: another port leads here, but no line has listed it */
} fabric_port;

/* Parallel links between two routers, by their numbers, a < b. */
typedef struct bundle {
	uint32_t a, b, count;
	const char *class;
	double gigabits;
} bundle;

typedef struct topology {
	gzlines *lines;
	const char *file;	/* as messages name it */
	names name;		/* of places */
	fabric_place *place;		/* [name.count] */
	names port_name, class;
	fabric_port *port;		/* [port_name.count] */
	uint32_t routers, nodes;
	uint32_t adapters;	/* how many nodes in a row are one host; 0: as most hosts have, which topology_join sets */
	bool grouped;		/* routers have groups */
	bundle *bundle;		/* by a, then b, then class: topology_join makes them */
	uint32_t bundles;
	size_t place_room, port_room;
} topology;

/* Read all lines, add places and ports, number the routers. */
void topology_read_aries(topology *t);
void topology_read_ibnetdiscover(topology *t);

/* The number of the place of this name; a new one is a router, or a node, that the line at hand has brought. */
uint32_t topology_place(topology *t, const char *name, bool is_node, bool *added);

/* The line at hand lists port `name`, number `number` of place `at`, cabled to port `peer`. */
void topology_port(topology *t, uint32_t at, const char *name, uint32_t number, const char *peer, const char *class, double gigabits);

/* Check that every cable is listed at both ends alike, and fill in bundles and the nodes' routers and numbers:
 * by router, then by port.  Adapters of one host are numbered one after the other, by their descriptions.
 * A node that is cabled to nothing is left out, with a warning, and so is a host with another number of adapters. */
void topology_join(topology *t);

/* For formats: what a line must be, a POSIX extended regular expression, `compiled` when it is first needed. */
typedef struct line_pattern {
	const char *text;
	regex_t code;
	bool compiled;
} line_pattern;

enum { LINE_PARTS = 16 };	/* of a line at most, the first of them all that matches */

/* Does the line match?  Then part[LINE_PARTS] (NULL: not wanted) are its parts, to be freed; NULL where one takes none of the line. */
bool line_match(line_pattern *p, const char *line, char **part);
void line_parts_free(char **part);
