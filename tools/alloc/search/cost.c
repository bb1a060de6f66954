#include "alloc/search/cost.h"

#include "lib/cli/cli.h"

enum { WAYS = 1 };		/* that a flow is split into: there are many flows */
#define PER_LINK 0.05

void
cost_init(cost *c, const machine *m, const char *routing)
{
	const speed *node = &m->speeds[m->speed_of[m->router_links]];

	loads_init(&c->loads, m, routing, WAYS);
	c->part = xalloc(m->links, sizeof *c->part);
	for (uint32_t i = 0; i < m->links; i++)
		c->part[i] = (double)node->bits_per_s / (double)m->speeds[m->speed_of[i]].bits_per_s / DEMAND_FULL;
	c->own = xcalloc(m->links, sizeof *c->own);
	c->touched = xalloc(m->links, sizeof *c->touched);
}

void
cost_free(cost *c)
{
	loads_free(&c->loads);
	free_all(c->part, c->own, c->touched);
}

/* What a byte waits on a link that carries x of its bandwidth.  The cube: an iteration ends with its last message, so full links count for
 * more than their number. */
static double
wait(double x)
{
	return x * x * x;
}

/* Put all flows into own[]; how many links they touch. */
static uint32_t
spread(cost *c, const demand *d, const uint32_t *node)
{
	const machine *m = c->loads.paths.machine;
	uint32_t links = 0;

	for (size_t i = 0; i < d->flows.count; i++) {
		const flow *f = &d->flows.flow[i];

		loads_split(&c->loads, node[f->from], node[f->to], (int64_t)f->bytes);
		for (size_t k = 0; k < c->loads.parts; k++) {
			const load_part *p = &c->loads.part[k];

			if (m->class[p->link] == CLASS_NODE || p->amount == 0)
				continue;
			if (c->own[p->link] == 0)
				c->touched[links++] = p->link;
			c->own[p->link] += p->amount;
		}
	}
	return links;
}

double
cost_of(cost *c, const demand *d, const uint32_t *node, const int64_t *running)
{
	uint32_t links = spread(c, d, node);
	double sum = 0;

	for (uint32_t i = 0; i < links; i++) {
		uint32_t link = c->touched[i];
		double part = c->part[link], own = (double)c->own[link], others = (double)running[link];

		if (d->share > 0) {
			sum += d->share * own * (PER_LINK + wait((own + others) * part));
			sum += others * (wait((others + d->share * own) * part) - wait(others * part));
		} else
			sum += own;
		c->own[link] = 0;
	}
	return sum;
}

void
cost_track(cost *c, const demand *d, const uint32_t *node, int64_t *running, bool arrives)
{
	for (size_t i = 0; d->share > 0 && i < d->flows.count; i++) {
		const flow *f = &d->flows.flow[i];

		(arrives ? loads_add : loads_remove)(&c->loads, node[f->from], node[f->to], (int64_t)(f->bytes * d->share), running);
	}
}
