/* rules -- cells are plain text whatever the rules say: shell scripts read grids. */
#include "metrics/study/rules.h"

#include <string.h>

#include "lib/cli/cli.h"
#include "lib/regex/regex.h"

static const char name_letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

static void
check_name(const table *t, const row *line, int column)
{
	const char *name = line->cell[column];

	if (*name == '\0' || name[strspn(name, name_letters)] != '\0')
		table_bad(t, line, column, "must be a name of letters, digits and '_'");
	if (strcmp(name, "id") == 0)
		table_bad(t, line, column, "must not be declared, it is made from the other columns");
}

static rule
read_rule(const table *t, const row *line, int values)
{
	rule r = { .values = xstrdup(line->cell[values]) };
	const char *why;
	size_t offset;

	r.whole = regex_compile(r.values, true, &offset, &why);
	if (!r.whole)
		table_bad(t, line, values, "%s, at offset %zu", why, offset);
	return r;
}

void
rules_read(rules *r, const char *path)
{
	table *t = table_open(path);
	int column = table_need(t, "column"), values = table_need(t, "values");
	row line;

	table_need(t, "meaning");
	*r = (rules){ .file = xstrdup(t->file) };
	while (table_next(t, &line)) {
		uint32_t i;
		bool added;

		check_name(t, &line, column);
		i = names_add(&r->column, line.cell[column], &added);
		if (!added)
			table_bad(t, &line, column, "is declared twice");
		r->rule = xrealloc(r->rule, (size_t)i + 1, sizeof *r->rule);
		r->rule[i] = read_rule(t, &line, values);
	}
	table_close(t);
}

void
rules_check(const rules *r, uint32_t i, const table *t, const row *cells, int column)
{
	const char *cell = cells->cell[column], *why;

	if (cell[strcspn(cell, ",\"\r\n")] != '\0')
		table_bad(t, cells, column, "must be plain, without comma, quote and line break");
	if (regex_find(r->rule[i].whole, cell, &why))
		return;
	if (why)
		table_bad(t, cells, column, "%s", why);
	table_bad(t, cells, column, "must match '%s'", r->rule[i].values);
}
