/* rdragonfly -- what decisions about circuits ask of the routes of a reconfigurable dragonfly.
 *
 * trip.via is the circuit up to the last group, as routers + its link in the source group (0 … a*h-1), NONE: the one that a hash names; and
 * in the last group the router of a detour. */
#pragma once

#include "lib/machine/kinds/rdragonfly.h"
#include "lib/route/route.h"

/* The link of t's group by which it goes to another one: of the circuits that make the shortest route from its first
 * router one at random, or the one that a hash of source and destination names. */
uint32_t rdragonfly_shortest(const paths *w, const trip *t, bool at_random);

/* Any circuit to the group of its destination, as one of these links, at random. */
uint32_t rdragonfly_any(const paths *w, const trip *t);

/* Another circuit for t than that of link k, drawn with `word`; NONE when there is none. */
uint32_t rdragonfly_other(const paths *w, const trip *t, uint32_t k, uint32_t word);

/* Links between routers of t's route over the circuit of link k. */
uint32_t rdragonfly_length(const paths *w, const trip *t, uint32_t k);
