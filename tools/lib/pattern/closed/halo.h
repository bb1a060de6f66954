/* halo -- steps in a process grid, and what patterns that take them have in common. */
#pragma once

#include "lib/pattern/pattern.h"

/* May the task go a step, -1 or +1, along dimension d of its grid?  Where d is periodic it may unless it would come back to itself. */
bool grid_has(const traffic *t, uint32_t task, int d, int step);

/* The task a step along d; grid_has must hold. */
uint32_t grid_neighbour(const traffic *t, uint32_t task, int d, int step);

void halo_read(traffic *t, const own_cells *c);
