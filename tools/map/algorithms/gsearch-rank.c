/* gsearch-rank -- GSEARCH, rank by rank: of all swaps with a rank the best is made
 * (Balzuweit et al., "Local search to improve task mapping", IV-C).
 *
 * As in the double loop of GSEARCH the swaps with a rank are those with a higher one: with the lower ones it had its
 * turn.  (The paper: 2% more time; looking at all others would double it.)  Passes over all ranks follow until one
 * makes no swap; of equal swaps that with the lowest task is made. */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "map/support/search.h"

/* The task above i that it is best swapped with, and *best what that gains; s->tasks, when no swap gains. */
static uint32_t
best_partner(const search *s, uint32_t i, uint64_t since, int64_t *best)
{
	uint32_t partner = s->tasks;
	int64_t gain;

	*best = 0;
	for (uint32_t j = i; (j = search_next(s, i, j + 1, s->tasks, since, *best, &gain)) < s->tasks;) {
		partner = j;
		*best = gain;
	}
	return partner;
}

static void
improve(const placement *p, uint32_t *rank)
{
	uint64_t *begun = xcalloc(p->tasks, sizeof *begun);	/* when the pairs of task i were last looked at */
	uint64_t before;
	search s;

	search_init(&s, p, rank);
	do {
		before = s.swaps;
		for (uint32_t i = 0; i < p->tasks && !search_over(&s); i++) {
			int64_t gain;
			uint32_t j = best_partner(&s, i, begun[i], &gain);

			begun[i] = search_now(&s);
			if (j < p->tasks)
				search_swap(&s, i, j, gain);
		}
	} while (s.swaps > before && !search_over(&s));
	search_end(&s, rank);
	free(begun);
}

const mapping mapping_gsearch_rank = {
	.name = "gsearch-rank",
	.about = "GSEARCH that makes the best swap of each rank in turn; begins with geom",
	.needs = NEEDS_TRAFFIC,
	.heeds = "task-order max-swaps swaps-trace",
	.improve = improve,
	.start = "geom",
};
