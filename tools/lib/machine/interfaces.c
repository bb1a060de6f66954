#include "lib/machine/interfaces.h"

#include <stdlib.h>
#include <string.h>

#include "lib/machine/build.h"

/* Nodes, each with one interface in each of its runs of `stride` in a plane; the numbers of a block of that many nodes are its own. */
static void
number_interfaces(machine *m, uint32_t stride)
{
	uint32_t plane = m->interfaces / m->planes, runs = m->nics / m->planes;

	m->node_interface = xalloc(m->interfaces, sizeof *m->node_interface);
	m->interface_node = xalloc(m->interfaces, sizeof *m->interface_node);
	for (uint32_t i = 0; i < m->interfaces; i++) {
		uint32_t at = i % plane, block = at / stride / runs, k = i / plane * runs + at / stride % runs, node = block * stride + at % stride;

		m->interface_node[i] = node;
		m->node_interface[(size_t)node * m->nics + k] = i;
	}
}

/* Make levels of interfaces those of nodes, each node where its first interface is. */
static void
narrow_levels(machine *m)
{
	uint32_t *router = m->node_router;	/* of all interfaces of the first plane */
	int levels = m->levels;

	m->levels = 0;
	m->node_router = xalloc(m->nodes, sizeof *m->node_router);
	for (int k = 0; k < levels; k++) {
		level was = m->level[k];
		uint32_t *of = k == 0 ? m->node_router : xalloc(m->nodes, sizeof *of);

		for (uint32_t v = 0; v < m->nodes; v++)
			of[v] = was.of[interface_of(m, v, 0)];
		if (was.of != router)
			free(was.of);
		free_all(was.first, was.member);
		machine_level_add(m, was.name, was.domains, of);
	}
	if (router != m->interface_router)
		free(router);
}

/* What nodes are, which is what the last of node_kinds is that an interface says; what they are called, and their numbers, as the first. */
static void
narrow_nodes(machine *m)
{
	for (uint32_t v = 0; v < m->nodes; v++) {	/* its first interface is not before it */
		uint32_t first = interface_of(m, v, 0);

		for (uint32_t k = 1; m->node_kind && k < m->nics / m->planes; k++)
			if (m->node_kind[interface_of(m, v, k)] > m->node_kind[first])
				m->node_kind[first] = m->node_kind[interface_of(m, v, k)];
		if (m->node_kind)
			m->node_kind[v] = m->node_kind[first];
		if (m->nid)
			m->nid[v] = m->nid[first];
		if (m->node_name && v != first) {
			free(m->node_name[v]);
			m->node_name[v] = m->node_name[first];
			m->node_name[first] = NULL;
		}
	}
	for (uint32_t i = m->nodes; m->node_name && i < m->interfaces / m->planes; i++)
		free(m->node_name[i]);
}

static nic_choice
read_choice(const spec *s)
{
	const char *word = spec_word(s, "nic-choice");

	return strcmp(word, "least") == 0 ? NIC_LEAST : strcmp(word, "round-robin") == 0 ? NIC_ROUND_ROBIN : NIC_OF_TASK;
}

/* Refuse interfaces that make no whole nodes. */
static void
check_shares(const machine *m, const spec *s, uint32_t stride)
{
	uint32_t plane = m->interfaces / m->planes, runs = m->nics / m->planes;

	if (m->nics % m->planes != 0)
		spec_bad(s, "nics", "must be as many in each of %u planes; %u would do", m->planes, m->nics / m->planes * m->planes + m->planes);
	if (plane % ((uint64_t)runs * stride) == 0)
		return;
	if (stride == 1)
		spec_bad(s, "nics", "%u interfaces do not make whole nodes of %u; %u would do", plane, runs, machine_fitting(plane, runs));
	if (plane % runs != 0)
		spec_bad(s, "nics", "%u interfaces do not make nodes of %u", plane, runs);
	spec_bad(s, "nic-stride", "%u interfaces do not make whole nodes of %u, one in each run of so many; %u would do", plane, runs,
		machine_fitting(plane / runs, stride));
}

void
interfaces_join(machine *m, const spec *s)
{
	uint32_t stride = spec_at_least(s, "nic-stride", 1);

	m->nics = spec_given(s, "nics") ? spec_at_least(s, "nics", 1) : m->planes;
	m->nic_choice = read_choice(s);
	m->shares = strcmp(spec_word(s, "interface-order"), "shared") == 0;
	m->stripe = spec_given(s, "stripe") ? spec_int(s, "stripe") : INT64_MAX;
	m->interfaces = m->planes * m->nodes;
	if (m->planes == 1)
		m->interface_router = m->node_router;
	if (spec_given(s, "stripe") && m->nic_choice != NIC_OF_TASK)
		spec_bad(s, "stripe", "is for nic-choice=task: with others all messages take several interfaces");
	if (m->nics == 1) {
		spec_refuse(s, "stripe", "is for nodes with several interfaces (nics)");
		if (stride > 1 || m->nic_choice != NIC_OF_TASK)
			spec_bad(s, stride > 1 ? "nic-stride" : "nic-choice", "is for nodes with several interfaces (nics)");
		return;
	}
	if (m->nics > MACHINE_NICS)
		spec_bad(s, "nics", "must be at most %d", MACHINE_NICS);
	if (m->kind->circuits)
		spec_bad(s, "nics", "circuits join groups for nodes of one interface");
	check_shares(m, s, stride);
	m->nodes = m->nodes * m->planes / m->nics;
	number_interfaces(m, stride);
	narrow_levels(m);
	narrow_nodes(m);
}

void
domains_read(machine *m, const spec *s)
{
	if (!spec_given(s, "domain")) {
		spec_refuse(s, "domain-bw domain-latency", "is for domains of several nodes (domain)");
		return;
	}
	m->domain = spec_at_least(s, "domain", 2);
	if (ranks_cost(&m->costs))
		spec_bad(s, "domain", "does not go with what messages cost a rank (send-overhead and its like)");
	if (m->nodes % m->domain != 0)
		spec_bad(s, "domain", "%u nodes do not make whole domains; %u would do", m->nodes, machine_fitting(m->nodes, m->domain));
	if (!spec_given(s, "domain-bw"))
		spec_bad(s, "domain", "needs the bandwidth of a node's port into it (domain-bw)");
	m->domain_speed = (speed){ spec_bandwidth(s, "domain-bw"), spec_int(s, "domain-latency") };
}
