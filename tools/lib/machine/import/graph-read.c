/* graph-read -- the tables of links and nodes, row by row. */
#include "lib/machine/import/graph-read.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/arrays.h"
#include "lib/cli/ascending.h"
#include "lib/cli/units.h"
#include "lib/machine/build.h"

enum { MOST = UINT8_MAX };	/* classes, and speeds: those of nodes' links are number 0 */

/* Refuse unknown columns: a misspelt one would silently be a default. */
static void
refuse_strangers(const table *t, const char *known)
{
	for (int i = 0; i < t->columns; i++) {
		char *name = xprintf(" %s,", t->name[i]);

		if (!strstr(known, name))
			die(FAIL_DATA, "%s: %s: unknown column; this table may have:%.*s", t->file, t->name[i],
				(int)strlen(known) - 1, known);
		free(name);
	}
}

static uint32_t
need_int(const table *t, const row *r, int column, int64_t max)
{
	int64_t n = cell_int(t, r, column, 0, max, -1);

	if (n < 0)
		table_bad(t, r, column, "must be given");
	return (uint32_t)n;
}

typedef struct link_columns {
	int from, to, class, bandwidth, latency, count, distance;
} link_columns;

/* The row's class; a new one is added to the names. */
static uint8_t
read_class(const table *t, const row *r, int column, names *n)
{
	const char *text = cell_text(r, column);
	bool added;
	uint32_t class = names_add(n, *text ? text : "link", &added) + 1;

	if (strcmp(text, "node") == 0)
		table_bad(t, r, column, "is the class of links between a node and its router");
	if (class > MOST)
		table_bad(t, r, column, "more than %d classes of links", MOST);
	return (uint8_t)class;
}

static uint8_t
read_speed(const table *t, const row *r, const link_columns *k, speed usual, machine *m)
{
	const char *bandwidth = cell_text(r, k->bandwidth), *latency = cell_text(r, k->latency);
	int number;

	if (*bandwidth && !read_bandwidth(bandwidth, &usual.bits_per_s))
		table_bad(t, r, k->bandwidth, "must be a bandwidth, as 8Gb/s or 1GB/s");
	if (*latency && !read_time(latency, &usual.latency))
		table_bad(t, r, k->latency, "must be a time, as 40ns or 1.5us");
	number = machine_speed(m, usual.bits_per_s, usual.latency);
	if (number > MOST)
		table_bad(t, r, *latency ? k->latency : k->bandwidth, "more than %d different speeds of links", MOST);
	return (uint8_t)number;
}

static cable
read_cable(const table *t, const row *r, const link_columns *k, speed usual, machine *m, names *n)
{
	cable c = { .line = r->line };

	c.end[0] = need_int(t, r, k->from, NONE - 2);
	c.end[1] = need_int(t, r, k->to, NONE - 2);
	if (c.end[0] == c.end[1])
		table_bad(t, r, k->to, "a link leads to another router");
	c.count = (uint32_t)cell_int(t, r, k->count, 1, INT32_MAX, 1);
	c.distance = (uint32_t)cell_int(t, r, k->distance, 1, GRAPH_LINK_FAR, 1);
	c.class = read_class(t, r, k->class, n);
	c.speed = read_speed(t, r, k, usual, m);
	return c;
}

void
cables_read(cables *c, const char *path, speed usual, machine *m, names *n)
{
	table *t = table_open(path);
	link_columns k;
	size_t room = 0;
	row r;

	*c = (cables){ .table = t, .file = t->file, .routers = 1 };
	refuse_strangers(t, " from, to, class, bandwidth, latency, count, distance, from_name, to_name,");
	k = (link_columns){ table_need(t, "from"), table_need(t, "to"), table_column(t, "class"),
		table_column(t, "bandwidth"), table_column(t, "latency"), table_column(t, "count"), table_column(t, "distance") };
	while (table_next(t, &r)) {
		cable next = read_cable(t, &r, &k, usual, m, n);
		uint32_t most = next.end[0] > next.end[1] ? next.end[0] : next.end[1];

		if (c->count == INT32_MAX)
			table_bad(t, &r, -1, "more than %d rows", INT32_MAX);
		c->cable = xgrow(c->cable, &room, (size_t)c->count + 1, sizeof *c->cable);
		c->cable[c->count++] = next;
		c->links += next.count;
		if (most >= c->routers)
			c->routers = most + 1;
	}
	for (uint32_t i = 0; i < n->count; i++)
		machine_class_name(m, names_at(n, i));
}

void
cables_free(cables *c)
{
	if (c->table)
		table_close(c->table);
	free(c->cable);
}

ASCENDING_BY2(by_node, graph_seat, node, line)

/* Sort by node; each has one row. */
static void
order_seats(const table *t, seats *s)
{
	qsort(s->seat, s->count, sizeof *s->seat, by_node);
	for (uint32_t i = 1; i < s->count; i++)
		if (s->seat[i].node == s->seat[i - 1].node)
			die_at(t->file, s->seat[i].line, "node: '%u': line %ld has it already, and a node sits on one router",
				s->seat[i].node, s->seat[i - 1].line);
	for (uint32_t i = 0; i < s->count; i++)
		if (s->seat[i].node != i)
			die(FAIL_DATA, "%s: node: %u is missing: nodes are numbered from 0 without gaps", t->file, i);
}

void
seats_check_groups(const seats *s, const char *file, uint32_t routers)
{
	uint32_t *of = array_of_none(routers);
	uint8_t *found = xcalloc(s->groups, sizeof *found);

	for (uint32_t i = 0; i < s->count; i++) {
		const graph_seat *x = &s->seat[i];

		if (of[x->router] != NONE && of[x->router] != x->group)
			die_at(file, x->line, "group: '%u': another node of this router is of another group", x->group);
		of[x->router] = x->group;
		found[x->group] = 1;
	}
	for (uint32_t g = 0; g < s->groups; g++)
		if (!found[g])
			die(FAIL_DATA, "%s: group: %u is missing: groups are numbered from 0 without gaps", file, g);
	free_all(of, found);
}

void
seats_read(seats *s, const char *path, uint32_t routers)
{
	table *t = table_open(path);
	int node, router, group, name;
	size_t room = 0;
	row r;

	*s = (seats){ 0 };
	refuse_strangers(t, " node, router, group, name, description,");
	node = table_need(t, "node");
	router = table_need(t, "router");
	group = table_column(t, "group");
	name = table_column(t, "name");
	while (table_next(t, &r)) {
		graph_seat next = { .node = need_int(t, &r, node, NONE - 2), .router = need_int(t, &r, router, NONE - 2), .line = r.line };

		if (next.router >= routers)
			table_bad(t, &r, router, "no link has this router; they go up to %u", routers - 1);
		if (group >= 0)
			next.group = need_int(t, &r, group, routers - 1);
		if (group >= 0 && next.group >= s->groups)
			s->groups = next.group + 1;
		if (*cell_text(&r, name))
			next.name = xstrdup(cell_text(&r, name));
		s->seat = xgrow(s->seat, &room, (size_t)s->count + 1, sizeof *s->seat);
		s->seat[s->count++] = next;
	}
	if (s->count == 0)
		die(FAIL_DATA, "%s: no node", t->file);
	order_seats(t, s);
	if (s->groups)
		seats_check_groups(s, t->file, routers);
	table_close(t);
}

void
seats_free(seats *s)
{
	for (uint32_t i = 0; i < s->count; i++)
		free(s->seat[i].name);
	free(s->seat);
}
