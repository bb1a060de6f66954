/* gsearch-best -- GSEARCH that makes the best swap of all pairs, each time
 * (Balzuweit et al., "Local search to improve task mapping", IV-C).
 *
 * Every task keeps its best swap with a task of a higher number.  A swap changes only what the moved tasks and their
 * neighbours gain: their own best swaps are looked for anew, and with the other tasks' those are compared.  Of equal
 * swaps the one with the lowest tasks is made. */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "map/support/search.h"

typedef struct best {
	uint32_t partner;	/* above the task's own number; the number of tasks, when no swap gains */
	int64_t gain;
} best;

static void
look_anew(const search *s, uint32_t i, best *b)
{
	int64_t gain;

	*b = (best){ .partner = s->tasks };
	for (uint32_t j = i; (j = search_next(s, i, j + 1, s->tasks, 0, b->gain, &gain)) < s->tasks;)
		*b = (best){ j, gain };
}

/* Task j was moved: are swaps with it the best of lower tasks now? */
static void
compare_with(const search *s, uint32_t j, best *b)
{
	int64_t gain;

	for (uint32_t i = 0; (i = search_next(s, j, i, j, 0, 0, &gain)) < j; i++)
		if (gain > b[i].gain || (gain == b[i].gain && j < b[i].partner))
			b[i] = (best){ j, gain };
}

/* After a swap, the first since then. */
static void
update(const search *s, uint64_t since, best *b)
{
	for (uint32_t i = 0; i < s->tasks; i++)
		if (s->moved[i] > since || (b[i].partner < s->tasks && s->moved[b[i].partner] > since))
			look_anew(s, i, &b[i]);
	for (uint32_t j = 0; j < s->tasks; j++)
		if (s->moved[j] > since)
			compare_with(s, j, b);
}

/* The first task with the best of all swaps. */
static uint32_t
choose(const search *s, const best *b)
{
	uint32_t first = 0;

	for (uint32_t i = 1; i < s->tasks; i++)
		if (b[i].gain > b[first].gain)
			first = i;
	return first;
}

static void
improve(const placement *p, uint32_t *rank)
{
	best *b = xalloc(p->tasks, sizeof *b);
	search s;

	search_init(&s, p, rank);
	for (uint32_t i = 0; i < p->tasks; i++)
		look_anew(&s, i, &b[i]);
	for (uint32_t i; b[i = choose(&s, b)].gain > 0 && !search_over(&s);) {
		uint64_t since = search_now(&s);

		search_swap(&s, i, b[i].partner, b[i].gain);
		update(&s, since, b);
	}
	search_end(&s, rank);
	free(b);
}

const mapping mapping_gsearch_best = {
	.name = "gsearch-best",
	.about = "GSEARCH that makes the best swap of all pairs each time; begins with geom",
	.needs = NEEDS_TRAFFIC,
	.heeds = "task-order max-swaps swaps-trace",
	.improve = improve,
	.start = "geom",
};
