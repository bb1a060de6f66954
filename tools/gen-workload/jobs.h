/* jobs -- the job table as gen-workload writes it.
 *
 * Columns that have nothing to say are left out: rep without --repeat, class on a machine without groups, sizes that were not given. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "gen-workload/options.h"
#include "lib/machine/machine.h"
#include "lib/stream/sink.h"

typedef struct drawn_jobs {
	sink *sink;		/* columns of one kind of workload alone: sink_own before jobs_begin, sink_put before jobs_put */
	const cli *cli;
	const gen_options *options;
	machine *machine;
	bool open;
	int64_t workload_id, rep_id, times;	/* of the rows to come; times: factor on message sizes */
	/* columns, -1 where left out */
	int case_, workload, rep, job, class, nodes, tasks, pattern, dims, periodic, own[MOST_OWN], size[SIZES], iterations;
} drawn_jobs;

typedef struct drawn_job {
	int64_t number;		/* negative: its name has been put */
	const char *class;
	uint32_t nodes;
	const pattern *pattern;
	int64_t bytes;		/* 0: the cell stayss empty */
} drawn_job;

/* Jobs alike, in a row of the table each. */
typedef struct lot {
	const char *class;
	uint32_t nodes;
	uint64_t count;
	const pattern *pattern;
	int64_t times;		/* factor on the sizes of all messages but those of an allreduce */
} lot;

enum { JOBS_OPEN = 1, JOBS_CLASS = 2, JOBS_WORKLOAD = 4 };

/* `what` says: open-loop rows, the column class, the column workload (with --repeat). */
void jobs_open(drawn_jobs *w, const cli *c, const gen_options *o, machine *m, unsigned what);
void jobs_begin(drawn_jobs *w);	/* preamble and header */

/* Start a case: a workload's repeat, both counted from 1. */
void jobs_case(drawn_jobs *w, int64_t workload, int64_t rep);
void jobs_put(drawn_jobs *w, const drawn_job *j);
void jobs_end_case(drawn_jobs *w);
void jobs_close(drawn_jobs *w);	/* frees the machine, too */

/* A case's rows, lot after lot; jobs are numbered from 1. */
void jobs_put_lots(drawn_jobs *w, const lot *l, int lots);

/* How often each workload is to be written. */
int64_t jobs_repeats(const drawn_jobs *w);

/* Write the lots once for each pattern of the options and each repeat, each time as a case. */
void jobs_put_grid(drawn_jobs *w, lot *l, int lots);
