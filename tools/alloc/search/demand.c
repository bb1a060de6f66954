/* demand -- see demand.h. */
#include "alloc/search/demand.h"

#include <math.h>

#include "lib/pattern/pattern.h"

enum { FLOWS = 4096 };	/* that stand for all: fewer make the loads of many links look uneven, and drawn places dearer than they are */
enum { SEED = 1 };		/* patterns that draw do so as in netsim without --seed */

/* Does the row say what its tasks send each other? */
static const pattern *
closed_pattern(const request *q, const traffic_columns *at)
{
	const pattern *p = pattern_find(cell_text(q->row, at->pattern));

	return p && pattern_open(p) ? NULL : p;
}

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
read_flows(demand *d, const machine *m, const request *q, const traffic_columns *at, bool scattered)
{
	uint64_t processors = (uint64_t)q->nodes * m->cores, most = processors < UINT32_MAX ? processors : UINT32_MAX;
	int tasks = table_column(q->table, "tasks"), in_case = table_column(q->table, "case");
	const char *id = cell_text(q->row, in_case);
	traffic t;

	traffic_read(&t, q->table, q->row, at, (uint32_t)cell_int(q->table, q->row, tasks, 1, (int64_t)most, (int64_t)most), false, SEED,
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
	int load = table_column(q->table, "load");

	if (*cell_text(q->row, load))
		return fmin(cell_real(q->table, q->row, load, 0, HUGE_VAL, 1), 1);
	return cell_real(q->table, q->row, table_column(q->table, "comm_share"), 0, 1, 1);
}

void
demand_read(demand *d, const machine *m, const request *q, bool scattered)
{
	traffic_columns at;

	*d = (demand){ .share = 0 };
	if (q->nodes < 2)
		return;
	if (q->table) {
		traffic_find(&at, q->table);
		if (*cell_text(q->row, at.pattern))
			d->share = sends(q);
	}
	if (d->share > 0 && (!pattern_find(cell_text(q->row, at.pattern)) || closed_pattern(q, &at)))
		read_flows(d, m, q, &at, scattered);
	else
		flows_among_all(&d->flows, q->nodes, FLOWS);
	scale(&d->flows);
}

void
demand_free(demand *d)
{
	flows_free(&d->flows);
}
