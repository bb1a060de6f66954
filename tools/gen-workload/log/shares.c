#include "gen-workload/log/shares.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
	char *copy, *rest, *item;

	x->count = 0;
	x->file = NULL;
	if (access(arg, R_OK) == 0 || !(strchr(arg, '=') || strchr("0123456789.+-,", *arg))) {
		x->file = share_file_read(arg);
		return;
	}
	copy = rest = xstrdup(arg);
	while ((item = strsep(&rest, ",")))
		read_item(x, option, item);
	free(copy);
}

const cli_option shares_settings[] = {
	{ "comm-share", "X|FILE", "the share of communication in the runtime, for alloc --network; PATTERN=X for one pattern, several joined by ','; a table of metrics estimate [no column comm_share]", set_shares, 0 },
	{ "comm-share-from", "point|interval", "of a table: the share of the job's kind, or one drawn for the kind within its interval [point]", NULL,
		offsetof(comm_shares, from) },
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
