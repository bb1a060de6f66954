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
static size_t
memory(const machine *m)
{
	return sizeof(grap_links) + machine_level(m, "group")->domains * sizeof ((grap_links *)NULL)->of[0];
}

static char *
check(const machine *m, const char *argument)
{
	grap_options w;

	(void)m;
	return grap_options_read(argument, &w) ? NULL
		: xstrdup("wants partial or reject, round-robin, or both with a '+' between them, as grap:partial+round-robin");
}

/* The groups of n nodes, ascending, *count of them; the caller frees. */
static uint32_t *
groups_of(const level *groups, const uint32_t *node, uint32_t n, uint32_t *count)
{
	uint8_t *seen = xcalloc(groups->domains, 1);
	uint32_t *group = xalloc(groups->domains, sizeof *group);

	for (uint32_t i = 0; i < n; i++)
		seen[groups->of[node[i]]] = 1;
	*count = 0;
	for (uint32_t d = 0; d < groups->domains; d++)
		if (seen[d])
			group[(*count)++] = d;
	free(seen);
	return group;
}

/* Are these, more than one, all groups of a set? */
static bool
is_set(const grap_links *links, const uint32_t *group, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (links->of[group[i]].set != links->of[group[0]].set || links->of[group[i]].size != count)
			return false;
	return true;
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
	group = groups_of(groups, out->node, w->nodes, &count);
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

/* Would such an arrival join groups that are not joined so now? */
static bool
reconfigures(const occupancy *o, const request *q, const uint32_t *node)
{
	uint32_t count, *group = groups_of(machine_level(o->machine, "group"), node, q->nodes, &count);
	bool changes = count > 1 && !is_set(o->memory, group, count);

	free(group);
	return changes;
}

static uint32_t
reserves(const occupancy *o, const request *q, const uint32_t *node, uint32_t *out)
{
	const level *groups = machine_level(o->machine, "group");

	return grap_charges_groups(groups, q) ? reserve_domains(o, groups, node, q->nodes, out) : 0;
}

/* A job takes its links, or leaves them.  It is large when it has nodes in several groups; a small one changes nothing. */
static void
track(const occupancy *o, const request *q, const uint32_t *node, bool arrives)
{
	grap_links *links = o->memory;
	uint32_t count, *group = groups_of(machine_level(o->machine, "group"), node, q->nodes, &count);

	bool joins = arrives && count > 1 && !is_set(links, group, count);

	links->sets += joins;
	for (uint32_t i = 0; count > 1 && i < count; i++) {
		links->of[group[i]].large += arrives ? 1 : UINT32_MAX;
		if (joins) {
			links->of[group[i]].set = links->sets;
			links->of[group[i]].size = count;
		}
	}
	free(group);
}

const policy policy_grap = {
	.name = "grap", .about = "groups with all their links for each large job on a reconfigurable dragonfly, one group for a small one",
	.level = "group", .kind = "rdragonfly", .argument = "partial+round-robin", .optional = true, .columns = columns,
	.demands = (const char *const[]){ "mode", "groups", "group_nodes", NULL },
	.memory = memory, .check = check, .choose = choose, .reconfigures = reconfigures, .reserves = reserves, .track = track,
	.refuses = true,
};
