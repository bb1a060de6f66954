/* least -- of the links that lead on by minimal ways the one for which the fewest bytes wait in the router; of several for which none wait
 * the one that has soonest sent what it is sending; of several still any, at random.  It is decided anew at each router.
 *
 * Were it the lowest, flows would keep their links as long as these have room, and meet on the way down: the more room, the more of
 * them. */
#include "lib/route/pick.h"
#include "netsim/engine/network.h"
#include "netsim/routings/decisions.h"

enum { LONG = 62 };	/* longer than any link is busy: a bit of 64 */

/* How long a link is busy; of one for which packets wait, how many bytes, and that is longer. */
static inline uint64_t
load_of(const network *n, uint32_t link, int64_t now)
{
	uint64_t waiting = network_waiting(n, link, now);
	int64_t until = waiting > 0 ? NEVER : network_link_free(n, link);

	if (until == NEVER)
		return UINT64_C(1) << LONG | waiting;
	return until > now ? (uint64_t)(until - now) : 0;
}

/* Of `count` links from `first` on, the one for packet p in `router`.  One is drawn first, and if that is idle, no other need be looked at;
 * it is drawn anew from those with the least load, so all idle ones are taken alike. */
static uint32_t
best(const network *n, const packet *p, uint32_t router, uint32_t first, uint32_t count, int64_t now)
{
	uint32_t any = first + pick_at(&p->trip, router, count), found = first, equals = 0;
	uint64_t least = UINT64_MAX;

	if (load_of(n, any, now) == 0)
		return any;
	for (uint32_t link = first; link < first + count; link++) {
		uint64_t load = load_of(n, link, now);

		if (load < least) {
			least = load;
			found = link;
			equals = 0;
		}
		equals += load == least;
	}
	for (uint32_t k = equals > 1 ? pick_at(&p->trip, ~router, equals) : 0; k > 0; k -= load_of(n, found, now) == least)
		found++;
	return found;
}

static void
choose(network *n, packet *p, uint32_t router, int64_t now)
{
	const paths *w = &n->paths;
	uint32_t first, count = w->routes->links(w, &p->trip, router, &first);

	p->settled = count == 0;
	if (count)
		p->via = best(n, p, router, first, count, now);
}

static bool
targets(const paths *w, const trip *t, uint32_t router, uint32_t k, uint32_t *via)
{
	uint32_t first, count = w->routes->links(w, t, router, &first);

	*via = count ? first + k : NONE;
	return k < (count ? count : 1);
}

const decision least_waiting = { .asks = ASKS_ROUTER, .choose = choose, .targets = targets };
