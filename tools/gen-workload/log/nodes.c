/* nodes -- see nodes.h. */
#include "gen-workload/log/nodes.h"

#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/stream/lists.h"

bool
nodes_init(log_nodes *l, const machine *m)
{
	bool added;

	*l = (log_nodes){ .machine = m };
	if (!m->node_name)
		return false;
	l->node = xalloc(m->nodes, sizeof *l->node);
	l->found = xalloc(m->nodes, sizeof *l->found);
	l->seen = xcalloc(m->nodes, sizeof *l->seen);
	for (uint32_t v = 0; v < m->nodes; v++)
		if (m->node_name[v])
			l->node[names_add(&l->names, m->node_name[v], &added)] = v;
	return l->names.count > 0;
}

void
nodes_free(log_nodes *l)
{
	names_free(&l->names);
	hostlist_free(&l->hosts);
	free(l->node);
	free(l->found);
	free(l->seen);
}

uint32_t
nodes_read(log_nodes *l, const char *text, const char **why)
{
	l->hosts.count = 0;
	l->hosts.used = 0;
	if (!hostlist_read(&l->hosts, text, why))
		l->hosts.count = 0;
	return l->hosts.count;
}

const char *
nodes_list(log_nodes *l, const char **host)
{
	uint32_t n = 0;

	*host = NULL;
	while (n < l->hosts.count && !*host) {
		uint32_t k = names_find(&l->names, hostlist_at(&l->hosts, n));

		if (k == UINT32_MAX || l->seen[l->node[k]]) {
			*host = hostlist_at(&l->hosts, n);
		} else {
			l->seen[l->node[k]] = 1;
			l->found[n++] = l->node[k];
		}
	}
	for (uint32_t i = 0; i < n; i++)
		l->seen[l->found[i]] = 0;
	return *host ? NULL : list_write(l->found, n, false);
}
