/* list -- see list.h. */
#include "netsim/list.h"

#include <stdio.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/machine/machine.h"
#include "lib/pattern/pattern.h"
#include "lib/program/collective.h"
#include "lib/program/generators.h"
#include "netsim/routing.h"

static void
list_routings(void)
{
	for (const routing *r = routings; r->name; r++)
		cli_list(r->name, xprintf("%s: %s", r->routes->kind, r->about));
}

static void
list_patterns(void)
{
	for (int i = 0; patterns[i]; i++)
		cli_list(patterns[i]->name, patterns[i]->about);
}

static void
list_collectives(void)
{
	for (int i = 0; collectives[i]; i++)
		for (const collective *c = collectives[i]; c->name; c++)
			cli_list(c->algorithm, xprintf("%s: %s", c->name, c->about));
}

static void
list_generators(void)
{
	for (int i = 0; generators[i]; i++)
		cli_list(generators[i]->name, generators[i]->about);
}

static void
list_machines(void)
{
	for (int i = 0; kinds[i]; i++)
		cli_list(kinds[i]->name, kinds[i]->about);
}

static const struct {
	const char *name;
	void (*print)(void);
} lists[] = {
	{ "routings", list_routings },
	{ "patterns", list_patterns },
	{ "collectives", list_collectives },
	{ "generators", list_generators },
	{ "machines", list_machines }
};
enum { LISTS = sizeof lists / sizeof *lists };

void
list_what(const char *name)
{
	for (int i = 0; i < LISTS; i++) {
		if (name && strcmp(name, lists[i].name) != 0)
			continue;
		if (!name)
			printf("%s%s:\n", i ? "\n" : "", lists[i].name);
		lists[i].print();
		if (name)
			return;
	}
	if (name)
		die(FAIL_USAGE, "--list: '%s': there is no such list; there are routings, patterns, collectives, generators, machines", name);
}
