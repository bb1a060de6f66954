/* pace -- how long an iteration takes of a job that keeps going (hopline-model.7, "Jobs that keep going").
 *
 * Of each task its first iteration, in which all still begin at once, is left out, and the next K count.  The job's pace is the mean over
 * its tasks, of the slowest set of them: of the last tasks' ends the differences would say as much only in the long run, as tasks slip
 * apart.  K are the same for each job, whatever runs beside it: so its paces alone and together are of the same age. */
#pragma once

#include "netsim/jobs/run.h"

typedef struct pace {
	double iteration;	/* seconds, with the time to compute; NAN: nothing of the job has arrived */
	double half;		/* half of the 95% interval of it; NAN: there is none */
	double done;		/* whole iterations that were measured, or how much of the first ones has arrived */
} pace;

/* The paces of the closed-loop jobs of a case that is over: [jobs], for the caller to free. */
pace *paces_find(const traffic_run *r);
