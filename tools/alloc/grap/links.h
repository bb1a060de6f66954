/* grap-links -- whose the reconfigurable links of each group are under GRAP, and which groups they join.
 *
 * A large job owns all links of the groups that it has nodes in (4.1).  Its circuits stay when it leaves, until the next large
 * job has one of these groups.  Those of the smaller dragonfly that is the default (4.1, Fig. 3) follow from the set of groups alone,
 * so a job that gets just the set that is joined already finds them in place. */
#ifndef HOPLINE_ALLOC_GRAP_LINKS_H
#define HOPLINE_ALLOC_GRAP_LINKS_H

#include "alloc/occupancy.h"

/* Of one group. */
typedef struct grap_links {
	uint32_t large;		/* large jobs in it: at most one, but for those that came with their nodes */
	uint32_t set;		/* the set of groups that it was joined with last, by number; 0: none yet */
	uint32_t size;		/* groups in that set, some of which may have been joined with others since */
} grap_links;

/* The groups of n nodes, ascending, *count of them; the caller frees. */
uint32_t *grap_groups(const level *groups, const uint32_t *node, uint32_t n, uint32_t *count);

/* A job is told large by having nodes in several groups; a small one changes nothing.  `sets` counts the sets so far. */
void grap_links_take(grap_links *links, uint32_t *sets, const level *groups, const uint32_t *node, uint32_t n);
void grap_links_leave(grap_links *links, const level *groups, const uint32_t *node, uint32_t n);

/* Would take join groups that are not joined so now? */
bool grap_links_change(const grap_links *links, const level *groups, const uint32_t *node, uint32_t n);

#endif
