/* routing -- what a routing algorithm must provide.
 *
 * A route is made in two parts.  `choose` may draw and look at queues: it settles
 * the packet's intermediate target (packet.via).  `next` is a pure function of the
 * packet, its intermediate target and the router: it names the output link and the
 * virtual channel.  So the channel dependencies of a routing can be listed without
 * running it: `targets` says what `choose` may choose, `next` does the rest.
 *
 * Adaptive routings with an escape channel leave the choice to the engine (tokens.h): their
 * `targets` are what a packet may take, at every router anew.
 *
 * To add one: write routings/NAME.c with a `const routing routing_NAME`, and name it twice in routings.c: among the extern ones,
 * and in the table.  No other source changes; netsim.1 describes it. */
#ifndef HOPLINE_NETSIM_ROUTING_H
#define HOPLINE_NETSIM_ROUTING_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/machine/machine.h"

struct network;
struct packet;

/* A channel by which a packet may leave a router. */
typedef struct way_out {
	uint32_t link;
	unsigned channel;
} way_out;

typedef struct routing {
	const char *name;	/* as in the column `routing` */
	const char *alias;	/* another name that --routing takes; may be NULL */
	const char *about;	/* one line for --list: paper and rule */
	const char *kind;	/* the machine kind it is for; several with a space between two */
	/* Virtual channels that links of a class need (class 0, nodes' links, has one). */
	int (*channels)(const machine *m, int class);
	/* Those that links have, by class, where that is more (lanes.h); NULL: as many as they need. */
	const uint8_t *given;
	/* Tables for a machine, or NULL when it needs none.  May be NULL; so may release. */
	void *(*prepare)(const machine *m);
	void (*release)(void *tables);
	/* What `choose` asks network_waiting about. */
	enum { ASKS_NOTHING, ASKS_ROUTER, ASKS_PATHS } asks;	/* links of its router to others; links of whole paths */
	/* The head of p, whose route is not settled, has come to `router` at time `now`:
	 * set p->via and, when it will not be asked again, p->settled.  NULL: never asked. */
	void (*choose)(struct network *n, struct packet *p, uint32_t router, int64_t now);
	/* The link by which p leaves `router`; sets p->channel_next
	 * and p->rank, and clears p->via on reaching it. */
	uint32_t (*next)(const struct network *n, struct packet *p, uint32_t router);
	/* For the channel dependency test: the k-th value that `choose`, when it is asked at
	 * this router, may give p->via; false when there are no more.  NULL: NONE only. */
	bool (*targets)(const struct network *n, const struct packet *p, uint32_t router, uint32_t k, uint32_t *via);
	/* Packets whose route `choose` does not settle take the one of their `targets` whose channel has
	 * most tokens (tokens.h); NONE, always the last of them, is the escape channel. */
	bool tokens;
	/* What the choices of routings/choice.h ask: a random detour for p from `router` as p->via, drawn with p->word (NONE when
	 * there is none); and H, the links between routers of p's path from `router` by way of `via` (NONE: straight), or what stands
	 * for them.  With `links` the routing weighs the minimal path against a detour, so that network.bias counts.  Both may be NULL. */
	uint32_t (*detour)(const struct network *n, const struct packet *p, uint32_t router);
	uint32_t (*links)(const struct network *n, const struct packet *p, uint32_t router, uint32_t via);
	/* With tokens: the channels of all `targets` at once, in their order, at most MAX_WAYS; how many.  They depend
	 * on the router and on p->router alone. */
	uint32_t (*ways)(const struct network *n, const struct packet *p, uint32_t router, way_out *w);
} routing;

extern const routing *const routings[];	/* ended by NULL, in display order */

/* Is the routing for machines of this kind? */
bool routing_serves(const routing *r, const machine *m);

/* The routing called `name` (or by an alias) for a machine; NULL when there is none. */
const routing *routing_find(const machine *m, const char *name);

#endif
