/* domain -- messages between nodes of a domain, which has a network of its own (lib/machine/interfaces.h).
 *
 * Every node has a port into its domain, and between ports nothing is in the way.  A port passes one message after the other in each
 * direction.  A message leaves when its sender's port has passed those before it, and its bytes come in when its receiver's has.
 * Of messages posted in one picosecond those of lower nodes come first, and of a node those of lower tasks. */
#ifndef HOPLINE_NETSIM_JOBS_DOMAIN_H
#define HOPLINE_NETSIM_JOBS_DOMAIN_H

#include "netsim/jobs/run.h"

/* The ports, where the machine has domains. */
void domain_init(traffic_run *r);

/* Task `from` posts the message of a flight to a task in its domain. */
void domain_post(traffic_run *r, uint32_t from, uint32_t flight_id);

/* All of a picosecond is posted: the messages of a node go. */
void domain_pass(traffic_run *r, uint32_t node);

/* The case is over: forget what the tasks' nodes have sent. */
void domain_reset(traffic_run *r);

#endif
