/* links -- whose the reconfigurable links of each group are under GRAP, and which groups they join.
 *
 * A large job owns all links of the groups that it has nodes in (4.1).  Its circuits stay when it leaves, until the next large
 * job has one of these groups.  Those of the smaller dragonfly that is the default (4.1, Fig. 3) follow from the set of groups alone,
 * so a job that gets just the set that is joined already finds them in place. */
#pragma once

#include "alloc/occupancy.h"

typedef struct grap_links {
	uint32_t sets;		/* sets of groups that were joined so far */
	struct {
		uint32_t large;	/* large jobs in it: at most one, but for preplaced ones */
		uint32_t set;	/* the set of groups that it was joined with last, by number; 0: none yet */
		uint32_t size;	/* groups in that set, some of which may have been joined with others since */
	} of[];			/* [groups] */
} grap_links;

/* Bytes of the links of that many groups, all 0 at first. */
size_t grap_links_size(const level *groups);

/* The groups of n nodes, ascending, *count of them; the caller frees. */
uint32_t *grap_groups(const level *groups, const uint32_t *node, uint32_t n, uint32_t *count);

/* A job takes its links, or leaves them.  It is large when it has nodes in several groups; a small one changes nothing. */
void grap_links_track(grap_links *links, const level *groups, const uint32_t *node, uint32_t n, bool arrives);

/* Would such an arrival join groups that are not joined so now? */
bool grap_links_change(const grap_links *links, const level *groups, const uint32_t *node, uint32_t n);
