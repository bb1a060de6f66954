#include "alloc/search/demand.h"

#include <math.h>

#include "lib/pattern/pattern.h"

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

static void
scale(flows *f)
{
	for (size_t i = 0; i < f->count; i++)
		f->flow[i].bytes *= DEMAND_FULL / f->busiest;
	f->busiest = f->count ? DEMAND_FULL : 0;
}

/* The share of its time that a job with a pattern sends; of an open-loop job its load. */
static double
sends(const request *q)
{
	int load = request_column(q, "load");

	if (*cell_text(q->row, load))
		return fmin(cell_real(q->table, q->row, load, 0, HUGE_VAL, 1), 1);
	return cell_real(q->table, q->row, request_column(q, "comm_share"), 0, 1, 1);
}

void
demand_read(demand *d, const machine *m, const request *q, bool scattered)
{
	const char *name = cell_text(q->row, request_column(q, "pattern"));

	*d = (demand){ .share = q->nodes > 1 && *name ? sends(q) : 0 };
	if (q->nodes < 2)
		return;
	if (d->share > 0 && pattern_closed(name))
		read_flows(d, m, q, scattered);
	else
		flows_among_all(&d->flows, q->nodes, FLOWS);
	scale(&d->flows);
}

void
demand_free(demand *d)
{
	flows_free(&d->flows);
}
