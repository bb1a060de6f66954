#include "netsim/table/case.h"

#include <stdlib.h>

#include "lib/pattern/as-program.h"
#include "netsim/engine/philox.h"
#include "netsim/jobs/modes.h"

void
case_reader_init(case_reader *c, const table *t, machine *m, case_options o)
{
	*c = (case_reader){ .table = t, .machine = m, .options = o };
	job_reader_init(&c->rows, t, m, JOBS_PLACED);
	c->rows.in_turn = o.play;
	table_need(t, "pattern");
	case_circuits_init(&c->circuits, t, m);
}

void
case_reader_free(case_reader *c)
{
	job_reader_free(&c->rows);
	free(c->job_of_row);
}

static case_job *
new_job(traffic_run *r, const job_row *from)
{
	case_job *j;

	r->job = xgrow(r->job, &r->job_room, (size_t)r->jobs + 1, sizeof *r->job);
	j = &r->job[r->jobs++];
	histogram_clear(&j->latency);
	*j = (case_job){ .id = from->name, .latency = j->latency, .mode = from->open ? &mode_open : r->mode, .tasks = from->open ? 0 : from->tasks,
		.start = from->start, .compute = from->compute, .load = from->load, .periodic = from->periodic, .warm = from->warmup };
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
add_closed(const case_reader *c, job_row *from, traffic_run *r)
{
	case_job *j = new_job(r, from);

	job_read_placement(from);
	job_traffic(from, &j->traffic, c->options.rounds, c->options.seed);
	check_interfaces(j->traffic.program, c->machine->nics);
	if ((ranks_cost(&c->machine->costs) || c->machine->stripe != INT64_MAX) && !j->traffic.program) {
		j->traffic.program = j->own = program_of_phases(&j->traffic, j->id);
		j->traffic.sends_leave = true;
	}
	tasks_add(r, r->jobs - 1, from->task_node->item, from->iterations);
	if (r->mode->add) {
		const list *nodes = from->node->count ? from->node : from->task_node;

		r->mode->add(r, r->jobs - 1, nodes->item, nodes->count);
	}
}

static void
add_open(const case_reader *c, job_row *from, traffic_run *r)
{
	const machine *m = c->machine;
	case_job *j = new_job(r, from);

	j->bytes = cell_int(c->table, from->row, c->rows.traffic.bytes, 1, INT32_MAX, c->options.model->packet);
	j->endpoints.pattern = pattern_read(c->table, from->row, &c->rows.traffic, true);
	own_check(j->endpoints.pattern, c->table, from->row, &c->rows.traffic);
	if (!from->node->count)	/* placed by task_nodes alone */
		job_read_placement(from);
	job_endpoints(from, &j->endpoints, c->options.seed);
	j->background = from->duration < 0;
	j->stop = j->background ? NEVER : j->warm + from->duration;
	j->middle = j->background ? NEVER : j->warm + from->duration / 2;
	j->drained = j->background ? NEVER : j->stop + from->duration;
	j->gap = (double)j->bytes * 8e12
		/ (j->load * (double)m->speeds[m->speed_of[m->router_links + interface_of(m, j->endpoints.node[0], 0)]].bits_per_s);
	philox_key(j->draw_key, c->options.seed, "source", from->case_, j->id);
}

static void
read_row(case_reader *c, const batch *b, int i, traffic_run *r)
{
	job_row j = job_of(&c->rows, b->id, &b->row[i]);

	if (!*cell_text(j.row, c->rows.traffic.pattern))
		table_bad(c->table, j.row, c->rows.traffic.pattern, "must be given");
	c->job_of_row[i] = NONE;
	job_read_node_list(&j);
	if (!j.placed) {
		table_warn(c->table, j.row, c->rows.at[JOB_NAME], "has no nodes: left out");
		return;
	}
	c->job_of_row[i] = r->jobs;
	job_read_tasks(&j);
	job_read_cells(&j, JOB_CELLS);
	(j.open ? add_open : add_closed)(c, &j, r);
}

/* The job of row i keeps going.  It begins as if one looked in at any time: with its messages, or while it computes; so its first
 * iteration may have begun before the case. */
static void
keep_going(const case_reader *c, const batch *b, int i, traffic_run *r)
{
	uint32_t at = c->job_of_row[i];
	case_job *j = &r->job[at];
	int64_t sends = steady_add(r, at), when;
	rng g;

	rng_init(&g, c->options.seed, "steady", traffic_case(&b->row[i], &c->rows.traffic, b->id), j->id);
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
		case_job *k = &r->job[j];

		k->start -= c->first;
		k->end = k->start;
		k->warm += k->start;
		if (!k->tasks && !k->background) {
			k->end = k->stop += k->start;
			k->middle += k->start;
			k->drained += k->start;
		}
	}
	for (int i = 0; i < b->rows; i++) {
		uint32_t j = c->job_of_row[i];

		if (j != NONE && c->options.steady && r->job[j].tasks)
			keep_going(c, b, i, r);
		if (j != NONE && r->job[j].background && r->tasks == 0)
			table_bad(c->table, &b->row[i], c->rows.at[JOB_LOAD], "needs a duration_s: no closed-loop job in its case ends it");
	}
	run_begin(r);
}

void
case_read(case_reader *c, const batch *b, traffic_run *r)
{
	c->job_of_row = xgrow(c->job_of_row, &c->row_room, (size_t)b->rows, sizeof *c->job_of_row);
	job_reader_clear(&c->rows);
	philox_key(r->net->route_key, c->options.seed, "route", b->id, "");
	case_circuits_clear(&c->circuits, r->net);
	for (int i = 0; i < b->rows; i++)
		if (job_of(&c->rows, b->id, &b->row[i]).placed)
			case_circuits_connect(&c->circuits, b, i, r->net);
	for (int i = 0; i < b->rows; i++)
		read_row(c, b, i, r);
	for (int i = 0; i < b->rows; i++)
		if (c->job_of_row[i] != NONE)
			case_circuits_check(&c->circuits, b, i, r, c->job_of_row[i]);
	begin(c, b, r);
}
