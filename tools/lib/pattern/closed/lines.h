/* lines -- all-to-all within each row, then within each column, of a grid of tasks.
 *
 * The grid is dim[0] wide and dim[1] high; where the tasks do not fill it the last row is
 * short.  Within a row or a column the order, and the rounds of an MPI library, are those of alltoall. */
#ifndef HOPLINE_LIB_PATTERN_CLOSED_LINES_H
#define HOPLINE_LIB_PATTERN_CLOSED_LINES_H

#include "lib/pattern/pattern.h"

/* As in struct pattern; what a task waits for is as much as it sends. */
uint32_t lines_phases(const traffic *t);
uint32_t lines_sends(const traffic *t, uint32_t phase, uint32_t task);
message lines_send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k);

#endif
