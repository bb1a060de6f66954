/* least -- of the links that lead on by minimal ways the one for which the fewest bytes wait in the router; of several for which none wait
 * the one that has soonest sent what it is sending; of several still the lowest.  It is decided anew at each router, and draws nothing.
 *
 * Without the second rule most packets crowd the lowest links up of a fat-tree, and with them the lowest top switches, while a link is
 * free: messages of uniform traffic then take up to three times as long as by d-mod-k. */
#include "netsim/engine/network.h"
#include "netsim/routings/decisions.h"

static uint32_t
best(const network *n, uint32_t link, uint32_t count, int64_t now)
{
	uint32_t end = link + count, found = link;
	uint64_t least = UINT64_MAX;
	int64_t soonest = INT64_MAX;

	for (; link < end && (least > 0 || soonest > now); link++) {
		uint64_t waiting = network_waiting(n, link, now);
		int64_t until = network_has_waiting(n, link, waiting) ? INT64_MAX : network_free_from(n, link);

		if (waiting < least || (waiting == least && until < soonest)) {
			least = waiting;
			soonest = until;
			found = link;
		}
	}
	return found;
}

static void
choose(network *n, packet *p, uint32_t router, int64_t now)
{
	const paths *w = &n->paths;
	uint32_t first, count = w->routes->links(w, &p->trip, router, &first);

	p->settled = count == 0;
	if (count)
		p->via = best(n, first, count, now);
}

static bool
targets(const paths *w, const trip *t, uint32_t router, uint32_t k, uint32_t *via)
{
	uint32_t first, count = w->routes->links(w, t, router, &first);

	*via = count ? first + k : NONE;
	return k < (count ? count : 1);
}

const decision least_waiting = { .asks = ASKS_ROUTER, .choose = choose, .targets = targets };
