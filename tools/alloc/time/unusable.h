/* unusable -- idle nodes that no waiting job can use (external fragmentation), a row whenever a job arrived, started or left.
 *
 * All idle nodes are unusable while jobs wait and the policy would serve none of them now; when it would serve one (which may wait
 * all the same: EASY keeps nodes for the head of the queue) none is.  Where a waiting job asks for no more nodes than are idle
 * and is refused, it is the policy's rules that keep them idle; else no job that waits is as small. */
#pragma once

#include "alloc/time/timeline.h"

typedef struct unusable unusable;

/* Write to a new file, with a header: case,time_s,idle,waiting,refused,fragmented,closed.  Nodes that a job reserves count as
 * closed, not as idle. */
unusable *unusable_open(const char *path);

/* The row of this time, after the schedule's pass. */
void unusable_write(unusable *u, timeline *t);

/* NULL: nothing. */
void unusable_close(unusable *u);
