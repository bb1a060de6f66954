/* preplaced -- jobs that come with a node_list: the state of a running machine. */
#pragma once

#include "alloc/machine-state.h"
#include "alloc/options.h"
#include "lib/job/job.h"

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
