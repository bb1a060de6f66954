#include "map/hosts.h"

#include <inttypes.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/stream/names.h"

/* Refuse a name that comes twice. */
static void
refuse_twins(const char *const *name, uint32_t count, int status, const char *where)
{
	names seen = { 0 };
	bool added;

	for (uint32_t i = 0; i < count; i++) {
		names_add(&seen, name[i], &added);
		if (!added)
			die(status, "%s: '%s': two nodes have this name", where, name[i]);
	}
	names_free(&seen);
}

static const char **
names_of(const hostlist *l)
{
	const char **name = xalloc(l->count, sizeof *name);

	for (uint32_t i = 0; i < l->count; i++)
		name[i] = hostlist_at(l, i);
	return name;
}

hostlist
hosts_read(const char *option, const char *text)
{
	hostlist h = { 0 };
	const char *why;

	if (!hostlist_read(&h, text, &why))
		die(FAIL_USAGE, "%s: %s", option, why);
	return h;
}

void
hosts_init(hosts *h, const machine *m, const char *text)
{
	const char **name;

	*h = (hosts){ .machine = m, .text = text };
	if (!text)
		return;
	h->given = hosts_read("--hosts", text);
	name = names_of(&h->given);
	refuse_twins(name, h->given.count, FAIL_USAGE, "--hosts");
	free(name);
}

const char *
hosts_machine(const hosts *h, uint32_t v)
{
	if (h->text)
		return h->given.count == h->machine->nodes ? hostlist_at(&h->given, v) : NULL;
	return h->machine->node_name ? h->machine->node_name[v] : NULL;
}

bool
hosts_any(const hosts *h)
{
	return h->text ? h->given.count == h->machine->nodes : h->machine->node_name != NULL;
}

const char **
hosts_job(const hosts *h, const uint32_t *node, uint32_t nodes)
{
	const machine *m = h->machine;
	const char **name;

	if (h->text && h->given.count != m->nodes) {
		if (h->given.count != nodes)
			die(FAIL_USAGE, "--hosts: has %" PRIu32 " names; the job has %" PRIu32 " nodes, and the machine %" PRIu32,
				h->given.count, nodes, m->nodes);
		return names_of(&h->given);
	}
	if (!hosts_any(h))
		die(FAIL_USAGE, "the nodes of '%s' have no names; --hosts gives them", m->spec);
	name = xalloc(nodes, sizeof *name);
	for (uint32_t k = 0; k < nodes; k++) {
		name[k] = hosts_machine(h, node[k]);
		if (!name[k])
			die(FAIL_DATA, "%s: node %" PRIu32 " has no name", m->spec, node[k]);
		if (!hostlist_name(name[k]))
			die(FAIL_DATA, "%s: node %" PRIu32 " is called '%s', which is no host's name", m->spec, node[k], name[k]);
	}
	refuse_twins(name, nodes, FAIL_DATA, m->spec);
	return name;
}
