#include "lib/machine/node-names.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/choices.h"
#include "lib/cli/cli.h"

bool
node_names_add(node_names *n, const char *name, uint32_t v)
{
	size_t host = name ? strcspn(name, ".") : 0;
	char *bare;
	bool added;
	uint32_t k;

	if (!name)
		return true;
	k = names_add(&n->full, name, &added);
	if (!added)
		return false;
	n->node = xgrow(n->node, &n->room, (size_t)k + 1, sizeof *n->node);
	n->node[k] = v;
	if (!name[host])
		return true;
	bare = xprintf("%.*s", (int)host, name);
	k = names_add(&n->host, bare, &added);
	n->host_node = xgrow(n->host_node, &n->host_room, (size_t)k + 1, sizeof *n->host_node);
	n->host_node[k] = added ? v : NONE;
	free(bare);
	return true;
}

void
node_names_add_all(node_names *n, const machine *m)
{
	for (uint32_t v = 0; m->node_name && v < m->nodes; v++)
		node_names_add(n, m->node_name[v], v);
}

uint32_t
node_names_find(const node_names *n, const char *name)
{
	size_t host = strcspn(name, ".");
	uint32_t k = names_find(&n->full, name);
	char *bare;

	if (k != UINT32_MAX)
		return n->node[k];
	if (!name[host]) {
		k = names_find(&n->host, name);
		return k == UINT32_MAX ? NONE : n->host_node[k];
	}
	bare = xprintf("%.*s", (int)host, name);
	k = names_find(&n->full, bare);
	free(bare);
	return k == UINT32_MAX ? NONE : n->node[k];
}

/* Is one of them the other with a word behind it, as cn01-ib0 and cn01? */
static bool
same_host(const char *a, const char *b)
{
	size_t n = 0;

	while (a[n] && a[n] == b[n])
		n++;
	return n && ((!a[n] && strchr("-_.", b[n])) || (!b[n] && strchr("-_.", a[n])));
}

const char *
node_names_hint(const node_names *n, const char *name)
{
	static char *hint;
	choice_list c = choices_begin(name, ", ");

	for (uint32_t i = 0; i < n->full.count; i++)
		choices_alias(&c, names_at(&n->full, i));
	for (uint32_t i = 0; i < n->full.count; i++)
		if (same_host(name, names_at(&n->full, i)))
			c.nearest = names_at(&n->full, i);
	free_all(hint, c.names);
	return hint = c.nearest ? xprintf("; did you mean '%s'?", c.nearest) : xstrdup("");
}

void
node_names_free(node_names *n)
{
	names_free(&n->full);
	names_free(&n->host);
	free_all(n->node, n->host_node);
}
