/* paths -- the routes on one machine, on as many virtual channels as its links have (`netsim --vcs`).
 *
 * Routes that need L channels of a class of links have floor(N / L) lanes where there are N, each of them all of their
 * channels once more: channel v of lane i is channel i L + v.  The lower half of a packet's random word says which lane it
 * takes; detours are drawn by the upper half.  So a packet keeps to its lane where all classes have as many, and to its share of the lanes
 * where they have not; unless it gets another word, when it decides again.  That is as free of deadlock as one lane: leave out the lane of
 * every channel, and each way and each wait is one that the routes themselves have, so a circle among the channels of all lanes
 * would be one among those of one (Dally and Seitz 1987).
 *
 * Routes with an escape channel have all channels but those of the escape network as adaptive ones, and no lanes. */
#ifndef HOPLINE_LIB_ROUTE_PATHS_H
#define HOPLINE_LIB_ROUTE_PATHS_H

#include "lib/route/route.h"

/* Routes r on a machine, with detours or without, on links of `vcs` channels, 1 to MAX_CHANNELS; 0: of as many as they need.  What is left
 * of channels that no lane fills is not used.  False, and nothing is made, when r needs more of some class. */
bool paths_init(paths *w, const machine *m, const routes *r, bool detours, int vcs);
void paths_free(paths *w);

/* routes.next, in the lane of t. */
static inline uint32_t
paths_next(const paths *w, trip *t, uint32_t router)
{
	uint32_t link = w->routes->next(w, t, router);

	if (w->lanes) {
		uint32_t class = w->machine->class[link], lane = (t->word & UINT16_MAX) * w->count[class] >> 16;

		t->channel = (t->channel + lane * w->needs[class]) & 15;
	}
	return link;
}

/* A detour for t from `router`, drawn with t->word; NONE when there is none. */
uint32_t paths_draw(const paths *w, const trip *t, uint32_t router);

#endif
