/* route -- netsim --route: one packet on an idle network, step by step. */
#pragma once

#include "lib/cli/cli.h"
#include "netsim/jobs/run.h"

/* Called when the packet has been put on its next link: packet.link and
 * packet.tail tell which and when. */
typedef void route_step(const network *n, const packet *p, void *context);

/* Send one packet of `bytes` from node `source` to another node `target`, on a
 * network where nothing else moves, and put the network back; the time, ps, at which it is there
 * whole. */
int64_t route_play(network *n, uint32_t source, uint32_t target, uint32_t bytes, route_step *step, void *context);

/* What route_play does, as a table on standard output, a row a link: when the packet starts, when
 * its head and its tail are at the far end. */
void route_show(const cli *c, network *n, uint32_t source, uint32_t target, uint32_t bytes);
