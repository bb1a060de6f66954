/* ways -- the channels by which a packet may leave a router. */
#include "netsim/escape/ways.h"

void
ways_compute(const network *n, uint32_t router, uint32_t goal, ways *w)
{
	trip t = { .router = goal };

	w->router = router;
	w->goal = goal;
	w->count = n->paths.routes->ways(&n->paths, &t, router, w->way);
	w->key = 0;
	for (uint32_t k = 0; k < w->count; k++)
		w->key |= UINT64_C(1) << ((vc_number(n, w->way[k]) - n->escape->base[router]) & 63);
}
