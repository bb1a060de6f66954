/* pace -- how long an iteration takes of a job that keeps going (netsim.1, "Jobs that keep going").
 *
 * Jobs that have met belong together, and are measured until the last of them has done what it must.  So what is measured of a job does
 * not depend on jobs that share no link with it. */
#ifndef HOPLINE_NETSIM_TABLE_PACE_H
#define HOPLINE_NETSIM_TABLE_PACE_H

#include "netsim/jobs/run.h"

typedef struct pace {
	double iteration;	/* seconds, with the time to compute; NAN: nothing of the job has arrived */
	double half;		/* half of the 95% interval of it; NAN: there is none */
	double done;		/* whole iterations that were measured, or how much of the first ones has arrived */
} pace;

/* The paces of the closed-loop jobs of a case that is over: [jobs], for the caller to free. */
pace *paces_find(const traffic_run *r);

#endif
