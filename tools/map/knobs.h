/* knobs -- what the command line says to algorithms.  map.1 says which heeds what. */
#ifndef HOPLINE_MAP_KNOBS_H
#define HOPLINE_MAP_KNOBS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/pattern/affinity.h"

enum tie {
	TIE_LOWEST,	/* the job's lowest */
	TIE_EXTENT,	/* the one along which the ranks extend most */
	TIE_MACHINE	/* the one along the machine's lowest axis, which also goes first in the order of ranks */
};

/* "2x2x4"; no dimensions: not given. */
typedef struct extents {
	int dims;
	uint32_t n[PATTERN_DIMS];
} extents;

enum fold { FOLD_ANY, FOLD_ONE, FOLD_BOTH };

typedef struct knobs {
	enum affinity_weights objective;	/* --objective hops | hop-bytes [auto] */
	uint32_t apart;		/* --node-links yes: 2, links that two nodes are farther from each other than their routers; else 0 */
	bool last_fastest;	/* --task-order last: tasks are numbered, and scanned by searches, with the last dimension fastest */
	/* geom, geom-mj */
	enum tie tie;		/* --tie: which of the longest dimensions is cut */
	bool tie_descends;	/* --rank-tie desc: ranks of one coordinate go by the other axes descending */
	/* grid-order, topaware */
	extents cell;		/* --cell: tasks of a node (topaware: of a pair of nodes) */
	int split;		/* --split: the dimension divided between the nodes of a pair; -1: topaware's choice */
	extents tiles;		/* --tiles: super-tiles of a sheet */
	enum fold fold;		/* --fold: across how many of its dimensions */
	int along[3];		/* --along: the axes, in the order in which the dimensions go along them */
	bool along_given;
	/* searches */
	double swaps_a_task;	/* --max-swaps 0.35n+20: 0.35 and 20; both negative: no limit */
	double swaps_more;
	uint32_t radius;	/* --radius, of local and adaptive-layout [2] */
	uint64_t moves;		/* --moves, of anneal: proposals a task; 0: its own choice */
	double time_s;		/* --time, of anneal: seconds of CPU; 0: no limit.  With it results depend on the machine */
	FILE *trace;		/* --swaps-trace FILE: case,job,swaps,links_mean every 100 swaps; NULL */
} knobs;

#endif
