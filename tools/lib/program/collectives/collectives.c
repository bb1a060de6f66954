/* collectives -- the table: an array for each operation. */
#include "lib/program/collectives/collectives.h"

#include <inttypes.h>
#include <string.h>

#include "lib/cli/cli.h"

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

const collective *
collective_chosen(const char *name, const char *word, rank_group *g, int64_t bytes)
{
	if (strcmp(word, "default") == 0 || strcmp(word, "openmpi") == 0)
		word = NULL;
	else if (strcmp(word, "mpich") == 0)
		word = choice_of_mpich(name, g->ranks, bytes, g->element ? g->element : 1);
	else if (strcmp(word, "nccl") == 0 && !(word = choice_of_nccl(name, g, bytes)))
		return NULL;
	return collective_find(name, word, g->ranks, bytes);
}

/* Refuse what would be too long before it fills the memory: of two ranks side by side, with a and b operations, one is not the root, and
 * all others have about as many as that. */
static void
check_length(const rank_group *g, uint32_t a, uint32_t b)
{
	if ((uint64_t)(a < b ? a : b) * g->ranks > UINT32_C(1) << 31)
		die(FAIL_DATA, "a collective of %" PRIu32 " ranks would have more than 2^31 operations", g->ranks);
}

void
collective_add(const collective *c, rank_group *g, int64_t bytes, uint32_t root)
{
	uint32_t ops[3] = { 0 };

	draft_purpose(g->draft, c->name, g->dimension ? g->dimension : "");
	for (uint32_t i = 0; i < g->ranks; i++) {
		group_member m = member_begin(g, i, root);

		c->add(&m, bytes);
		g->last[i] = member_end(&m);
		if (i < 3)
			ops[i] = draft_ops(g->draft);
		if (i == 2)
			check_length(g, ops[1] - ops[0], ops[2] - ops[1]);
	}
	g->tag += MEMBER_TAGS;
}

void
member_add(group_member *m, const char *name, const char *algorithm, int64_t bytes)
{
	member_step(m);
	collective_find(name, algorithm, m->size, bytes)->add(m, bytes);
	member_step(m);
}

double
collective_bus_bytes(const char *name, double ranks, double bytes)
{
	if (strcmp(name, "allreduce") == 0)
		return 2 * (ranks - 1) / ranks * bytes;
	return strcmp(name, "broadcast") == 0 || strcmp(name, "reduce") == 0 ? bytes : (ranks - 1) * bytes;
}
