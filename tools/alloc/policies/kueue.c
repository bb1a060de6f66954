/* kueue -- Topology Aware Scheduling of Kubernetes' Kueue, a pod a node, from its proposal (KEP 2724) and source, as it is set by default
 * since 0.15; not observed.
 *
 * A domain has room for slices: at their level idle nodes / slice_size, rounded down; above it those of the domains inside.  The fit is the
 * domain with room for the fewest slices that are enough, then with the fewest idle nodes.  Domains give in turn, those with room for the
 * most slices first, then those with the fewest idle nodes; when the next one could give all that is left the fit among the rest does.
 *
 * A job has its nodes in the fit of its level.  Where there is none a job that prefers the level goes up; at the top the domains give in
 * turn.  Then, level by level, the domains inside those that give do, all together; below the level of slices those inside each give what
 * that has to, idle nodes, the emptiest first.  An unconstrained job begins at the lowest level, one that asks for slices alone at the
 * highest, and takes scraps: those with the least room give first, and no fit is sought but one for all. */
#include <inttypes.h>
#include <string.h>

#include "alloc/pick.h"
#include "alloc/shapes/hierarchy.h"
#include "alloc/slurm/slurm.h"
#include "lib/cli/cli.h"

enum { LEVELS = 63 };

typedef struct pod_request {
	const switches *tree;
	uint64_t levels;	/* of the topology */
	int wanted, sliced;	/* levels where the job, and each of its slices, has a domain */
	uint32_t slice;		/* nodes */
	bool required, scraps;	/* scraps: those with the least room give first */
	uint32_t *idle, *slices, *given;	/* [tree->count] nodes, room for slices, what the job has there */
} pod_request;

static char *
check(const machine *m, const char *argument)
{
	return hierarchy_check(m, argument, 0, NULL);
}

/* The next level of the topology, up or down; -1: none. */
static int
next_level(const pod_request *r, int k, int step)
{
	do
		k += step;
	while (k >= 0 && k < LEVELS && !(r->levels >> k & 1));
	return k < LEVELS ? k : -1;
}

/* A level of the topology; -1: the column names none. */
static int
read_level(const pod_request *r, const request *q, const char *column)
{
	int at = request_column(q, column), k = (int)cell_int(q->table, q->row, at, 0, hierarchy_height(r->tree), -1);

	if (k >= 0 && !(r->levels >> k & 1))
		table_bad(q->table, q->row, at, "is no level of the topology");
	return k;
}

static void
read_wish(pod_request *r, const request *q)
{
	int mode = request_column(q, "topology_mode"), slice = request_column(q, "slice_size");
	const char *text = cell_text(q->row, mode);
	bool none = strcmp(text, "unconstrained") == 0;

	r->required = strcmp(text, "required") == 0;
	if (*text && !none && !r->required && strcmp(text, "preferred") != 0)
		table_bad(q->table, q->row, mode, "must be required, preferred or unconstrained");
	r->wanted = read_level(r, q, "topology_level");
	if (*text && none == (r->wanted >= 0))
		table_bad(q->table, q->row, mode, none ? "goes without a topology_level" : "wants a topology_level");
	r->slice = (uint32_t)cell_int(q->table, q->row, slice, 1, UINT32_MAX, 1);
	r->sliced = read_level(r, q, "slice_level");
	if (r->slice > 1 && r->sliced < 0)
		table_bad(q->table, q->row, slice, "wants a slice_level");
	r->scraps = r->wanted < 0;
	if (r->scraps)
		r->wanted = r->sliced < 0 ? next_level(r, -1, 1) : next_level(r, LEVELS, -1);
	if (r->sliced > r->wanted)
		table_bad(q->table, q->row, request_column(q, "slice_level"), "is above the topology_level");
	if (r->sliced < 0)
		r->sliced = next_level(r, -1, 1);
}

/* Is the switch a domain of level k?  For level 0 leaves stand for their nodes. */
static bool
is_domain(const switches *s, uint32_t at, int k)
{
	return s->level[at] > 0 && (int)s->level[at] <= (k ? k : 1) && hierarchy_domain(s, at, k) == at;
}

static void
count_room(pod_request *r, const occupancy *o)
{
	const switches *s = r->tree;

	for (uint32_t i = 0; i < s->leaves; i++)
		for (uint32_t at = i; at != NONE; at = s->above[at])
			r->idle[at] += occupancy_idle(o, &o->machine->level[0])[s->domain[i]];
	for (uint32_t i = 0; i < s->count; i++) {
		uint32_t room = r->sliced == 0 && r->slice > 1 ? 0 : r->idle[i] / r->slice;

		for (uint32_t at = i; is_domain(s, i, r->sliced) && at != NONE; at = s->above[at])
			r->slices[at] += room;
	}
}

/* The fit of level k; NONE. */
static uint32_t
find_fit(const pod_request *r, int k, uint32_t want)
{
	uint32_t best = NONE;

	for (uint32_t i = 0; i < r->tree->count && (k > 0 || want == 1); i++)
		if (is_domain(r->tree, i, k) && r->slices[i] >= want && (best == NONE || (k > 0 &&
		    (r->slices[i] < r->slices[best] || (r->slices[i] == r->slices[best] && r->idle[i] < r->idle[best])))))
			best = i;
	return best;
}

/* Of n domains of level k, in their order, each gives of what it has in turn; how much is missing. */
static uint32_t
give(const pod_request *r, int k, uint32_t *domain, uint32_t n, uint32_t want, uint32_t *given)
{
	const uint32_t *have = k < r->sliced ? r->idle : r->slices;

	if (k > 0)
		sort_by_key(r->idle, domain, n, false);
	if (k > 0 && k >= r->sliced)
		sort_by_key(r->slices, domain, n, !r->scraps);
	for (uint32_t i = 0; i < n && want > 0; i++) {
		uint32_t best = domain[i];

		for (uint32_t j = i + 1; k > 0 && !r->scraps && have[domain[i]] >= want && j < n; j++)
			if (have[domain[j]] >= want && have[domain[j]] < have[best])
				best = domain[j];
		given[best] = have[best] < want ? have[best] : want;
		want -= given[best];
	}
	return want;
}

/* The domains of level k that are inside those of level `up` that give (-1: all of them) give; how much of `want` is missing. */
static uint32_t
share(pod_request *r, int k, int up, uint32_t want)
{
	const switches *s = r->tree;
	uint32_t *domain = xalloc(s->count, sizeof *domain), *in = xcalloc(s->count, sizeof *in), n = 0, end;
	uint32_t *given = xcalloc(s->count, sizeof *given);
	bool together = k >= r->sliced;

	for (uint32_t i = 0; i < s->count; i++)
		if (is_domain(s, i, k) && (up < 0 || r->given[in[i] = hierarchy_domain(s, i, up)] > 0))
			domain[n++] = i;
	if (!together)
		sort_by_key(in, domain, n, false);
	for (uint32_t i = 0; i < n; i = end) {
		for (end = i + 1; end < n && (together || in[domain[end]] == in[domain[i]]); end++)
			;
		want = give(r, k, domain + i, end - i, together ? want : r->given[in[domain[i]]], given);
	}
	free_all(domain, in, r->given);
	r->given = given;
	return want;
}

/* Say how many nodes each leaf gives; false: there is no room. */
static bool
place(pod_request *r, uint32_t nodes)
{
	uint32_t want = nodes / r->slice, fit;
	int k = r->wanted;

	while ((fit = find_fit(r, k, want)) == NONE && !r->required && !r->scraps && next_level(r, k, 1) >= 0)
		k = next_level(r, k, 1);
	if (fit == NONE && (r->required || share(r, k, -1, want) > 0))
		return false;
	if (fit != NONE)
		r->given[fit] = want;
	for (int down = k; down >= 0; k = down, down = next_level(r, k, -1)) {
		if (down < k)
			share(r, down, k, want);
		for (uint32_t i = 0; down == r->sliced && i < r->tree->count; i++)
			r->given[i] *= r->slice;
	}
	if (k > 0)
		share(r, 0, k, nodes);
	return true;
}

static bool
refuse(const pod_request *r, uint32_t nodes, selection *out)
{
	const char *no = r->required ? "no domain of its level has" : "the topology has no";
	uint32_t slices = nodes / r->slice;

	if (r->slice == 1)
		return selection_refused(out, "%s room for its %" PRIu32 " node%s", no, nodes, nodes == 1 ? "" : "s");
	return selection_refused(out, "%s room for its %" PRIu32 " slice%s of %" PRIu32 " nodes", no, slices, slices == 1 ? "" : "s", r->slice);
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	const switches *s = o->plan;
	pod_request r = { .tree = s, .levels = hierarchy_levels(s, q->argument, 0, NULL) };
	bool served;

	read_wish(&r, q);
	if (q->nodes % r.slice != 0)
		return selection_refused(out, "its slices of %" PRIu32 " nodes do not divide its %" PRIu32, r.slice, q->nodes);
	r.idle = xcalloc(s->count, sizeof *r.idle);
	r.slices = xcalloc(s->count, sizeof *r.slices);
	r.given = xcalloc(s->count, sizeof *r.given);
	count_room(&r, o);
	served = place(&r, q->nodes);
	if (served)
		slurm_take(o, r.given, q->nodes, out->node);
	free_all(r.idle, r.slices, r.given);
	return served || refuse(&r, q->nodes, out);
}

static const char *const columns[] = { "topology_level", "topology_mode", "slice_size", "slice_level", NULL };

const policy policy_kueue = {
	.name = "kueue",
	.about = "Kueue's Topology Aware Scheduling: best fit level by level, by its source",
	.argument = "0+1+2",
	.optional = true,
	.check = check,
	.plan = slurm_plan,
	.forget = slurm_forget,
	.choose = choose,
	.never = hierarchy_never,
	.wishes = columns,
	.demands = columns,
};
