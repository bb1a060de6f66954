/* double-tree -- an allreduce along two binary trees, a half of the vector each; what is inside one is a leaf of the other (P. Sanders,
 * J. Speck, J. L. Träff, Parallel Computing 2009).  The trees are those of NVIDIA's NCCL (src/graph/trees.cc). */
#pragma once

#include "lib/program/collectives/member.h"

/* In pieces of 128 KiB where the group does not say: sums go up and results come down at the same time. */
void double_tree(group_member *m, int64_t bytes);
