/* ways -- the channels by which a packet may leave a router. */
#include "netsim/escape/ways.h"

void
ways_compute(const network *n, uint32_t router, uint32_t goal, ways *w)
{
	const uint32_t base = n->escape->base[router];
	way_out way[MAX_WAYS];
	trip t;

	t.router = goal;
	w->router = router;
	w->goal = goal;
	w->count = n->paths.routes->ways(&n->paths, &t, router, way);
	w->key = 0;
	for (uint32_t k = 0; k < w->count; k++) {
		w->vc[k] = way[k].link * n->stride + way[k].channel;
		w->key |= UINT64_C(1) << ((w->vc[k] - base) & 63);
	}
}

/* The numbers of channels of ways are in order, but for the escape channel. */
void
ways_of_set(const network *n, const wait_set *s, ways *w)
{
	const uint32_t base = n->escape->base[s->router];

	if (n->escape->words > 1) {
		ways_compute(n, s->router, s->goal, w);
		return;
	}
	w->count = 0;
	for (uint64_t left = s->key & ~(UINT64_C(1) << (s->last_way - base)); left; left &= left - 1)
		w->vc[w->count++] = base + (uint32_t)__builtin_ctzll(left);
	w->vc[w->count++] = s->last_way;
}
