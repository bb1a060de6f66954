/* lanes -- more virtual channels on the links between routers than a routing needs (`netsim --vcs`).
 *
 * A routing that needs L channels of a class of links has floor(N / L) lanes there when N are to be had, each of them
 * all of its channels once more: channel v of lane i is channel i L + v. Which lane a packet takes says the lower half
 * of its random word; detours are drawn by the upper half. So a packet keeps to its lane where all classes have as many,
 * and its share of the lanes where they have not; but for `par`, which gives a packet another word when it asks again.
 * That is as free of deadlock as one lane: leave out the lane of every channel, and each way and each wait is one that
 * the routing itself has, so a circle among the channels of all lanes would be one among those of one (Dally and Seitz
 * 1987).
 *
 * A routing with tokens (tokens.h) has all channels but those of its escape network as adaptive ones, and
 * chooses among them itself. */
#ifndef HOPLINE_NETSIM_LANES_H
#define HOPLINE_NETSIM_LANES_H

#include "netsim/routing.h"

/* The routing r on a machine whose links between routers have `vcs` virtual channels, 1 to MAX_CHANNELS; it takes
 * the same ways. Of classes of which r needs some number that does not divide vcs, the rest is left unused. NULL when r
 * needs more than vcs of a class. To be given to free(). */
routing *lanes_of(const routing *r, const machine *m, int vcs);

#endif
