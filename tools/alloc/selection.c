/* grant -- see grant.h. */
#include "alloc/selection.h"

#include <stdlib.h>

#include "lib/cli/cli.h"

int
policy_columns(const policy *p)
{
	int n = 0;

	while (p->columns && p->columns[n])
		n++;
	return n;
}

static char **
no_values(const policy *p)
{
	int n = policy_columns(p);

	return n ? xcalloc((size_t)n, sizeof(char *)) : NULL;
}

void
grant_init(grant *g, const policy *p, const machine *m, bool described)
{
	*g = (grant){ .node = xalloc(m->nodes, sizeof *g->node), .value = described ? no_values(p) : NULL };
}

void
grant_free(grant *g, const policy *p)
{
	free(g->node);
	values_free(g->value, p);
}

void
grant_clear(grant *g, const policy *p)
{
	for (int i = 0; g->value && i < policy_columns(p); i++) {
		free(g->value[i]);
		g->value[i] = NULL;
	}
}

char **
grant_values(grant *g, const policy *p)
{
	char **value = g->value;

	g->value = no_values(p);
	return value;
}

void
values_free(char **value, const policy *p)
{
	for (int i = 0; value && i < policy_columns(p); i++)
		free(value[i]);
	free(value);
}
