/* halo -- each task exchanges a message with both neighbours in every dimension of its
 * process grid.  The same code for any number of dimensions. */
#ifndef HOPLINE_LIB_PATTERN_CLOSED_HALO_H
#define HOPLINE_LIB_PATTERN_CLOSED_HALO_H

#include "lib/pattern/pattern.h"

/* How many tasks a step along dimension d passes. */
uint32_t grid_stride(const traffic *t, int d);

/* May the task go a step, -1 or +1, along dimension d of its grid?  Where d is periodic it
 * may unless it would come back to itself. */
bool grid_has(const traffic *t, uint32_t task, int d, int step);

/* The task a step along d; grid_has must hold. */
uint32_t grid_neighbour(const traffic *t, uint32_t task, int d, int step);

uint32_t halo_phases(const traffic *t);
uint32_t halo_sends(const traffic *t, uint32_t phase, uint32_t task);
message halo_send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k);

#endif
