/* case -- from the rows of a case to jobs that can run, and back to result rows. */
#pragma once

#include <stdint.h>

#include "lib/job/job.h"
#include "lib/stream/sink.h"
#include "netsim/jobs/run.h"
#include "netsim/model.h"
#include "netsim/table/case-circuits.h"

/* --- pace: how long an iteration takes of a job that keeps going (hopline-model.7, "Jobs that keep going").
 *
 * Of each task its first iteration, in which all still begin at once, is left out, and the next K count.  The job's pace is the mean over
 * its tasks, of the slowest set of them: of the last tasks' ends the differences would say as much only in the long run, as tasks slip
 * apart.  K are the same for each job, whatever runs beside it: so its paces alone and together are of the same age. */

typedef struct pace {
	double iteration;	/* seconds, with the time to compute; NAN: nothing of the job has arrived */
	double half;		/* half of the 95% interval of it; NAN: there is none */
	double done;		/* whole iterations that were measured, or how much of the first ones has arrived */
} pace;

/* The paces of the closed-loop jobs of a case that is over: [jobs], for the caller to free. */
pace *paces_find(const traffic_run *r);

/* What of the command line concerns a case. */
typedef struct case_options {
	uint64_t seed;
	bool rounds;		/* --schedule mpi */
	const model *model;
	bool steady, play, task_times;	/* --steady, --play, --task-times */
	bool breakdown;		/* --breakdown */
	bool link_busy;		/* --steady, and the table has the column */
} case_options;

/* Where the jobs of a case come from; working space. */
typedef struct case_reader {
	const table *table;
	const machine *machine;
	case_options options;
	int64_t first;		/* ps, by the clock of the table: when the earliest job of the case starts */
	case_circuits circuits;
	job_reader rows;
	uint32_t *job_of_row;	/* per row of the case: its job in the run, NONE when it was not placed */
	size_t row_room;
} case_reader;

/* Cases whose jobs have circuits change links of the machine while they run. */
void case_reader_init(case_reader *c, const table *t, machine *m, case_options o);
void case_reader_free(case_reader *c);

/* Make the jobs of a case: r->job[0 … r->jobs-1], started.  Dies on bad data. */
void case_read(case_reader *c, const batch *b, traffic_run *r);

/* The columns that netsim writes (results.c); -1 where options or rows ask for none. */
enum { RESULTS = 29 };
typedef struct case_results {
	int column[RESULTS];
} case_results;

void case_results_own(case_results *w, sink *s, const case_options *o, bool open_loop);

/* Put the measured figures of row i into the sink and end the row; the paces of the case, under --steady.  Dies when a job has none. */
void case_write(const case_results *w, sink *s, const case_reader *c, const batch *b, int i, traffic_run *r, const pace *paces);

/* --- meeting: jobs of a case that cannot meet, because they start too far apart. */

typedef struct meeting {
	long cases, apart;	/* that were looked at; whose jobs do not all meet */
} meeting;

/* Look at a case that is over.  Its jobs cannot meet when one starts after all that started earlier have ended, later by more than
 * the longest of them takes: that is a schedule of another clock than messages have, and no offset between jobs that share the
 * network.  The first case like that is warned of.  Backgrounds, which go on as long as others, do not count. */
void meeting_look(meeting *m, const case_reader *c, const batch *b, const traffic_run *r);

/* After the last case: how many were like the one that was warned of. */
void meeting_tell(const meeting *m, const table *t);
