#include "alloc/search/cost.h"

#include <math.h>

#include "lib/cli/cli.h"
#include "lib/pattern/pattern.h"

enum { WAYS = 1 };		/* that a flow is split into: there are many flows */
#define PER_LINK 0.05

enum { FLOWS = 4096 };	/* that stand for all: fewer make the loads of many links look uneven, and drawn places dearer than they are */
enum { SEED = 1 };		/* patterns that draw do so as in netsim without --seed */

/* Spread the bytes as if tasks had been drawn for the places: each of them sends all others as much.  The place that has the busiest task
 * does not do less than that. */
static void
scatter(flows *f, uint32_t places)
{
	flows among;
	double bytes = 0;

	flows_among_all(&among, places, FLOWS);
	for (size_t i = 0; i < f->count; i++)
		bytes += f->flow[i].bytes;
	for (size_t i = 0; i < among.count; i++)
		among.flow[i].bytes = bytes / (double)among.count;
	among.busiest = fmax(f->busiest, bytes / places);
	flows_free(f);
	*f = among;
	if (bytes <= 0)
		f->count = 0;
}

static void
read_flows(demand *d, const machine *m, const request *q, bool scattered)
{
	uint64_t processors = (uint64_t)q->nodes * m->cores;
	int64_t most = processors < UINT32_MAX ? (int64_t)processors : UINT32_MAX;
	const char *id = cell_text(q->row, request_column(q, "case"));
	traffic_columns at;
	traffic t;

	traffic_find(&at, q->table);
	traffic_read(&t, q->table, q->row, &at, (uint32_t)cell_int(q->table, q->row, request_column(q, "tasks"), 1, most, most), false, SEED,
		*id ? id : "1", q->job);
	flows_init(&d->flows, &t, scattered ? t.tasks : q->nodes, FLOWS);
	if (scattered)
		scatter(&d->flows, q->nodes);
	traffic_release(&t);
}

void
demand_read(demand *d, const machine *m, const request *q, bool scattered)
{
	const char *name = cell_text(q->row, request_column(q, "pattern"));
	int load = request_column(q, "load");

	*d = (demand){ 0 };
	if (q->nodes < 2)
		return;
	/* The share of its time that a job with a pattern sends; of an open-loop job its load. */
	if (*name && *cell_text(q->row, load))
		d->share = fmin(cell_real(q->table, q->row, load, 0, HUGE_VAL, 1), 1);
	else if (*name)
		d->share = cell_real(q->table, q->row, request_column(q, "comm_share"), 0, 1, 1);
	if (d->share > 0 && pattern_closed(name))
		read_flows(d, m, q, scattered);
	else
		flows_among_all(&d->flows, q->nodes, FLOWS);
	for (size_t i = 0; i < d->flows.count; i++)
		d->flows.flow[i].bytes *= DEMAND_FULL / d->flows.busiest;
	d->flows.busiest = d->flows.count ? DEMAND_FULL : 0;
}

void
demand_free(demand *d)
{
	flows_free(&d->flows);
}

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
