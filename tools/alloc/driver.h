/* driver -- a run of alloc: the stream that comes in, the one that goes out, and the machine as the case under way
 * has it. */
#ifndef HOPLINE_ALLOC_DRIVER_H
#define HOPLINE_ALLOC_DRIVER_H

#include "alloc/options.h"
#include "alloc/preplaced.h"
#include "alloc/selection.h"
#include "lib/stream/sink.h"

typedef struct driver {
	const options *opt;
	table *in;
	sink *out;
	job_reader rows;
	int random_stream;	/* its column; -1: none */
	int alloc, start, end, node_list;	/* columns written; end only with a schedule, */
	int reconfigured;	/* this one only with --reconfigure */
	int *own;		/* the policy's, in its order */
	int blamed;		/* the column of the input that refusals name */
	machine_state machine;
	selection selection;	/* room for one job's nodes */
	int64_t served;		/* jobs that have been given nodes, or played to their ends */
} driver;

/* Own the columns that are written, and find the one that the policy is given. */
void driver_columns(driver *d);

/* Write the policy's columns of a row, from a selection's values. */
void driver_values(const driver *d, char **value);

/* A job that gets no nodes: warn with --on-full skip, else end here. */
void refuse(const driver *d, const row *r, const char *why);

/* The job's own random stream in the case `id`. */
rng driver_random(const driver *d, const char *id, const request *q);

#endif
