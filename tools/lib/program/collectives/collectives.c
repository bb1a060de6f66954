/* collectives -- the table: an array for each operation. */
#include "lib/program/collectives/collectives.h"

#include <string.h>

#include "lib/program/collectives/choices.h"

extern const collective allreduces[], reduce_scatters[], allgathers[], alltoalls[], broadcasts[], reduces[], barriers[];

const collective *const collectives[] = {
	allreduces,
	reduce_scatters,
	allgathers,
	alltoalls,
	broadcasts,
	reduces,
	barriers,
	NULL
};

const collective *
collectives_of(const char *name)
{
	for (int i = 0; collectives[i]; i++)
		if (strcmp(collectives[i]->name, name) == 0)
			return collectives[i];
	return NULL;
}

const collective *
collective_find(const char *name, const char *algorithm, uint32_t ranks, int64_t bytes)
{
	const collective *c = collectives_of(name);

	if (c && !algorithm)
		algorithm = choice_of(name, ranks, bytes);
	for (; c && c->name; c++)
		if (strcmp(c->algorithm, algorithm) == 0)
			return c;
	return NULL;
}

void
collective_add(const collective *c, group *g, int64_t bytes, uint32_t root)
{
	for (uint32_t i = 0; i < g->ranks; i++) {
		member m = member_begin(g, i, root);

		c->add(&m, bytes);
		g->last[i] = member_end(&m);
	}
	g->tag += MEMBER_TAGS;
}

void
member_add(member *m, const char *name, const char *algorithm, int64_t bytes)
{
	member_step(m);
	collective_find(name, algorithm, m->size, bytes)->add(m, bytes);
	member_step(m);
}
