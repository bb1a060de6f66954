#include "alloc/shapes/hierarchy.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "alloc/slurm/slurm.h"
#include "lib/cli/cli.h"
#include "lib/cli/units.h"

enum { HIGHEST = 62 };

int
hierarchy_height(const switches *s)
{
	int height = 1;

	for (uint32_t i = 0; i < s->count; i++)
		if ((int)s->level[i] > height)
			height = (int)s->level[i];
	return height < HIGHEST ? height : HIGHEST;
}

static bool
has_several(const switches *s, int k)
{
	uint32_t i = 0;

	while (i < s->leaves && hierarchy_domain(s, i, k) == hierarchy_domain(s, 0, k))
		i++;
	return i < s->leaves;
}

uint64_t
hierarchy_levels(const switches *s, const char *list, int lowest, const char *word)
{
	uint64_t levels = 0;

	for (size_t n; list; list = list[n] ? list + n + 1 : NULL) {
		char *name = xprintf("%.*s", (int)(n = strcspn(list, "+")), list);
		bool is_word = word && strcmp(name, word) == 0;
		int64_t k = 63;
		bool known = is_word || read_int(name, lowest, hierarchy_height(s), &k);

		free(name);
		if (!known)
			return 0;
		levels |= UINT64_C(1) << k;
	}
	if (!(levels & ~HIERARCHY_WORD))
		for (int k = lowest; k == lowest || (k <= hierarchy_height(s) && has_several(s, k)); k++)
			levels |= UINT64_C(1) << k;
	return levels;
}

char *
hierarchy_check(const machine *m, const char *list, int lowest, const char *word)
{
	char *wrong = switches_wrong(m);
	switches *s = wrong ? NULL : switches_of(m);

	if (s && !hierarchy_levels(s, list, lowest, word))
		wrong = xprintf("wants levels of switches from %d to %d, a + between two%s%s", lowest, hierarchy_height(s), word ? ", or " : "",
			word ? word : "");
	switches_free(s);
	return wrong;
}

char *
hierarchy_never(const occupancy *o, const request *q)
{
	char *why = slurm_never(o, q);
	selection s = { .node = xalloc(o->machine->nodes, sizeof *s.node) };
	occupancy empty;

	occupancy_init(&empty, o->machine);
	empty.plan = o->plan;
	if (!why && q->nodes > empty.idle)
		why = xprintf("it wants %" PRIu32 " nodes, and jobs may have %" PRIu32, q->nodes, empty.idle);
	else if (!why && !q->policy->choose(&empty, q, &s))
		why = xstrdup(s.why);
	occupancy_free(&empty);
	free(s.node);
	return why;
}
