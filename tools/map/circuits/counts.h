/* counts -- how many circuits every two groups of a job get.
 *
 * A circuit carries as much each way at once; so what two groups exchange (`between`) is of the direction that has more.
 * Each of their circuits carries an equal part of it, and the load is the most that any circuit carries.
 *
 * Which counts are possible is a matter of edge colourings: groups are vertices, circuits edges, OCSes colours, and
 * a vertex has at most `share` edges of a colour. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* n groups have `links` global links each, `share` of them at each of `ocs` OCSes, and links of two groups can be joined that end at
 * one OCS.  Counts are the circuits between groups x and y, at [x * n + y] and at [y * n + x]. */
typedef struct circuit_fabric {
	uint32_t groups;	/* n, of the job */
	uint32_t ocs, share;
} circuit_fabric;

static inline uint32_t
fabric_links(const circuit_fabric *f)
{
	return f->ocs * f->share;
}

/* The groups that are connected, directly or over others, have one number in part[], from 0; how many parts there are. */
uint32_t connected_parts(uint32_t groups, const uint32_t *count, uint32_t *part);

/* The least counts with which no circuit carries more than `load`, at least one where two groups exchange something, and beyond these
 * as few as connect all groups.  False when no choice of circuits can give them: a group has fewer links, or of an odd
 * set of groups, where `share` is odd, one link must stay idle at each OCS.  Of such sets these are looked at: three groups, those
 * that are connected by what they exchange, and these but one; that all fit then follows. */
bool counts_for(const circuit_fabric *f, const double *between, double load, uint32_t *count);

/* The least load for which counts_for() is true: no choice of circuits that connects the groups has less.  HUGE_VAL when there is
 * none, 0 when nothing is exchanged. */
double counts_bound(const circuit_fabric *f, const double *between);

/* The least load above `load` with which counts_for() gives other counts; HUGE_VAL when there is none. */
double counts_next(const circuit_fabric *f, const double *between, double load);

/* The load with these counts: HUGE_VAL when two groups exchange something that have no circuit. */
double counts_load(uint32_t groups, const double *between, const uint32_t *count);
