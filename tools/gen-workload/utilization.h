/* utilization -- the share of a machine that jobs fill, as an exact fraction. */
#ifndef HOPLINE_GEN_WORKLOAD_UTILIZATION_H
#define HOPLINE_GEN_WORKLOAD_UTILIZATION_H

#include <stdint.h>

#include "gen-workload/fraction.h"

typedef fraction utilization;

/* The text of an option: a decimal number above 0 and at most 1.  Dies otherwise. */
utilization utilization_read(const char *text);

/* floor(nodes * utilization / size): how many jobs of `size` nodes that makes, or how many
 * nodes each of `size` jobs has. */
uint64_t utilization_jobs(const utilization *u, uint32_t nodes, uint64_t size);

#endif
