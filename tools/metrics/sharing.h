/* sharing -- how much of the links that jobs use they share: the two measures of interference of
 * Jain et al., "Partitioning Low-diameter Networks to Eliminate Inter-job Interference", IV-A.
 *
 * Feed it a case job by job and each job link by link. */
#ifndef HOPLINE_METRICS_SHARING_H
#define HOPLINE_METRICS_SHARING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Percentages of links; 0 where no link is used. */
typedef struct shares {
	double mls;		/* Eq. 5: shared links in those of a job, of the job where they are most */
	double tls;		/* Eq. 6: shared links in those of all jobs */
} shares;

typedef struct sharing {
	struct link_users {
		uint32_t jobs;	/* of the case that use the link */
		uint32_t last;	/* the latest of them, counted from 1 */
	} *users;		/* [links of the machine] */
	uint32_t *link;		/* used by the jobs of the case, job after job */
	size_t links, link_room;
	size_t *first;		/* [jobs]: where a job's begin in link */
	uint32_t jobs;
	size_t job_room;
} sharing;

/* Of a machine with so many links. */
void sharing_init(sharing *s, uint32_t links);
void sharing_free(sharing *s);

/* The links that follow are used by another job. */
void sharing_job(sharing *s);

/* The job uses this link; false when that has been said already. */
bool sharing_use(sharing *s, uint32_t link);

/* The case is complete: what came of it.  The next one may follow. */
shares sharing_end(sharing *s);

#endif
