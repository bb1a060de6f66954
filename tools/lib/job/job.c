/* job -- see job.h. */
#include "lib/job/job.h"

#include <inttypes.h>
#include <stdlib.h>

#include "lib/cli/cli.h"

void
job_columns_find(job_columns *c, const table *t, job_needs needs)
{
	*c = (job_columns){
		.job = table_column(t, "job"),
		.nodes = table_column(t, "nodes"),
		.tasks = table_column(t, "tasks"),
		.load = table_column(t, "load"),
		.start = table_column(t, "start_s"),
		.node_list = table_column(t, "node_list"),
		.task_nodes = table_column(t, "task_nodes"),
	};
	if (needs == JOBS_ANY)
		return;
	table_need(t, "job");
	table_need(t, "nodes");
	if (needs == JOBS_LISTED || (needs == JOBS_PLACED && c->task_nodes < 0))
		table_need_hint(t, "node_list", "no job has nodes; pipe it through alloc");
}

void
job_reader_init(job_reader *r, const table *t, const machine *m, job_needs needs)
{
	*r = (job_reader){ .table = t, .machine = m };
	job_columns_find(&r->at, t, needs);
	r->holder = xcalloc(m->nodes, sizeof *r->holder);
	r->tasks_on = xcalloc(m->nodes, sizeof *r->tasks_on);
}

void
job_reader_free(job_reader *r)
{
	list_free(&r->node);
	list_free(&r->task_node);
	list_free(&r->held);
	free(r->holder);
	free(r->tasks_on);
}

void
job_reader_clear(job_reader *r)
{
	while (r->held.count)
		r->holder[r->held.item[--r->held.count]] = 0;
	r->node.count = r->task_node.count = 0;
}

bool
job_is_placed(const job_reader *r, const row *at)
{
	return *cell_text(at, r->at.node_list) || *cell_text(at, r->at.task_nodes);
}

uint32_t
job_nodes(const job_reader *r, const row *at)
{
	int64_t nodes = cell_int(r->table, at, r->at.nodes, 1, job_is_placed(r, at) ? r->machine->nodes : UINT32_MAX, 0);

	if (nodes == 0)
		table_bad(r->table, at, r->at.nodes, "must be given");
	return (uint32_t)nodes;
}

/* What to do about a node that two rows hold, behind the name of the other one's job: "" when they start at one time. */
static const char *
hint(const job_reader *r, const row *at, const row *other)
{
	bool differs = strtod(cell_text(at, r->at.start), NULL) != strtod(cell_text(other, r->at.start), NULL);

	return differs ? ", which starts at another time; 'metrics moment' takes the jobs of one moment of a schedule" : "";
}

/* The job of row i holds the node from here on; false when it did so before.  No other may. */
static bool
hold(job_reader *r, const row *rows, int i, int column, uint32_t node)
{
	uint32_t other = r->holder[node];

	if (other == (uint32_t)i + 1)
		return false;
	if (!machine_has(r->machine, node))
		table_bad(r->table, &rows[i], column, "node %" PRIu32 " is unavailable", node);
	if (other && !(r->in_turn && !*cell_text(&rows[i], r->at.load) && !*cell_text(&rows[other - 1], r->at.load)))
		table_bad(r->table, &rows[i], column, "node %" PRIu32 " is already held by job '%s'%s", node,
			cell_text(&rows[other - 1], r->at.job), hint(r, &rows[i], &rows[other - 1]));
	r->holder[node] = (uint32_t)i + 1;
	list_push(&r->held, node);
	return true;
}

static void
read_list(list *l, const table *t, const row *at, int column, const machine *m, uint32_t most, bool repeats)
{
	const char *why;

	if (!list_read(l, cell_text(at, column), m->nodes, most, repeats, &why))
		table_bad(t, at, column, "%s", why);
}

void
job_read_list(list *l, const table *t, const row *at, int column, const machine *m, uint32_t nodes)
{
	read_list(l, t, at, column, m, m->nodes, false);
	if (l->count && l->count != nodes)
		table_bad(t, at, table_column(t, "nodes"), "%s has %" PRIu32 " nodes", t->name[column], l->count);
}

uint32_t
job_read_nodes(job_reader *r, const row *rows, int i)
{
	int column = r->at.node_list;

	job_read_list(&r->node, r->table, &rows[i], column, r->machine, job_nodes(r, &rows[i]));
	for (uint32_t k = 0; k < r->node.count; k++)
		if (!hold(r, rows, i, column, r->node.item[k]))
			table_bad(r->table, &rows[i], column, "node %" PRIu32 " is listed twice", r->node.item[k]);
	return r->node.count;
}

uint32_t
job_tasks(const job_reader *r, const row *at, uint32_t nodes)
{
	const char *job = cell_text(at, r->at.job);
	int64_t processors = (int64_t)nodes * r->machine->cores;
	int64_t tasks = cell_int(r->table, at, r->at.tasks, 1, INT32_MAX, *cell_text(at, r->at.load) ? nodes : processors);

	if (tasks > processors)
		table_bad(r->table, at, r->at.tasks, "job '%s' has %" PRId64 " processors on %" PRIu32 " nodes", job, processors, nodes);
	if (tasks > INT32_MAX)
		table_bad(r->table, at, r->at.tasks, "job '%s' has more than %d tasks", job, INT32_MAX);
	return (uint32_t)tasks;
}

/* No node has more tasks than processors. */
static void
check_cores(job_reader *r, const row *at)
{
	const list *l = &r->task_node;
	uint32_t cores = r->machine->cores;

	for (uint32_t k = 0; k < l->count; k++)
		if (++r->tasks_on[l->item[k]] > cores)
			table_bad(r->table, at, r->at.task_nodes, "more than %" PRIu32 " tasks on node %" PRIu32, cores, l->item[k]);
	for (uint32_t k = 0; k < l->count; k++)
		r->tasks_on[l->item[k]] = 0;
}

void
job_read_task_nodes(job_reader *r, const row *rows, int i, uint32_t tasks)
{
	const machine *m = r->machine;
	const list *l = &r->task_node;
	uint64_t processors = (uint64_t)m->nodes * m->cores;
	uint32_t all = processors < UINT32_MAX ? (uint32_t)processors : UINT32_MAX, before = r->held.count;
	int column = r->at.task_nodes;

	read_list(&r->task_node, r->table, &rows[i], column, m, tasks ? tasks : all, true);
	if (tasks && l->count != tasks)
		table_bad(r->table, &rows[i], column, "places %" PRIu32 " tasks of %" PRIu32, l->count, tasks);
	for (uint32_t k = 0; k < l->count; k++)
		hold(r, rows, i, column, l->item[k]);
	if (r->node.count && r->held.count != before)
		table_bad(r->table, &rows[i], column, "node %" PRIu32 " is not in node_list", r->held.item[before]);
	check_cores(r, &rows[i]);
}
