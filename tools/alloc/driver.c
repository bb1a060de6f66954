#include "alloc/driver.h"

#include <stdlib.h>
#include <string.h>

#include "lib/logtime/logtime.h"

void
driver_open(driver *d, const alloc_options *opt, table *in, const machine *m)
{
	*d = (driver){ .opt = opt, .in = in };
	job_reader_init(&d->rows, in, m, JOBS_WANT);
	state_init(&d->machine, opt->choice.policy, m);
	selection_init(&d->selection, opt->choice.policy, m, true);
}

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

/* --- jobs that come with a node_list */

request
read_request(job_row *j, const alloc_options *o)
{
	return (request){ .job = j->name, .nodes = job_read_nodes(j), .policy = o->choice.policy, .argument = o->choice.argument,
		.table = j->from->table, .row = j->row };
}

void
preplaced_read(preplaced *came, job_reader *rows, const batch *b, const alloc_options *o, machine_state *where)
{
	*came = (preplaced){ .job = xalloc((size_t)b->rows + 1, sizeof *came->job) };
	job_reader_clear(rows);
	for (int i = 0; i < b->rows; i++) {
		preplaced_job *job = &came->job[came->count];
		job_row j = job_of(rows, b->id, &b->row[i]);

		if (!j.listed)
			continue;
		*job = (preplaced_job){ .row = i, .request = read_request(&j, o) };
		job->node = xalloc(job_read_node_list(&j), sizeof *job->node);
		memcpy(job->node, j.node->item, j.node->count * sizeof *job->node);
		state_occupy(where, &job->request, job->node);
		came->count++;
	}
	for (int i = 0; i < came->count; i++)
		state_reserve(where, &came->job[i].request, came->job[i].node);
}

void
preplaced_free(preplaced *came)
{
	for (int i = 0; i < came->count; i++)
		free(came->job[i].node);
	free(came->job);
}
