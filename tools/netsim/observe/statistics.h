/* statistics -- what each link did, and for which job, for --links, --job-links and --routers. */
#ifndef HOPLINE_NETSIM_OBSERVE_STATISTICS_H
#define HOPLINE_NETSIM_OBSERVE_STATISTICS_H

#include <stdint.h>

#include "netsim/engine/network.h"
#include "netsim/observe/encounters.h"

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
	uint32_t *latest;	/* [links]: the job that used it last; NONE: unused.  NULL: not wanted, as what follows */
	encounters met;
	uint64_t *arrived;	/* [arrived_room], by job: bytes from other nodes that arrived by the time of --steady */
	size_t arrived_room;
} statistics;

/* What to keep. */
typedef struct statistics_wanted {
	bool by_link;		/* what each link did, */
	bool by_job;		/* and for whom; */
	bool by_hops;		/* how many routers packets passed; */
	bool steady;		/* which jobs have met, and what has arrived of them */
} statistics_wanted;

/* From now on keep these. */
void statistics_keep(network *n, const statistics_wanted *w);

#endif
