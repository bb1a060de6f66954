/* scatter -- broadcasts that give each rank a part of the vector first (Thakur, Rabenseifner and Gropp 2005, 4.3). */
#pragma once

#include "lib/program/collectives/member.h"

/* Then an allgather by recursive doubling, or around a ring.  Vectors of fewer elements than ranks go to each whole. */
void scatter_allgather(group_member *m, int64_t bytes);
void scatter_ring(group_member *m, int64_t bytes);
