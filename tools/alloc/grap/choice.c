#include "alloc/grap/choice.h"

#include <inttypes.h>
#include <stdlib.h>

#include "alloc/pick.h"
#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

/* The candidates, ascending by idle nodes, or with `down` descending, equal ones by number.  *n of them; the caller frees. */
static uint32_t *
sort_candidates(const occupancy *o, const level *groups, const grap_links *links, bool down, uint32_t *n)
{
	const uint32_t *idle = occupancy_idle(o, groups);
	uint32_t *sorted = xalloc(groups->domains, sizeof *sorted);

	*n = 0;
	for (uint32_t d = 0; d < groups->domains; d++)
		if (links->of[d].large == 0 && idle[d] > 0)
			sorted[(*n)++] = d;
	sort_by_key(idle, sorted, *n, down);
	return sorted;
}

/* Algorithm 1, lines 6 to 18: of the groups with enough idle nodes one that holds a large job before one that does not, then the one with
 * the fewest. */
static bool
small(const occupancy *o, const level *groups, const grap_links *links, grap_share *s)
{
	const uint32_t *idle = occupancy_idle(o, groups);
	uint32_t best = NONE;

	for (uint32_t d = 0; d < groups->domains; d++) {
		bool large = links->of[d].large > 0;

		if (idle[d] < s->idle)
			continue;
		if (best == NONE || large > (links->of[best].large > 0) || (large == (links->of[best].large > 0) && idle[d] < idle[best]))
			best = d;
	}
	s->group = best;
	return best != NONE;
}

/* The places of the shares of w in the order in which Algorithm 2 serves them, by their idle nodes; the caller frees. */
static uint32_t *
sort_shares(const grap_request *w)
{
	uint32_t *sorted = xalloc(w->groups, sizeof *sorted), *idle = xalloc(w->groups, sizeof *idle);

	for (uint32_t i = 0; i < w->groups; i++) {
		sorted[i] = i;
		idle[i] = w->share[i].idle;
	}
	sort_by_key(idle, sorted, w->groups, false);
	free(idle);
	return sorted;
}

/* Algorithm 2, lines 15 to 26: shares (their places) and candidates ascending by idle nodes, each share has the next candidate with
 * enough, in group[]; how many were served. */
static uint32_t
match(const occupancy *o, const level *groups, const grap_links *links, const grap_request *w, const uint32_t *share, uint32_t *group)
{
	uint32_t n, j = 0, i = 0, *candidate = sort_candidates(o, groups, links, false, &n);

	for (; i < w->groups; i++) {
		while (j < n && occupancy_idle(o, groups)[candidate[j]] < w->share[share[i]].idle)
			j++;
		if (j == n)
			break;
		group[i] = candidate[j++];
	}
	free(candidate);
	return i;
}

/* Algorithm 2; of shares that are alike the one that stands first has the lower group. */
static bool
balance_or_custom(const occupancy *o, const level *groups, const grap_links *links, grap_request *w)
{
	uint32_t *share = sort_shares(w), *group = xalloc(w->groups, sizeof *group), end;
	bool all = match(o, groups, links, w, share, group) == w->groups;

	for (uint32_t i = 0; all && i < w->groups; i = end) {
		for (end = i; end < w->groups && w->share[share[end]].idle == w->share[share[i]].idle; end++)
			;
		qsort(group + i, end - i, sizeof *group, ascending_u32);
		for (uint32_t k = i; k < end; k++)
			w->share[share[k]].group = group[k];
	}
	free_all(share, group);
	return all;
}

/* The idle nodes of w->groups candidates, from `at` on. */
static uint64_t
idle_from(const uint32_t *idle, const uint32_t *candidate, uint32_t at, const grap_request *w)
{
	uint64_t sum = 0;

	for (uint32_t i = at; i < at + w->groups; i++)
		sum += idle[candidate[i]];
	return sum;
}

ASCENDING_BY(by_group, grap_share, group)

/* Algorithm 3, lines 12 to 19: candidates at … at + w->groups - 1 share the job, from the last, which has the fewest idle nodes, on. */
static void
share_out(const uint32_t *idle, const uint32_t *candidate, uint32_t at, grap_request *w)
{
	uint32_t left = w->nodes;

	for (uint32_t i = w->groups; i-- > 0;) {
		grap_share *s = &w->share[i];

		s->group = candidate[at + i];
		s->nodes = left / (i + 1);
		if (s->nodes > idle[s->group])
			s->nodes = idle[s->group];
		s->idle = s->nodes;
		left -= s->nodes;
	}
	qsort(w->share, w->groups, sizeof *w->share, by_group);
}

/* Algorithm 3: of the candidates, descending by idle nodes, as many in a row as the job needs, as far back as there is room. */
static bool
adaptive(const occupancy *o, const level *groups, const grap_links *links, grap_request *w)
{
	const uint32_t *idle = occupancy_idle(o, groups);
	uint32_t n, at = 0, *candidate = sort_candidates(o, groups, links, true, &n);
	bool fits = n >= w->groups && idle_from(idle, candidate, 0, w) >= w->nodes;

	while (fits && at + w->groups < n && idle_from(idle, candidate, at + 1, w) >= w->nodes)
		at++;
	if (fits)
		share_out(idle, candidate, at, w);
	free(candidate);
	return fits;
}

/* Why Algorithm 2 finds no group for a share. */
static void
explain_match(const occupancy *o, const level *groups, const grap_links *links, const grap_request *w, selection *out)
{
	uint32_t *share = sort_shares(w), *group = xalloc(w->groups, sizeof *group);
	uint32_t served = match(o, groups, links, w, share, group);

	selection_refused(out, "mode '%s' wants %" PRIu32 " groups without a large job; %" PRIu32 " are there, and none beside them with %" PRIu32
		" idle nodes",
		grap_mode_names[w->mode], w->groups, served, w->share[share[served]].idle);
	free_all(share, group);
}

/* Explain the choice of Algorithm 3. */
static void
explain_adaptive(const occupancy *o, const level *groups, const grap_links *links, const grap_request *w, selection *out)
{
	uint32_t n, *candidate = sort_candidates(o, groups, links, true, &n);

	if (n < w->groups)
		selection_refused(out, "mode 'adaptive' wants %" PRIu32 " groups without a large job, and %" PRIu32 " have idle nodes", w->groups, n);
	else
		selection_refused(out, "mode 'adaptive' wants %" PRIu32 " groups without a large job, and the idlest have %" PRIu64 " idle nodes",
			w->groups, idle_from(occupancy_idle(o, groups), candidate, 0, w));
	free(candidate);
}

bool
grap_choose(const occupancy *o, const level *groups, const grap_links *links, grap_request *w, selection *out)
{
	bool any = w->mode == GRAP_ADAPTIVE;

	if (w->mode == GRAP_SMALL)
		return small(o, groups, links, w->share) || selection_refused(out, "no group has enough idle nodes");
	if (any ? adaptive(o, groups, links, w) : balance_or_custom(o, groups, links, w))
		return true;
	if (!out->unread)
		(any ? explain_adaptive : explain_match)(o, groups, links, w, out);
	return false;
}
