/* factors -- the ways to write a number as an ordered product: process grids, prisms, cells. */
#ifndef HOPLINE_LIB_PATTERN_FACTORS_H
#define HOPLINE_LIB_PATTERN_FACTORS_H

#include <stdint.h>

/* Call visit(factor, of) with every d factors (1 to PATTERN_DIMS) that multiply to n (at least 1): the first
 * ascending, of equals the second, and so on. */
void factors_each(uint32_t n, int d, void (*visit)(const uint32_t *factor, void *of), void *of);

#endif
