/* own -- the columns that patterns bring themselves. */
#include <string.h>

#include "lib/pattern/pattern.h"

const pattern_column *
own_column(int i)
{
	for (int p = 0; patterns[p]; p++)
		for (const pattern_column *c = patterns[p]->columns; c && c->name; c++)
			if (i-- == 0)
				return c;
	return NULL;
}

int
own_first(const pattern *p)
{
	int n = 0;

	for (int i = 0; patterns[i] != p; i++)
		for (const pattern_column *c = patterns[i]->columns; c && c->name; c++)
			n++;
	return n;
}

const pattern *
pattern_with(const char *column)
{
	for (int p = 0; patterns[p]; p++)
		for (const pattern_column *c = patterns[p]->columns; c && c->name; c++)
			if (strcmp(c->name, column) == 0)
				return patterns[p];
	return NULL;
}

own_cells
own_read(const pattern *p, const table *from, const row *r, const traffic_columns *c)
{
	own_cells cells = { from, r, c, &c->own[own_first(p)] };

	for (int k = 0; p->columns && p->columns[k].name; k++) {
		if (!p->columns[k].needed)
			continue;
		if (cells.own[k] < 0)
			table_bad(from, r, c->pattern, "a column '%s' is needed", p->columns[k].name);
		if (!*cell_text(r, cells.own[k]))
			table_bad(from, r, cells.own[k], "must be given");
	}
	return cells;
}

void
own_check(const pattern *p, const table *from, const row *r, const traffic_columns *c)
{
	for (int i = 0, n = 0; patterns[i]; i++)
		for (const pattern_column *own = patterns[i]->columns; own && own->name; own++, n++) {
			if (own->size)
				cell_int(from, r, c->own[n], own->least, MOST_BYTES, 0);
			if (own->alone && p != patterns[i] && *cell_text(r, c->own[n]))
				table_bad(from, r, c->own[n], "is for the pattern '%s'", patterns[i]->name);
		}
}
