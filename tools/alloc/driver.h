/* driver -- a run of alloc: the stream that comes in, the one that goes out, and the machine as the case under way
 * has it. */
#ifndef HOPLINE_DRIVER_H
#define HOPLINE_DRIVER_H

#include "alloc/options.h"
#include "alloc/residents.h"
#include "alloc/tenancy.h"
#include "lib/stream/sink.h"

typedef struct driver {
	const options *opt;
	table *in;
	sink *out;
	columns at;
	int alloc, start, end, node_list;	/* columns written; end only with a schedule */
	tenancy tenancy;
	uint32_t *node;		/* [nodes] room for one job's choice */
} driver;

/* A job that gets no nodes: warn with --on-full skip, else end here. */
void refuse(const driver *d, const row *r, const char *why);

/* The request of a row, with the policy's argument. */
request driver_request(const driver *d, const row *r);

/* The job's own random stream in the case `id`. */
rng driver_random(const driver *d, const char *id, const request *q);

/* Serve a case: all its jobs coexist. */
void coexist(driver *d, const batch *b);

#endif
