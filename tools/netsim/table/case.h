/* case -- from the rows of a case to jobs that can run, and back to result rows. */
#pragma once

#include <stdint.h>

#include "lib/job/job.h"
#include "lib/stream/sink.h"
#include "netsim/jobs/run.h"
#include "netsim/model.h"
#include "netsim/table/case-circuits.h"
#include "netsim/table/pace.h"

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
	int row_room;
} case_reader;

/* Cases whose jobs have circuits change links of the machine while they run. */
void case_reader_init(case_reader *c, const table *t, machine *m, case_options o);
void case_reader_free(case_reader *c);

/* Make the jobs of a case: r->job[0 … r->jobs-1], started.  Dies on bad data. */
void case_read(case_reader *c, const batch *b, traffic_run *r);

/* The columns that netsim writes. */
typedef struct case_results {
	int router, speedup, crossbar_bw, output_buffer;	/* -1 where the options were not given */
	int routing, schedule, comm_time;
	int first_task, mean_task;	/* -1 without --task-times */
	int computing, exposed, mfu, tokens, busbw;	/* -1 without --breakdown */
	int messages, comm_bytes, packets, hops, latency_mean, latency_p99, latency_max;
	int accepted, saturated;	/* -1 without open-loop rows */
	int iteration_time, iteration_half, iterations_done;	/* -1 without --steady */
	int link_busy;		/* -1 where it is not wanted */
	int played_start, played_end;	/* -1 without --play */
} case_results;

void case_results_own(case_results *w, sink *s, const case_options *o, bool open_loop);

/* Put the measured figures of row i into the sink and end the row; the paces of the case, under --steady.  Dies when a job has none. */
void case_write(const case_results *w, sink *s, const case_reader *c, const batch *b, int i, traffic_run *r, const pace *paces);
