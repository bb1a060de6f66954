/* residents -- the rows of a job table as alloc sees them: jobs that want nodes, and
 * jobs that came with a node_list, which is how the state of a running machine is
 * given.  Whatever is wrong ends the tool through table_bad. */
#ifndef HOPLINE_RESIDENTS_H
#define HOPLINE_RESIDENTS_H

#include <stdbool.h>

#include "alloc/occupancy.h"
#include "alloc/policy.h"
#include "lib/stream/lists.h"
#include "lib/stream/table.h"

/* The columns that alloc reads; the last two are -1 when the table has none. */
typedef struct columns {
	int job, nodes, node_list, random_stream;
} columns;

void columns_find(columns *c, const table *t);

request read_request(const table *t, const row *r, const columns *c);

/* Does the row come with its nodes? */
bool is_resident(const row *r, const columns *c);

/* The job of row i, which comes with its nodes: read them into `node` and mark them
 * busy.  They must be as many as the column nodes says, available, idle and different. */
request claim(const table *t, const batch *b, int i, const columns *c, occupancy *o, list *node);

#endif
