/* opensm -- the forwarding tables that OpenSM 3.3.23, the subnet manager of InfiniBand, gives to a machine of switches under its
 * engines minhop and ftree, with its options as they come.
 *
 * Routers are switches, nodes channel adapters of one port (LMC 0).  Port k of a router, from 0, is port k + 1 of the switch.  The GUID
 * of router r is OPENSM_SWITCH + r, that of node v OPENSM_ADAPTER + 2v, of its port one more: what metrics topology --to ibnetdiscover
 * writes.  OpenSM keeps switches by GUID, whose bytes it compares as they come from the net, on little-endian machines the last
 * first; so does opensm_fabric.order.  LIDs do not matter to the tables.
 *
 * Absent nodes (machine.h), broken switches and those that no adapter reaches are not part of the fabric.  Tables have the ways to
 * adapters, not those to the switches themselves. */
#pragma once

#include "lib/machine/machine.h"

#define OPENSM_SWITCH UINT64_C(0x200000)
#define OPENSM_ADAPTER UINT64_C(0x10000000)
enum {
	OPENSM_PORTS = 254,	/* most of a switch */
	OPENSM_LIDS = 49151,	/* most of a subnet */
	OPENSM_NO_WAY = 255	/* in a table */
};

typedef struct opensm_fabric {
	const machine *machine;
	uint32_t *order, switches;	/* routers that are part of it, by GUID */
	uint32_t *adapters;	/* [routers] of each */
	uint8_t *part;		/* [routers], 1: is part of it */
	uint8_t *port;		/* [nodes][routers] the port towards a node, from 0; OPENSM_NO_WAY: none */
	uint32_t *place;	/* [routers] in an order of routers (graph.h) by which channels change; NULL: no way goes up once it has gone
				 * down, one channel will do */
} opensm_fabric;

/* The fabric, without tables.  What OpenSM cannot address (opensm_unaddressed) ends the tool. */
opensm_fabric *opensm_fabric_new(const machine *m);
void opensm_fabric_free(void *fabric);

/* Why the machine is no subnet: too many ports or LIDs; NULL: it is one.  Lives to the end of the tool. */
const char *opensm_unaddressed(const machine *m);

/* f->port without a way; the most adapters that a switch has. */
uint32_t opensm_begin(opensm_fabric *f);

/* Is link l, of a router of the fabric, to a switch or an adapter of it? */
bool opensm_link_up(const opensm_fabric *f, uint32_t link);

/* Fill in f->port as the engine does.  minhop: every switch sends to each adapter by a shortest way, by that port which has the
 * fewest adapters so far, of several the first; adapters in the order of their switches, those with most adapters first, and of ports
 * (osm_ucast_mgr.c, osm_switch_recommend_path). */
void opensm_minhop(opensm_fabric *f);

/* ftree, described in opensm-ftree.c. */
void opensm_ftree(opensm_fabric *f);

/* Why ftree does not take the machine for a fat-tree (OpenSM then falls back to minhop); NULL: it does. */
const char *opensm_no_ftree(const machine *m);
