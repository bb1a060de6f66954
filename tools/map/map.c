/* map -- which task of a job sits on which of its nodes.
 *
 * Reads a job table with node lists, or makes one of options (own-job.h), and adds the columns map and task_nodes, with --circuits
 * those of circuits too, or writes a file for a launcher (launch/).  A row's result depends on that row only; an algorithm
 * (algorithms/) is only its idea. */
#include <inttypes.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/progress.h"
#include "lib/machine/machine.h"
#include "lib/stream/lists.h"
#include "lib/stream/sink.h"
#include "lib/stream/table.h"
#include "map/circuits/columns.h"
#include "map/launch/file.h"
#include "map/mapping.h"
#include "map/options.h"
#include "map/own-job.h"
#include "map/place.h"
#include "map/scheduler.h"
#include "map/torus/advise.h"

typedef struct map_run {
	map_settings *opt;
	placer placer;
	gain gain;
	bool hints;		/* nothing was said yet of what another algorithm would gain */
	sink *out;		/* of a table; NULL: a file for a launcher */
	int map, task_nodes;	/* columns written */
	int column;		/* written: that of the algorithm; -1: it adds none */
	circuit_columns circuits;	/* columns written where circuits are chosen */
	launch_file file;
	int64_t jobs;		/* mapped so far */
	progress_part part;
} map_run;

/* --- on a terminal, whoever takes the launcher's own order is told once what another mapping would gain: the job is mapped by auto, too */

enum { MOST_MESSAGES = 8192 };	/* some tenths of a second */

/* Is it a job that auto can be asked about, and soon done with? */
static bool
suits(const map_settings *o, const job_row *j)
{
	const pattern *talk = pattern_find(cell_text(j->row, j->from->traffic.pattern));
	traffic t;
	uint64_t messages = 0;

	if (!talk || talk->target || j->tasks < 3 || j->tasks > MOST_MESSAGES || j->open)
		return false;
	job_traffic(j, &t, false, o->cli.seed);
	for (uint32_t f = 0; f < traffic_phases(&t) && messages <= MOST_MESSAGES; f++)
		for (uint32_t i = 0; i < j->tasks && messages <= MOST_MESSAGES; i++)
			messages += traffic_sends(&t, f, i);
	traffic_release(&t);
	return messages <= MOST_MESSAGES;
}

/* What would auto gain for a job whose nodes and tasks have been read, with options that name no algorithm?  Says nothing, and returns
 * false, where that would take long or there is nothing to gain: too few or too many tasks or messages, no closed-loop traffic. */
static bool
hint_say(const map_settings *o, const job_row *j)
{
	const table *in = j->from->table;
	const machine *m = j->from->machine;
	map_settings with = *o;
	job_row again;
	placer p;
	gain g;

	if (!suits(o, j))
		return false;
	options_choose(&with, mapping_find("auto"));
	with.gain = (gain_options){ .says = true, .offer = "with --algorithm auto, " };
	gain_open(&g, &with.gain, with.choice, in, m, &with.cli);
	placer_init(&p, &with, in, m, &g);
	again = job_of(&p.rows, j->case_, j->row);
	placer_place(&p, &again);
	placer_close(&p);
	gain_close(&g);
	return true;
}

/* --- rows */

static void
do_case(map_run *a, const batch *b)
{
	placer *p = &a->placer;

	placer_begin_case(p, b->id, b->row, b->rows);
	for (int i = 0; i < b->rows; i++) {
		job_row j = job_of(&p->rows, b->id, &b->row[i]);

		if (!a->out && !launch_file_wants(&a->file, &j))
			continue;
		placer_place(p, &j);
		a->jobs++;
		if (a->hints && j.tasks)
			a->hints = !hint_say(a->opt, &j);
		if (!a->out) {
			launch_file_put(&a->file, &j, &p->rank);
			continue;
		}
		/* The row again, with the nodes of its tasks. */
		for (uint32_t k = 0; k < p->rank.count; k++)
			p->rank.item[k] = j.node->item[p->rank.item[k] / p->machine->cores];
		sink_put(a->out, a->map, a->opt->choice);
		sink_put(a->out, a->task_nodes, list_write(p->rank.item, p->rank.count, true));
		if (p->cell)
			sink_put(a->out, a->column, p->cell);
		if (a->opt->circuits != CIRCUITS_NONE)
			circuit_columns_put(&a->circuits, &j, &p->rank);
		sink_row(a->out, j.row);
	}
	if (a->out)
		sink_flush(a->out);
}

/* The machine is known, and the columns of jobs. */
static void
begin(map_run *a, const table *in, const machine *m, hosts names)
{
	a->part = (progress_part){ &a->jobs, "jobs mapped", false };
	progress_begin(&a->part, 1);
	gain_open(&a->gain, &a->opt->gain, a->opt->choice, in, m, &a->opt->cli);
	placer_init(&a->placer, a->opt, in, m, &a->gain);
	if (a->opt->launch.format) {
		launch_file_open(&a->file, &a->opt->launch, in->file, names, a->opt->cli.bare ? NULL : a->opt->cli.run);
		return;
	}
	a->hints = a->opt->hints;
	a->out = sink_open(in, &a->opt->cli);
	a->map = sink_own(a->out, "map");
	a->task_nodes = sink_own(a->out, "task_nodes");
	a->column = a->opt->algorithm->column ? sink_own(a->out, a->opt->algorithm->column) : -1;
	if (a->opt->circuits != CIRCUITS_NONE)
		circuit_columns_init(&a->circuits, a->opt->circuits, a->opt->cli.seed, &a->placer.rows, a->out);
	sink_header(a->out, m->spec);
}

static void
end(map_run *a)
{
	progress_end();
	if (a->out)
		sink_close(a->out);
	else
		launch_file_close(&a->file);
	placer_close(&a->placer);
	gain_close(&a->gain);
}

/* The job that the options describe. */
static void
map_options(map_run *a)
{
	own_job_options typed = a->opt->own_job, *o = &typed;
	uint32_t tasks, total;
	own_job j;
	machine *m;
	hosts names;

	own_job_init(&j, o);
	o->nodes = scheduler_nodes(o->nodes, j.tasks, &tasks, &total);
	j.tasks = j.tasks ? j.tasks : total;
	if (tasks && !o->tasks_per_node)
		o->tasks_per_node = xprintf("%" PRIu32, tasks);
	m = own_job_machine(&j, o, &a->opt->cli);
	hosts_init(&names, m, !a->opt->launch.hosts && own_job_alone(o, &a->opt->cli) ? o->nodes : a->opt->launch.hosts);
	own_job_row(&j, o, &names);
	begin(a, &j.table, m, names);
	do_case(a, &(batch){ .id = "1", .rows = 1, .row = &j.row });
	end(a);
}

int
main(int argc, char *argv[])
{
	int at = command_operand(argc, argv);
	map_settings opt;
	map_run a = { .opt = &opt };

	if (at < argc && strcmp(argv[at], "advise") == 0)
		return advise_run(argc - 1, command_lead(argv, at));
	options_read(&opt, argc, argv);
	if (opt.own_job.nodes) {
		map_options(&a);
	} else {
		table *in = table_open(a.opt->cli.file);
		machine *m = machine_of(&a.opt->cli, in);
		hosts names;
		batch b;

		/* The jobs of a table. */
		hosts_init(&names, m, a.opt->launch.hosts);
		begin(&a, in, m, names);
		while (table_next_case(in, &b))
			do_case(&a, &b);
		end(&a);
	}
	close_stdout();
	return 0;
}
