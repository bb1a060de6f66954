/* choice -- what routings of several kinds choose alike: one of several equal ways for a pair
 * of nodes, a detour at random, and between that and the minimal way by the queues. */
#ifndef HOPLINE_NETSIM_ROUTINGS_CHOICE_H
#define HOPLINE_NETSIM_ROUTINGS_CHOICE_H

#include "netsim/engine/network.h"

/* One of `count` equal ways, 0 … count-1, for the packets from p's source to its destination: a hash of
 * these two nodes, so always the same. */
static inline uint32_t
choice_of_pair(const packet *p, uint32_t count)
{
	uint32_t hash = (p->from * 2654435761u) ^ (p->to * 2246822519u);

	hash = (hash ^ hash >> 15) * 2654435761u;
	return (uint32_t)((uint64_t)hash * count >> 32);
}

/* One of `count`, 0 … count-1, by p's random bits. */
static inline uint32_t
choice_at_random(const packet *p, uint32_t count)
{
	return (uint32_t)((uint64_t)p->word * count >> 32);
}

/* The k-th number of 0, 1, … that is neither x nor y. */
static inline uint32_t
choice_but_two(uint32_t k, uint32_t x, uint32_t y)
{
	uint32_t low = x < y ? x : y, high = x < y ? y : x;

	k += k >= low;
	return k + (k >= high && high != low);
}

/* What waits for the minimal path as routings count it: less the network's bias. */
static inline uint64_t
choice_less_bias(const network *n, uint64_t waiting)
{
	return waiting - (waiting < n->bias ? waiting : n->bias);
}

/* Bytes that wait for the first link of p's path from `router` by way of `via` (NONE: straight). */
uint64_t choice_waiting(const network *n, const packet *p, uint32_t router, uint32_t via, int64_t now);

/* Bytes that wait at the output by which that path begins, for the channel that it begins with (network_behind). */
uint64_t choice_output(const network *n, const packet *p, uint32_t router, uint32_t via, int64_t now);

/* routing.links of UGALs that count a minimal path as 1 and a detour as 2, whatever their lengths. */
uint32_t choice_one_or_two(const network *n, const packet *p, uint32_t router, uint32_t via);

/* routing.choose of a UGAL (Singh 2005; Kim et al., ISCA 2008, 4.1): the routing's `detour` draws one; the minimal path
 * is taken iff (q_minimal - bias) H_minimal <= q_detour H_detour, with q the bytes waiting on the first link (ugal-l) or on
 * all links (ugal-g) of the path, and H its links between routers, as the routing's `links` says. */
void choose_ugal_l(network *n, packet *p, uint32_t router, int64_t now);
void choose_ugal_g(network *n, packet *p, uint32_t router, int64_t now);

/* The same with q the bytes at the output by which each path begins. */
void choose_ugal_output(network *n, packet *p, uint32_t router, int64_t now);

/* As choose_ugal_l, but it settles nothing: p may be asked again. */
void choice_ugal(network *n, packet *p, uint32_t router, int64_t now);

/* routing.choose: always the `detour`, where there is one (Valiant 1982). */
void choose_detour(network *n, packet *p, uint32_t router, int64_t now);

/* routing.choose where there is nothing to choose: only packets that are not settled have random bits. */
void choose_nothing(network *n, packet *p, uint32_t router, int64_t now);

#endif
