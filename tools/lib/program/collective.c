/* collective -- see collective.h. */
#include "lib/program/collective.h"

#include <string.h>

#include "lib/program/collectives/member.h"

extern const collective allreduce_recursive_doubling, allreduce_ring;
extern const collective reduce_scatter_ring;
extern const collective allgather_ring;
extern const collective alltoall_pairwise;
extern const collective broadcast_binomial;
extern const collective barrier_dissemination;

const collective *const collectives[] = {
	&allreduce_recursive_doubling,
	&allreduce_ring,
	&reduce_scatter_ring,
	&allgather_ring,
	&alltoall_pairwise,
	&broadcast_binomial,
	&barrier_dissemination,
	NULL
};

const collective *
collective_find(const char *name, const char *algorithm, uint32_t ranks, int64_t bytes)
{
	(void)ranks, (void)bytes;
	for (int i = 0; collectives[i]; i++)
		if (strcmp(collectives[i]->name, name) == 0 && (!algorithm || strcmp(collectives[i]->algorithm, algorithm) == 0))
			return collectives[i];
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
