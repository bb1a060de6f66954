#include "lib/job/job.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

/* --- columns that stand for themselves */

static const char with_load[] = "is for open-loop rows, which have a load";

/* How each is read, where to, and what it is when it says nothing. */
static const struct {
	const char *name;
	enum { BY_ITSELF, SHARE, COUNT, TIME, WORD } type;	/* BY_ITSELF: by a function of its own, below */
	size_t field;		/* of a job_row */
	int64_t absent;
	enum { ANY_LOOP, CLOSED, OPEN } loop;	/* whose rows it is read of */
	const char *other;	/* what is wrong with it in those of the other; NULL: nothing */
} known[JOB_COLUMNS] = {
	[JOB_NAME] = { .name = "job" },
	[JOB_NODES] = { .name = "nodes" },
	[JOB_TASKS] = { .name = "tasks" },
	[JOB_NODE_LIST] = { .name = "node_list" },
	[JOB_TASK_NODES] = { .name = "task_nodes" },
	[JOB_LOAD] = { "load", SHARE, offsetof(job_row, load), 0, OPEN, NULL },
	[JOB_START] = { "start_s", TIME, offsetof(job_row, start), 0, ANY_LOOP, NULL },
	[JOB_ITERATIONS] = { "iterations", COUNT, offsetof(job_row, iterations), 1, CLOSED,
		"contradicts the load: an open-loop row has a duration_s" },
	[JOB_COMPUTE] = { "compute_s", TIME, offsetof(job_row, compute), 0, CLOSED, NULL },
	[JOB_DURATION] = { "duration_s", TIME, offsetof(job_row, duration), -1, OPEN, with_load },
	[JOB_WARMUP] = { "warmup_s", TIME, offsetof(job_row, warmup), 0, OPEN, with_load },
	[JOB_ARRIVALS] = { "arrivals", WORD, offsetof(job_row, periodic), 0, OPEN, with_load },
};

/* Read column i, as far as its type says what may stand there. */
static void
read_cell(job_row *j, int i)
{
	const table *t = j->from->table;
	int at = j->from->at[i];
	const char *text = cell_text(j->row, at);
	void *field = (char *)j + known[i].field;

	switch (known[i].type) {
	case BY_ITSELF:
		break;
	case SHARE:
		*(double *)field = cell_real(t, j->row, at, 1e-9, 1, 0);
		break;
	case COUNT:
		*(int64_t *)field = cell_int(t, j->row, at, 1, INT32_MAX, known[i].absent);
		break;
	case TIME:
		if (i == JOB_START && cell_real(t, j->row, at, 0, 1e300, 0) > 1e6)
			table_bad(t, j->row, at, "must be at most 1000000; 'metrics moment' takes the jobs of one moment of a schedule");
		*(int64_t *)field = cell_time(t, j->row, at, known[i].absent);
		if (i == JOB_DURATION && j->duration == 0)
			table_bad(t, j->row, at, "must be more than 0");
		break;
	case WORD:
		if (*text && strcmp(text, "exponential") != 0 && strcmp(text, "periodic") != 0)
			table_bad(t, j->row, at, "must be exponential or periodic");
		*(bool *)field = strcmp(text, "periodic") == 0;
	}
}

void
job_read_cells(job_row *j, int which)
{
	for (int i = 0; i < JOB_COLUMNS; i++)
		if (which >> i & 1) {
			if (known[i].loop == ANY_LOOP || known[i].loop == (j->open ? OPEN : CLOSED))
				read_cell(j, i);
			else if (known[i].other && *cell_text(j->row, j->from->at[i]))
				table_bad(j->from->table, j->row, j->from->at[i], "%s", known[i].other);
		}
}

/* --- the reader */

void
job_reader_init(job_reader *r, const table *t, const machine *m, job_needs needs)
{
	*r = (job_reader){ .table = t, .machine = m };
	for (int i = 0; i < JOB_COLUMNS; i++)
		r->at[i] = table_column(t, known[i].name);
	traffic_find(&r->traffic, t);
	if (needs != JOBS_ANY) {
		table_need(t, "job");
		table_need(t, "nodes");
	}
	if (needs == JOBS_LISTED || (needs == JOBS_PLACED && r->at[JOB_TASK_NODES] < 0))
		table_need_hint(t, "node_list", "no job has nodes; pipe it through alloc");
	r->holder = xcalloc(m->nodes, sizeof *r->holder);
	r->tasks_on = xcalloc(m->nodes, sizeof *r->tasks_on);
}

void
job_reader_free(job_reader *r)
{
	list_free(&r->node);
	list_free(&r->task_node);
	list_free(&r->held);
	free_all(r->holder, r->tasks_on);
}

void
job_reader_clear(job_reader *r)
{
	while (r->held.count)
		r->holder[r->held.item[--r->held.count]] = NULL;
}

job_row
job_of(job_reader *r, const char *case_, const row *at)
{
	bool listed = *cell_text(at, r->at[JOB_NODE_LIST]);

	r->node.count = r->task_node.count = 0;
	return (job_row){ .from = r, .row = at, .case_ = case_, .name = cell_text(at, r->at[JOB_NAME]), .listed = listed,
		.placed = listed || *cell_text(at, r->at[JOB_TASK_NODES]), .open = *cell_text(at, r->at[JOB_LOAD]),
		.node = &r->node, .task_node = &r->task_node };
}

/* --- its nodes */

uint32_t
job_read_nodes(job_row *j)
{
	const job_reader *r = j->from;

	j->nodes = (uint32_t)cell_int(r->table, j->row, r->at[JOB_NODES], 1, j->placed ? r->machine->nodes : UINT32_MAX, 0);
	if (j->nodes == 0)
		table_bad(r->table, j->row, r->at[JOB_NODES], "must be given");
	return j->nodes;
}

/* The job holds the node from here on; false when it did so before.  No other may. */
static bool
hold(const job_row *j, int at, uint32_t node)
{
	job_reader *r = j->from;
	const row *other = r->holder[node];
	int start = r->at[JOB_START];

	if (other == j->row)
		return false;
	if (!machine_has(r->machine, node))
		table_bad(r->table, j->row, at, "node %" PRIu32 " is unavailable", node);
	if (other && !(r->in_turn && !j->open && !*cell_text(other, r->at[JOB_LOAD])))
		table_bad(r->table, j->row, at, "node %" PRIu32 " is already held by job '%s'%s", node,
			cell_text(other, r->at[JOB_NAME]),
			strtod(cell_text(j->row, start), NULL) == strtod(cell_text(other, start), NULL) ? "" :
				", which starts at another time; 'metrics moment' takes the jobs of one moment of a schedule");
	r->holder[node] = j->row;
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
job_read_node_list(job_row *j)
{
	job_reader *r = j->from;
	int at = r->at[JOB_NODE_LIST];

	job_read_list(&r->node, r->table, j->row, at, r->machine, job_read_nodes(j));
	for (uint32_t k = 0; k < r->node.count; k++)
		if (!hold(j, at, r->node.item[k]))
			table_bad(r->table, j->row, at, "node %" PRIu32 " is listed twice", r->node.item[k]);
	return r->node.count;
}

/* --- its tasks */

uint32_t
job_read_tasks(job_row *j)
{
	const job_reader *r = j->from;
	int at = r->at[JOB_TASKS];
	int64_t processors = (int64_t)j->nodes * r->machine->cores;
	int64_t tasks = cell_int(r->table, j->row, at, 1, INT32_MAX, j->open ? j->nodes : processors);

	if (tasks > processors)
		table_bad(r->table, j->row, at, "job '%s' has %" PRId64 " processors on %" PRIu32 " nodes", j->name, processors, j->nodes);
	if (tasks > INT32_MAX)
		table_bad(r->table, j->row, at, "job '%s' has more than %d tasks", j->name, INT32_MAX);
	return j->tasks = (uint32_t)tasks;
}

void
job_read_task_nodes(job_row *j)
{
	job_reader *r = j->from;
	const list *l = &r->task_node;
	uint32_t cores = r->machine->cores, before = r->held.count;
	uint64_t processors = (uint64_t)r->machine->nodes * cores;
	uint32_t most = j->tasks ? j->tasks : processors < UINT32_MAX ? (uint32_t)processors : UINT32_MAX;
	int at = r->at[JOB_TASK_NODES];

	read_list(&r->task_node, r->table, j->row, at, r->machine, most, true);
	if (j->tasks && l->count != j->tasks)
		table_bad(r->table, j->row, at, "places %" PRIu32 " tasks of %" PRIu32, l->count, j->tasks);
	j->tasks = l->count;
	for (uint32_t k = 0; k < l->count; k++)
		hold(j, at, l->item[k]);
	if (r->node.count && r->held.count != before)
		table_bad(r->table, j->row, at, "node %" PRIu32 " is not in node_list", r->held.item[before]);
	/* No node has more tasks than processors. */
	for (uint32_t k = 0; k < l->count; k++)
		if (++r->tasks_on[l->item[k]] > cores)
			table_bad(r->table, j->row, at, "more than %" PRIu32 " tasks on node %" PRIu32, cores, l->item[k]);
	for (uint32_t k = 0; k < l->count; k++)
		r->tasks_on[l->item[k]] = 0;
}

void
job_read_placement(job_row *j)
{
	job_reader *r = j->from;
	uint32_t share;

	if (*cell_text(j->row, r->at[JOB_TASK_NODES])) {
		job_read_task_nodes(j);
		return;
	}
	share = (j->tasks + r->node.count - 1) / r->node.count;
	for (uint32_t k = 0; k < j->tasks; k++)
		list_push(&r->task_node, r->node.item[k / share]);
}

/* --- what it sends */

void
job_traffic(const job_row *j, traffic *t, bool rounds, uint64_t seed)
{
	const job_reader *r = j->from;

	traffic_read(t, r->table, j->row, &r->traffic, j->tasks, rounds, seed, j->case_, j->name);
}

void
job_endpoints(const job_row *j, endpoints *e, uint64_t seed)
{
	const job_reader *r = j->from;
	const list *from = r->node.count ? &r->node : &r->task_node;
	uint32_t *node = xalloc(from->count, sizeof *node);
	const char *why;

	*e = (endpoints){ .pattern = e->pattern, .machine = r->machine, .node = node };
	memcpy(node, from->item, from->count * sizeof *node);
	qsort(node, from->count, sizeof *node, ascending_u32);
	for (uint32_t k = 0; k < from->count; k++)
		if (k == 0 || node[k] != node[e->nodes - 1])
			node[e->nodes++] = node[k];
	if (!endpoints_prepare(e, seed, j->case_, j->name, &why))
		table_bad(r->table, j->row, r->traffic.pattern, "%s", why);
}
