/* map -- which task of a job sits on which of its nodes.
 *
 * Reads a job table with node lists, adds the columns map and task_nodes.  A row's
 * result depends on that row only; an algorithm (algorithms/) is only its idea. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/machine/machine.h"
#include "lib/pattern/pattern.h"
#include "lib/stream/lists.h"
#include "lib/stream/sink.h"
#include "lib/stream/table.h"
#include "map/advise.h"
#include "map/jobs.h"
#include "map/mapping.h"
#include "map/options.h"

typedef struct run {
	const options *opt;
	table *in;
	sink *out;
	const machine *machine;
	columns at;
	traffic_columns traffic_at;
	int map, task_nodes;	/* columns written */
	int volumes;		/* likewise; -1: no algorithm divides */
	list node;		/* nodes and tasks of the job under way */
	list task_node;
	uint8_t *mark;		/* scratch of read_nodes */
	unsigned needs;		/* of all algorithms that run */
} run;

/* Who talks to whom in the job under way. */
typedef struct talk {
	traffic traffic;
	affinity affinity;
	distances distances;
} talk;

#define MOST_PAIRS (UINT64_C(1) << 29)


/* Room for n tasks. */
static void
make_room(run *a, uint32_t n)
{
	if (n > a->task_node.room) {
		a->task_node.room = n;
		a->task_node.item = xrealloc(a->task_node.item, n, sizeof *a->task_node.item);
	}
	a->task_node.count = n;
}

/* What the algorithms want to know of who talks to whom. */
static void
read_talk(run *a, const char *id, const row *r, placement *p, talk *t)
{
	traffic_read(&t->traffic, a->in, r, &a->traffic_at, p->tasks, false, a->opt->cli.seed, id, p->job);
	if (a->needs & NEEDS_GRID && t->traffic.dims == 0)
		table_bad(a->in, r, a->traffic_at.pattern, "has no process grid, which algorithm '%s' needs; give dims", a->opt->algorithm->name);
	p->traffic = &t->traffic;
	if (!(a->needs & NEEDS_TRAFFIC))
		return;
	if (!affinity_init(&t->affinity, &t->traffic, p->knobs->objective, MOST_PAIRS))
		table_bad(a->in, r, a->traffic_at.pattern, "has more than %" PRIu64 " pairs of tasks that talk", MOST_PAIRS);
	distances_init(&t->distances, a->machine, p->node, p->nodes);
	p->affinity = &t->affinity;
	p->distances = &t->distances;
}

static void
forget_talk(talk *t)
{
	traffic_release(&t->traffic);
	affinity_free(&t->affinity);
	distances_free(&t->distances);
}

/* Run the chain of algorithms; ranks become nodes. */
static void
place_by(const run *a, placement *p, const char *stream, uint32_t *rank)
{
	for (int i = 0; i < a->opt->links; i++) {
		const mapping *m = a->opt->chain[i];

		rng_init(p->random, a->opt->cli.seed, i == 0 ? "map" : m->name, stream, p->job);
		(m->improve ? m->improve : m->place)(p, rank);
	}
	for (uint32_t i = 0; i < p->tasks; i++)
		rank[i] = p->node[rank[i] / a->machine->cores];
}

/* Place the tasks of one job with its nodes in a->node. */
static void
place_tasks(run *a, const char *id, const row *r)
{
	rng random;
	talk t = { 0 };
	char *volumes = NULL;
	placement p = {
		.machine = a->machine, .case_ = id, .job = cell_text(r, a->at.job), .table = a->in, .row = r, .node = a->node.item, .nodes = a->node.count,
		.tasks = read_tasks(a->in, r, &a->at, a->machine, a->node.count),
		.ranks = a->node.count * a->machine->cores, .knobs = &a->opt->knobs, .random = &random, .volumes = &volumes,
	};

	make_room(a, p.tasks);
	if (a->needs & (NEEDS_TRAFFIC | NEEDS_GRID))
		read_talk(a, id, r, &p, &t);
	place_by(a, &p, traffic_case(r, &a->traffic_at, id), a->task_node.item);
	if (a->needs & (NEEDS_TRAFFIC | NEEDS_GRID))
		forget_talk(&t);
	if (volumes)
		sink_put(a->out, a->volumes, volumes);
	free(volumes);
}

static void
do_row(run *a, const char *id, const row *r)
{
	read_nodes(a->in, r, &a->at, a->machine, a->mark, &a->node);
	a->task_node.count = 0;
	if (a->node.count > 0)
		place_tasks(a, id, r);
	sink_put(a->out, a->map, a->opt->choice);
	sink_put(a->out, a->task_nodes, list_write(a->task_node.item, a->task_node.count, true));
	sink_row(a->out, r);
}

static void
run_map(const options *opt)
{
	table *in = table_open(opt->cli.file);
	machine *m = machine_of(&opt->cli, in);
	run a = { .opt = opt, .in = in, .machine = m };
	batch b;

	for (int i = 0; i < opt->links; i++) {
		a.needs |= opt->chain[i]->needs;
		if (opt->chain[i]->divides && i + 1 < opt->links)
			die(FAIL_USAGE, "--from: '%s' changes what tasks send; run it by itself, before '%s'", opt->chain[i]->name, opt->algorithm->name);
		if (opt->chain[i]->needs & NEEDS_COORDINATES && m->dims == 0)
			die(FAIL_DATA, "algorithm '%s' needs a machine with coordinates, and '%s' has none", opt->chain[i]->name, m->spec);
	}
	columns_find(&a.at, in);
	traffic_find(&a.traffic_at, in);
	a.out = sink_open(in, &opt->cli);
	a.map = sink_own(a.out, "map");
	a.task_nodes = sink_own(a.out, "task_nodes");
	a.volumes = opt->algorithm->divides ? sink_own(a.out, "volumes") : -1;
	a.mark = xcalloc(m->nodes, sizeof *a.mark);
	sink_header(a.out, m->spec);
	while (table_next_case(in, &b)) {
		for (int i = 0; i < b.rows; i++)
			do_row(&a, b.id, &b.row[i]);
		sink_flush(a.out);
	}
	sink_close(a.out);
	list_free(&a.node);
	list_free(&a.task_node);
	free(a.mark);
	machine_free(m);
	table_close(in);
	if (opt->knobs.trace && (ferror(opt->knobs.trace) | fclose(opt->knobs.trace)))
		die(FAIL_DATA, "--swaps-trace: cannot write");
}

int
main(int argc, char *argv[])
{
	options opt;

	if (argc > 1 && strcmp(argv[1], "advise") == 0)
		return advise_run(argc - 1, argv + 1);
	options_read(&opt, argc, argv);
	if (opt.list)
		for (const mapping *const *p = mappings; *p; p++)
			cli_list((*p)->name, (*p)->about);
	else
		run_map(&opt);
	close_stdout();
	return 0;
}
