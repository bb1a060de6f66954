/* encounters -- see encounters.h: a union-find over jobs. */
#include "netsim/observe/encounters.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

void
encounters_clear(encounters *e)
{
	e->jobs = e->count = 0;
}

void
encounters_free(encounters *e)
{
	free(e->chief);
	free(e->item);
}

uint32_t
encounters_chief(encounters *e, uint32_t a)
{
	e->chief = xgrow(e->chief, &e->chief_room, (size_t)a + 1, sizeof *e->chief);
	for (; e->jobs <= a; e->jobs++)
		e->chief[e->jobs] = (uint32_t)e->jobs;
	while (e->chief[a] != a)
		a = e->chief[a] = e->chief[e->chief[a]];
	return a;
}

void
encounters_note(encounters *e, uint32_t a, uint32_t b, int64_t time)
{
	uint32_t x = encounters_chief(e, a), y = encounters_chief(e, b);

	if (x == y)
		return;
	e->chief[x > y ? x : y] = x > y ? y : x;
	e->item = xgrow(e->item, &e->room, e->count + 1, sizeof *e->item);
	e->item[e->count++] = (encounter){ time, { a, b } };
}

void
encounters_merge(encounters *e, const encounters *part)
{
	e->item = xgrow(e->item, &e->room, e->count + part->count, sizeof *e->item);
	if (part->count)
		memcpy(e->item + e->count, part->item, part->count * sizeof *e->item);
	e->count += part->count;
}
