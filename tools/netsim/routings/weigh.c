/* weigh -- minimal or one random detour, whichever the queues favour, decided where the packet enters the network (UGAL: Singh 2005;
 * Kim et al., ISCA 2008, 4.1).
 *
 * The minimal path is taken iff q_minimal <= threshold or (q_minimal - bias) H_minimal <= q_detour H_detour.  weigh_first compares the
 * bytes waiting in this router for the first link of each path, H the links between its routers; weigh_whole, an ideal that no hardware
 * has, those on all links of both.  weigh_twofold counts a minimal path once and a detour twice, whatever their lengths (BookSim); so
 * does weigh_output, by the bytes at the output by which each begins, for the channel that the packet would take there (SST).
 */
#include "netsim/routings/weigh.h"

/* What counts of a path: the bytes that wait for its first link, for all of its links, or at the output of its first channel. */
enum look { FIRST_LINK, ALL_LINKS, OUTPUT };

/* Bytes that wait for p's path from `router` by way of `via` (NONE: straight). */
__attribute__((always_inline)) static inline uint64_t
waiting_by(const network *n, const packet *p, uint32_t router, uint32_t via, enum look look, int64_t now)
{
	uint64_t waiting = 0;
	trip t = p->trip;

	t.via = via;
	for (;;) {
		uint32_t link = paths_next(&n->paths, &t, router);

		if (look == OUTPUT)
			return network_behind(n, link, t.channel);
		waiting += network_waiting(n, link, now);
		if (look == FIRST_LINK || port_of(n, link)->flags & ENDPOINT)
			return waiting;
		router = port_of(n, link)->to;
	}
}

uint64_t
waiting_first(const network *n, const packet *p, uint32_t router, uint32_t via, int64_t now)
{
	return waiting_by(n, p, router, via, FIRST_LINK, now);
}

/* H of p's path. */
static inline uint32_t
length_by(const network *n, const packet *p, uint32_t router, uint32_t via, bool twofold)
{
	if (twofold)
		return via == NONE ? 1 : 2;
	return n->paths.routes->length(&n->paths, &p->trip, router, via);
}

__attribute__((always_inline)) static inline void
weigh(network *n, packet *p, uint32_t router, enum look look, bool twofold, int64_t now)
{
	uint64_t straight;
	uint32_t via;

	if (router == p->router)
		return;
	straight = counted(n, waiting_by(n, p, router, NONE, look, now));
	if (straight == 0)
		return;		/* a detour waits no less */
	via = paths_draw(&n->paths, &p->trip, router);
	if (via != NONE && straight * length_by(n, p, router, NONE, twofold)
		> waiting_by(n, p, router, via, look, now) * length_by(n, p, router, via, twofold))
		p->via = via;
}

void
choose_first(network *n, packet *p, uint32_t router, int64_t now)
{
	weigh(n, p, router, FIRST_LINK, false, now);
}

/* Define a choice for the whole way, by what waits where `look` says. */
#define CHOOSE(name, look, twofold) \
	static void \
	name(network *n, packet *p, uint32_t router, int64_t now) \
	{ \
		weigh(n, p, router, look, twofold, now); \
		p->settled = 1; \
	}

CHOOSE(choose_by_first, FIRST_LINK, false)
CHOOSE(choose_by_whole, ALL_LINKS, false)
CHOOSE(choose_twofold, FIRST_LINK, true)
CHOOSE(choose_by_output, OUTPUT, true)

#define WEIGHS .detours = true, .weighs = true, .targets = targets_either

const decision weigh_first = { WEIGHS, .asks = ASKS_ROUTER, .choose = choose_by_first };
const decision weigh_whole = { WEIGHS, .asks = ASKS_PATHS, .choose = choose_by_whole };
const decision weigh_twofold = { WEIGHS, .asks = ASKS_ROUTER, .choose = choose_twofold };
const decision weigh_output = { WEIGHS, .asks = ASKS_ROUTER, .choose = choose_by_output };

/* SST's adaptive-local: the detour when its output has more than twice the room.  Outputs of unlike links are compared as if each were as
 * large as that of the minimal way: an idle one has no more room than another. */
static void
choose_by_room(network *n, packet *p, uint32_t router, int64_t now)
{
	int64_t room, straight, around;	/* what the output by which p goes straight holds in one channel; bytes that wait */
	trip t = p->trip;
	uint32_t via;

	p->settled = 1;
	if (router == p->router)
		return;
	via = paths_draw(&n->paths, &p->trip, router);
	if (via == NONE)
		return;
	t.via = NONE;
	room = network_output(n, paths_next(&n->paths, &t, router));
	straight = (int64_t)waiting_by(n, p, router, NONE, OUTPUT, now);
	around = (int64_t)waiting_by(n, p, router, via, OUTPUT, now);
	if (room - around > 2 * (room - straight))
		p->via = via;
}

const decision weigh_room = { .detours = true, .asks = ASKS_ROUTER, .choose = choose_by_room, .targets = targets_either };
