/* gsearch -- GSEARCH: swap any two tasks that are better swapped, as soon as such a pair is met, until no pair is
 * (Balzuweit et al., "Local search to improve task mapping", Fig. 2).
 *
 * The swaps are those of the paper's double loop, one by one; but what cannot have become a gain since it
 * was last looked at is not looked at again, nor what is too far apart to gain (search_next). */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "map/support/search.h"

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
			uint64_t since = begun[i];
			int64_t gain;

			begun[i] = search_now(&s);
			for (uint32_t j = i; (j = search_next(&s, i, j + 1, p->tasks, since, 0, &gain)) < p->tasks && !search_over(&s);)
				search_swap(&s, i, j, gain);
		}
	} while (s.swaps > before && !search_over(&s));
	search_end(&s, rank);
	free(begun);
}

const mapping mapping_gsearch = {
	.name = "gsearch",
	.about = "GSEARCH: swap pairs of tasks while that lowers average hops; begins with geom",
	.needs = NEEDS_TRAFFIC,
	.heeds = "task-order max-swaps swaps-trace",
	.improve = improve,
	.start = "geom",
};
