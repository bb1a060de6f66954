#include "map/circuits/columns.h"

#include <inttypes.h>
#include <stdlib.h>

#include "lib/machine/circuits/circuits.h"
#include "map/circuits/demand.h"
#include "map/circuits/layers.h"
#include "map/circuits/ports.h"

/* A job whose circuits are chosen. */
typedef struct chosen_circuits {
	const job_row *job;
	const list *task_node;
	circuit_demand demand;
	enum { UNKNOWN, BYTES, NODES } known;	/* what is in demand.between: nothing, bytes an iteration, sending nodes */
} chosen_circuits;

void
circuit_columns_init(circuit_columns *c, enum circuit_choice which, uint64_t seed, const job_reader *in, sink *out)
{
	const machine *m = in->machine;

	if (!m->kind->circuits)
		die(FAIL_DATA, "--circuits: needs a machine with optical circuit switches (rdragonfly), and '%s' has none", m->spec);
	*c = (circuit_columns){
		.choice = which, .seed = seed, .in = in->table, .machine = m, .out = out,
		.job = in->at[JOB_NAME], .pattern = in->traffic.pattern, .circuit_groups = table_column(in->table, "circuit_groups"),
		.circuits = sink_own(out, "circuits"), .circuit_load = sink_own(out, "circuit_load"), .circuit_bound = sink_own(out, "circuit_bound"),
	};
}

/* --- what the groups exchange */

static void
read_open(const circuit_columns *c, chosen_circuits *j)
{
	endpoints e = { .pattern = pattern_find(cell_text(j->job->row, c->pattern)) };

	if (!e.pattern || !pattern_open(e.pattern))
		table_bad(c->in, j->job->row, c->pattern, "must be an open-loop pattern, for the row has a load");
	job_endpoints(j->job, &e, c->seed);
	demand_open(&j->demand, &e);
	j->known = NODES;
	endpoints_release(&e);
}

static void
read_closed(const circuit_columns *c, chosen_circuits *j)
{
	traffic t;

	job_traffic(j->job, &t, false, c->seed);
	j->known = demand_closed(&j->demand, c->machine, &t, j->task_node->item) ? BYTES : UNKNOWN;
	traffic_release(&t);
	if (!j->known && c->choice == CIRCUITS_MATCHED)
		table_bad(c->in, j->job->row, c->pattern,
			"is more than %d messages an iteration, too many to count for --circuits matched; balanced needs no count", MOST_MESSAGES);
}

/* What is known of the traffic; balanced circuits do without. */
static void
read_demand(const circuit_columns *c, chosen_circuits *j)
{
	if (j->job->open)
		read_open(c, j);
	else if (*cell_text(j->job->row, c->pattern) || c->choice == CIRCUITS_MATCHED)
		read_closed(c, j);
}

/* --- the choice */

static void
lay_balanced(const circuit_columns *c, const chosen_circuits *j, layers *l)
{
	uint32_t n = l->fabric.groups;

	layers_balanced(l);
	for (uint32_t x = 0; x < n; x++)
		for (uint32_t y = 0; y < x; y++)
			if (l->count[(size_t)x * n + y] == 0)
				table_bad(c->in, j->job->row, c->job, "has %" PRIu32 " groups with %" PRIu32 " global links each, at %" PRIu32
					" OCSes: too few for balanced circuits, between every two", n, fabric_links(&l->fabric), l->fabric.ocs);
}

/* No circuits were found for what the groups exchange. */
_Noreturn static void
refuse(const circuit_columns *c, const chosen_circuits *j, const circuit_fabric *f)
{
	for (uint32_t x = 0; x < f->groups; x++) {
		uint32_t partners = 0;

		for (uint32_t y = 0; y < f->groups; y++)
			partners += j->demand.between[(size_t)x * f->groups + y] > 0;
		if (partners > fabric_links(f))
			table_bad(c->in, j->job->row, c->job, "group %" PRIu32 " exchanges messages with %" PRIu32 " groups and has %" PRIu32 " global links",
				j->demand.group[x], partners, fabric_links(f));
	}
	table_bad(c->in, j->job->row, c->job, "has %" PRIu32 " groups with %" PRIu32 " global links each, at %" PRIu32
		" OCSes: too few to connect them, and every two that exchange messages", f->groups, fabric_links(f), f->ocs);
}

/* Choose circuits, and fill in the cells of the row. */
static void
choose(const circuit_columns *c, const chosen_circuits *j)
{
	const rdragonfly *d = rdragonfly_of(c->machine);
	circuit_fabric f = { j->demand.groups, d->ocs, d->share };
	circuits chosen = { 0 };
	char *text;
	layers l;
	rng r;

	layers_init(&l, &f);
	rng_init(&r, c->seed, "circuits", traffic_case(j->job->row, &j->job->from->traffic, j->job->case_), j->job->name);
	if (c->choice == CIRCUITS_BALANCED)
		lay_balanced(c, j, &l);
	else if (!layers_matched(&l, j->demand.between, &r))
		refuse(c, j, &f);
	ports_assign(&l, c->machine, j->demand.group, c->choice == CIRCUITS_MATCHED, &chosen);
	text = circuits_write(&chosen, c->machine);
	sink_put(c->out, c->circuits, text);
	if (j->known == BYTES) {
		sink_put_real(c->out, c->circuit_load, counts_load(f.groups, j->demand.between, l.count));
		sink_put_real(c->out, c->circuit_bound, counts_bound(&f, j->demand.between));
	}
	free(text);
	circuits_free(&chosen);
	layers_free(&l);
}

void
circuit_columns_put(const circuit_columns *c, const job_row *job, const list *task_node)
{
	chosen_circuits j = { .job = job, .task_node = task_node };

	sink_put(c->out, c->circuits, "");	/* in place of what may have been there */
	sink_put(c->out, c->circuit_load, "");
	sink_put(c->out, c->circuit_bound, "");
	if (job->node->count == 0)
		return;
	demand_groups(&j.demand, job, c->circuit_groups);
	if (j.demand.groups > 1) {
		read_demand(c, &j);
		if (j.known != NODES || demand_any(&j.demand))	/* open-loop traffic within groups needs no circuits */
			choose(c, &j);
	}
	demand_free(&j.demand);
}
