/* tori-read -- rings and 3-D tori as a topology.yaml or `scontrol show topology` lists them, and the network that they are: a router a
 * node, those of a ring or torus joined to their neighbours.  Several are joined, first router by first router, by one that no line
 * names. */
#pragma once

#include "lib/machine/import/graph-read.h"
#include "lib/machine/spec/spec.h"
#include "lib/machine/tori.h"
#include "lib/stream/yaml.h"

typedef struct tori_reading {
	const char *file;
	machine *machine;	/* whose tori they become */
	seats *seats;		/* a place is a node and a router; one without a name has no node */
	names node;
	size_t room;
} tori_reading;

/* Another ring of these nodes, or torus; what is wrong with it ends the tool with exit status 1. */
void tori_add_ring(tori_reading *r, long line, const char *name, const char *nodes);
void tori_add_item(tori_reading *r, const yaml_node *item);

/* A line of `scontrol show topology`: "TorusName=t Dims=4x2x2 Nodes=n[00-15]", or with `box` and `anchors` "2x2x1(4)" and "4". */
void tori_add_shown(tori_reading *r, long line, const char *name, const char *dims, const char *nodes, const char *box,
	const char *anchors);

/* All have been read: cables where there are several, and places without nodes. */
void tori_join(tori_reading *r, cables *c, cable like);

/* One alone: the machine becomes one of kind torus, its links with that speed. */
void tori_lattice(machine *m, const spec *s, speed usual);
