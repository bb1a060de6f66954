#include "map/circuits/demand.h"

#include <inttypes.h>
#include <stdlib.h>

#include "lib/program/program.h"

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

void
demand_groups(circuit_demand *d, const job_row *j, int column)
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

void
demand_free(circuit_demand *d)
{
	free_all(d->group, d->between);
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

/* Are there more than MOST_MESSAGES? */
static bool
too_many(const traffic *t)
{
	uint64_t sum = 0;

	for (uint32_t f = 0; f < traffic_phases(t); f++)
		for (uint32_t i = 0; i < t->tasks && sum <= MOST_MESSAGES; i++)
			sum += traffic_sends(t, f, i);
	return sum > MOST_MESSAGES;
}

/* An empty message needs a way, too. */
static double
amount_of(int64_t bytes)
{
	return bytes ? (double)bytes : 1;
}

/* Its phases do not show empty messages. */
static void
add_program(circuit_demand *d, const program *p, const uint32_t *at)
{
	for (uint32_t i = 0; i < p->ranks; i++)
		for (uint32_t k = p->first[i]; k < p->first[i + 1]; k++)
			if (p->op[k].kind == OP_SEND)
				add(d, at[i], at[p->op[k].peer], amount_of(p->op[k].size));
}

static void
add_messages(circuit_demand *d, const traffic *t, const uint32_t *at)
{
	for (uint32_t f = 0; f < traffic_phases(t); f++)
		for (uint32_t i = 0; i < t->tasks; i++)
			for (uint32_t k = traffic_sends(t, f, i); k-- > 0;) {
				message e = traffic_send(t, f, i, k);

				add(d, at[i], at[e.to], amount_of(e.bytes));
			}
}

bool
demand_closed(circuit_demand *d, const machine *m, const traffic *t, const uint32_t *task_node)
{
	bool everyone = t->pattern == pattern_find("alltoall") && traffic_sends(t, 0, 0) == t->tasks - 1;
	uint32_t *at;

	if (!everyone && too_many(t))
		return false;
	at = places(d, m, task_node, t->tasks);
	if (everyone)
		add_everyone(d, at, t->tasks, (double)t->bytes);
	else if (t->program)
		add_program(d, t->program, at);
	else
		add_messages(d, t, at);
	keep_larger(d);
	free(at);
	return true;
}

void
demand_open(circuit_demand *d, const endpoints *e)
{
	uint32_t *at = places(d, e->machine, e->node, e->nodes);

	if (e->pattern->anywhere && e->nodes > 1)
		add_everyone(d, at, e->nodes, 1.0 / (e->nodes - 1));
	for (uint32_t v = 0; v < e->nodes && !e->pattern->anywhere; v++)
		add(d, at[v], at[e->pattern->target(e, v, 0)], 1);
	keep_larger(d);
	free(at);
}

bool
demand_any(const circuit_demand *d)
{
	for (size_t i = 0; i < (size_t)d->groups * d->groups; i++)
		if (d->between[i] > 0)
			return true;
	return false;
}
