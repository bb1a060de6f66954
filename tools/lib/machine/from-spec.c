/* from-spec -- from a spec to a machine, and its end: what all kinds have in common. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/hostlist/hostlist.h"
#include "lib/machine/broken.h"
#include "lib/machine/build.h"
#include "lib/machine/costs.h"
#include "lib/machine/graph-search.h"
#include "lib/machine/interfaces.h"
#include "lib/machine/node-names.h"
#include "lib/machine/tori.h"
#include "lib/stream/lists.h"

enum { MOST_KINDS = 32 };

/* The keys that machines of every kind have.  The defaults are the network of the first paper's study. */
static const spec_key common_keys[] = {
	{ "cores", KEY_INT, "2", NULL, "processors a node", false },
	{ "node-bw", KEY_BANDWIDTH, "8Gb/s", NULL, "bandwidth between a node and its router", false },
	{ "node-latency", KEY_TIME, "40ns", NULL, "latency between a node and its router", false },
	{ "router-latency", KEY_TIME, "100ns", NULL, "time a packet's head takes through a router", false },
	{ "memory-latency", KEY_TIME, "0", NULL, "time a message between two tasks of a node takes", false },
	{ "memory-bw", KEY_BANDWIDTH, "", NULL, "bandwidth between two tasks of a node; without it bytes cost nothing", false },
	{ "send-overhead", KEY_TIME, "0", NULL, "time of a processor that a rank pays for a message it sends", false },
	{ "recv-overhead", KEY_TIME, "0", NULL, "time of a processor that a rank pays for a message it receives", false },
	{ "overhead-per-byte", KEY_TIME, "0", NULL, "time of a processor that sender and receiver pay for each byte", false },
	{ "message-gap", KEY_TIME, "0", NULL, "time between two messages of a rank, sent or received", false },
	{ "eager", KEY_BYTES, "", NULL, "larger sends end when their message is received; without it none do", false },
	{ "rendezvous", KEY_WORD, "", NULL, "round trips on the idle network that messages beyond eager wait for; without it none", false },
	{ "copy-bw", KEY_BANDWIDTH, "", NULL, "bandwidth at which sender and receiver copy messages up to eager; without it at no cost", false },
	{ "sum-bw", KEY_BANDWIDTH, "", NULL, "bandwidth at which a rank adds what it receives to its own; without it at no cost", false },
	{ "sum-bw-large", KEY_WORD, "", NULL, "SIZE:BANDWIDTH, for sums of more than so many bytes", false },
	{ "vc-buffer", KEY_BYTES, "", NULL, "buffer of a virtual channel of an input link; without it as large as one stream needs", false },
	{ "planes", KEY_INT, "1", NULL, "copies of the network, in each of which a node has as many interfaces", false },
	{ "nics", KEY_INT, "", NULL, "network interfaces a node; what a kind counts as nodes are then interfaces", false },
	{ "nic-stride", KEY_INT, "1", NULL, "how far apart the interfaces of a node are: 1, next to each other; with as many as a router has, rails", false },
	{ "nic-choice", KEY_WORD, "task", "task round-robin least", "which of its node's interfaces a message takes", false },
	{ "stripe", KEY_BYTES, "", NULL, "larger messages take all interfaces of their node, packet by packet; without it none do", false },
	{ "interface-order", KEY_WORD, "in-order", "in-order shared", "messages of a task leave one after the other, or large ones in turn", false },
	{ "domain", KEY_INT, "", NULL, "nodes that have a fast network of their own, as GPUs have", false },
	{ "domain-bw", KEY_BANDWIDTH, "", NULL, "bandwidth of a node's port into its domain", false },
	{ "domain-latency", KEY_TIME, "0", NULL, "latency of a domain", false },
	{ "unavailable", KEY_NODES, "", NULL, "nodes that no job may have, as 4-7+12, or by name, as n[01-04,07]", false },
	{ "broken", KEY_WORD, "", NULL, "links and routers that are broken, as r17+r3-r9+links:0.01:1", false },
	{ .name = NULL }
};

/* Nodes by number. */
static void
find_numbered(const machine *m, const spec *s, const char *text)
{
	list l = { 0 };
	const char *why;

	if (!list_read(&l, text, m->nodes, m->nodes, false, &why))
		spec_bad(s, "unavailable", "%s", why);
	for (uint32_t i = 0; i < l.count; i++)
		if (m->unavailable[l.item[i]]++)
			spec_bad(s, "unavailable", "node %u is listed twice", l.item[i]);
	list_free(&l);
}

/* Nodes by name, any of them more than once, as in the lines of sinfo. */
static void
find_named(const machine *m, const spec *s, const char *text)
{
	node_names known = { 0 };
	hostlist hosts = { 0 };
	const char *why;

	if (!m->node_name)
		spec_bad(s, "unavailable", "the machine's nodes have no names: must be numbers, as 4-7+12");
	if (!hostlist_read(&hosts, text, &why))
		spec_bad(s, "unavailable", "%s", why);
	node_names_add_all(&known, m);
	for (uint32_t i = 0; i < hosts.count; i++) {
		const char *name = hostlist_at(&hosts, i);
		uint32_t v = node_names_find(&known, name);

		if (v == NONE)
			spec_bad(s, "unavailable", "no node is called '%s'%s", name, node_names_hint(&known, name));
		m->unavailable[v] = 1;
	}
	hostlist_free(&hosts);
	node_names_free(&known);
}

static void
mark_unavailable(machine *m, const spec *s)
{
	char *text = xstrdup(spec_given(s, "unavailable") ? spec_word(s, "unavailable") : "");
	bool named = text[strspn(text, "0123456789-+")];

	for (char *at = text; (at = strchr(at, '+'));)
		*at = named ? ',' : ' ';
	if (*text)
		m->unavailable = xcalloc(m->nodes, sizeof *m->unavailable);
	if (*text)
		(named ? find_named : find_numbered)(m, s, text);
	free(text);
}

/* Nodes of another kind than the usual one take no job either. */
static void
withhold_kinds(machine *m)
{
	if (!m->node_kind)
		return;
	if (!m->unavailable)
		m->unavailable = xcalloc(m->nodes, sizeof *m->unavailable);
	for (uint32_t v = 0; v < m->nodes; v++)
		m->unavailable[v] |= m->node_kind[v] != NODE_COMPUTE;
}

static spec_kind known[MOST_KINDS];	/* kinds[] as specs know them */

spec *
machine_spec(const char *text, bool files, char **set, int sets, const char *where, int status)
{
	for (int i = 0; kinds[i]; i++) {
		assert(i + 1 < MOST_KINDS);
		known[i] = (spec_kind){ kinds[i]->name, kinds[i]->keys };
	}
	return spec_read(known, common_keys, text, files, set, sets, where, status);
}

/* Build what a checked spec says, and take the spec. */
static machine *
build(spec *s)
{
	machine *m = xcalloc(1, sizeof *m);

	m->kind = kinds[s->kind - known];
	m->cores = spec_at_least(s, "cores", 1);
	m->router_latency = spec_int(s, "router-latency");
	m->memory_latency = spec_int(s, "memory-latency");
	m->memory_bw = spec_given(s, "memory-bw") ? spec_bandwidth(s, "memory-bw") : 0;
	costs_read(m, s);
	m->vc_buffer = spec_given(s, "vc-buffer") ? spec_int(s, "vc-buffer") : 0;
	if (m->vc_buffer < 1 && spec_given(s, "vc-buffer"))
		spec_bad(s, "vc-buffer", "must be at least 1B");
	machine_class_read(m, s, "node");
	m->kind->build(m, s);
	planes_add(m, s);
	broken_break(m, s);
	interfaces_join(m, s);
	domains_read(m, s);
	mark_unavailable(m, s);
	withhold_kinds(m);
	m->spec = spec_canonical(s);
	spec_free(s);
	return m;
}

machine *
machine_build(const char *text, char **set, int sets, const char *where, int status)
{
	return build(machine_spec(text, true, set, sets, where, status));
}

machine *
machine_first_plane(const machine *m)
{
	char *nics = xprintf("nics=%u", m->nics / m->planes), *set[] = { "planes=1", nics, "nic-stride=1", "nic-choice=task" };
	machine *plane = machine_build(m->spec, set, 4, "--machine", FAIL_USAGE);

	free(nics);
	return plane;
}

void
machine_free(machine *m)
{
	m->kind->free_shape(m);
	graph_search_free(m);
	for (int i = 0; i < m->levels; i++) {
		if (m->level[i].of != m->node_router)
			free(m->level[i].of);
		free_all(m->level[i].first, m->level[i].member);
	}
	for (uint32_t v = 0; m->node_name && v < m->nodes; v++)
		free(m->node_name[v]);
	free(m->node_name);
	if (m->interface_router != m->node_router)
		free(m->interface_router);
	free_all(m->node_router, m->node_interface, m->interface_node, m->unavailable, m->node_kind, m->nid);
	free_all(m->above, m->fabric, m->block_size, m->first, m->from, m->to, m->reverse, m->class, m->speed_of, m->class_name);
	free_all(m->speeds, m->spec);
	broken_free(m);
	tori_free(m);
	free_all(m->searched, m);
}

/* The machine of the line #machine, which never names a file. */
static machine *
stream_machine(const table *t, char **set, int sets)
{
	char *where = xprintf("%s: #machine", t->file);
	machine *m = build(machine_spec(t->machine, false, set, sets, where, FAIL_DATA));

	free(where);
	return m;
}

/* Refuse a --machine that is another than the stream's. */
static void
compare(const cli *c, const table *t)
{
	machine *ours, *theirs;

	if (strcmp(c->machine, t->machine) == 0)
		return;
	theirs = stream_machine(t, NULL, 0);
	ours = machine_build(c->machine, NULL, 0, "--machine", FAIL_USAGE);
	if (strcmp(ours->spec, theirs->spec) != 0)
		die(FAIL_USAGE, "--machine: '%s': the stream's machine is '%s'; --set changes it", c->machine, theirs->spec);
	machine_free(ours);
	machine_free(theirs);
}

machine *
machine_of(const cli *c, const table *t)
{
	if (t && t->machine) {
		if (c->machine)
			compare(c, t);
		return stream_machine(t, c->set, c->sets);
	}
	if (c->machine)
		return machine_build(c->machine, c->set, c->sets, "--machine", FAIL_USAGE);
	if (c->sets)
		die(FAIL_USAGE, "--set: '%s': there is no machine to change; --machine names one", c->set[0]);
	if (t)
		die(FAIL_USAGE, "%s: no machine: the stream has no line #machine, and --machine is missing", t->file);
	die(FAIL_USAGE, "no machine: --machine is missing ('metrics machine --list' has machines by name)");
}
