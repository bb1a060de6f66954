/* hierarchical -- collectives in steps: inside each node, among a leader of each node, inside each node.
 *
 * A node has group.per_node ranks, the last one perhaps fewer.  Inside, trees are binomial; leaders do what Open MPI does by default
 * among that many.  The leader is the rank at the root's place in its node, so that the root leads its own. */
#pragma once

#include "lib/program/collectives/member.h"

void hierarchical_allreduce(group_member *m, int64_t bytes);
void hierarchical_reduce_scatter(group_member *m, int64_t bytes);
void hierarchical_allgather(group_member *m, int64_t bytes);
void hierarchical_alltoall(group_member *m, int64_t bytes);
void hierarchical_broadcast(group_member *m, int64_t bytes);
void hierarchical_reduce(group_member *m, int64_t bytes);
void hierarchical_barrier(group_member *m, int64_t bytes);
