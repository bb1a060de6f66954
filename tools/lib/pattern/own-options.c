/* own-options -- see own-options.h. */
#include "lib/pattern/own-options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"

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

	for (int i = 0; (c = own_column(i)); i++)
		if (strcmp(own_option(c), option) == 0)
			break;
	if (c->size)
		option_size(option, value, &bytes);
	own_set(field, c->name, c->size ? xprintf("%" PRId64, bytes) : xstrdup(value));
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
