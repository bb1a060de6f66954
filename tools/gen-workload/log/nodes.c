/* nodes -- see nodes.h. */
#include "gen-workload/log/nodes.h"

#include "lib/cli/cli.h"
#include "lib/stream/lists.h"

/* The name's number, which stands for that node if it is new. */
static uint32_t
learn(log_nodes *l, const char *name, uint32_t node)
{
	bool added;
	uint32_t k = names_add(&l->names, name, &added);

	l->node = xgrow(l->node, &l->node_room, (size_t)k + 1, sizeof *l->node);
	l->seen = xgrow(l->seen, &l->seen_room, (size_t)k + 1, sizeof *l->seen);
	if (added)
		l->node[k] = node;
	return k;
}

void
nodes_init(log_nodes *l, const machine *m)
{
	*l = (log_nodes){ .machine = m };
	for (uint32_t v = 0; m->node_name && v < m->nodes; v++)
		if (m->node_name[v])
			learn(l, m->node_name[v], v);
	l->named = l->names.count > 0;
}

void
nodes_free(log_nodes *l)
{
	names_free(&l->names);
	hostlist_free(&l->hosts);
	free_all(l->node, l->found, l->seen);
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
	l->found = xgrow(l->found, &l->found_room, l->hosts.count, sizeof *l->found);
	while (n < l->hosts.count && !*host) {
		const char *name = hostlist_at(&l->hosts, n);
		uint32_t k = l->named ? names_find(&l->names, name) : learn(l, name, l->names.count);

		if (k == UINT32_MAX || l->seen[k]) {
			*host = name;
		} else {
			l->seen[k] = 1;
			l->found[n++] = k;
		}
	}
	for (uint32_t i = 0; i < n; i++) {
		l->seen[l->found[i]] = 0;
		l->found[i] = l->node[l->found[i]];
	}
	return *host ? NULL : list_write(l->found, n, false);
}
