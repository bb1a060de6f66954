/* case -- from the rows of a case to jobs that can run. */
#include "netsim/table/case.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/pattern/as-program.h"
#include "netsim/engine/philox.h"
#include "netsim/jobs/steady.h"
#include "netsim/jobs/succession.h"

static void
find_columns(case_columns *c, const table *t)
{
	traffic_find(&c->traffic, t);
	table_need(t, "pattern");
	c->iterations = table_column(t, "iterations");
	c->compute = table_column(t, "compute_s");
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
	job_reader_init(&c->rows, t, m, JOBS_PLACED);
	c->rows.in_turn = o.play;
	find_columns(&c->columns, t);
	case_circuits_init(&c->circuits, t, m);
}

void
case_reader_free(case_reader *c)
{
	job_reader_free(&c->rows);
	case_circuits_free(&c->circuits);
	free(c->job_of_row);
}

/* When a job starts, by the clock of the table. */
static int64_t
read_start(const case_reader *c, const row *r)
{
	if (cell_real(c->table, r, c->rows.at.start, 0, 1e300, 0) > 1e6)
		table_bad(c->table, r, c->rows.at.start, "must be at most 1000000; 'metrics moment' takes the jobs of one moment of a schedule");
	return cell_time(c->table, r, c->rows.at.start, 0);
}

/* The node of every task, from task_nodes or, without it, linear over node_list. */
static void
read_placement(case_reader *c, const batch *b, int i, uint32_t tasks)
{
	job_reader *r = &c->rows;
	uint32_t share;

	if (*cell_text(&b->row[i], r->at.task_nodes)) {
		job_read_task_nodes(r, b->row, i, tasks);
		return;
	}
	assert(r->node.count > 0);
	share = (tasks + r->node.count - 1) / r->node.count;
	r->task_node.count = 0;
	for (uint32_t k = 0; k < tasks; k++)
		list_push(&r->task_node, r->node.item[k / share]);
}

static job *
new_job(traffic_run *r, const char *id)
{
	job *j;

	r->job = xgrow(r->job, &r->job_room, (size_t)r->jobs + 1, sizeof *r->job);
	j = &r->job[r->jobs++];
	histogram_clear(&j->latency);
	*j = (job){ .id = id, .latency = j->latency };
	return j;
}

/* The interfaces that a program names are there, where a node has several. */
static void
check_interfaces(const program *p, uint32_t nics)
{
	uint32_t line = p && p->nic_line && nics > 1 ? p->nic_line[nics] : 0, last = nics;

	if (!line)
		return;
	while (last < MOST_NIC && p->nic_line[last + 1] == line)
		last++;
	die_at(p->name, line, "nic: '%u': must be one of the machine's %u interfaces a node, 0 to %u", last, nics, nics - 1);
}

static void
read_closed(case_reader *c, const batch *b, int i, traffic_run *r)
{
	const row *at = &b->row[i];
	const case_columns *k = &c->columns;
	job *j = new_job(r, cell_text(at, c->rows.at.job));
	int64_t iterations;

	j->tasks = job_tasks(&c->rows, at, job_nodes(&c->rows, at));
	j->start = read_start(c, at);
	iterations = cell_int(c->table, at, k->iterations, 1, INT32_MAX, 1);
	j->compute = cell_time(c->table, at, k->compute, 0);
	if (*cell_text(at, k->duration) || *cell_text(at, k->warmup))
		table_bad(c->table, at, *cell_text(at, k->duration) ? k->duration : k->warmup, "is for open-loop rows, which have a load");
	if (*cell_text(at, k->arrivals))
		table_bad(c->table, at, k->arrivals, "is for open-loop rows, which have a load");
	read_placement(c, b, i, j->tasks);
	traffic_read(&j->traffic, c->table, at, &k->traffic, j->tasks, c->options.rounds, c->options.seed, b->id, j->id);
	check_interfaces(j->traffic.program, c->machine->nics);
	if (pattern_open(j->traffic.pattern))
		table_bad(c->table, at, k->traffic.pattern, "is an open-loop pattern: the row must have a load");
	if (ranks_cost(&c->machine->costs) && !j->traffic.program) {
		j->traffic.program = j->own = program_of_phases(&j->traffic, j->id);
		j->traffic.sends_leave = true;
	}
	tasks_add(r, r->jobs - 1, c->rows.task_node.item, iterations);
	if (r->succession) {
		const list *nodes = c->rows.node.count ? &c->rows.node : &c->rows.task_node;

		succession_add(r, r->jobs - 1, nodes->item, nodes->count);
	}
}

/* The nodes of an open-loop job, in label order. */
static void
open_nodes(case_reader *c, const batch *b, int i, job *j)
{
	const list *from = &c->rows.node;
	endpoints *e = &j->endpoints;
	uint32_t *node;

	if (!from->count) {	/* placed by task_nodes alone */
		read_placement(c, b, i, j->tasks);
		from = &c->rows.task_node;
	}
	node = xalloc(from->count, sizeof *node);
	memcpy(node, from->item, from->count * sizeof *node);
	qsort(node, from->count, sizeof *node, ascending_u32);
	for (uint32_t k = 0; k < from->count; k++)
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
	j->middle = duration < 0 ? NEVER : j->warm + duration / 2;
	j->drained = duration < 0 ? NEVER : j->stop + duration;
}

static void
read_open(case_reader *c, const batch *b, int i, traffic_run *r)
{
	const row *at = &b->row[i];
	const case_columns *k = &c->columns;
	const machine *m = c->machine;
	const char *name = cell_text(at, k->traffic.pattern), *why = NULL;
	job *j = new_job(r, cell_text(at, c->rows.at.job));
	endpoints *e = &j->endpoints;

	j->open = true;
	j->load = cell_real(c->table, at, c->rows.at.load, 1e-9, 1, 0);
	j->periodic = arrives_in_step(c, at);
	j->tasks = job_tasks(&c->rows, at, job_nodes(&c->rows, at));
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
	j->gap = (double)j->bytes * 8e12 / (j->load * (double)m->speeds[m->speed_of[m->router_links + interface_of(m, e->node[0], 0)]].bits_per_s);
	philox_key(j->draw_key, c->options.seed, "source", b->id, j->id);
}

static void
read_row(case_reader *c, const batch *b, int i, traffic_run *r)
{
	const row *at = &b->row[i];

	if (!*cell_text(at, c->columns.traffic.pattern))
		table_bad(c->table, at, c->columns.traffic.pattern, "must be given");
	c->job_of_row[i] = NONE;
	job_read_nodes(&c->rows, b->row, i);
	if (!job_is_placed(&c->rows, at)) {
		table_warn(c->table, at, c->rows.at.job, "has no nodes: left out");
		return;
	}
	c->job_of_row[i] = r->jobs;
	if (*cell_text(at, c->rows.at.load))
		read_open(c, b, i, r);
	else
		read_closed(c, b, i, r);
}

/* The job of row i keeps going.  It begins as if one looked in at any time: with its messages, or while it computes; so its first
 * iteration may have begun before the case. */
static void
keep_going(const case_reader *c, const batch *b, int i, traffic_run *r)
{
	uint32_t at = c->job_of_row[i];
	job *j = &r->job[at];
	int64_t sends = steady_add(r, at), when;
	rng g;

	rng_init(&g, c->options.seed, "steady", traffic_case(&b->row[i], &c->columns.traffic, b->id), j->id);
	when = j->compute ? (int64_t)rng_below(&g, (uint64_t)(sends + j->compute)) - sends : 0;
	j->start += (when > 0 ? when : 0) - j->compute;
}

/* Times count from the start of the earliest job; sources begin. */
static void
begin(case_reader *c, const batch *b, traffic_run *r)
{
	c->first = NEVER;
	for (uint32_t j = 0; j < r->jobs; j++)
		if (r->job[j].start < c->first)
			c->first = r->job[j].start;
	for (uint32_t j = 0; j < r->jobs; j++) {
		job *k = &r->job[j];

		k->start -= c->first;
		k->end = k->start;
		k->warm += k->start;
		if (k->open && !k->background) {
			k->stop += k->start;
			k->middle += k->start;
			k->drained += k->start;
		}
	}
	for (int i = 0; i < b->rows; i++) {
		uint32_t j = c->job_of_row[i];

		if (j != NONE && r->steady && !r->job[j].open)
			keep_going(c, b, i, r);
		if (j == NONE || !r->job[j].open)
			continue;
		if (r->job[j].background && r->tasks == 0)
			table_bad(c->table, &b->row[i], c->rows.at.load, "needs a duration_s: no closed-loop job in its case ends it");
	}
	if (r->succession)
		succession_begin(r);
	run_begin(r);
}

static void
connect_circuits(case_reader *c, const batch *b, traffic_run *r)
{
	case_circuits_clear(&c->circuits, r->net);
	for (int i = 0; i < b->rows; i++)
		if (job_is_placed(&c->rows, &b->row[i]))
			case_circuits_connect(&c->circuits, b, i, r->net);
}

void
case_read(case_reader *c, const batch *b, traffic_run *r)
{
	if (b->rows > c->row_room) {
		c->row_room = b->rows;
		c->job_of_row = xrealloc(c->job_of_row, (size_t)b->rows, sizeof *c->job_of_row);
	}
	job_reader_clear(&c->rows);
	philox_key(r->net->route_key, c->options.seed, "route", b->id, "");
	connect_circuits(c, b, r);
	for (int i = 0; i < b->rows; i++)
		read_row(c, b, i, r);
	for (int i = 0; i < b->rows; i++)
		if (c->job_of_row[i] != NONE)
			case_circuits_check(&c->circuits, b, i, r, c->job_of_row[i]);
	begin(c, b, r);
}
