#include "map/support/partners.h"

#include "lib/cli/cli.h"

typedef struct walker {
	double *share;		/* of a partner, 1 being the mean */
	uint32_t *small, *large;	/* stacks: those below 1, and others */
} walker;

/* What the small ones lack comes from the large ones. */
static void
share_out(walker *w, const uint32_t *weight, uint32_t partners, partner *result)
{
	uint32_t small = 0, large = 0;
	double sum = 0;

	for (uint32_t k = 0; k < partners; k++)
		sum += weight[k];
	for (uint32_t k = 0; k < partners; k++) {
		w->share[k] = weight[k] * (partners / sum);
		*(w->share[k] < 1 ? &w->small[small++] : &w->large[large++]) = k;
		result[k] = (partner){ UINT32_MAX, k };
	}
	while (small && large) {
		uint32_t k = w->small[--small], from = w->large[large - 1];

		result[k] = (partner){ (uint32_t)(w->share[k] * UINT32_MAX), from };
		w->share[from] -= 1 - w->share[k];
		if (w->share[from] < 1) {
			large--;
			w->small[small++] = from;
		}
	}
}

partner *
partners_by_weight(const affinity *a)
{
	partner *result = a->weight ? xlarge(a->first[a->tasks], sizeof *result) : NULL;
	uint64_t most = 0;
	walker w;

	if (!result)
		return NULL;
	for (uint32_t i = 0; i < a->tasks; i++)
		if (a->first[i + 1] - a->first[i] > most)
			most = a->first[i + 1] - a->first[i];
	w = (walker){ xalloc(most, sizeof *w.share), xalloc(most, sizeof *w.small), xalloc(most, sizeof *w.large) };
	for (uint32_t i = 0; i < a->tasks; i++)
		share_out(&w, a->weight + a->first[i], (uint32_t)(a->first[i + 1] - a->first[i]), result + a->first[i]);
	free_all(w.share, w.small, w.large);
	return result;
}
