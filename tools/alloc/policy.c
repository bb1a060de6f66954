/* policy -- see policy.h: columns of a policy, and room for its selections. */
#include "alloc/policy.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

bool
policy_refuses(const policy *p, const table *t, const machine *m)
{
	const char *const *wish = p->wishes;

	while (wish && *wish && table_column(t, *wish) < 0)
		wish++;
	return p->refuses || m->fabrics || (wish && *wish);
}

int
policy_columns(const policy *p)
{
	int n = 0;

	while (p->columns && p->columns[n])
		n++;
	return n;
}

int
policy_column(const policy *p, const char *name)
{
	int n = policy_columns(p);

	while (--n >= 0 && strcmp(p->columns[n], name) != 0)
		;
	return n;
}

bool
selection_refused(selection *s, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (!s->unread)
		vsnprintf(s->text, sizeof s->text, format, args);
	va_end(args);
	s->why = s->text;
	return false;
}

void
selection_init(selection *s, const policy *p, const machine *m, bool described)
{
	*s = (selection){ .node = xalloc(m->nodes, sizeof *s->node), .values = described ? policy_columns(p) : 0 };
	selection_values(s);
}

void
selection_free(selection *s)
{
	free(s->node);
	values_free(s->value, s->values);
}

void
selection_clear(selection *s)
{
	for (int i = 0; i < s->values; i++) {
		free(s->value[i]);
		s->value[i] = NULL;
	}
}

char **
selection_values(selection *s)
{
	char **value = s->value;

	s->value = s->values ? xcalloc((size_t)s->values, sizeof *s->value) : NULL;
	return value;
}

void
values_free(char **value, int values)
{
	for (int i = 0; value && i < values; i++)
		free(value[i]);
	free(value);
}
