/* jobs -- the rows of a job table as map sees them: jobs with their nodes, and how
 * many tasks each has.  Whatever is wrong ends the tool through table_bad. */
#ifndef HOPLINE_MAP_JOBS_H
#define HOPLINE_MAP_JOBS_H

#include <stdint.h>

#include "lib/machine/machine.h"
#include "lib/stream/lists.h"
#include "lib/stream/table.h"

/* The columns that map reads; all but job, nodes and node_list may be missing (-1). */
typedef struct columns {
	int job, nodes, tasks, load, node_list;
} columns;

void columns_find(columns *c, const table *t);

/* Read the nodes of a row: as many as its column nodes says, available and different;
 * none at all when alloc skipped the job.  mark[] has a zero for every node of the
 * machine, before and after. */
void read_nodes(const table *t, const row *r, const columns *c, const machine *m, uint8_t *mark, list *node);

/* Tasks of a job on `nodes` nodes: given, or one a processor, or, in open-loop rows
 * (with a load), one a node.  No more than there are processors. */
uint32_t read_tasks(const table *t, const row *r, const columns *c, const machine *m, uint32_t nodes);

#endif
