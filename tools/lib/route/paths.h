/* paths -- the routes on one machine, on as many virtual channels as its links have (`netsim --vcs`).
 *
 * Where routes need L channels of a class of links and these have N, there are floor(N / L) copies of the L channels: channel v of copy i
 * is channel i L + v.  The lower half of a packet's random word says which copy it takes; the upper half draws detours.  So a packet keeps
 * to its copy where all classes have as many, and to its share of the copies where they have not, unless it decides again and gets another
 * word.  That is as free of deadlock as one copy.  Leave out which copy a channel is of: then every route and every wait is one of the
 * routes themselves, so a circle among the channels of all copies would be one among those of one (Dally and Seitz 1987).
 *
 * Routes with an escape channel have no copies: all channels but those of the escape network are adaptive. */
#pragma once

#include "lib/route/route.h"

/* Routes r on a machine, with detours or without, on links of `vcs` channels, 1 to MAX_CHANNELS; 0: of as many as they need.  Channels
 * that no whole copy fills are not used.  False, and nothing is made, when r needs more of some class. */
bool paths_init(paths *w, const machine *m, const routes *r, bool detours, int vcs);
void paths_free(paths *w);

/* The link to t's node from its last router; NONE: a detour from there lies ahead. */
uint32_t paths_home(const paths *w, trip *t);

/* The link by which t leaves `router`: that one, else routes.next, in the copy of t. */
static inline uint32_t
paths_next(const paths *w, trip *t, uint32_t router)
{
	uint32_t link;

	if (router == t->router && (link = paths_home(w, t)) != NONE)
		return link;
	link = w->routes->next(w, t, router);
	if (w->copies) {
		uint32_t class = w->machine->class[link], copy = (t->word & UINT16_MAX) * w->count[class] >> 16;

		t->channel = (t->channel + copy * w->needs[class]) & 15;
	}
	return link;
}

/* A detour for t from `router`, drawn with t->word; NONE when there is none. */
uint32_t paths_draw(const paths *w, const trip *t, uint32_t router);
