/* own -- the columns that patterns bring themselves, and the options that give them. */
#include "lib/pattern/own.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"

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

char *
own_option(const pattern_column *c)
{
	char *name = xprintf("--%s", c->name);

	for (char *s = name; (s = strchr(s, '_'));)
		*s = '-';
	return name;
}

void
own_set(own_options *o, const char *name, char *text)
{
	const pattern_column *c;

	for (int i = 0; (c = own_column(i)); i++)
		if (strcmp(c->name, name) == 0)
			o->text[i] = text;
}

static void
read_own(const char *option, const char *value, void *field)
{
	const pattern_column *c;
	int64_t bytes;

	for (int i = 0; (c = own_column(i)); i++) {
		if (strcmp(own_option(c), option) != 0)
			continue;
		if (c->size)
			option_size(option, value, &bytes);
		own_set(field, c->name, c->size ? xprintf("%" PRId64, bytes) : xstrdup(value));
		return;
	}
}

/* Has a column before the i-th its name? */
static bool
repeated(int i)
{
	const char *name = own_column(i)->name;

	while (i-- > 0)
		if (strcmp(own_column(i)->name, name) == 0)
			return true;
	return false;
}

const cli_option *
own_rows(void)
{
	static cli_option options[MOST_OWN + 1];
	const pattern_column *c;
	int n = 0;

	for (int i = 0; (c = own_column(i)); i++)
		if (c->value && !repeated(i))
			options[n++] = (cli_option){ .name = own_option(c) + 2, .value = c->value, .about = c->about, .read = read_own };
	return options;
}

const char *
own_text(const own_options *o, const pattern *p, int k)
{
	return o->text[own_first(p) + k];
}

const pattern *
own_usual(const own_options *o)
{
	for (int i = 0; patterns[i]; i++)
		for (int k = 0; patterns[i]->columns && patterns[i]->columns[k].name; k++)
			if (own_text(o, patterns[i], k))
				return patterns[i];
	return NULL;
}

void
own_need(const own_options *o, const pattern *p, const char *hint)
{
	char *needs = xstrdup("");
	bool missing = false;

	for (int k = 0; p->columns && p->columns[k].name; k++) {
		if (!p->columns[k].needed)
			continue;
		needs = xappend(needs, " %s %s", own_option(&p->columns[k]), p->columns[k].value);
		missing |= !own_text(o, p, k);
	}
	if (missing)
		die(FAIL_USAGE, "pattern '%s' needs%s%s", p->name, needs, hint);
	free(needs);
}

job_shape
own_shape(const own_options *o, const pattern *p)
{
	char *name[MOST_OWN] = { NULL }, *cell[MOST_OWN] = { NULL };
	traffic_columns at = { .pattern = -1, .dims = -1, .periodic = -1, .bytes = -1, .random_stream = -1 };
	const table options = { .columns = MOST_OWN, .name = name };
	const row given = { .cell = cell };
	job_shape s = { 0 };
	own_cells cells;

	if (!p->shape)
		return s;
	for (int i = 0; own_column(i); i++) {
		name[i] = own_option(own_column(i)) + 2;
		cell[i] = o->text[i] ? o->text[i] : xstrdup("");
		at.own[i] = i;
	}
	cells = own_read(p, &options, &given, &at);
	p->shape(&cells, &s);
	return s;
}
