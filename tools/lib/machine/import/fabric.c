/* fabric -- the places and ports of a list, and the cables between them. */
#include "lib/machine/import/fabric.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

uint32_t
topology_place(topology *t, const char *name, bool is_node, bool *added)
{
	uint32_t n = names_add(&t->name, name, added);

	if (!*added)
		return n;
	t->place = xgrow(t->place, &t->place_room, (size_t)n + 1, sizeof *t->place);
	t->place[n] = (fabric_place){ .is_node = is_node, .router = UINT32_MAX, .adapter = n, .line = gzlines_line(t->lines) };
	*(is_node ? &t->nodes : &t->routers) += 1;
	return n;
}

/* The number of a port's name. */
static uint32_t
port_named(topology *t, const char *name)
{
	bool added;
	uint32_t n = names_add(&t->port_name, name, &added);

	t->port = xgrow(t->port, &t->port_room, (size_t)n + 1, sizeof *t->port);
	return n;
}

void
topology_port(topology *t, uint32_t at, const char *name, uint32_t number, const char *peer, const char *class, double gigabits)
{
	uint32_t near = port_named(t, name), far = port_named(t, peer);
	fabric_port *p = &t->port[near];
	bool added;

	if (p->line)
		die_at(t->file, gzlines_line(t->lines), "%s: line %ld has this port already", name, p->line);
	*p = (fabric_port){ at, number, far, names_add(&t->class, class, &added), gigabits, gzlines_line(t->lines) };
}

/* What the lines of both ends say of a cable. */
static void
check_cable(const topology *t, uint32_t number)
{
	const fabric_port *p = &t->port[number], *far = &t->port[p->peer];
	const char *name = names_at(&t->port_name, number), *peer = names_at(&t->port_name, p->peer);

	if (!far->line)
		die_at(t->file, p->line, "%s leads to %s, which no line lists", name, peer);
	if (far->peer != number)
		die_at(t->file, p->line, "%s leads to %s, which line %ld leads to %s", name, peer, far->line,
			names_at(&t->port_name, far->peer));
	if (p->at == far->at)
		die_at(t->file, p->line, "%s leads to %s of its own: a link leads to another router", name, peer);
	if (t->place[p->at].is_node && t->place[far->at].is_node)
		die_at(t->file, p->line, "%s leads to %s: two nodes without a router between them", name, peer);
	if (!t->place[p->at].is_node && !t->place[far->at].is_node && p->class != far->class)
		die_at(t->file, p->line, "%s leads to %s as %s, line %ld says %s", name, peer, names_at(&t->class, p->class), far->line,
			names_at(&t->class, far->class));
}

/* A node hangs on one port. */
static void
attach(topology *t, uint32_t number)
{
	const fabric_port *p = &t->port[number];
	fabric_place *node = &t->place[p->at];

	if (node->router != UINT32_MAX)
		die_at(t->file, p->line, "%s has two links, and a node has one, to one router", names_at(&t->name, p->at));
	node->router = t->port[p->peer].at;
	node->port = t->port[p->peer].number;
}

static int
by_ends(const void *a, const void *b)
{
	const bundle *x = a, *y = b;

	if (x->a != y->a)
		return (x->a > y->a) - (x->a < y->a);
	if (x->b != y->b)
		return (x->b > y->b) - (x->b < y->b);
	return strcmp(x->class, y->class);
}

static int
by_router(const void *a, const void *b, void *of)
{
	const topology *t = of;
	const fabric_place *x = &t->place[*(const uint32_t *)a], *y = &t->place[*(const uint32_t *)b];
	uint32_t r = t->place[x->router].number, s = t->place[y->router].number;

	if (r != s)
		return (r > s) - (r < s);
	return (x->port > y->port) - (x->port < y->port);
}

/* A host of which two adapters say the same of themselves may be several, so its adapters are nodes by themselves. */
static void
forget_twins(topology *t, const uint32_t *node, uint32_t n)
{
	names seen = { 0 }, twins = { 0 };
	uint32_t *of = xalloc(n, sizeof *of);
	bool added;

	for (uint32_t i = 0; i < n; i++) {
		const fabric_place *p = &t->place[node[i]];
		uint32_t k = p->host ? names_add(&seen, p->description, &added) : NONE;

		if (k == NONE)
			continue;
		if (added)
			of[k] = p->adapter;
		else if (of[k] != p->adapter)
			names_add(&twins, p->host, NULL);
	}
	for (uint32_t i = 0; i < n && twins.count; i++) {
		fabric_place *p = &t->place[node[i]];

		if (p->host && names_find(&twins, p->host) != NONE) {
			free(p->host);
			p->host = NULL;
		}
	}
	if (twins.count)
		warn("%s: several adapters have one description: each is a node, and is called by its GUID: hosts: %" PRIu32 " ('%s')", t->file,
			twins.count, names_at(&twins, 0));
}

/* An adapter among those of its host, or a node by itself. */
typedef struct adapter {
	uint32_t host;		/* in the order of their first ones */
	uint32_t place;
	const fabric_place *is;
} adapter;

/* How many adapters most hosts have, of those that are called so if there are any; adapters[hosts]. */
static uint32_t
usual_adapters(const uint32_t *adapters, const bool *called, uint32_t hosts, uint32_t most)
{
	uint64_t *with = xcalloc((size_t)most + 1, sizeof *with);
	uint32_t best = 0;

	for (uint32_t i = 0; i < hosts; i++)
		with[adapters[i]] += called[i] ? UINT64_C(1) << 32 : 1;
	for (uint32_t k = 1; k <= most; k++)
		if (with[k] >= with[best])
			best = k;
	return best;
}

/* By host, of one by descriptions, then by ports. */
static int
by_host(const void *a, const void *b)
{
	const adapter *x = a, *y = b;
	int differ = x->host == y->host && x->is->description && y->is->description ? strcmp(x->is->description, y->is->description) : 0;

	if (x->host != y->host || differ)
		return differ ? differ : x->host < y->host ? -1 : 1;
	return (x->is->port > y->is->port) - (x->is->port < y->is->port);
}

/* Number the adapters of hosts with the usual number of them; the others are left out. */
static void
number_adapters(topology *t, const uint32_t *node, uint32_t n)
{
	adapter *all = xalloc(n, sizeof *all);
	names host = { 0 };
	uint32_t *adapters = xcalloc(n, sizeof *adapters), usual, odd = 0;
	bool added, *called = xcalloc(n, sizeof *called);

	for (uint32_t i = 0; i < n; i++) {
		const fabric_place *p = &t->place[node[i]];

		all[i] = (adapter){ names_add(&host, p->host ? p->host : names_at(&t->name, node[i]), &added), node[i], p };
		adapters[all[i].host]++;
		called[all[i].host] = p->host;
	}
	usual = t->adapters ? t->adapters : usual_adapters(adapters, called, host.count, n);
	qsort(all, n, sizeof *all, by_host);
	t->nodes = 0;
	for (uint32_t i = 0; i < n; i++) {
		fabric_place *p = &t->place[all[i].place];

		p->left_out = adapters[all[i].host] != usual;
		p->number = t->nodes;
		t->nodes += !p->left_out;
	}
	for (uint32_t i = 0; i < host.count; i++)
		odd += adapters[i] != usual;
	if (odd)
		warn("%s: hosts left out, which have not %" PRIu32 " adapter%s%s: %" PRIu32, t->file, usual, usual == 1 ? "" : "s",
			t->adapters ? "" : " as most", odd);
	t->adapters = usual;
}

static void
number_nodes(topology *t)
{
	uint32_t *node = xalloc(t->nodes, sizeof *node), n = 0;

	for (uint32_t i = 0; i < t->name.count; i++)
		if (!t->place[i].is_node || t->place[i].left_out)
			continue;
		else if (t->place[i].router != UINT32_MAX)
			node[n++] = i;
		else
			warn("%s:%ld: %s has no link and is left out", t->file, t->place[i].line, names_at(&t->name, i));
	qsort_r(node, n, sizeof *node, by_router, t);
	forget_twins(t, node, n);
	number_adapters(t, node, n);
}

void
topology_join(topology *t)
{
	uint32_t n = 0;

	t->bundle = xalloc(t->port_name.count, sizeof *t->bundle);
	for (uint32_t i = 0; i < t->port_name.count; i++) {
		const fabric_port *p = &t->port[i];
		uint32_t near, far;

		if (!p->line)
			continue;
		check_cable(t, i);
		if (t->place[p->at].is_node)
			attach(t, i);
		near = t->place[p->at].number;
		far = t->place[t->port[p->peer].at].number;
		if (!t->place[p->at].is_node && !t->place[t->port[p->peer].at].is_node && near < far)
			t->bundle[t->bundles++] = (bundle){ near, far, 1, names_at(&t->class, p->class), p->gigabits };
	}
	/* Put the cables of two routers and a class together. */
	qsort(t->bundle, t->bundles, sizeof *t->bundle, by_ends);
	for (uint32_t i = 0; i < t->bundles; i++)
		if (n && by_ends(&t->bundle[n - 1], &t->bundle[i]) == 0)
			t->bundle[n - 1].count++;
		else
			t->bundle[n++] = t->bundle[i];
	t->bundles = n;
	number_nodes(t);
}
