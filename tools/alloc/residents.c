/* residents -- see residents.h. */
#include "alloc/residents.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/stream/lists.h"

void
columns_find(columns *c, const table *t)
{
	*c = (columns){
		.job = table_need(t, "job"),
		.nodes = table_need(t, "nodes"),
		.node_list = table_column(t, "node_list"),
		.random_stream = table_column(t, "random_stream"),
		.submit = table_column(t, "submit_s"),
		.runtime = table_column(t, "runtime_s"),
		.walltime = table_column(t, "walltime_s"),
		.log_start = table_column(t, "log_start_s"),
		.start = table_column(t, "start_s"),
		.end = table_column(t, "end_s"),
	};
}

request
read_request(const table *t, const row *r, const columns *c)
{
	int64_t nodes = cell_int(t, r, c->nodes, 1, UINT32_MAX, 0);

	if (nodes == 0)
		table_bad(t, r, c->nodes, "must be at least 1");
	return (request){ .job = cell_text(r, c->job), .nodes = (uint32_t)nodes, .table = t, .row = r };
}

bool
is_resident(const row *r, const columns *c)
{
	return *cell_text(r, c->node_list) != '\0';
}

static bool
list_has(const list *l, uint32_t item)
{
	for (uint32_t i = 0; i < l->count; i++)
		if (l->item[i] == item)
			return true;
	return false;
}

/* Row i may not have the node; say whose it is. */
static _Noreturn void
conflict(const table *t, const batch *b, int i, const columns *c, const machine *m, uint32_t node)
{
	list other = { 0 };
	const char *why;

	if (!machine_has(m, node))
		table_bad(t, &b->row[i], c->node_list, "node %" PRIu32 " is unavailable", node);
	for (int k = 0; k < i; k++)
		if (is_resident(&b->row[k], c)
		    && list_read(&other, cell_text(&b->row[k], c->node_list), m->nodes, m->nodes, false, &why)
		    && list_has(&other, node))
			table_bad(t, &b->row[i], c->node_list, "node %" PRIu32 " belongs to job '%s' already%s",
				node, cell_text(&b->row[k], c->job), cell_other_start(&b->row[i], &b->row[k], c->start));
	table_bad(t, &b->row[i], c->node_list, "node %" PRIu32 " is listed twice", node);
}

/* The job of row i: read its nodes and mark them busy. */
static resident
claim(const table *t, const batch *b, int i, const columns *c, occupancy *o)
{
	const row *r = &b->row[i];
	const machine *m = o->machine;
	resident job = { .row = i, .request = read_request(t, r, c) };
	list node = { 0 };
	const char *why;

	if (!list_read(&node, cell_text(r, c->node_list), m->nodes, m->nodes, false, &why))
		table_bad(t, r, c->node_list, "%s", why);
	if (node.count != job.request.nodes)
		table_bad(t, r, c->nodes, "node_list has %" PRIu32 " nodes", node.count);
	for (uint32_t k = 0; k < node.count; k++) {
		if (o->busy[node.item[k]])
			conflict(t, b, i, c, m, node.item[k]);
		occupancy_take(o, &node.item[k], 1);
	}
	job.node = node.item;
	return job;
}

void
residents_claim(residents *came, const table *t, const batch *b, const columns *c, const char *argument, tenancy *where)
{
	*came = (residents){ 0 };
	for (int i = 0; i < b->rows; i++)
		came->count += is_resident(&b->row[i], c);
	came->job = xalloc((size_t)came->count + 1, sizeof *came->job);
	came->count = 0;
	for (int i = 0; i < b->rows; i++) {
		resident *job = &came->job[came->count];

		if (!is_resident(&b->row[i], c))
			continue;
		*job = claim(t, b, i, c, &where->occupancy);
		job->request.argument = argument;
		tenancy_settle(where, &job->request, job->node);
		came->count++;
	}
	for (int i = 0; i < came->count; i++)
		tenancy_close(where, &came->job[i].request, came->job[i].node);
}

void
residents_free(residents *came)
{
	for (int i = 0; i < came->count; i++)
		free(came->job[i].node);
	free(came->job);
}
