#include "map/circuits/columns.h"

#include <inttypes.h>
#include <stdlib.h>

#include "lib/machine/circuits/circuits.h"
#include "lib/program/program.h"
#include "map/circuits/layers.h"
#include "map/circuits/ports.h"

enum { MOST_MESSAGES = 1 << 27 };	/* of an iteration, that are counted one by one: about a second */

/* The groups of a job, and what they exchange. */
typedef struct circuit_demand {
	uint32_t groups;
	uint32_t *group;	/* [groups] their numbers in the machine, ascending */
	double *between;	/* [groups * groups] the most that either of two sends the other, for a circuit carries both ways at once; 0 within one */
} circuit_demand;

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

/* The groups are the machine's largest domains. */
static const level *
groups_of(const machine *m)
{
	return &m->level[m->levels - 1];
}

/* Mark the groups of a cell. */
static void
mark_listed(uint8_t *has, const job_row *j, int column, uint32_t g)
{
	list l = { 0 };
	const char *why;

	if (!list_read(&l, cell_text(j->row, column), g, g, false, &why))
		table_bad(j->from->table, j->row, column, "%s", why);
	for (uint32_t i = 0; i < l.count; i++) {
		if (has[l.item[i]])
			table_bad(j->from->table, j->row, column, "group %" PRIu32 " is listed twice", l.item[i]);
		has[l.item[i]] = 1;
	}
	list_free(&l);
}

/* The groups of a job: those of its column circuit_groups (-1: there is none) where that says something, else those of its nodes.
 * They exchange nothing yet.  Dies through table_bad where a node is in none of them. */
static void
find_groups(circuit_demand *d, const job_row *j, int column)
{
	const level *groups = groups_of(j->from->machine);
	uint32_t g = groups->domains;
	uint8_t *has = xcalloc(g, sizeof *has);
	bool listed = *cell_text(j->row, column);

	if (listed)
		mark_listed(has, j, column, g);
	for (uint32_t i = 0; i < j->node->count; i++) {
		uint32_t node = j->node->item[i], group = groups->of[node];

		if (listed && !has[group])
			table_bad(j->from->table, j->row, column, "node %" PRIu32 " is in group %" PRIu32 ", which is not among them", node, group);
		has[group] = 1;
	}
	*d = (circuit_demand){ .group = xalloc(g, sizeof *d->group) };
	for (uint32_t i = 0; i < g; i++)
		if (has[i])
			d->group[d->groups++] = i;
	d->between = xcalloc((size_t)d->groups * d->groups, sizeof *d->between);
	free(has);
}

/* Where each of a list of nodes is: an index into d->group. */
static uint32_t *
places(const circuit_demand *d, const machine *m, const uint32_t *node, uint32_t count)
{
	uint32_t *index = xcalloc(groups_of(m)->domains, sizeof *index), *at = xalloc(count, sizeof *at);

	for (uint32_t i = 0; i < d->groups; i++)
		index[d->group[i]] = i;
	for (uint32_t i = 0; i < count; i++)
		at[i] = index[groups_of(m)->of[node[i]]];
	free(index);
	return at;
}

/* Group x sends so much to y.  Until keep_larger() between[] has each direction where it belongs. */
static void
add(circuit_demand *d, uint32_t x, uint32_t y, double amount)
{
	if (x != y)
		d->between[(size_t)x * d->groups + y] += amount;
}

/* Of what two groups send each other the larger. */
static void
keep_larger(circuit_demand *d)
{
	for (uint32_t x = 0; x < d->groups; x++)
		for (uint32_t y = 0; y < x; y++) {
			double *there = &d->between[(size_t)x * d->groups + y], *back = &d->between[(size_t)y * d->groups + x];

			*there = *back = *there > *back ? *there : *back;
		}
}

/* Every two of `count` talk alike, `amount` from one to the other: by products of how many each group has. */
static void
add_everyone(circuit_demand *d, const uint32_t *at, uint32_t count, double amount)
{
	uint64_t *size = xcalloc(d->groups, sizeof *size);

	for (uint32_t i = 0; i < count; i++)
		size[at[i]]++;
	for (uint32_t x = 0; x < d->groups; x++)
		for (uint32_t y = 0; y < d->groups; y++)
			add(d, x, y, amount * (double)(size[x] * size[y]));
	free(size);
}

/* An empty message needs a way, too. */
static double
amount_of(int64_t bytes)
{
	return bytes ? (double)bytes : 1;
}

/* Count the bytes of an iteration, tasks on these nodes.  False when that is more than MOST_MESSAGES messages; an alltoall of
 * all rounds is summed up by groups, however many they are. */
static bool
count_closed(circuit_demand *d, const machine *m, const traffic *t, const uint32_t *task_node)
{
	bool everyone = t->pattern == pattern_find("alltoall") && traffic_sends(t, 0, 0) == t->tasks - 1;
	uint64_t sum = 0;
	uint32_t *at;

	for (uint32_t f = 0; !everyone && f < traffic_phases(t); f++)
		for (uint32_t i = 0; i < t->tasks; i++)
			if ((sum += traffic_sends(t, f, i)) > MOST_MESSAGES)
				return false;
	at = places(d, m, task_node, t->tasks);
	if (everyone) {
		add_everyone(d, at, t->tasks, (double)t->bytes);
	} else if (t->program) {
		/* Its phases do not show empty messages. */
		for (uint32_t i = 0; i < t->program->ranks; i++)
			for (uint32_t k = t->program->first[i]; k < t->program->first[i + 1]; k++)
				if (t->program->op[k].kind == OP_SEND)
					add(d, at[i], at[t->program->op[k].peer], amount_of(t->program->op[k].size));
	} else {
		for (uint32_t f = 0; f < traffic_phases(t); f++)
			for (uint32_t i = 0; i < t->tasks; i++)
				for (uint32_t k = traffic_sends(t, f, i); k-- > 0;) {
					message e = traffic_send(t, f, i, k);

					add(d, at[i], at[e.to], amount_of(e.bytes));
				}
	}
	keep_larger(d);
	free(at);
	return true;
}

/* Do any two groups exchange something? */
static bool
any_exchange(const circuit_demand *d)
{
	for (size_t i = 0; i < (size_t)d->groups * d->groups; i++)
		if (d->between[i] > 0)
			return true;
	return false;
}

static void
read_open(const circuit_columns *c, chosen_circuits *j)
{
	endpoints e = { .pattern = pattern_find(cell_text(j->job->row, c->pattern)) };
	uint32_t *at;

	if (!e.pattern || !pattern_open(e.pattern))
		table_bad(c->in, j->job->row, c->pattern, "must be an open-loop pattern, for the row has a load");
	job_endpoints(j->job, &e, c->seed);
	/* Count open-loop traffic: how many nodes' worth of it, on average. */
	at = places(&j->demand, e.machine, e.node, e.nodes);
	if (e.pattern->anywhere && e.nodes > 1)
		add_everyone(&j->demand, at, e.nodes, 1.0 / (e.nodes - 1));
	for (uint32_t v = 0; v < e.nodes && !e.pattern->anywhere; v++)
		add(&j->demand, at[v], at[e.pattern->target(&e, v, 0)], 1);
	keep_larger(&j->demand);
	free(at);
	j->known = NODES;
	endpoints_release(&e);
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
	find_groups(&j.demand, job, c->circuit_groups);
	if (j.demand.groups > 1) {
		/* What is known of the traffic; balanced circuits do without. */
		if (j.job->open) {
			read_open(c, &j);
		} else if (*cell_text(j.job->row, c->pattern) || c->choice == CIRCUITS_MATCHED) {
			traffic t;

			job_traffic(j.job, &t, false, c->seed);
			j.known = count_closed(&j.demand, c->machine, &t, j.task_node->item) ? BYTES : UNKNOWN;
			traffic_release(&t);
			if (!j.known && c->choice == CIRCUITS_MATCHED)
				table_bad(c->in, j.job->row, c->pattern,
					"is more than %d messages an iteration, too many to count for --circuits matched; balanced needs no count", MOST_MESSAGES);
		}
		if (j.known != NODES || any_exchange(&j.demand))	/* open-loop traffic within groups needs no circuits */
			choose(c, &j);
	}
	free_all(j.demand.group, j.demand.between);
}
