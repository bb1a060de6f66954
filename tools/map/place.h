/* place -- the tasks of one job put on ranks, by the algorithms that the options name. */
#pragma once

#include "lib/job/job.h"
#include "map/options.h"

/* What the other jobs of a case put on links.
 *
 * Jobs do not say how often they send what they send in an iteration.  So each is taken to send as fast as its fullest link lets it: that
 * link is full, the others in proportion. */
typedef struct others {
	const machine *machine;
	loads *loads;
	int64_t *sum;		/* [links] of all jobs, in whole numbers, so a job that is taken away leaves no trace */
	int64_t *load;		/* [links] scratch */
	double *part;		/* [links] the same, 1 being full */
} others;

typedef struct placer {
	const map_settings *opt;
	const table *in;
	const machine *machine;
	job_reader rows;
	gain *gain;		/* is told of each job */
	loads loads;		/* the ways of messages, where they are asked for */
	bool knows;		/* them */
	judge judge;		/* of --objective time */
	others others;		/* of --others: the case's jobs, those still to come in the launcher's own order */
	unsigned needs;		/* of all algorithms that run */
	list rank;		/* of its tasks: the c-th processor of the k-th node is rank k cores + c; no node, no rank */
	char *cell;		/* of the column that the algorithm adds; NULL: none */
} placer;

/* For jobs of the table `in`, of which g, which has been opened, is told; refuses a machine that an algorithm cannot do with. */
void placer_init(placer *p, const map_settings *opt, const table *in, const machine *m, gain *g);

/* The rows of case `id` come next.  With --others jobs that share a node end the tool. */
void placer_begin_case(placer *p, const char *id, const row *rows, int count);

/* Read the nodes and the tasks of a job of p->rows, none when alloc skipped it, and fill in rank and cell. */
void placer_place(placer *p, job_row *j);

void placer_close(placer *p);
