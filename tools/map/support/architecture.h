/* architecture -- a machine with the routers that a job has there, as Scotch takes it; only in a build that has Scotch. */
#ifndef HOPLINE_MAP_SUPPORT_ARCHITECTURE_H
#define HOPLINE_MAP_SUPPORT_ARCHITECTURE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#if __has_include(<scotch/scotch.h>)
#include <scotch/scotch.h>
#else
#include <scotch.h>
#endif

#include "map/support/used-routers.h"

typedef struct architecture {
	SCOTCH_Arch jobs;	/* what tasks are mapped onto: a processor for each site, of the same number */
	SCOTCH_Arch whole;	/* the lattice that it is part of */
	bool is_part;
} architecture;

/* There are three ways.
 *
 * Up to 1,024 sites: Scotch cuts the graph of used_routers_graph() in two again and again, and counts distances in it
 * (SCOTCH_archBuild0); a site's ranks are its weight.  That maps best, but keeps a table of all pairs of parts.
 *
 * More, in a mesh or torus with one extent or up to five, the same number of ranks at each site: Scotch's own mesh or torus,
 * restricted to the sites (SCOTCH_archSub).
 *
 * Others: matched in pairs along that graph, again and again (SCOTCH_archBuild2).
 *
 * `context` is what the result depends on: Scotch's threads and random numbers. */
void architecture_init(architecture *a, const used_routers *s, SCOTCH_Context *context);
void architecture_free(architecture *a);

#endif
