/* pbs-sets -- the placement sets of PBS, from the source of OpenPBS (eval_selspec, cmp_placement_sets); not observed.
 *
 * Each switch of the site's levels (node_group_key) is a set, or of the one level that the job names (place=group=).  Of the sets with
 * enough idle nodes the job gets the one with the fewest nodes, busy or idle, then with the fewest idle ones, then the first: of the lowest
 * level, by its first node.  A job that a set could hold, were it idle, waits.  Any other has nodes of all sets, unless jobs do not span
 * them (do_not_span_psets).  Nodes are taken in the order of their labels. */
#include <inttypes.h>

#include "alloc/shapes/hierarchy.h"
#include "alloc/slurm/slurm.h"
#include "lib/cli/cli.h"

#define DO_NOT_SPAN "do_not_span_psets"

static char *
check(const machine *m, const char *argument)
{
	return hierarchy_check(m, argument, 1, DO_NOT_SPAN);
}

/* The levels whose switches are the job's sets, and the site's word. */
static uint64_t
read_levels(const switches *s, const request *q)
{
	uint64_t site = hierarchy_levels(s, q->argument, 1, DO_NOT_SPAN);
	int k = (int)cell_int(q->table, q->row, request_column(q, "place_group"), 1, hierarchy_height(s), 0);

	return k ? (site & HIERARCHY_WORD) | UINT64_C(1) << k : site;
}

/* The job's set; NONE: no set has as many idle nodes.  *fits: one has as many, idle or not. */
static uint32_t
find_set(const occupancy *o, uint64_t levels, uint32_t need, bool *fits)
{
	const switches *s = o->plan;
	uint32_t *nodes = xcalloc(s->count, sizeof *nodes), *idle = xcalloc(s->count, sizeof *idle), best = NONE;

	*fits = false;
	for (uint32_t v = 0; v < o->machine->nodes; v++)
		for (uint32_t at = s->leaf[v]; at != NONE; at = s->above[at]) {
			nodes[at] += machine_has(o->machine, v);
			idle[at] += !o->busy[v];
		}
	for (int k = 1; (levels & ~HIERARCHY_WORD) >> k; k++)
		for (uint32_t i = 0; levels >> k & 1 && i < o->machine->nodes; i++) {
			uint32_t set = hierarchy_domain(s, s->leaf[s->by_label[i]], k);

			*fits = *fits || nodes[set] >= need;
			if (idle[set] >= need && (best == NONE || nodes[set] < nodes[best] ||
			    (nodes[set] == nodes[best] && idle[set] < idle[best])))
				best = set;
		}
	free_all(nodes, idle);
	return best;
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	const switches *s = o->plan;
	uint64_t levels = read_levels(s, q);
	bool fits;
	uint32_t set = find_set(o, levels, q->nodes, &fits), n = 0;

	if (set == NONE && fits)
		return selection_refused(out, "no placement set has %" PRIu32 " idle nodes", q->nodes);
	if (set == NONE && levels & HIERARCHY_WORD)
		return selection_refused(out, "no placement set has %" PRIu32 " nodes, and no job spans two", q->nodes);
	for (const uint32_t *v = s->by_label; n < q->nodes; v++)
		if (!o->busy[*v] && (set == NONE || hierarchy_domain(s, s->leaf[*v], (int)s->level[set]) == set))
			out->node[n++] = *v;
	return true;
}

const policy policy_pbs_sets = {
	.name = "pbs-sets",
	.about = "PBS's placement sets: the smallest switch, group, … with room, by its source",
	.argument = "1+2+" DO_NOT_SPAN,
	.optional = true,
	.check = check,
	.plan = slurm_plan,
	.forget = slurm_forget,
	.choose = choose,
	.never = hierarchy_never,
	.demands = (const char *const[]){ "place_group", NULL },
	.refuses = true,
};
