/* residents -- the rows of a job table as alloc sees them: jobs that want nodes, and
 * jobs that came with a node_list, which is how the state of a running machine is
 * given.  Whatever is wrong ends the tool through table_bad. */
#ifndef HOPLINE_ALLOC_PREPLACED_H
#define HOPLINE_ALLOC_PREPLACED_H

#include <stdbool.h>

#include "alloc/machine-state.h"
#include "lib/job/job.h"

request read_request(const job_reader *rows, const row *r, const char *argument);

/* Does the row come with its nodes? */
bool is_resident(const job_reader *rows, const row *r);

/* The jobs of a case that came with nodes, in row order. */
typedef struct resident {
	int row;
	request request;
	uint32_t *node;		/* [request.nodes] */
} resident;

typedef struct residents {
	resident *job;
	int count;
} residents;

/* Read them, and let each have its nodes; then, when all have theirs, close what they close. */
void residents_claim(residents *came, job_reader *rows, const batch *b, const char *argument, tenancy *where);
void residents_free(residents *came);

#endif
