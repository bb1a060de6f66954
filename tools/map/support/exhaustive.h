/* exhaustive -- the best placement of a few tasks, of all that there are. */
#ifndef HOPLINE_MAP_SUPPORT_EXHAUSTIVE_H
#define HOPLINE_MAP_SUPPORT_EXHAUSTIVE_H

#include "map/mapping.h"

enum { FEW_TASKS = 8 };

/* Make the mapping in rank[] of at most FEW_TASKS tasks the best one by distances: that in rank[] where none is better, else the first such in
 * the order of nodes.  Each node of the job has no more tasks than the launcher gives one at most, ceil(tasks / nodes), so that jobs of one
 * task a node stay so.  False when there was too much to try: then rank[] has the best that was met. */
bool exhaustive_best(const placement *p, uint32_t *rank);

#endif
