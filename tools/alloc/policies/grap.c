/* grap -- nodes and reconfigurable links together, by whole groups, on a reconfigurable dragonfly (Feng et al., "GRAP: Group-level
 * Resource Allocation Policy for Reconfigurable Dragonfly Network in HPC", ICS 2023).
 *
 * A job that a group can hold is small: it stays in one group and needs no link between groups.  A larger one owns the links of all
 * groups that it has nodes in; no group holds two of these.  What a row may ask for: grap/request.h; which groups it gets: grap/choice.h.
 *
 * Minimal Balance takes whole groups.  Where a job's size is no multiple of a group's, it is charged for all of the last group and reserves
 * what it does not use of it, unless the argument says `partial` or `reject`. */
#include <stdlib.h>

#include "alloc/grap/choice.h"
#include "alloc/pick.h"
#include "alloc/policy.h"
#include "alloc/shapes/domains.h"
#include "lib/cli/cli.h"
#include "lib/stream/lists.h"

enum { MODE, CIRCUIT_GROUPS, COLUMNS };

static const char *const columns[COLUMNS + 1] = { "mode", "circuit_groups", NULL };
static const char *const demands[] = { "mode", "groups", "group_nodes", NULL };

static size_t
memory(const machine *m)
{
	return grap_links_size(machine_level(m, "group"));
}

static char *
check(const machine *m, const char *argument)
{
	grap_options w;

	(void)m;
	return grap_options_read(argument, &w) ? NULL
		: xstrdup("wants partial or reject, round-robin, or both with a '+' between them, as grap:partial+round-robin");
}

static void
describe(const level *groups, const grap_request *w, selection *out)
{
	uint32_t count, *group;

	if (!out->value)
		return;
	out->value[MODE] = xstrdup(grap_mode_names[w->mode]);
	if (w->mode == GRAP_SMALL)
		return;
	group = grap_groups(groups, out->node, w->nodes, &count);
	out->value[CIRCUIT_GROUPS] = xstrdup(list_write(group, count, false));
	free(group);
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	const level *groups = machine_level(o->machine, "group");
	grap_request w = grap_request_read(o->machine, groups, q);
	bool may = grap_choose(o, groups, o->memory, &w, out);

	if (may) {
		for (uint32_t i = 0, n = 0; i < w.groups; n += w.share[i++].nodes)
			if (w.how.round_robin)
				pick_round_robin(o, &o->machine->level[0], groups, w.share[i].group, w.share[i].nodes, out->node + n);
			else
				occupancy_domain(o, groups, w.share[i].group, out->node + n, w.share[i].nodes);
		describe(groups, &w, out);
	}
	grap_request_free(&w);
	return may;
}

static bool
reconfigures(const occupancy *o, const request *q, const uint32_t *node)
{
	return grap_links_change(o->memory, machine_level(o->machine, "group"), node, q->nodes);
}

static uint32_t
reserves(const occupancy *o, const request *q, const uint32_t *node, uint32_t *out)
{
	const level *groups = machine_level(o->machine, "group");

	return grap_charges_groups(groups, q) ? reserve_domains(o, groups, node, q->nodes, out) : 0;
}

static void
track(const occupancy *o, const request *q, const uint32_t *node, bool arrives)
{
	grap_links_track(o->memory, machine_level(o->machine, "group"), node, q->nodes, arrives);
}

const policy policy_grap = {
	.name = "grap", .about = "groups with all their links for each large job on a reconfigurable dragonfly, one group for a small one",
	.level = "group", .kind = "rdragonfly", .argument = "partial+round-robin", .optional = true, .columns = columns, .demands = demands,
	.memory = memory, .check = check, .choose = choose, .reconfigures = reconfigures, .reserves = reserves, .track = track,
	.refuses = true,
};
