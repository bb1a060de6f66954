/* statistics -- what each link did, and for which job, for --links, --job-links and --routers. */
#pragma once

#include <stdint.h>

#include "netsim/engine/network.h"

typedef struct link_stats {
	uint64_t packets, bytes, stalls;
	int64_t busy, stalled;	/* ps */
	int64_t since;		/* start of the stall under way; NEVER: none */
} link_stats;

/* What one job sent over one link. */
typedef struct job_link {
	uint32_t job, link;
	uint32_t next;		/* of the same link, of another job; NONE: no more */
	uint64_t packets, bytes;
} job_link;

/* Packets of one job by the routers that they passed. */
typedef struct job_hops {
	uint64_t *packets;	/* [room], by routers */
	size_t room;
} job_hops;

typedef struct statistics {
	link_stats *link;	/* [links], or NULL when not wanted */
	uint32_t *user;		/* [links]: the first of its job_links, that of the latest user; NONE: unused.  NULL: not wanted */
	job_link *used;		/* of all links, in no order */
	uint32_t used_count;
	size_t used_room;
	job_hops *hops;		/* [hops_room], by job; where by_hops */
	size_t hops_room;
	bool by_hops;
} statistics;

/* From now on keep statistics of every link, of who used it, and of how many routers packets passed, or some of these. */
void statistics_keep(network *n, bool by_link, bool by_job, bool by_hops);
