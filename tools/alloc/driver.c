#include "alloc/driver.h"

#include <stdlib.h>

#include "lib/logtime/logtime.h"

void
driver_columns(driver *d)
{
	const policy *p = d->opt->choice.policy;
	int n = policy_columns(p);

	d->blamed = p->given ? table_need(d->in, p->given) : d->rows.at[JOB_NODES];
	d->alloc = sink_own(d->out, "alloc");
	d->start = sink_own(d->out, "start_s");
	d->end = d->opt->schedule ? sink_own(d->out, "end_s") : -1;
	d->reconfigured = d->opt->reconfigure ? sink_own(d->out, "reconfigured") : -1;
	d->node_list = sink_own(d->out, "node_list");
	d->own = xalloc((size_t)n + 1, sizeof *d->own);
	for (int i = 0; i < n; i++)
		d->own[i] = sink_own(d->out, p->columns[i]);
}

void
driver_write(const driver *d, int64_t start, int64_t end, const char *node_list, char **value)
{
	sink_put(d->out, d->alloc, d->opt->choice.name);
	sink_put(d->out, d->start, start == NEVER ? "" : times_write(start));
	sink_put(d->out, d->end, end == NEVER ? "" : times_write(end));
	sink_put(d->out, d->node_list, node_list);
	for (int i = 0; value && i < d->selection.values; i++)
		sink_put(d->out, d->own[i], value[i] ? value[i] : "");
}

rng
driver_random(const driver *d, const char *id, const request *q)
{
	rng r;

	rng_init(&r, d->opt->cli.seed, "alloc", traffic_case(q->row, &d->rows.traffic, id), q->job);
	return r;
}

bool
driver_choose(const driver *d, machine_state *on, const char *id, const request *q, selection *out, const char *when)
{
	const policy *p = d->opt->choice.policy;
	char *why;

	if (state_choose(on, q, driver_random(d, id, q), out, &why))
		return true;
	if (!d->opt->skip)
		table_bad(d->in, q->row, d->blamed, "%s%s", why, when);
	table_warn(d->in, q->row, d->blamed, "%s%s; skipped", why, when);
	sink_left_out(d->out, p->given || out->never ? "refused" : q->nodes > on->occupancy.idle ? d->opt->schedule ? "too-wide" : "no-room" :
		p->never ? "waits" : "refused", 1, q->row->line);
	free(why);
	return false;
}
