/* build -- what the kinds share when they fill in a machine's arrays. */
#include "lib/machine/build.h"

#include <assert.h>
#include <unistd.h>

void
machine_limit(const spec *s, const char *name, wide nodes, wide routers, wide router_links)
{
	if (nodes + router_links >= NONE || routers >= NONE)
		spec_bad(s, name, "makes the machine too large: nodes and links must stay below %u", NONE);
}

uint32_t
machine_fitting(uint32_t count, uint32_t most)
{
	uint32_t fit = most < count ? most : count;

	while (count % fit != 0)
		fit--;
	return fit;
}

/* The system may promise memory that it does not have and then kill the process; refuse such a machine at once. */
static void
check_memory(const machine *m)
{
	uint64_t a_link = sizeof *m->from + sizeof *m->to + sizeof *m->reverse + sizeof *m->class + sizeof *m->speed_of;
	uint64_t need = m->nodes * (uint64_t)sizeof *m->node_router + m->routers * (uint64_t)sizeof *m->first + m->links * a_link;
	long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);

	if (pages > 0 && page > 0 && need / (uint64_t)page >= (uint64_t)pages)
		die(FAIL_DATA, "out of memory: the machine's %u nodes and %u links take %.1f GB, and this computer has %.1f",
			m->nodes, m->links, (double)need / 1e9, (double)pages * (double)page / 1e9);
}

void
machine_size(machine *m, uint32_t nodes, uint32_t routers, uint32_t router_links)
{
	m->nodes = nodes;
	m->routers = routers;
	m->router_links = router_links;
	m->links = router_links + nodes;
	check_memory(m);
	m->node_router = xlarge(nodes, sizeof *m->node_router);
	m->first = xlarge((size_t)routers + 1, sizeof *m->first);
	m->from = xalloc(m->links, sizeof *m->from);
	m->to = xlarge(m->links, sizeof *m->to);
	m->reverse = xlarge(m->links, sizeof *m->reverse);
	m->class = xalloc(m->links, sizeof *m->class);
	m->speed_of = xalloc(m->links, sizeof *m->speed_of);
}

void
machine_class_name(machine *m, const char *name)
{
	m->class_name = xrealloc(m->class_name, (size_t)m->classes + 1, sizeof *m->class_name);
	m->class_name[m->classes++] = name;
}

static int
add_speed(machine *m, uint64_t bits_per_s, int64_t latency)
{
	m->speeds = xrealloc(m->speeds, (size_t)m->speed_count + 1, sizeof *m->speeds);
	m->speeds[m->speed_count] = (speed){ bits_per_s, latency };
	return m->speed_count++;
}

int
machine_speed(machine *m, uint64_t bits_per_s, int64_t latency)
{
	for (int i = 0; i < m->speed_count; i++)
		if (m->speeds[i].bits_per_s == bits_per_s && m->speeds[i].latency == latency)
			return i;
	return add_speed(m, bits_per_s, latency);
}

void
machine_class(machine *m, const char *name, uint64_t bits_per_s, int64_t latency)
{
	assert(m->classes == m->speed_count);
	machine_class_name(m, name);
	add_speed(m, bits_per_s, latency);
}

void
machine_class_read(machine *m, const spec *s, const char *class)
{
	char *bw = xprintf("%s-bw", class), *latency = xprintf("%s-latency", class);

	machine_class(m, class, spec_bandwidth(s, bw), spec_int(s, latency));
	free_all(bw, latency);
}

void
machine_attach(machine *m, uint32_t v, uint32_t port)
{
	uint32_t r = m->node_router[v], in = m->router_links + v;

	machine_port(m, port, r, v, in, CLASS_NODE);
	machine_port(m, in, v, r, port, CLASS_NODE);
}

void
machine_level_add(machine *m, const char *name, uint32_t domains, uint32_t *of)
{
	level *l = &m->level[m->levels++];

	assert(m->levels <= MACHINE_LEVELS);
	*l = (level){ .name = name, .domains = domains, .of = of };
	l->first = xcalloc((size_t)domains + 1, sizeof *l->first);
	l->member = xalloc(m->nodes, sizeof *l->member);
	for (uint32_t v = 0; v < m->nodes; v++)
		l->first[of[v]]++;
	for (uint32_t d = 0; d < domains; d++)	/* where a domain's nodes end ... */
		l->first[d + 1] += l->first[d];
	for (uint32_t v = m->nodes; v-- > 0;)	/* ... and, filled from behind, where they begin */
		l->member[--l->first[of[v]]] = v;
}

void
machine_nodes(machine *m, uint32_t p)
{
	for (uint32_t v = 0; v < m->nodes; v++) {
		m->node_router[v] = v / p;
		machine_attach(m, v, m->first[v / p] + v % p);
	}
	machine_level_add(m, "router", m->routers, m->node_router);
}

void
machine_nodes_alike(machine *m, uint32_t p, uint32_t degree)
{
	for (uint32_t r = 0; r <= m->routers; r++)
		m->first[r] = r * degree;
	machine_nodes(m, p);
}

void
machine_level_blocks(machine *m, const char *name, uint32_t domains, uint32_t routers)
{
	uint32_t *of = xalloc(m->nodes, sizeof *of);

	for (uint32_t v = 0; v < m->nodes; v++)
		of[v] = m->node_router[v] / routers;
	machine_level_add(m, name, domains, of);
}
