/* collectives -- what collectives take of each other, a member's part of each. */
#pragma once

#include "lib/program/collectives/member.h"

/* The name of the algorithm that Open MPI takes by default for the collective of that name, among that many ranks; bytes as in
 * collective_add.  NULL: no such collective. */
const char *choice_of(const char *name, uint32_t ranks, int64_t bytes);

/* The name of the algorithm that MPICH takes by default for a sum, or what has none, in elements of so many bytes. */
const char *choice_of_mpich(const char *name, uint32_t ranks, int64_t bytes, int64_t element);

/* The name of the algorithm that NCCL takes by default; where it hands pieces on and the group does not say how large they are, the group
 * gets that, too.  NULL: NCCL has no such operation, as barriers. */
const char *choice_of_nccl(const char *name, rank_group *g, int64_t bytes);

/* What the member does in the collective of this name and algorithm (NULL: the default) among the ranks at hand, after what it did. */
void member_add(group_member *m, const char *name, const char *algorithm, int64_t bytes);

/* An allreduce along two binary trees, in pieces of 128 KiB where the group does not say: sums go up and results come down at the same
 * time. */
void double_tree(group_member *m, int64_t bytes);

/* Broadcasts that give each rank a part of the vector first (Thakur, Rabenseifner and Gropp 2005, 4.3), then an allgather by recursive
 * doubling, or around a ring.  Vectors of fewer elements than ranks go to each whole. */
void scatter_allgather(group_member *m, int64_t bytes);
void scatter_ring(group_member *m, int64_t bytes);

/* In steps: inside each node, among a leader of each node, inside each node.  A node has group.per_node ranks, the last one perhaps fewer.
 * Inside, trees are binomial; leaders do what Open MPI does by default among that many.  The leader is the rank at the root's place in its
 * node, so that the root leads its own. */
void hierarchical_allreduce(group_member *m, int64_t bytes);
void hierarchical_reduce_scatter(group_member *m, int64_t bytes);
void hierarchical_allgather(group_member *m, int64_t bytes);
void hierarchical_alltoall(group_member *m, int64_t bytes);
void hierarchical_broadcast(group_member *m, int64_t bytes);
void hierarchical_reduce(group_member *m, int64_t bytes);
void hierarchical_barrier(group_member *m, int64_t bytes);
