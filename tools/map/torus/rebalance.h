/* rebalance -- the last step of Adaptive Layout: tasks that hold much pass parts of blocks on. */
#ifndef HOPLINE_MAP_TORUS_REBALANCE_H
#define HOPLINE_MAP_TORUS_REBALANCE_H

#include "map/torus/layout.h"

/* Let tasks that have at least two parts more than another pass parts on, one by one, those that have most first: to the lightest
 * of their own router, else to the nearest router's process at their t within `radius`.  Ends when the largest and the
 * smallest load differ by one part at most, or nobody finds anyone. */
void layout_rebalance(layout *l, uint32_t radius);

#endif
