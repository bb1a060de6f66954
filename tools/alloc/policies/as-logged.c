/* as-logged -- the nodes that a job had, as its log says: no choice, but what others are compared with. */
#include <inttypes.h>
#include <stdlib.h>

#include "alloc/policy.h"
#include "lib/cli/cli.h"
#include "lib/job/job.h"

static const char given[] = "log_node_list";

/* The memory: for each node the name of the job that had it last. */
static size_t
memory(const machine *m)
{
	return m->nodes * sizeof(const char *);
}

/* Why the job cannot have a node: it is busy, or in the list twice. */
static void
explain(const occupancy *o, uint32_t v, selection *out)
{
	const char *const *job = o->memory;

	if (!machine_has(o->machine, v))
		selection_refused(out, "node %" PRIu32 " is unavailable", v);
	else if (o->busy[v])
		selection_refused(out, "node %" PRIu32 " is already held by job '%s'", v, job[v]);
	else
		selection_refused(out, "node %" PRIu32 " is listed twice", v);
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	int column = table_need(q->table, given);
	uint8_t *taken;
	list l = { 0 };
	uint32_t n = 0;

	out->why = "the log does not say which nodes it had";
	if (!*cell_text(q->row, column))
		return false;
	job_read_list(&l, q->table, q->row, column, o->machine, q->nodes);
	taken = xcalloc(o->machine->nodes, 1);
	for (; n < l.count && !o->busy[l.item[n]] && !taken[l.item[n]]; n++) {
		taken[l.item[n]] = 1;
		out->node[n] = l.item[n];
	}
	if (n < l.count)
		explain(o, l.item[n], out);
	n = l.count - n;
	free(taken);
	list_free(&l);
	return n == 0;
}

static void
track(const occupancy *o, const request *q, const uint32_t *node, bool arrives)
{
	const char **job = o->memory;

	for (uint32_t i = 0; arrives && i < q->nodes; i++)
		job[node[i]] = q->job;
}

const policy policy_as_logged = {
	.name = "as-logged", .about = "the nodes that each job had, as its log says", .given = given, .memory = memory, .choose = choose,
	.track = track, .refuses = true,
};
