/* nccl -- records of NCCL's collectives as nodes of Chakra. */
#pragma once

#ifdef HAVE_JANSSON
#include "lib/json/json.h"

/* A list of the nodes that a value of NCCL's inspector or PyTorch's flight recorder makes, which json_decref frees; NULL: it is of neither.
 * Beside what nodes of Chakra have, collectives say how many ranks their group has (nccl_ranks; 0: unknown) and which of its collectives they
 * are (nccl_number).  `lines` is an empty object at the first value of a rank, and holds what the next ones wait for. */
json_t *nccl_nodes(json_t *value, json_t *lines);
#endif
