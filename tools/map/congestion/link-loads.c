#include "map/congestion/link-loads.h"

#include <math.h>
#include <stdlib.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

enum { MOST_BITS = 17 };	/* 2^17 routes are kept */
#define FULLEST 0x1p32	/* cost of the fullest link of the first mapping */
#define MOST 0x1p44	/* a link costs at most */

/* --- routes */

/* Each link once. */
static void
find_route(link_loads *l, route_parts *r, uint32_t from, uint32_t to)
{
	loads *w = l->p->loads;

	loads_split(w, l->p->node[from], l->p->node[to], ROUTE_WHOLE);
	for (size_t i = 0; i < w->parts; i++)
		l->sum[w->part[i].link] += w->part[i].amount;
	r->parts = 0;
	r->part = xgrow(r->part, &r->room, w->parts, sizeof *r->part);
	for (size_t i = 0; i < w->parts; i++) {
		uint32_t link = w->part[i].link;

		if (l->sum[link])
			r->part[r->parts++] = (route_part){ link, (uint32_t)l->sum[link] };
		l->sum[link] = 0;
	}
}

const route_parts *
link_loads_route(link_loads *l, uint32_t from, uint32_t to)
{
	uint64_t pair = (uint64_t)from * l->p->nodes + to;
	route_parts *r = &l->cache[pair * UINT64_C(0x9e3779b97f4a7c15) >> (64 - l->bits)];

	if (r->pair != pair) {
		find_route(l, r, from, to);
		r->pair = pair;
	}
	l->work += r->parts;
	return r;
}

/* --- what a swap changes */

static uint64_t
cost_of(const link_load *x, int64_t amount)
{
	double cost = (double)amount * x->inverse + x->others;

	cost *= cost;
	cost *= cost;
	cost *= cost * FULLEST;
	return (uint64_t)(cost < MOST ? cost : MOST);
}

/* So many bytes more from one place to another, or less. */
static void
shift(link_loads *l, uint32_t from, uint32_t to, int64_t bytes)
{
	const route_parts *r;

	if (from == to || bytes == 0)
		return;
	r = link_loads_route(l, from, to);
	for (size_t k = 0; k < r->parts; k++) {
		link_load *x = &l->link[r->part[k].link];

		x->change += bytes * r->part[k].share;
		if (!x->touched)
			l->touched[l->count++] = r->part[k].link;
		x->touched = true;
	}
}

static void
forget(link_loads *l)
{
	for (uint32_t k = 0; k < l->count; k++) {
		l->link[l->touched[k]].change = 0;
		l->link[l->touched[k]].touched = false;
	}
	l->count = 0;
}

/* Task i goes to the place of task j, which comes to its own.  What the two exchange is counted when `both`. */
static void
move(link_loads *l, uint32_t i, uint32_t j, bool both)
{
	const affinity *a = l->p->affinity;
	uint32_t from = l->place[i], to = l->place[j];

	for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++) {
		uint32_t partner = a->neighbour[k], was = l->place[partner], is = partner == j ? from : was;

		if (partner == j && !both)
			continue;
		shift(l, from, was, -l->sent[k]);
		shift(l, was, from, -l->received[k]);
		shift(l, to, is, l->sent[k]);
		shift(l, is, to, l->received[k]);
	}
}

int64_t
link_loads_try(link_loads *l, uint32_t i, uint32_t j)
{
	int64_t change = 0;

	forget(l);
	move(l, i, j, true);
	move(l, j, i, false);
	for (uint32_t k = 0; k < l->count; k++) {
		const link_load *x = &l->link[l->touched[k]];

		if (x->change)
			change += (int64_t)(cost_of(x, x->amount + x->change) - x->cost);
	}
	return change;
}

void
link_loads_accept(link_loads *l)
{
	for (uint32_t k = 0; k < l->count; k++) {
		link_load *x = &l->link[l->touched[k]];

		x->amount += x->change;
		l->total -= x->cost;
		x->cost = cost_of(x, x->amount);
		l->total += x->cost;
	}
	forget(l);
}

/* --- the whole */

/* Where task `to` stands among the neighbours of i, which ascend. */
static size_t
find(const affinity *a, uint32_t i, uint32_t to)
{
	const uint32_t *first = a->neighbour + a->first[i];

	return (size_t)((const uint32_t *)bsearch(&to, first, a->first[i + 1] - a->first[i], sizeof *first, ascending_u32) - a->neighbour);
}

/* In units so large that amounts fit. */
static void
count_messages(link_loads *l)
{
	const traffic *t = l->p->traffic;
	const affinity *a = l->p->affinity;
	double all = 0;
	int64_t unit;

	for (uint32_t f = 0; f < traffic_phases(t); f++)
		for (uint32_t i = 0; i < t->tasks; i++)
			for (uint32_t k = 0; k < traffic_sends(t, f, i); k++) {
				message m = traffic_send(t, f, i, k);

				if (m.to == i)
					continue;
				l->sent[find(a, i, m.to)] += m.bytes;
				l->received[find(a, m.to, i)] += m.bytes;
				all += (double)m.bytes;
			}
	unit = (int64_t)(all / 0x1p50) + 1;
	for (uint64_t k = 0; unit > 1 && k < a->first[a->tasks]; k++) {
		l->sent[k] /= unit;
		l->received[k] /= unit;
	}
}

/* The first mapping's amounts, and by them the measure of all. */
static void
load_links(link_loads *l)
{
	const machine *m = l->p->machine;
	const affinity *a = l->p->affinity;
	double most = 0;

	for (uint32_t i = 0; i < a->tasks; i++)
		for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++)
			shift(l, l->place[i], l->place[a->neighbour[k]], l->sent[k]);
	for (uint32_t k = 0; k < l->count; k++) {
		double time = (double)l->link[l->touched[k]].change / (double)m->speeds[m->speed_of[l->touched[k]]].bits_per_s;

		most = time > most ? time : most;
	}
	for (uint32_t i = 0; i < m->links; i++) {
		link_load *x = &l->link[i];

		x->inverse = most > 0 ? 1 / (most * (double)m->speeds[m->speed_of[i]].bits_per_s) : 0;
		x->others = l->p->others ? l->p->others[i] : 0;
		x->cost = cost_of(x, 0);
		l->total += x->cost;
	}
	l->fullest = most;
	link_loads_accept(l);
}

double
link_loads_fullest(const link_loads *l)
{
	double most = 0;

	for (uint32_t i = 0; i < l->p->machine->links; i++)
		most = fmax(most, (double)l->link[i].amount * l->link[i].inverse + l->link[i].others);
	return l->fullest * most;
}

void
link_loads_init(link_loads *l, const placement *p, const uint32_t *place)
{
	const affinity *a = p->affinity;
	const uint32_t links = p->machine->links;
	uint64_t pairs;

	*l = (link_loads){ .p = p, .place = place };
	l->sent = xcalloc(a->first[a->tasks] + 1, sizeof *l->sent);
	l->received = xcalloc(a->first[a->tasks] + 1, sizeof *l->received);
	l->link = xcalloc(links, sizeof *l->link);
	l->touched = xalloc(links, sizeof *l->touched);
	l->sum = xcalloc(links, sizeof *l->sum);
	pairs = (uint64_t)l->p->nodes * l->p->nodes;
	for (l->bits = 1; l->bits < MOST_BITS && UINT64_C(1) << l->bits < pairs; )
		l->bits++;
	l->cache = xcalloc((size_t)1 << l->bits, sizeof *l->cache);
	for (size_t k = 0; k < (size_t)1 << l->bits; k++)
		l->cache[k].pair = UINT64_MAX;
	count_messages(l);
	load_links(l);
}

void
link_loads_free(link_loads *l)
{
	for (size_t k = 0; k < (size_t)1 << l->bits; k++)
		free(l->cache[k].part);
	free_all(l->cache, l->sent, l->received, l->link, l->touched, l->sum);
}
