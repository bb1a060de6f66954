/* check -- conservation: at the end of a run all queues are empty, all credits back, all packets gone. */
#ifndef HOPLINE_NETSIM_ENGINE_CHECK_H
#define HOPLINE_NETSIM_ENGINE_CHECK_H

#include "netsim/engine/network.h"

/* NULL, or what is wrong (a string that lives until the next call). */
const char *network_check(network *n);

#endif
