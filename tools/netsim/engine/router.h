/* router -- packets on their way through routers: arrivals, queues, arbitration,
 * credits.  The hot path. */
#ifndef HOPLINE_NETSIM_ENGINE_ROUTER_H
#define HOPLINE_NETSIM_ENGINE_ROUTER_H

#include "netsim/engine/network.h"

/* The head of packet `id` has arrived at the router at the end of its link. */
void router_arrive(network *n, uint32_t id);

/* Packet `id`, whose head came at `came`, has waited for tokens and now has them for p->out and
 * p->channel_next: queue it there. */
void router_queue(network *n, uint32_t id, int64_t came);

/* Put packet `id`, ready at `ready`, into the queue of its output p->out and p->channel_next. */
void router_enqueue(network *n, uint32_t id, int64_t ready);

/* Something may start on a router's output link: it has become free, a packet has
 * become ready, or a credit has come. */
void router_wake(network *n, uint32_t link);

/* Does the channel have `bytes` of credit at `time`?  Takes in the credits that
 * have arrived by then. */
bool channel_has(network *n, channel *c, uint32_t bytes, int64_t time);

/* When the credits under way will make it `bytes`: NEVER when they do not suffice,
 * and then the channel is marked starved. */
int64_t channel_when(network *n, channel *c, uint32_t bytes);

/* Packet `id` starts on `link`, whose channel it holds credit for, at `when`; the
 * transfer takes x. */
void link_send(network *n, uint32_t id, uint32_t link, int64_t when, int64_t x);

/* The tail of packet `id` leaves the buffer of its input channel at `left`: give the room back.  It is then in none. */
void router_empty(network *n, uint32_t id, int64_t left);

/* The order of what happens at one picosecond: heads and messages arrive (by the link
 * they came by), then timers and messages within a node (by task), then packets that wait for
 * tokens try again, then links look for work. */
static inline uint32_t task_order(const network *n, uint32_t t) { return n->machine->links + t; }
static inline uint32_t retry_order(uint32_t router) { return (UINT32_C(1) << 31) - 1 - router; }
static inline uint32_t wake_order(uint32_t link) { return UINT32_C(1) << 31 | link; }

/* Have a router's (or interface's) link look for work at `time`. */
static inline void
link_wake_by(network *n, uint32_t link, int64_t time)
{
	calendar_by(&n->calendar, link, time, wake_order(link));
}

#endif
