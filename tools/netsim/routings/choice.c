/* choice -- `choose` of the routings that always take a detour, and of those that weigh one. */
#include "netsim/routings/choice.h"

/* What counts of a path: the bytes that wait for its first link, for all of its links, or at the output of its first channel. */
enum look { FIRST_LINK, ALL_LINKS, OUTPUT };

/* Bytes that wait for p's path from `router` by way of `via` (NONE: straight). */
static inline uint64_t
waiting_by(const network *n, const packet *p, uint32_t router, uint32_t via, enum look look, int64_t now)
{
	uint64_t waiting = 0;
	packet q = *p;

	q.via = via;
	for (;;) {
		uint32_t link = n->routing->next(n, &q, router);

		if (look == OUTPUT)
			return network_behind(n, link, q.channel_next, now);
		waiting += network_waiting(n, link, now);
		if (look == FIRST_LINK || port_of(n, link)->flags & ENDPOINT)
			return waiting;
		router = port_of(n, link)->to;
	}
}

uint64_t
choice_waiting(const network *n, const packet *p, uint32_t router, uint32_t via, int64_t now)
{
	return waiting_by(n, p, router, via, FIRST_LINK, now);
}

uint64_t
choice_output(const network *n, const packet *p, uint32_t router, uint32_t via, int64_t now)
{
	return waiting_by(n, p, router, via, OUTPUT, now);
}

uint32_t
choice_one_or_two(const network *n, const packet *p, uint32_t router, uint32_t via)
{
	(void)n;
	(void)p;
	(void)router;
	return via == NONE ? 1 : 2;
}

/* The decision of a UGAL: one detour is drawn. */
static inline void
weigh(network *n, packet *p, uint32_t router, enum look look, int64_t now)
{
	const routing *r = n->routing;
	uint64_t straight;
	uint32_t via;

	if (router == p->router)
		return;
	straight = choice_less_bias(n, waiting_by(n, p, router, NONE, look, now));
	if (straight == 0)
		return;		/* a detour waits no less */
	via = r->detour(n, p, router);
	if (via != NONE && straight * r->links(n, p, router, NONE)
		> waiting_by(n, p, router, via, look, now) * r->links(n, p, router, via))
		p->via = via;
}

void
choice_ugal(network *n, packet *p, uint32_t router, int64_t now)
{
	weigh(n, p, router, FIRST_LINK, now);
}

void
choose_ugal_l(network *n, packet *p, uint32_t router, int64_t now)
{
	weigh(n, p, router, FIRST_LINK, now);
	p->settled = 1;
}

void
choose_ugal_g(network *n, packet *p, uint32_t router, int64_t now)
{
	weigh(n, p, router, ALL_LINKS, now);
	p->settled = 1;
}

void
choose_ugal_output(network *n, packet *p, uint32_t router, int64_t now)
{
	weigh(n, p, router, OUTPUT, now);
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
