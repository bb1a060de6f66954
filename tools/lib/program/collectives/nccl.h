/* nccl -- how long NCCL believes that an allreduce takes. */
#pragma once

#include <stdbool.h>

#include "lib/program/collective.h"

/* What its model asks of a machine, in GB/s: the bandwidth of all rings inside a node, what a rank's interface adds to them between nodes;
 * and the share that its trees have of theirs (0.85 where they are no balanced ones). */
typedef struct nccl_host {
	double inside, between, tree;
} nccl_host;

/* Eight H100 behind NVLink switches, each with an interface of 400 Gb/s, beside processors of Intel. */
extern const nccl_host nccl_h100;

/* Microseconds by the model, of the best that the group has, and whether it is a tree.  Groups of one rank have none. */
double nccl_allreduce_us(const nccl_host *h, const rank_group *g, int64_t bytes, bool *tree);
