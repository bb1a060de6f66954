/* connect -- the groups of a job, and the circuits that connect them. */
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

/* Circuits of a group. */
uint64_t group_circuits(uint32_t groups, const uint32_t *count, uint32_t v);

/* The groups that are connected, directly or over others, have one number in part[], from 0; how many parts there are. */
uint32_t connected_parts(uint32_t groups, const uint32_t *count, uint32_t *part);

/* Connect what is apart, by one circuit more between some groups, those with most links left.  False when too few are left. */
bool connect_parts(const circuit_fabric *f, uint32_t *count);
