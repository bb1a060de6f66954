/* idle -- what messages take on a network that nobody else uses. */
#pragma once

#include "netsim/engine/network.h"

/* Ps of a message between two interfaces of an idle network, by the minimal way of that random word: latencies, routers, and all of its
 * bytes over the slowest link. */
int64_t idle_latency(const network *n, uint32_t from, uint32_t to, int64_t bytes, uint32_t word);
