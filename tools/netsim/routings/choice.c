/* choice -- `choose` of the routings that always take a detour, and of those that weigh one. */
#include "netsim/routings/choice.h"

/* Bytes that wait for the first link of p's path from `router` by way of `via` (NONE: straight), or, with
 * `whole`, for all of its links. */
static inline uint64_t
waiting_by(const network *n, const packet *p, uint32_t router, uint32_t via, bool whole, int64_t now)
{
	uint64_t waiting = 0;
	packet q = *p;

	q.via = via;
	for (;;) {
		uint32_t link = n->routing->next(n, &q, router);

		waiting += network_waiting(n, link, now);
		if (!whole || port_of(n, link)->flags & ENDPOINT)
			return waiting;
		router = port_of(n, link)->to;
	}
}

uint64_t
choice_waiting(const network *n, const packet *p, uint32_t router, uint32_t via, int64_t now)
{
	return waiting_by(n, p, router, via, false, now);
}

/* The decision of a UGAL: one detour is drawn; `whole`: q sums over all links of the path. */
static inline void
weigh(network *n, packet *p, uint32_t router, bool whole, int64_t now)
{
	const routing *r = n->routing;
	uint64_t straight;
	uint32_t via;

	if (router == p->router)
		return;
	straight = choice_less_bias(n, waiting_by(n, p, router, NONE, whole, now));
	if (straight == 0)
		return;		/* a detour waits no less */
	via = r->detour(n, p, router);
	if (via != NONE && straight * r->links(n, p, router, NONE)
		> waiting_by(n, p, router, via, whole, now) * r->links(n, p, router, via))
		p->via = via;
}

void
choice_ugal(network *n, packet *p, uint32_t router, int64_t now)
{
	weigh(n, p, router, false, now);
}

void
choose_ugal_l(network *n, packet *p, uint32_t router, int64_t now)
{
	weigh(n, p, router, false, now);
	p->settled = 1;
}

void
choose_ugal_g(network *n, packet *p, uint32_t router, int64_t now)
{
	weigh(n, p, router, true, now);
	p->settled = 1;
}

void
choose_detour(network *n, packet *p, uint32_t router, int64_t now)
{
	(void)now;
	p->via = n->routing->detour(n, p, router);
	p->settled = 1;
}

void
choose_nothing(network *n, packet *p, uint32_t router, int64_t now)
{
	(void)n;
	(void)router;
	(void)now;
	p->settled = 1;
}
