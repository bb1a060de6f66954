/* links -- a machine's links and nodes as the tables of a machine of kind graph (lib/machine/kinds/graph.h). */
#include <inttypes.h>
#include <stdlib.h>

#include "lib/cli/ascending.h"
#include "lib/machine/broken.h"
#include "metrics/machine/topology/topology.h"
#include "metrics/result.h"

/* A link to a router of a larger number. */
typedef struct ahead {
	uint32_t to, link;
	uint8_t class;
} ahead;

ASCENDING_BY2(by_end, ahead, to, class)

static void
write_link(sink *s, const machine *m, uint32_t link, uint32_t count)
{
	const speed *v = &m->speeds[m->speed_of[link]];
	char *bandwidth = xprintf("%" PRIu64 "b/s", v->bits_per_s), *latency = xprintf("%" PRId64 "ps", v->latency);

	sink_line(s, "uusssu", m->from[link], m->to[link], m->class_name[m->class[link]], bandwidth, latency, count);
	free_all(bandwidth, latency);
}

/* Those of router r, by the router at the other end and by class: a row for all that are parallel. */
static void
write_router(sink *s, const machine *m, uint32_t r)
{
	ahead *at = xalloc(m->first[r + 1] - m->first[r] + 1, sizeof *at);
	uint32_t count = 0;

	for (uint32_t l = m->first[r]; l < m->first[r + 1]; l++)
		if (is_cable(m, l) && m->to[l] > r)
			at[count++] = (ahead){ m->to[l], l, m->class[l] };
	qsort(at, count, sizeof *at, by_end);
	for (uint32_t i = 0, parallel; i < count; i += parallel) {
		for (parallel = 1; i + parallel < count && by_end(&at[i], &at[i + parallel]) == 0; parallel++)
			;
		write_link(s, m, at[i].link, parallel);
	}
	free(at);
}

/* The nodes, or each of their interfaces; the domains above the routers, if the machine has such (groups, pods, …), are their groups. */
static void
write_nodes(const machine *m, const char *path)
{
	sink *s = sink_open_file(path);
	int node = sink_own(s, "node"), router = sink_own(s, "router"), group = m->levels > 1 ? sink_own(s, "group") : -1;
	int name = m->node_name ? sink_own(s, "name") : -1;

	sink_header(s, NULL);
	for (uint32_t i = 0; i < m->interfaces; i++) {
		uint32_t v = node_of_interface(m, i);

		sink_put_int(s, node, i);
		sink_put_int(s, router, m->interface_router[i]);
		if (group >= 0)
			sink_put_int(s, group, m->level[1].of[v]);
		if (name >= 0 && m->node_name[v] && i == interface_of(m, v, 0))
			sink_put(s, name, m->node_name[v]);
		sink_row(s, NULL);
	}
	sink_close(s);
}

void
topology_write_links(const machine *m, const cli *c, const char *nodes)
{
	result r;

	if (m->routers == 1)
		die(FAIL_DATA, "--to links: '%s' has one router, and no link", m->spec);
	if (m->planes > 1)
		die(FAIL_DATA, "--to links: '%s' has several planes, and a graph is in one piece; one plane can be written", m->spec);
	if (m->broken && m->broken->routers)
		die(FAIL_DATA, "--to links: '%s' has broken routers, and those of a graph are numbered without gaps; broken links can be written",
			m->spec);
	if (nodes)
		write_nodes(m, nodes);
	result_open(&r, c, NULL);
	result_columns(&r, "from,to,class,bandwidth,latency,count");
	result_header(&r, NULL, NULL);
	for (uint32_t i = 0; i < m->routers; i++)
		write_router(r.sink, m, i);
	sink_close(r.sink);
}
