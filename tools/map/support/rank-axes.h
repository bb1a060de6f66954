/* rank-axes -- where in the machine's coordinates the ranks are that a job's tasks get, and orders by that.
 *
 * The ranks are those that `linear` uses; here and in lists of them they go by their number among these. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "map/mapping.h"

/* --cut-tie: which of a job's longest dimensions is cut. */
enum cut_tie {
	TIE_LOWEST,	/* the job's lowest */
	TIE_EXTENT,	/* the one along which the ranks extend most */
	TIE_MACHINE	/* the one along the machine's lowest axis, which also goes first in the order of ranks */
};
extern const algorithm_option option_cut_tie;
enum cut_tie cut_tie(void);

/* --rank-tie-order asc|desc: how the other axes order ranks of one coordinate. */
extern const algorithm_option option_rank_tie_order;

/* --rank-tie-axes first|last: which of these orders them first. */
extern const algorithm_option option_rank_tie_axes;

/* --cut job|ratio: is it the ratio of the longest extent to the shortest that says whether the job's or the ranks' longest is cut? */
extern const algorithm_option option_cut;
bool cuts_by_ratio(void);

/* The ranks, or nodes, along one axis. */
typedef struct rank_axis {
	uint32_t *at;		/* [tasks] their coordinates */
	uint32_t low, extent;	/* of their bounding box: low … low + extent - 1 */
} rank_axis;

typedef struct rank_axes {
	uint32_t tasks;
	uint32_t *rank;		/* [tasks] as mapping.h numbers ranks, ascending */
	int axes;
	rank_axis axis[MACHINE_DIMS];
	uint32_t *aside;	/* [tasks] scratch */
} rank_axes;

/* The coordinates of that many nodes.  `axes` is at least the machine's; on those beyond, all are at 0.  The caller frees each at[]. */
void node_axes(rank_axis *axis, int axes, const machine *m, const uint32_t *node, uint32_t count);

void rank_axes_init(rank_axes *c, const placement *p, int axes);
void rank_axes_free(rank_axes *c);

/* Where along a row of n routers those begin that have something, and over how many they extend: on a ring behind the longest stretch that
 * has nothing; at a tie behind the one that holds the row's end, then the lowest. */
uint32_t row_extent(const uint8_t *seen, uint32_t n, bool ring, uint32_t *start);

/* Where rows are rings, count coordinates from the end of the longest stretch in which no rank is; at a tie from the
 * one that holds the machine's end, then the lowest.  On other machines nothing changes. */
void rank_axes_unwrap(rank_axes *c, const machine *m);

/* All ranks along by[d], ascending; those of one coordinate by the others of by[], in the order and direction that
 * --rank-tie-axes and --rank-tie-order say, then by number.  The caller frees it. */
uint32_t *rank_axes_sort(const rank_axes *c, const rank_axis *const *by, int axes, int d);
