/* choices -- which algorithm Open MPI takes by default. */
#pragma once

#include <stdint.h>

/* The name of the algorithm for the collective of that name, among that many ranks; bytes as in collective_add.  NULL: no such
 * collective. */
const char *choice_of(const char *name, uint32_t ranks, int64_t bytes);
