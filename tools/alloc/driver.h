/* driver -- a run of alloc: the stream that comes in, the one that goes out, and the machine as the case under way has it. */
#pragma once

#include "alloc/machine-state.h"
#include "alloc/options.h"
#include "alloc/schedule.h"
#include "lib/job/job.h"
#include "lib/stream/sink.h"

typedef struct driver {
	const alloc_options *opt;
	table *in;
	sink *out;		/* NULL: the jobs played are not written, and ask no network */
	job_reader rows;
	int alloc, start, end, node_list;	/* columns written; end only with a schedule, */
	int reconfigured;	/* this one only with --reconfigure */
	int *own;		/* the policy's, in its order */
	int blamed;		/* the column of the input that refusals name */
	machine_state machine;
	selection selection;	/* room for one job's nodes */
	uint32_t most_switches;	/* leaf switches for the job about which --advise asks; 0: any number */
	int64_t served;		/* jobs that have been given nodes, or played to their ends */
} driver;

/* For jobs of a table: no sink yet. */
void driver_open(driver *d, const alloc_options *opt, table *in, const machine *m);

/* Own the columns that are written, and find the one that the policy is given. */
void driver_columns(driver *d);

/* Write the columns of a row: when its job starts and ends (us; NEVER: empty), its nodes as they are written, and the policy's values
 * (NULL: as the row has them). */
void driver_write(const driver *d, int64_t start, int64_t end, const char *node_list, char **value);

/* The job's own random stream in the case `id`. */
rng driver_random(const driver *d, const char *id, const request *q);

/* Ask the policy for nodes for a job on this machine (state_choose).  One that it does not serve is refused: with --on-full skip a warning,
 * a count in the preamble, and false, else the end; `when` is added to the message. */
bool driver_choose(const driver *d, machine_state *on, const char *id, const request *q, selection *out, const char *when);

/* --- jobs that come with a node_list: the state of a running machine */

/* The request of a job.  Whatever is wrong with a row ends the tool through table_bad, here and below. */
request read_request(job_row *j, const alloc_options *o);

typedef struct preplaced_job {
	int row;
	request request;
	uint32_t *node;		/* [request.nodes] */
} preplaced_job;

/* Those of a case, in row order. */
typedef struct preplaced {
	preplaced_job *job;
	int count;
} preplaced;

/* Read them into an empty machine; when all have their nodes, make their reserves. */
void preplaced_read(preplaced *came, job_reader *rows, const batch *b, const alloc_options *o, machine_state *where);
void preplaced_free(preplaced *came);
