/* decisions -- those that there are: straight on or by a detour, whatever the topology. */
#pragma once

#include "netsim/routing.h"

extern const decision straight_on;	/* nothing to decide */
extern const decision always_detour;	/* one at random, where there is one */
extern const decision weigh_first;	/* minimal, or one detour, by what waits for the first link of each (ugal-l) */
extern const decision weigh_whole;	/* by what waits for all links (ugal-g) */
extern const decision weigh_twofold;	/* as weigh_first, but a detour counts twice, whatever its length */
extern const decision weigh_output;	/* as weigh_twofold, by what waits at the output, behind a crossbar */
extern const decision weigh_room;	/* the detour when its output has more than twice the room */
extern const decision weigh_again;	/* as weigh_first, and again where the routes allow it (par) */
extern const decision least_waiting;	/* of several minimal links the one for which least waits, at every router anew */
extern const decision most_tokens;	/* of several minimal channels the one with most tokens, else the escape channel (escape/) */
extern const decision draw_shortest;	/* a random circuit of the shortest; within a group as weigh_first (tago-shortest) */
extern const decision draw_any;		/* of all circuits (tago-all) */
extern const decision weigh_circuits;	/* of two circuits, then of two ways in the last group (tago) */
