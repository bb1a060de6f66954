/* life -- see life.h. */
#include "map/life.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/units.h"
#include "lib/pattern/matrix/matrix.h"
#include "lib/pattern/pattern.h"
#include "lib/stream/lists.h"
#include "lib/stream/names.h"

enum { COL_JOB, COL_NODES, COL_TASKS, COL_PATTERN, COL_DIMS, COL_PERIODIC, COL_MATRIX, COL_NODE_LIST, COLUMNS };

static char *column_name[COLUMNS] = { "job", "nodes", "tasks", "pattern", "dims", "periodic", "matrix", "node_list" };

/* Tasks of a process grid. */
static uint32_t
grid_tasks(const char *text)
{
	uint32_t dim[PATTERN_DIMS];
	uint64_t product = 1;
	int dims;

	if (!read_dims(text, &dims, dim))
		die(FAIL_USAGE, "--dims: '%s': must be 1 to %d extents, as 8x8x4", text, PATTERN_DIMS);
	for (int d = 0; d < dims && product <= UINT32_MAX; d++)
		product *= dim[d];
	if (product >= UINT32_MAX)
		die(FAIL_USAGE, "--dims: '%s': more than %" PRIu32 " tasks", text, UINT32_MAX - 1);
	return (uint32_t)product;
}

void
life_init(life *l, const wishes *w)
{
	*l = (life){ 0 };
	if (w->dims)
		l->tasks = grid_tasks(w->dims);
	else if (w->matrix)
		l->tasks = matrix_of(w->matrix)->ranks;
}

static void
read_hosts(hostlist *h, const char *text)
{
	const char *why;

	if (!hostlist_read(h, text, &why))
		die(FAIL_USAGE, "--nodes: %s", why);
}

/* Processors a node: given, or as many as `tasks` on `nodes` need. */
static uint32_t
cores_of(const life *l, const wishes *w, uint32_t nodes)
{
	int64_t n;

	if (!w->tasks_per_node)
		return l->tasks ? (l->tasks - 1) / nodes + 1 : 1;
	if (!read_int(w->tasks_per_node, 1, INT32_MAX, &n))
		die(FAIL_USAGE, "--tasks-per-node: '%s': must be a whole number from 1", w->tasks_per_node);
	return (uint32_t)n;
}

/* The machine of a topology.conf, which knows no processors. */
static machine *
tree_machine(const life *l, const wishes *w, const cli *c)
{
	hostlist h = { 0 };
	char *text;
	machine *m;

	if (c->machine)
		die(FAIL_USAGE, "--topology: '%s': --machine names another", w->topology);
	if (strchr(w->topology, ','))
		die(FAIL_USAGE, "--topology: '%s': the name of a machine's file holds no comma", w->topology);
	read_hosts(&h, w->nodes);
	text = xprintf("graph:topology=%s,cores=%" PRIu32, w->topology, cores_of(l, w, h.count));
	m = machine_build(text, c->set, c->sets, "--topology", FAIL_USAGE);
	hostlist_free(&h);
	free(text);
	return m;
}

machine *
life_machine(const life *l, const wishes *w, const cli *c)
{
	cli with = *c;
	machine *m;

	if (w->topology)
		return tree_machine(l, w, c);
	if (!c->machine)
		die(FAIL_USAGE, "no machine: --topology or --machine is missing");
	if (!w->tasks_per_node)
		return machine_of(c, NULL);
	with.set = xalloc((size_t)c->sets + 1, sizeof *with.set);
	for (int i = 0; i < c->sets; i++)
		with.set[i] = c->set[i];
	with.set[with.sets++] = xprintf("cores=%" PRIu32, cores_of(l, w, 1));
	m = machine_of(&with, NULL);
	free(with.set[c->sets]);
	free(with.set);
	return m;
}

/* A node that the job has, called so; each once, and to be had. */
static void
take(list *node, const machine *m, uint8_t *taken, uint32_t v, const char *name)
{
	if (taken[v]++)
		die(FAIL_USAGE, "--nodes: '%s': listed twice", name);
	if (!machine_has(m, v))
		die(FAIL_USAGE, "--nodes: '%s': is unavailable", name);
	list_push(node, v);
}

/* The machine's nodes by name: number[k] is the node whose name is the k-th of `known`. */
static void
learn_names(names *known, uint32_t *number, const hosts *h)
{
	const machine *m = h->machine;
	bool added;

	for (uint32_t v = 0; v < m->nodes; v++) {
		const char *name = hosts_machine(h, v);

		if (!name)
			continue;
		number[names_add(known, name, &added)] = v;
		if (!added)
			die(FAIL_DATA, "%s: '%s': two nodes have this name", m->spec, name);
	}
}

/* Nodes by name. */
static void
find_nodes(list *node, const wishes *w, const hosts *h, uint8_t *taken)
{
	uint32_t *number = xalloc(h->machine->nodes, sizeof *number);
	names known = { 0 };
	hostlist wanted = { 0 };

	learn_names(&known, number, h);
	read_hosts(&wanted, w->nodes);
	for (uint32_t i = 0; i < wanted.count; i++) {
		const char *name = hostlist_at(&wanted, i);
		uint32_t k = names_find(&known, name);

		if (k == UINT32_MAX)
			die(FAIL_USAGE, "--nodes: '%s': no node of '%s' has this name", name, h->machine->spec);
		take(node, h->machine, taken, number[k], name);
	}
	hostlist_free(&wanted);
	names_free(&known);
	free(number);
}

/* Nodes by number. */
static void
count_nodes(list *node, const wishes *w, const machine *m, uint8_t *taken, bool named)
{
	list read = { 0 };
	const char *why;

	if (!list_read(&read, w->nodes, m->nodes, UINT32_MAX, false, &why))
		die(FAIL_USAGE, "--nodes: '%s': %s (nodes are given by number here: %s)", w->nodes, why,
			named ? "--hosts names those of the job, not those of the machine" : "the machine's have no names");
	if (read.count == 0)
		die(FAIL_USAGE, "--nodes: '': must be at least one node");
	for (uint32_t i = 0; i < read.count; i++) {
		char *name = xprintf("%" PRIu32, read.item[i]);

		take(node, m, taken, read.item[i], name);
		free(name);
	}
	list_free(&read);
}

static char *
cell(const char *text)
{
	return xstrdup(text ? text : "");
}

/* "8x8x4" as "4x8x8": what is fastest last there is fastest first here. */
static char *
turn_dims(const char *text)
{
	uint32_t dim[PATTERN_DIMS];
	int dims;
	char *turned;

	if (!read_dims(text, &dims, dim))	/* life_init has seen them */
		return xstrdup(text);
	turned = xprintf("%" PRIu32, dim[dims - 1]);
	for (int d = dims - 2; d >= 0; d--) {
		char *more = xprintf("%sx%" PRIu32, turned, dim[d]);

		free(turned);
		turned = more;
	}
	return turned;
}

/* The names of dimensions, likewise; what is none stays, for others to refuse. */
static char *
turn_periodic(const char *text, const char *dims)
{
	static const char axis[] = "xyzw";
	char *turned = xstrdup(text);
	int last = 0;

	for (const char *p = dims; *p; p++)
		last += *p == 'x';
	for (char *p = turned; *p; p++) {
		const char *at = strchr(axis, *p);

		if (at && at - axis <= last)
			*p = axis[last - (at - axis)];
	}
	return turned;
}

void
life_row(life *l, const wishes *w, const hosts *h, bool last_fastest)
{
	const char *usual = w->matrix ? "matrix" : w->dims ? "cartesian" : NULL, *name = w->pattern ? w->pattern : usual;
	const pattern *talk = name ? pattern_find(name) : NULL;
	/* a pattern with a grid of its own numbers the first dimension fastest */
	bool turn = last_fastest && w->dims && talk && talk->grid != 0;
	char **cells = xcalloc(COLUMNS, sizeof *cells);
	uint8_t *taken = xcalloc(h->machine->nodes, sizeof *taken);
	list node = { 0 };

	if (!name)
		die(FAIL_USAGE, "how do its tasks talk? --dims, --matrix or --pattern is missing");
	if (w->matrix && talk != pattern_find("matrix"))
		die(FAIL_USAGE, "--matrix: '%s': pattern '%s' reads no matrix", w->matrix, name);
	if (!w->matrix && talk == pattern_find("matrix"))
		die(FAIL_USAGE, "--pattern: '%s': --matrix is missing", name);
	if (hosts_any(h))
		find_nodes(&node, w, h, taken);
	else
		count_nodes(&node, w, h->machine, taken, h->text != NULL);
	if (l->tasks > (uint64_t)node.count * h->machine->cores)
		die(FAIL_USAGE, "%" PRIu32 " tasks on %" PRIu32 " nodes with %" PRIu32 " processors; see --tasks-per-node",
			l->tasks, node.count, h->machine->cores);
	cells[COL_JOB] = xstrdup("job");
	cells[COL_NODES] = xprintf("%" PRIu32, node.count);
	cells[COL_TASKS] = l->tasks ? xprintf("%" PRIu32, l->tasks) : xstrdup("");
	cells[COL_PATTERN] = cell(name);
	cells[COL_DIMS] = turn ? turn_dims(w->dims) : cell(w->dims);
	cells[COL_PERIODIC] = turn && w->periodic ? turn_periodic(w->periodic, w->dims) : cell(w->periodic);
	cells[COL_MATRIX] = cell(w->matrix);
	cells[COL_NODE_LIST] = xstrdup(list_write(node.item, node.count, false));
	l->row.cell = cells;
	l->table = (table){ .columns = COLUMNS, .name = column_name };
	list_free(&node);
	free(taken);
}

void
life_free(life *l)
{
	for (int i = 0; i < COLUMNS; i++)
		free(l->row.cell[i]);
	free(l->row.cell);
}
