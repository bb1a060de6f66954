/* residents -- the rows of a job table as alloc sees them: jobs that want nodes, and
 * jobs that came with a node_list, which is how the state of a running machine is
 * given.  Whatever is wrong ends the tool through table_bad. */
#ifndef HOPLINE_ALLOC_RESIDENTS_H
#define HOPLINE_ALLOC_RESIDENTS_H

#include <stdbool.h>

#include "alloc/tenancy.h"
#include "lib/stream/table.h"

/* The columns that alloc reads; -1 when the table has none. */
typedef struct columns {
	int job, nodes;		/* every table has them */
	int node_list, random_stream;
	int submit, runtime, walltime, log_start, start, end;	/* read with a schedule */
} columns;

void columns_find(columns *c, const table *t);

request read_request(const table *t, const row *r, const columns *c);

/* Does the row come with its nodes? */
bool is_resident(const row *r, const columns *c);

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

/* Read them, and let each have its nodes, which must be as many as the column nodes says, available, idle and
 * different; then, when all have theirs, close what they close. */
void residents_claim(residents *came, const table *t, const batch *b, const columns *c, const char *argument, tenancy *where);
void residents_free(residents *came);

#endif
