/* within -- messages between tasks of one node, or of one domain of nodes. */
#ifndef HOPLINE_NETSIM_JOBS_WITHIN_H
#define HOPLINE_NETSIM_JOBS_WITHIN_H

#include "netsim/jobs/run.h"

/* The ports of a machine's domains, where it has such; forget what the tasks' nodes have sent. */
void within_init(traffic_run *r);
void within_reset(traffic_run *r);

/* What a message from node to node takes from now on, ps, when it is posted now: it then has its turn. */
int64_t within_cost(const traffic_run *r, uint32_t from, uint32_t to, int64_t bytes);

#endif
