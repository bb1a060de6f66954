#include "gen-workload/log/shares.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"

/* PATTERN=X, or X for any other pattern. */
static void
read_item(comm_shares *x, const char *option, char *item)
{
	char *value = strchr(item, '=');
	const pattern *only = NULL;

	if (value) {
		*value++ = '\0';
		only = read_pattern(option, item, false);
	} else {
		value = item;
	}
	for (int i = 0; i < x->count; i++)
		if (x->item[i].only == only)
			die(FAIL_USAGE, "%s: '%s': one share %s%s", option, value, only ? "for " : "only", only ? only->name : "");
	if (x->count == MOST_ITEMS)
		die(FAIL_USAGE, "%s: at most %d shares", option, MOST_ITEMS);
	x->item[x->count].only = only;
	if (!read_real(value, 0, 1, &x->item[x->count++].share))
		die(FAIL_USAGE, "%s: '%s': must be a share from 0 to 1", option, value);
}

static void
set_shares(const char *option, const char *arg, void *to)
{
	comm_shares *x = to;
	char *copy = xstrdup(arg), *rest = copy, *item;

	x->count = 0;
	while ((item = strsep(&rest, ",")))
		read_item(x, option, item);
	free(copy);
}

const cli_option shares_settings[] = {
	{ "comm-share", "X", "the share of communication in the runtime, for alloc --network; PATTERN=X for one pattern, several joined by ',' [no column comm_share]", set_shares, 0 },
	{ 0 }
};

double
shares_of(const comm_shares *x, const pattern *p)
{
	double any = NAN;

	for (int i = 0; i < x->count; i++) {
		if (x->item[i].only == p)
			return x->item[i].share;
		if (!x->item[i].only)
			any = x->item[i].share;
	}
	return any;
}
