/* choice -- which groups a job gets under GRAP: Algorithms 1 to 3 of Feng et al., "GRAP: Group-level Resource Allocation Policy for
 * Reconfigurable Dragonfly Network in HPC", ICS 2023, section 4.
 *
 * Where the paper's text leaves room: equal groups go by number, lower first; Algorithm 2 goes on to the next group
 * after one was taken; Algorithm 3 moves on as far as there are candidates.  Of shares that ask for as many idle nodes the one that
 * stands first has the lower group, and the groups of an adaptive job stand in ascending order. */
#pragma once

#include "alloc/policy.h"

/* --- request: how a job wants to be spread over groups, as GRAP lets its user say (Feng et al., "GRAP: Group-level Resource Allocation
 * Policy for Reconfigurable Dragonfly Network in HPC", ICS 2023, 4.1 and 4.2).
 *
 * A job with no more nodes than a group has is small and gets them in one group.  A larger one gets shares, each in a group of its own, by
 * its mode:
 *
 *	minimal-balance	whole groups, as few as do; the last gives the rest, and all of it is charged, see grap_options
 *	custom-balance	as many shares as `groups` says, the first ones a node larger when they cannot be equal
 *	custom		the shares of `group_nodes`
 *	adaptive	as few groups as do; how many nodes each gives is found with them (grap/choice.h); also where no mode is named
 *
 * What is wrong with the row ends the tool. */

typedef enum grap_mode { GRAP_SMALL, GRAP_MINIMAL_BALANCE, GRAP_CUSTOM_BALANCE, GRAP_CUSTOM, GRAP_ADAPTIVE } grap_mode;

extern const char *const grap_mode_names[];	/* by grap_mode, as in the column `mode` */

/* What the policy's argument says, words with a '+' between two. */
typedef struct grap_options {
	bool partial;		/* Minimal Balance: the last group need not be idle as a whole, and the rest of it is open to small jobs */
	bool reject;		/* Minimal Balance takes whole groups only, as Algorithm 2 reads */
	bool round_robin;	/* in a group a node a router in turn, else in label order */
} grap_options;

/* A part of a job, in one group. */
typedef struct grap_share {
	uint32_t idle;		/* nodes that must be idle there: as many, or the whole group */
	uint32_t nodes;
	uint32_t group;		/* once chosen */
} grap_share;

typedef struct grap_request {
	grap_options how;
	grap_mode mode;
	uint32_t nodes;
	uint32_t groups;	/* 1 for a small job */
	grap_share *share;	/* [groups], in the order in which the job's nodes are listed; adaptive: empty until chosen */
} grap_request;

/* False when the argument (NULL: none) is not that, or asks for both partial and reject. */
bool grap_options_read(const char *argument, grap_options *w);

/* The request of a job, whose policy's argument is right, on a machine whose groups are domains of this level, all of a size. */
grap_request grap_request_read(const machine *m, const level *groups, const request *q);
void grap_request_free(grap_request *w);

/* Is the job charged for all nodes of the groups that it is in? */
bool grap_charges_groups(const level *groups, const request *q);

/* The nodes of a group, those that no job may have included. */
static inline uint32_t
grap_group_nodes(const level *groups)
{
	return groups->first[1] - groups->first[0];
}

/* Whose the reconfigurable links of each group are, and which groups they join.
 *
 * A large job owns all links of the groups that it has nodes in (4.1).  Its circuits stay when it leaves, until the next large job has one
 * of these groups.  Those of the smaller dragonfly that is the default (4.1, Fig. 3) follow from the set of groups alone, so a job that
 * gets just the set that is joined already finds them in place. */
typedef struct grap_links {
	uint32_t sets;		/* sets of groups that were joined so far */
	struct {
		uint32_t large;	/* large jobs in it: at most one, but for preplaced ones */
		uint32_t set;	/* the set of groups that it was joined with last, by number; 0: none yet */
		uint32_t size;	/* groups in that set, some of which may have been joined with others since */
	} of[];			/* [groups] */
} grap_links;

/* Find a group for each share of w, for adaptive the shares too.  False, and in `out` why, when the job must wait; w is then of no use.
 * More idle nodes never make it wait.  In time linear in the groups, times their logarithm. */
bool grap_choose(const occupancy *o, const level *groups, const grap_links *links, grap_request *w, selection *out);
