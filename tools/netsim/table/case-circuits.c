#include "netsim/table/case-circuits.h"

#include "lib/cli/cli.h"
#include "netsim/jobs/progress.h"

void
case_circuits_init(case_circuits *c, const table *t, machine *m)
{
	*c = (case_circuits){ .machine = m, .table = t, .column = table_column(t, "circuits"), .job = table_column(t, "job") };
	if (m->kind->circuits) {
		uint32_t g = rdragonfly_of(m)->groups.g;

		c->pair = xcalloc((size_t)g * g, sizeof *c->pair);
		c->seen = xcalloc(g, sizeof *c->seen);
		c->group = xalloc(g, sizeof *c->group);
	}
}

/* Row + 1 of the job whose circuits join two groups. */
static uint32_t *
pair_of(const case_circuits *c, uint32_t x, uint32_t y)
{
	return &c->pair[x * rdragonfly_of(c->machine)->groups.g + y];
}

static uint32_t
group_of_end(const rdragonfly *d, uint32_t end)
{
	return end / d->links;
}

static uint32_t
link_of_end(const machine *m, uint32_t end)
{
	const rdragonfly *d = rdragonfly_of(m);
	uint32_t k = end % d->links;

	return dragonfly_global(m, &d->groups, group_of_end(d, end) * d->groups.a + d->groups.owner[k], k);
}

void
case_circuits_clear(case_circuits *c, network *n)
{
	const rdragonfly *d;

	if (!c->pair)
		return;
	d = rdragonfly_of(c->machine);
	for (uint32_t i = 0; i < d->joined_count; i++) {
		uint32_t end = d->joined[i];

		*pair_of(c, group_of_end(d, end), group_of_end(d, d->far[end])) = 0;
		network_lead(n, link_of_end(c->machine, end), NONE);
	}
	circuits_clear(c->machine);
}

static const char *
job_name(const case_circuits *c, const batch *b, uint32_t at)
{
	return cell_text(&b->row[at], c->job);
}

/* The circuits of row i are none that an earlier row has, nor between groups that its circuits join. */
static void
check_others(const case_circuits *c, const batch *b, int i)
{
	const rdragonfly *d = rdragonfly_of(c->machine);

	for (uint32_t k = 0; k < c->list.count; k++) {
		const uint32_t *end = c->list.item[k].end;
		uint32_t x = group_of_end(d, end[0]), y = group_of_end(d, end[1]), other = *pair_of(c, x, y);

		for (int e = 0; e < 2; e++)
			if (d->far[end[e]] != NONE)
				table_bad(c->table, &b->row[i], c->column, "link %u.%u is already in a circuit of job '%s'",
					group_of_end(d, end[e]), end[e] % d->links,
					job_name(c, b, *pair_of(c, group_of_end(d, end[e]), group_of_end(d, d->far[end[e]])) - 1));
		if (other)
			table_bad(c->table, &b->row[i], c->column, "groups %u and %u are already joined by circuits of job '%s'",
				x, y, job_name(c, b, other - 1));
	}
}

void
case_circuits_connect(case_circuits *c, const batch *b, int i, network *n)
{
	const char *text = cell_text(&b->row[i], c->column), *why;
	const rdragonfly *d;

	if (!*text)
		return;
	if (!c->pair)
		table_bad(c->table, &b->row[i], c->column, "is for machines with optical circuit switches; this is a %s", c->machine->kind->name);
	if (!circuits_read(&c->list, c->machine, text, &why))
		table_bad(c->table, &b->row[i], c->column, "%s", why);
	check_others(c, b, i);
	if (!circuits_connect(c->machine, &c->list, &why))
		table_bad(c->table, &b->row[i], c->column, "%s", why);
	d = rdragonfly_of(c->machine);
	for (uint32_t k = 0; k < c->list.count; k++)
		for (int e = 0; e < 2; e++) {
			uint32_t end = c->list.item[k].end[e], link = link_of_end(c->machine, end);

			*pair_of(c, group_of_end(d, end), group_of_end(d, d->far[end])) = (uint32_t)i + 1;
			network_lead(n, link, c->machine->to[link]);
		}
}

static uint32_t
group_of_node(const case_circuits *c, uint32_t node)
{
	return rdragonfly_of(c->machine)->groups.group[c->machine->node_router[node]];
}

/* The node of task or sender v of job j. */
static uint32_t
node_of(const traffic_run *r, const case_job *j, uint32_t v)
{
	return j->tasks ? r->task[j->first_task + v].node : j->endpoints.node[v];
}

/* The groups that the job has tasks in, as they come. */
static void
list_groups(case_circuits *c, const traffic_run *r, const case_job *j)
{
	uint32_t count = j->tasks ? j->tasks : j->endpoints.nodes;

	c->groups = 0;
	for (uint32_t v = 0; v < count; v++) {
		uint32_t g = group_of_node(c, node_of(r, j, v));

		if (!c->seen[g]) {
			c->seen[g] = 1;
			c->group[c->groups++] = g;
		}
	}
	for (uint32_t k = 0; k < c->groups; k++)
		c->seen[c->group[k]] = 0;
}

/* Two groups of the job in row i that none of its circuits joins; false when all pairs are joined. */
static bool
find_gap(const case_circuits *c, int i, uint32_t *x, uint32_t *y)
{
	for (uint32_t k = 0; k < c->groups; k++)
		for (uint32_t l = 0; l < k; l++)
			if (*pair_of(c, c->group[k], c->group[l]) != (uint32_t)i + 1) {
				*x = c->group[l];
				*y = c->group[k];
				return true;
			}
	return false;
}

/* Its groups hang together: go from group to group by its circuits, beginning with the first. */
static void
check_connected(case_circuits *c, const batch *b, int i)
{
	uint32_t reached = 1;

	for (uint32_t k = 0; k < reached; k++)
		for (uint32_t l = reached; l < c->groups; l++)
			if (*pair_of(c, c->group[k], c->group[l]) == (uint32_t)i + 1) {
				uint32_t next = c->group[l];

				c->group[l] = c->group[reached];
				c->group[reached++] = next;
			}
	if (reached < c->groups)
		table_bad(c->table, &b->row[i], c->column, "job '%s' has tasks in groups %u and %u, which its circuits do not connect",
			job_name(c, b, (uint32_t)i), c->group[0], c->group[reached]);
}

/* Messages from group x to group y have no way. */
_Noreturn static void
refuse_pair(const case_circuits *c, const batch *b, int i, uint32_t x, uint32_t y)
{
	table_bad(c->table, &b->row[i], c->column, "job '%s' sends from group %u to group %u, which no circuit of it joins (routes are direct)",
		job_name(c, b, (uint32_t)i), x, y);
}

/* Two groups between which there are messages have a circuit. */
static void
check_message(const case_circuits *c, const batch *b, int i, uint32_t from, uint32_t to)
{
	uint32_t x = group_of_node(c, from), y = group_of_node(c, to);

	if (x != y && *pair_of(c, x, y) != (uint32_t)i + 1)
		refuse_pair(c, b, i, x, y);
}

void
case_circuits_check(case_circuits *c, const batch *b, int i, const traffic_run *r, uint32_t at)
{
	const case_job *j = &r->job[at];
	uint32_t x, y;

	if (!c->pair)
		return;
	list_groups(c, r, j);
	if (!find_gap(c, i, &x, &y))
		return;
	if (!j->tasks) {
		const endpoints *e = &j->endpoints;

		/* Where the group of the target hangs on chance, any two nodes talk; else one word tells it (pattern.h). */
		if (e->pattern->anywhere)
			refuse_pair(c, b, i, x, y);
		for (uint32_t v = 0; v < e->nodes; v++)
			check_message(c, b, i, e->node[v], e->node[e->pattern->target(e, v, 0)]);
		return;
	}
	check_connected(c, b, i);
	if (j->progress) {
		const program *p = j->progress->program;

		for (uint32_t k = 0; k < p->streams; k++)
			check_message(c, b, i, node_of(r, j, p->stream[k].from), node_of(r, j, p->stream[k].to));
	} else {
		const traffic *t = &j->traffic;

		for (uint32_t f = 0; f < traffic_phases(t); f++)
			for (uint32_t v = 0; v < j->tasks; v++)
				for (uint32_t k = traffic_sends(t, f, v); k-- > 0;)
					check_message(c, b, i, node_of(r, j, v), node_of(r, j, traffic_send(t, f, v, k).to));
	}
}
