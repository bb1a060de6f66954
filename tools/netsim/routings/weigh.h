/* weigh -- what decisions share that compare the minimal path with another one. */
#pragma once

#include "netsim/engine/network.h"
#include "netsim/routings/decisions.h"

/* What waits for the minimal path as decisions count it: nothing up to the network's threshold, and above it less its bias. */
static inline uint64_t
counted(const network *n, uint64_t waiting)
{
	return waiting <= n->threshold || waiting < n->bias ? 0 : waiting - n->bias;
}

/* Bytes that wait for the first link of p's path from `router` by way of `via` (NONE: straight). */
uint64_t waiting_first(const network *n, const packet *p, uint32_t router, uint32_t via, int64_t now);

/* decision.choose of weigh_first, but it settles nothing: p may be asked again. */
void choose_first(network *n, packet *p, uint32_t router, int64_t now);
