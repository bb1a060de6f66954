/* check -- conservation: at the end of a run all queues are empty, all credits back, all packets gone. */
#pragma once

#include "netsim/engine/network.h"

/* NULL, or what is wrong (a string that lives until the next call). */
const char *network_check(network *n);
