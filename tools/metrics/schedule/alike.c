/* alike -- see alike.h: rows are added up as hashes, since under each policy they may come in an order of its own. */
#include "metrics/schedule/alike.h"

#include <stdlib.h>

#include "lib/cli/cli.h"

void
alike_add(alike *a, const char *policy, bool ran, uint64_t hash)
{
	bool added;
	uint32_t i;

	if (!*policy)
		return;
	i = names_add(&a->policy, policy, &added);
	a->of = xgrow(a->of, &a->room, (size_t)i + 1, sizeof *a->of);
	a->of[i].sum += hash;
	a->of[i].rows++;
	a->of[i].ran += ran;
}

static bool
same(const alike *a, uint32_t i, uint32_t k)
{
	return a->of[i].sum == a->of[k].sum && a->of[i].rows == a->of[k].rows && a->of[i].ran > 0;
}

/* The first policy with the rows of the i-th. */
static uint32_t
first_like(const alike *a, uint32_t i)
{
	uint32_t k = 0;

	while (k < i && !same(a, i, k))
		k++;
	return k;
}

void
alike_tell(const alike *a)
{
	for (uint32_t i = 0; i < a->policy.count; i++) {
		char *list = xstrdup(names_at(&a->policy, i));
		uint32_t others = 0;

		for (uint32_t k = i + 1; k < a->policy.count; k++) {
			if (first_like(a, k) != i)
				continue;
			others++;
			list = xappend(list, ", %s", names_at(&a->policy, k));
		}
		if (others > 0)
			warn("equal schedules under %s: every job starts and ends at the same times, so waits and utilization do not depend on"
				" these policies; how long messages take may, as netsim tells", list);
		free(list);
	}
}

void
alike_free(alike *a)
{
	names_free(&a->policy);
	free(a->of);
}
