/* sets -- which tasks of a job keep one pace.
 *
 * Who waits for whom is a graph: a task waits for those that send to it.  Tasks that wait for one another, directly or through others, go
 * equally fast in the long run; a task that only receives may go slower, one that only sends faster. */
#pragma once

#include <stdint.h>

#include "lib/pattern/pattern.h"

/* The set of each of `tasks` tasks, numbered from 0, to set[]: the strongly connected components of the messages of an iteration of
 * `phases` phases (R. Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972), in time linear in the messages.  Gives how many
 * they are. */
uint32_t sets_find(const traffic *t, uint32_t tasks, uint32_t phases, uint32_t *set);
