/* router -- routers that queue at their outputs: arrivals, queues, arbitration.  The hot path. */
#pragma once

#include "netsim/engine/network.h"

/* The head of packet `id` has arrived at the router at the end of its link. */
void router_arrive(network *n, uint32_t id);

/* Something may start on a router's output link: it has become free, a packet has
 * become ready, or a credit has come. */
void router_wake(network *n, uint32_t link);

extern const router_model output_queued;
