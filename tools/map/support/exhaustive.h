/* exhaustive -- the best placement of a few tasks, of all that there are. */
#pragma once

#include "map/mapping.h"

enum { FEW_TASKS = 8 };

/* Make the mapping in rank[] of at most FEW_TASKS tasks the best one by distances; it stays where none is better.  No node of the job has
 * more tasks than the launcher gives one at most, ceil(tasks / nodes), so that a job of one task a node stays so.  False when there was
 * too much to try: then rank[] has the best that was met. */
bool exhaustive_best(const placement *p, uint32_t *rank);
