/* jobs -- the job table as gen-workload writes it.
 *
 * Columns that have nothing to say are left out: rep without --repeat, class on a machine without groups, sizes that were not given. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "gen-workload/options.h"
#include "lib/machine/machine.h"
#include "lib/stream/sink.h"

/* How many nodes jobs can have, of a machine and of its groups. */
typedef struct capacity {
	uint32_t nodes;		/* all but the unavailable ones */
	uint32_t group;		/* the most of them in one group; 0: the machine has no groups */
	uint32_t groups;	/* that have any */
} capacity;

/* "small" when a job of so many nodes fits a group, else "large"; NULL without groups. */
const char *capacity_class(const capacity *c, uint32_t nodes);

typedef struct drawn_jobs {
	sink *sink;		/* columns of one kind of workload alone: sink_own before the first case, sink_put before jobs_put */
	const cli *cli;
	const gen_options *options;
	machine *machine;
	capacity capacity;	/* of it */
	bool open, begun;
	int64_t workload_id, rep_id, times;	/* of the rows to come; times: factor on message sizes */
	/* columns, -1 where left out */
	int case_, workload, rep, job, class, nodes, tasks, pattern, dims, periodic, own[MOST_OWN], size[SIZES], iterations;
} drawn_jobs;

typedef struct drawn_job {
	int64_t number;		/* negative: its name has been put */
	const char *class;
	uint32_t nodes;
	const pattern *pattern;
	int64_t bytes;		/* 0: the cell stays empty */
} drawn_job;

/* Jobs alike, in a row of the table each. */
typedef struct lot {
	const char *class;
	uint32_t nodes;
	uint64_t count;
	const pattern *pattern;
	int64_t times;		/* factor on the sizes of all messages but those of an allreduce */
} lot;

/* On the machine of the command line, or of its usual place. */
void jobs_open(drawn_jobs *w, const cli *c, const gen_options *o);

/* The stream of random numbers of workload k. */
rng jobs_random(const drawn_jobs *w, const char *purpose, int64_t k);

/* End the tool when the machine has fewer nodes than `option` says. */
void jobs_fit(const drawn_jobs *w, const char *option, int64_t nodes);

/* Have the columns; `what` says: open-loop rows; the column class, if the machine has groups; the column workload (with --repeat). */
enum { JOBS_OPEN = 1, JOBS_CLASS = 2, JOBS_GROUPS = 4, JOBS_WORKLOAD = 8 };
void jobs_columns(drawn_jobs *w, unsigned what);

/* Start the next repeat of a workload, which is a case; workloads are counted from 1.  False, again and again, behind the last. */
bool jobs_case(drawn_jobs *w, int64_t workload);
void jobs_put(drawn_jobs *w, const drawn_job *j);

/* A case's rows, lot after lot; jobs are numbered from 1. */
void jobs_put_lots(drawn_jobs *w, const lot *l, int lots);

/* Write the lots once for each pattern of the options and each repeat, each time as a case. */
void jobs_put_grid(drawn_jobs *w, lot *l, int lots);
