/* route -- the routes that packets may take on a machine: minimal ways, detours, and the virtual channel of each step.
 *
 * Nothing here knows of queues.  A trip says where a packet is bound and how far it has come; `next` is a pure function of the trip, the
 * router and the machine, so the channel dependencies of routes can be listed without running anything.  Whether a packet goes straight
 * on or by a detour is a decision (netsim/routings), which sets trip.via.
 *
 * To add the routes of a topology: write NAME.c with a `const routes routes_NAME`, declare it in routes.h, and name it in the rows of
 * netsim/routings.c, one for each decision that suits it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lib/machine/machine.h"

enum { MAX_CHANNELS = 8 };	/* virtual channels of a link */
enum { MAX_WAYS = 2 * MACHINE_DIMS * MAX_CHANNELS + 1 };	/* of a packet (routes.ways): both ways of every dimension, and an escape
								 * channel */

/* A packet on its way. */
typedef struct trip {
	uint32_t from, to;	/* interfaces */
	uint32_t router;	/* that of interface `to` */
	uint32_t via;		/* the target of the detour, NONE: go straight */
	uint32_t word;		/* random bits */
	uint8_t channel : 4;	/* virtual channel on the link that `next` named last */
	uint8_t rank : 4;	/* how far up the order of channels it is */
	uint8_t own;		/* whoever has the trip may keep something here */
	uint16_t routers;	/* that it has come to */
} trip;

/* A channel by which a packet may leave a router. */
typedef struct way_out {
	uint32_t link;
	unsigned channel;
} way_out;

struct paths;

/* What the routes of a topology provide. */
typedef struct routes {
	const char *kind;	/* the machine kind they are for; several with a space between two */
	/* The kinds whose machines with broken parts (lib/machine/broken.h) or several planes (planes.c) they are for, with spaces between;
	 * "*": all.  NULL: none, because the routes assume all ports of the kind. */
	const char *broken;
	/* Why a machine of these kinds has no such routes after all; NULL: it has.  The text lives to the end of the tool.  May be NULL. */
	const char *(*unfit)(const machine *m);
	/* Virtual channels that links of class 1, and of other classes, need (class 0, nodes' links, has one), for minimal ways alone and
	 * with detours; or, where that hangs on the machine, what says so. */
	uint8_t needs[2][2];
	int (*channels)(const machine *m, int class, bool detours);
	/* Tables for a machine, or NULL when it needs none.  May be NULL; so may release. */
	void *(*prepare)(const machine *m, bool detours);
	void (*release)(void *tables);
	/* The link by which t leaves `router`, not its end (paths_next); sets t->channel and t->rank, and clears t->via on reaching it. */
	uint32_t (*next)(const struct paths *w, trip *t, uint32_t router);
	bool draws;		/* `next` looks at t->word */
	/* Detours of t from `router`: how many there are to draw from, and the k-th of them as t->via; NONE: that one is the minimal way.
	 * NULL: there are none. */
	uint32_t (*detours)(const struct paths *w, const trip *t, uint32_t router);
	uint32_t (*detour)(const struct paths *w, const trip *t, uint32_t router, uint32_t k);
	/* Links between routers on t's way from `router` by way of `via` (NONE: straight).  May be NULL. */
	uint32_t (*length)(const struct paths *w, const trip *t, uint32_t router, uint32_t via);
	/* May a decision for the minimal way be taken back at `router`?  NULL: only at the first router. */
	bool (*again)(const struct paths *w, const trip *t, uint32_t router);
	/* Links *first and those behind it by any of which t may leave `router` on a minimal way, t->via = that link: how many; 0: there
	 * is nothing to choose from here on.  May be NULL. */
	uint32_t (*links)(const struct paths *w, const trip *t, uint32_t router, uint32_t *first);
	/* All channels of minimal ways by which t may leave `router` (not its last one), in an order of their own, at most MAX_WAYS: how
	 * many.  They depend on the router and on t->router alone.  The k-th is meant by t->via = `mark` of it.  May be NULL. */
	uint32_t (*ways)(const struct paths *w, const trip *t, uint32_t router, way_out *out);
	uint32_t (*mark)(const struct paths *w, way_out way);
	bool escape;		/* the last of the ways is an escape channel, the others need not be free of circles */
} routes;

/* The routes on one machine. */
typedef struct paths {
	const machine *machine;
	const routes *routes;
	void *tables;		/* what `prepare` made */
	bool copies;		/* links have copies of the channels that routes need (paths.h) */
	uint8_t channels[256];	/* by class: channels of a link, */
	uint8_t needs[256];	/* in one copy, */
	uint8_t count[256];	/* and how many copies */
} paths;

/* Virtual channels that they need of links of a class. */
static inline int
routes_channels(const routes *r, const machine *m, int class, bool detours)
{
	return r->channels ? r->channels(m, class, detours) : r->needs[class > 1][detours];
}

/* Why they are not for this machine: "" for its kind; NULL: they are for it. */
const char *routes_unfit(const routes *r, const machine *m);

/* Are they for this machine? */
bool routes_suit(const routes *r, const machine *m);
