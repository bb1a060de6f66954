/* case -- from the rows of a case to jobs that can run. */
#include "netsim/table/case.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/units.h"
#include "netsim/engine/philox.h"

static void
find_columns(case_columns *c, const table *t)
{
	traffic_find(&c->traffic, t);
	c->job = table_need(t, "job");
	c->nodes = table_need(t, "nodes");
	table_need(t, "pattern");
	c->tasks = table_column(t, "tasks");
	c->node_list = table_column(t, "node_list");
	c->task_nodes = table_column(t, "task_nodes");
	if (c->node_list < 0 && c->task_nodes < 0)
		table_need_nodes(t);
	c->start = table_column(t, "start_s");
	c->iterations = table_column(t, "iterations");
	c->compute = table_column(t, "compute_s");
	c->load = table_column(t, "load");
	c->arrivals = table_column(t, "arrivals");
	c->duration = table_column(t, "duration_s");
	c->warmup = table_column(t, "warmup_s");
}

void
case_reader_init(case_reader *c, const table *t, machine *m, case_options o)
{
	memset(c, 0, sizeof *c);
	c->table = t;
	c->machine = m;
	c->options = o;
	find_columns(&c->columns, t);
	case_circuits_init(&c->circuits, t, m);
	c->owner = xcalloc(m->nodes, sizeof *c->owner);
	c->owned = xalloc(m->nodes, sizeof *c->owned);
}

void
case_reader_free(case_reader *c)
{
	list_free(&c->nodes);
	list_free(&c->task_node);
	case_circuits_free(&c->circuits);
	free(c->owner);
	free(c->owned);
	free(c->job_of_row);
}

/* When a job starts, by the clock of the table. */
static int64_t
read_start(const case_reader *c, const row *r)
{
	if (cell_real(c->table, r, c->columns.start, 0, 1e300, 0) > 1e6)
		table_bad(c->table, r, c->columns.start, "must be at most 1000000; 'metrics moment' takes the jobs of one moment of a schedule");
	return cell_time(c->table, r, c->columns.start, 0);
}

/* The row (from 0) takes `node`; another row must not have it. */
static void
own(case_reader *c, const batch *b, int i, int column, uint32_t node)
{
	const row *r = &b->row[i];
	uint32_t other = c->owner[node];

	if (other == (uint32_t)i + 1)
		return;
	if (other)
		table_bad(c->table, r, column, "node %u is already held by job '%s'%s", node,
			cell_text(&b->row[other - 1], c->columns.job), cell_other_start(r, &b->row[other - 1], c->columns.start));
	if (!machine_has(c->machine, node))
		table_bad(c->table, r, column, "node %u is unavailable on this machine", node);
	c->owner[node] = (uint32_t)i + 1;
	c->owned[c->owned_count++] = node;
}

/* Read a list cell; its nodes exist. */
static void
read_nodes(case_reader *c, const row *r, int column, list *l, uint32_t most, bool repeats)
{
	const char *why;

	if (!list_read(l, cell_text(r, column), c->machine->nodes, most, repeats, &why))
		table_bad(c->table, r, column, "%s", why);
}

static void
read_node_list(case_reader *c, const batch *b, int i)
{
	const row *r = &b->row[i];
	int column = c->columns.node_list;
	int64_t nodes = cell_int(c->table, r, c->columns.nodes, 1, c->machine->nodes, 0);
	uint32_t before = c->owned_count;

	read_nodes(c, r, column, &c->nodes, c->machine->nodes, false);
	if (c->nodes.count && c->nodes.count != nodes)
		table_bad(c->table, r, column, "has %u nodes, the column nodes says %lld", c->nodes.count, (long long)nodes);
	for (uint32_t k = 0; k < c->nodes.count; k++)
		own(c, b, i, column, c->nodes.item[k]);
	if (c->owned_count - before != c->nodes.count)
		table_bad(c->table, r, column, "a node is listed twice");
}

/* The node of every task, from task_nodes or, without it, linear over node_list. */
static void
read_placement(case_reader *c, const batch *b, int i, uint32_t tasks)
{
	const row *r = &b->row[i];
	int column = c->columns.task_nodes;
	uint32_t before = c->owned_count, listed = c->nodes.count, share;

	if (*cell_text(r, column)) {
		read_nodes(c, r, column, &c->task_node, tasks, true);
		if (c->task_node.count != tasks)
			table_bad(c->table, r, column, "places %u tasks of %u", c->task_node.count, tasks);
		for (uint32_t k = 0; k < tasks; k++)
			own(c, b, i, column, c->task_node.item[k]);
		if (listed && c->owned_count != before)
			table_bad(c->table, r, column, "node %u is not in node_list", c->owned[before]);
		return;
	}
	assert(listed > 0);
	share = (tasks + listed - 1) / listed;
	c->task_node.count = 0;
	for (uint32_t k = 0; k < tasks; k++)
		list_push(&c->task_node, c->nodes.item[k / share]);
}

/* No node has more tasks than processors. */
static void
check_cores(case_reader *c, const row *r, uint32_t tasks)
{
	static uint32_t *load;
	static uint32_t room;
	const machine *m = c->machine;

	if (!load || room < m->nodes) {
		free(load);
		load = xcalloc(m->nodes, sizeof *load);
		room = m->nodes;
	}
	for (uint32_t k = 0; k < tasks; k++)
		if (++load[c->task_node.item[k]] > m->cores)
			table_bad(c->table, r, c->columns.task_nodes, "more than %u tasks on node %u", m->cores, c->task_node.item[k]);
	for (uint32_t k = 0; k < tasks; k++)
		load[c->task_node.item[k]] = 0;
}

static job *
new_job(traffic_run *r, const char *id)
{
	job *j;

	if (r->jobs == r->job_room) {
		uint32_t room = r->job_room ? 2 * r->job_room : 16;

		r->job = xrealloc(r->job, room, sizeof *r->job);
		memset(r->job + r->job_room, 0, (room - r->job_room) * sizeof *r->job);
		r->job_room = room;
	}
	j = &r->job[r->jobs++];
	histogram_clear(&j->latency);
	*j = (job){ .id = id, .latency = j->latency };
	return j;
}

static uint32_t
read_tasks(const case_reader *c, const row *r, bool open, uint32_t nodes)
{
	int64_t most = (int64_t)nodes * c->machine->cores;

	if (most > UINT32_MAX / 2)
		most = UINT32_MAX / 2;
	return (uint32_t)cell_int(c->table, r, c->columns.tasks, 1, most, open ? nodes : most);
}

static void
read_closed(case_reader *c, const batch *b, int i, traffic_run *r)
{
	const row *at = &b->row[i];
	const case_columns *k = &c->columns;
	uint32_t nodes = (uint32_t)cell_int(c->table, at, k->nodes, 1, c->machine->nodes, 0);
	job *j = new_job(r, cell_text(at, k->job));

	j->tasks = read_tasks(c, at, false, nodes);
	j->start = read_start(c, at);
	j->iterations = cell_int(c->table, at, k->iterations, 1, INT32_MAX, 1);
	j->compute = cell_time(c->table, at, k->compute, 0);
	if (*cell_text(at, k->duration) || *cell_text(at, k->warmup))
		table_bad(c->table, at, *cell_text(at, k->duration) ? k->duration : k->warmup, "is for open-loop rows, which have a load");
	if (*cell_text(at, k->arrivals))
		table_bad(c->table, at, k->arrivals, "is for open-loop rows, which have a load");
	read_placement(c, b, i, j->tasks);
	check_cores(c, at, j->tasks);
	traffic_read(&j->traffic, c->table, at, &k->traffic, j->tasks, c->options.rounds, c->options.seed, b->id, j->id);
	if (pattern_open(j->traffic.pattern))
		table_bad(c->table, at, k->traffic.pattern, "is an open-loop pattern: the row must have a load");
	program_add(r, r->jobs - 1, c->task_node.item);
}

static int
compare_nodes(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* The nodes of an open-loop job, in label order. */
static void
open_nodes(case_reader *c, const batch *b, int i, job *j)
{
	endpoints *e = &j->endpoints;
	uint32_t *node;

	if (!c->nodes.count) {	/* placed by task_nodes alone */
		read_placement(c, b, i, j->tasks);
		for (uint32_t k = 0; k < j->tasks; k++)
			list_push(&c->nodes, c->task_node.item[k]);
	}
	node = xalloc(c->nodes.count, sizeof *node);
	memcpy(node, c->nodes.item, c->nodes.count * sizeof *node);
	qsort(node, c->nodes.count, sizeof *node, compare_nodes);
	for (uint32_t k = 0; k < c->nodes.count; k++)
		if (k == 0 || node[k] != node[k - 1])
			node[e->nodes++] = node[k];
	e->node = node;
	e->machine = c->machine;
}

/* When the messages of a node are created: at random, or every gap, by all nodes at once. */
static bool
arrives_in_step(const case_reader *c, const row *at)
{
	const char *how = cell_text(at, c->columns.arrivals);

	if (*how && strcmp(how, "exponential") != 0 && strcmp(how, "periodic") != 0)
		table_bad(c->table, at, c->columns.arrivals, "must be exponential or periodic");
	return strcmp(how, "periodic") == 0;
}

static void
open_times(case_reader *c, const row *at, job *j)
{
	const case_columns *k = &c->columns;
	int64_t duration = cell_time(c->table, at, k->duration, -1);

	j->start = read_start(c, at);
	j->warm = cell_time(c->table, at, k->warmup, 0);
	j->background = duration < 0;
	if (duration == 0)
		table_bad(c->table, at, k->duration, "must be more than 0");
	j->stop = duration < 0 ? NEVER : j->warm + duration;
	j->drained = duration < 0 ? NEVER : j->stop + duration;
}

static void
read_open(case_reader *c, const batch *b, int i, traffic_run *r)
{
	const row *at = &b->row[i];
	const case_columns *k = &c->columns;
	const machine *m = c->machine;
	const char *name = cell_text(at, k->traffic.pattern), *why = NULL;
	job *j = new_job(r, cell_text(at, k->job));
	endpoints *e = &j->endpoints;

	j->open = true;
	j->load = cell_real(c->table, at, k->load, 1e-9, 1, 0);
	j->periodic = arrives_in_step(c, at);
	j->tasks = read_tasks(c, at, true, c->nodes.count ? c->nodes.count : m->nodes);
	j->bytes = cell_int(c->table, at, k->traffic.bytes, 1, INT32_MAX, c->options.packet);
	if (*cell_text(at, k->iterations))
		table_bad(c->table, at, k->iterations, "contradicts the load: an open-loop row has a duration_s");
	e->pattern = pattern_find(name);
	if (!e->pattern) {
		choice_list known = pattern_choices(name, ", ", true);

		table_bad(c->table, at, k->traffic.pattern, "unknown pattern; %sthe open-loop ones: %s", choices_hint(&known), known.names);
	}
	if (!pattern_open(e->pattern))
		table_bad(c->table, at, k->traffic.pattern, "is no open-loop pattern, but the row has a load");
	own_check(e->pattern, c->table, at, &k->traffic);
	open_nodes(c, b, i, j);
	open_times(c, at, j);
	if (!endpoints_prepare(e, c->options.seed, b->id, j->id, &why))
		table_bad(c->table, at, k->traffic.pattern, "%s", why);
	j->gap = (double)j->bytes * 8e12 / (j->load * (double)m->speeds[m->speed_of[m->router_links + e->node[0]]].bits_per_s);
	philox_key(j->draw_key, c->options.seed, "source", b->id, j->id);
}

static void
read_row(case_reader *c, const batch *b, int i, traffic_run *r)
{
	const row *at = &b->row[i];
	bool placed = *cell_text(at, c->columns.node_list) || *cell_text(at, c->columns.task_nodes);

	cell_int(c->table, at, c->columns.nodes, 1, placed ? c->machine->nodes : UINT32_MAX, 0);	/* too many is why some have none */
	if (!*cell_text(at, c->columns.nodes))
		table_bad(c->table, at, c->columns.nodes, "must be given");
	if (!*cell_text(at, c->columns.traffic.pattern))
		table_bad(c->table, at, c->columns.traffic.pattern, "must be given");
	c->job_of_row[i] = NONE;
	c->nodes.count = 0;
	if (*cell_text(at, c->columns.node_list))
		read_node_list(c, b, i);
	else if (!*cell_text(at, c->columns.task_nodes)) {
		table_warn(c->table, at, c->columns.job, "has no nodes: left out");
		return;
	}
	c->job_of_row[i] = r->jobs;
	if (*cell_text(at, c->columns.load))
		read_open(c, b, i, r);
	else
		read_closed(c, b, i, r);
}

/* Times count from the start of the earliest job; sources begin. */
static void
begin(case_reader *c, const batch *b, traffic_run *r)
{
	int64_t first = NEVER;

	for (uint32_t j = 0; j < r->jobs; j++)
		if (r->job[j].start < first)
			first = r->job[j].start;
	for (uint32_t j = 0; j < r->jobs; j++) {
		job *k = &r->job[j];

		k->start -= first;
		k->end = k->start;
		k->warm += k->start;
		if (k->open && !k->background) {
			k->stop += k->start;
			k->drained += k->start;
		}
	}
	for (int i = 0; i < b->rows; i++) {
		uint32_t j = c->job_of_row[i];

		if (j == NONE || !r->job[j].open)
			continue;
		if (r->job[j].background && r->closed_left == 0)
			table_bad(c->table, &b->row[i], c->columns.load, "needs a duration_s: no closed-loop job in its case ends it");
	}
	run_begin(r);
}

/* Those of all rows that are placed. */
static void
connect_circuits(case_reader *c, const batch *b, traffic_run *r)
{
	case_circuits_clear(&c->circuits, r->net);
	for (int i = 0; i < b->rows; i++)
		if (*cell_text(&b->row[i], c->columns.node_list) || *cell_text(&b->row[i], c->columns.task_nodes))
			case_circuits_connect(&c->circuits, b, i, r->net);
}

void
case_read(case_reader *c, const batch *b, traffic_run *r)
{
	if (b->rows > c->row_room) {
		c->row_room = b->rows;
		c->job_of_row = xrealloc(c->job_of_row, (size_t)b->rows, sizeof *c->job_of_row);
	}
	while (c->owned_count)
		c->owner[c->owned[--c->owned_count]] = 0;
	philox_key(r->net->route_key, c->options.seed, "route", b->id, "");
	connect_circuits(c, b, r);
	for (int i = 0; i < b->rows; i++)
		read_row(c, b, i, r);
	for (int i = 0; i < b->rows; i++)
		if (c->job_of_row[i] != NONE)
			case_circuits_check(&c->circuits, b, i, r, c->job_of_row[i]);
	begin(c, b, r);
}
