/* network -- how fast jobs run together: whenever other jobs run than before, a filter is asked how long the messages of each take
 * now, and their ends move.
 *
 * A job that communicates for a share s of its runtime at the reference, and whose communication takes c times as long, runs
 *
 *	1 + s (c - 1)
 *
 * times as long: its stretch.  The reference is the job alone on the idle machine, on nodes that the reference policy gives it.  A job
 * of share 0, or on one node, has no part in the network: it is not asked about. */
#pragma once

#include "alloc/time/timeline.h"

typedef struct network_model network_model;

/* For a run with --network: its columns.  A share that neither the table nor the command line gives ends the tool. */
network_model *network_open(const driver *d);
void network_close(network_model *n);

/* A case whose jobs have been read: their shares, and their places at the reference.  A job that the reference policy refuses ends
 * the tool.  network_forget frees it. */
void network_begin(network_model *n, const timeline *t, const batch *b);
void network_forget(network_model *n);

/* When the filter must be asked although nothing happens, with --network-every; NEVER when it need not. */
int64_t network_next(const network_model *n);

/* After all that happens at t->now: jobs that run now run at their pace from here on.  Scouts return from here too, and play on. */
void network_update(network_model *n, timeline *t);

/* The case has been played: nothing will be asked about it.  A scout (network-query.h), which no longer knows what is true, leaves here. */
void network_over(network_model *n);

/* Put the columns of a row; NULL for a job that was left out. */
void network_write(network_model *n, const row *r, const timed_job *j);
