/* foresee -- has at hand what packets that are about to come, links that are about to look for work and rooms that are about to try
 * will touch, where packets take tokens.
 *
 * An event is looked at three times while it comes nearer, each time at what was fetched the time before. */
#ifndef HOPLINE_NETSIM_ESCAPE_FORESEE_H
#define HOPLINE_NETSIM_ESCAPE_FORESEE_H

#include "netsim/engine/network.h"

/* waiting_rooms.foresee */
void foresee(const network *n, uint32_t id, unsigned look);

#endif
