/* own-options -- see own-options.h. */
#include "lib/pattern/own-options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"

enum { FIRST = 0x7000 };	/* the key of the first column */

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

static error_t
parse(int option, char *arg, struct argp_state *state)
{
	const pattern_column *c = option >= FIRST && option < FIRST + MOST_OWN ? own_column(option - FIRST) : NULL;

	if (!c)
		return ARGP_ERR_UNKNOWN;
	own_set(state->input, c->name, c->size ? xprintf("%" PRId64, option_size(own_option(c), arg)) : arg);
	return 0;
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

const struct argp *
own_argp(void)
{
	static struct argp_option options[MOST_OWN + 1];
	static const struct argp argp = { .options = options, .parser = parse };
	const pattern_column *c;
	int n = 0;

	for (int i = 0; (c = own_column(i)); i++)
		if (c->value && !repeated(i))
			options[n++] = (struct argp_option){ own_option(c) + 2, FIRST + i, c->value, 0, c->about, 0 };
	return &argp;
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
		char *longer;

		if (!p->columns[k].needed)
			continue;
		longer = xprintf("%s %s %s", needs, own_option(&p->columns[k]), p->columns[k].value);
		free(needs);
		needs = longer;
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
