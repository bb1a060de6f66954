#include "map/own-job.h"

#include <inttypes.h>
#include <string.h>

#include "lib/machine/node-names.h"
#include "lib/pattern/matrix/matrix.h"
#include "lib/pattern/pattern.h"
#include "lib/stream/lists.h"
#include "map/scheduler.h"
#include "map/support/task-blocks.h"

/* --- options */

#define OWN(name, value, about, field) { name, value, about, option_text, offsetof(own_job_options, field) }

const cli_option own_job_table[] = {
	{ "nodes", "HOSTLIST", "Read no table: map one job, which has these nodes [those that Slurm, PBS, LSF or Flux gave this job]", option_text,
		offsetof(own_job_options, nodes), .bare = SCHEDULER },
	OWN("topology", "FILE", "--nodes: they are those of a topology.conf of Slurm, or of what ibnetdiscover prints [all on one switch]", topology),
	OWN("tasks-per-node", "N", "--nodes: how many tasks a node takes [with --topology as many as it must, else the machine's cores]",
		tasks_per_node),
	OWN("dims", "XxYxZ", "--nodes: the job's process grid", dims),
	OWN("periodic", "DIMS", "--nodes: dimensions of the grid that wrap around, as xz", periodic),
	OWN("pattern", "NAME", "--nodes: what the tasks send [with --matrix matrix, else with --dims cartesian]", pattern),
	OWN("matrix", "FILE", "--nodes: a file that says how much each rank sends to each", matrix),
	{ 0 }
};

/* --- the job */

enum { COL_JOB, COL_NODES, COL_TASKS, COL_PATTERN, COL_DIMS, COL_PERIODIC, COL_MATRIX, COL_NODE_LIST, COLUMNS };

static char *column_name[COLUMNS] = { "job", "nodes", "tasks", "pattern", "dims", "periodic", "matrix", "node_list" };

void
own_job_init(own_job *j, const own_job_options *o)
{
	uint64_t tasks;

	*j = (own_job){ 0 };
	if (o->dims) {
		j->grid = option_extents("--dims", o->dims, 1, PATTERN_DIMS, "8x8x4");
		tasks = dims_product(j->grid.dims, j->grid.n);
		if (tasks >= UINT32_MAX)
			die(FAIL_USAGE, "--dims: '%s': more than %" PRIu32 " tasks", o->dims, UINT32_MAX - 1);
		j->tasks = (uint32_t)tasks;
	} else if (o->matrix) {
		j->tasks = matrix_of(o->matrix)->ranks;
	}
}

/* Processors a node: given, or as many as `tasks` on `nodes` need. */
static uint32_t
cores_of(const own_job *j, const own_job_options *o, uint32_t nodes)
{
	if (!o->tasks_per_node)
		return j->tasks ? (j->tasks - 1) / nodes + 1 : 1;
	return scheduler_tasks("--tasks-per-node", o->tasks_per_node);
}

bool
own_job_alone(const own_job_options *o, const cli *c)
{
	return !o->topology && !c->machine && !scheduler_numbers(o->nodes);
}

/* The machine of a file, which knows no processors; without one the job's nodes on one switch. */
static machine *
tree_machine(const own_job *j, const own_job_options *o, const cli *c)
{
	hostlist h;
	char *spec;

	if (o->topology && c->machine)
		die(FAIL_USAGE, "--topology: '%s': --machine names another", o->topology);
	if (o->topology && strchr(o->topology, ','))
		die(FAIL_USAGE, "--topology: '%s': the name of a machine's file holds no comma", o->topology);
	h = hosts_read("--nodes", o->nodes);
	if (!o->topology)
		warn("without --topology the nodes are taken to be on one switch: what counts is which tasks share a node");
	spec = o->topology ? xprintf("graph:topology=%s", o->topology) : xprintf("fattree:k=%" PRIu32 ",n=1", h.count);
	return machine_build(xprintf("%s,cores=%" PRIu32, spec, cores_of(j, o, h.count)), c->set, c->sets, "--topology", FAIL_USAGE);
}

machine *
own_job_machine(const own_job *j, const own_job_options *o, const cli *c)
{
	cli with = *c;

	if (o->topology || own_job_alone(o, c))
		return tree_machine(j, o, c);
	if (!c->machine)
		die(FAIL_USAGE, "no machine: --topology or --machine is missing");
	if (!o->tasks_per_node)
		return machine_of(c, NULL);
	with.set = xalloc((size_t)c->sets + 1, sizeof *with.set);
	for (int i = 0; i < c->sets; i++)
		with.set[i] = c->set[i];
	with.set[with.sets++] = xprintf("cores=%" PRIu32, cores_of(j, o, 1));
	return machine_of(&with, NULL);
}

/* A node that the job has, called so: each once, and available. */
static void
take(const machine *m, uint8_t *taken, uint32_t v, const char *name)
{
	if (taken[v]++)
		die(FAIL_USAGE, "--nodes: '%s': listed twice", name);
	if (!machine_has(m, v))
		die(FAIL_USAGE, "--nodes: '%s': is unavailable", name);
}

/* Nodes by name. */
static void
find_nodes(list *node, const own_job_options *o, const hosts *h, uint8_t *taken)
{
	const machine *m = h->machine;
	node_names known = { 0 };
	hostlist wanted;

	for (uint32_t v = 0; v < m->nodes; v++)
		if (!node_names_add(&known, hosts_machine(h, v), v))
			die(FAIL_DATA, "%s: '%s': two nodes have this name; of interfaces of one node the key nics says how many it has", m->spec,
				hosts_machine(h, v));
	wanted = hosts_read("--nodes", o->nodes);
	for (uint32_t i = 0; i < wanted.count; i++) {
		const char *name = hostlist_at(&wanted, i);
		uint32_t v = node_names_find(&known, name);

		if (v == NONE)
			die(FAIL_USAGE, "--nodes: '%s': no node of '%s' has this name%s", name, m->spec, node_names_hint(&known, name));
		take(m, taken, v, name);
		list_push(node, v);
	}
	for (uint32_t i = 1; m->fabrics && i < node->count; i++)
		if (m->fabric[node->item[i]] != m->fabric[node->item[0]])
			die(FAIL_USAGE, "--nodes: '%s' is in another fabric than '%s', and nothing joins the two", m->node_name[node->item[i]],
				m->node_name[node->item[0]]);
}

/* Nodes by number. */
static void
count_nodes(list *node, const own_job_options *o, const machine *m, uint8_t *taken, bool named)
{
	const char *why;

	if (!list_read(node, o->nodes, m->nodes, UINT32_MAX, false, &why))
		die(FAIL_USAGE, "--nodes: '%s': %s (nodes are given by number here: %s)", o->nodes, why,
			named ? "--hosts names those of the job, not those of the machine" : "the machine's have no names");
	if (node->count == 0)
		die(FAIL_USAGE, "--nodes: '': must be at least one node");
	for (uint32_t i = 0; i < node->count; i++)
		take(m, taken, node->item[i], xprintf("%" PRIu32, node->item[i]));
}

static char *
cell(const char *text)
{
	return xstrdup(text ? text : "");
}

/* The job's process grid: that of --dims, or the most cubic one where the pattern has one. */
static extents
grid_of(const own_job *j, const pattern *talk, uint64_t tasks)
{
	extents grid = j->grid;

	if (grid.dims == 0 && talk && talk->grid && tasks <= UINT32_MAX)
		cubic_dims((uint32_t)tasks, grid.dims = talk->grid < 0 ? 3 : talk->grid, grid.n);
	return grid;
}

/* The grid, and what wraps around.  In a table the first dimension is fastest: where the last one is in the ranks, 8x8x4 is 4x8x8 there. */
static void
put_grid(own_job *j, const own_job_options *o, extents grid)
{
	const char *periodic = o->periodic ? o->periodic : "";

	j->typed[COL_DIMS] = o->dims;
	j->typed[COL_PERIODIC] = o->periodic;
	if (last_fastest() && grid.dims > 1 && cell_turn(&grid)) {
		static const char axis[] = "xyzw";
		char *turned = xstrdup(periodic);

		grid = extents_turned(&grid);
		task_order_turn();
		/* The names of its dimensions turned; what is none stays, for others to refuse. */
		for (char *p = turned; *p; p++) {
			const char *at = strchr(axis, *p);

			if (at && at - axis < grid.dims)
				*p = axis[grid.dims - 1 - (at - axis)];
		}
		j->row.cell[COL_PERIODIC] = turned;
	} else {
		j->row.cell[COL_PERIODIC] = xstrdup(periodic);
	}
	j->row.cell[COL_DIMS] = grid.dims ? write_dims(grid.dims, grid.n) : xstrdup("");
}

void
own_job_row(own_job *j, const own_job_options *o, const hosts *h)
{
	const pattern *reader = pattern_with("matrix");
	const char *usual = o->matrix ? reader->name : o->dims ? "cartesian" : NULL, *name = o->pattern ? o->pattern : usual;
	const pattern *talk = name ? pattern_find(name) : NULL;
	char **cells = xcalloc(COLUMNS, sizeof *cells);
	uint8_t *taken = xcalloc(h->machine->nodes, sizeof *taken);
	list node = { 0 };

	if (!name)
		die(FAIL_USAGE, "how do its tasks talk? --dims, --matrix or --pattern is missing");
	if (o->matrix && talk != reader)
		die(FAIL_USAGE, "--matrix: '%s': pattern '%s' reads no matrix", o->matrix, name);
	if (!o->matrix && talk == reader)
		die(FAIL_USAGE, "--pattern: '%s': --matrix is missing", name);
	if (hosts_any(h))
		find_nodes(&node, o, h, taken);
	else
		count_nodes(&node, o, h->machine, taken, h->text != NULL);
	if (j->tasks > (uint64_t)node.count * h->machine->cores)
		die(FAIL_USAGE, "%" PRIu32 " tasks on %" PRIu32 " nodes with %" PRIu32 " processors; see --tasks-per-node",
			j->tasks, node.count, h->machine->cores);
	cells[COL_JOB] = xstrdup("job");
	cells[COL_NODES] = xprintf("%" PRIu32, node.count);
	cells[COL_TASKS] = j->tasks ? xprintf("%" PRIu32, j->tasks) : xstrdup("");
	cells[COL_PATTERN] = cell(name);
	cells[COL_MATRIX] = cell(o->matrix);
	cells[COL_NODE_LIST] = xstrdup(list_write(node.item, node.count, false));
	j->row.cell = cells;
	j->typed = xcalloc(COLUMNS, sizeof *j->typed);
	put_grid(j, o, grid_of(j, talk, j->tasks ? j->tasks : (uint64_t)node.count * h->machine->cores));
	j->table = (table){ .columns = COLUMNS, .name = column_name, .typed = j->typed };
}
