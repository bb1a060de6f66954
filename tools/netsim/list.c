#include "netsim/list.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/machine/machine.h"
#include "lib/pattern/pattern.h"
#include "lib/program/collective.h"
#include "lib/program/generators.h"
#include "netsim/routing.h"

/* Is the list of that name wanted?  Where all are (NULL) its heading is printed.  *listed counts the lists that were. */
static bool
is_wanted(const char *wanted, const char *name, int *listed)
{
	if (wanted && strcmp(wanted, name) != 0)
		return false;
	if (!wanted)
		printf("%s%s:\n", *listed > 0 ? "\n" : "", name);
	++*listed;
	return true;
}

void
list_what(const char *name)
{
	int listed = 0;

	if (is_wanted(name, "routings", &listed))
		for (const routing *r = routings; r->name; r++)
			cli_list(r->name, xprintf("%s: %s", r->routes->kind, r->about));
	if (is_wanted(name, "patterns", &listed))
		for (int i = 0; patterns[i]; i++)
			cli_list(patterns[i]->name, patterns[i]->about);
	if (is_wanted(name, "collectives", &listed))
		for (int i = 0; collectives[i]; i++)
			for (const collective *c = collectives[i]; c->name; c++)
				cli_list(c->algorithm, xprintf("%s: %s", c->name, c->about));
	if (is_wanted(name, "generators", &listed))
		for (const generator *g = generators; g->name; g++)
			cli_list(g->name, g->about);
	if (is_wanted(name, "machines", &listed))
		for (int i = 0; kinds[i]; i++)
			cli_list(kinds[i]->name, kinds[i]->about);
	if (!listed)
		die(FAIL_USAGE, "--list: '%s': there is no such list; there are routings, patterns, collectives, generators, machines", name);
}
