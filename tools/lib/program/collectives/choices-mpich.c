/* choices-mpich -- what MPICH takes when nothing is forced, of sums that it knows: maint/tuning/coll/mpir/generic.json of its sources
 * (commit 7e03fe85), for ranks whose nodes do not count.  What it calls scattered is linear here, and reduce_scatter_allgather
 * is rabenseifner. */
#include "lib/program/collectives/collectives.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct mpich_rule {
	const char *name;
	enum { ANY_RANKS, FEWER_THAN_8, POWERS_OF_2 } ranks;
	bool few;		/* elements: fewer than the largest power of two among the ranks */
	bool all;		/* its bytes are those of all blocks */
	int64_t most;		/* bytes; 0: any number */
	const char *algorithm;
} mpich_rule;

/* The first that fits counts. */
static const mpich_rule rules[] = {
	{ "allreduce", ANY_RANKS, false, false, 8, "recursive-doubling" },
	{ "allreduce", ANY_RANKS, true, false, 0, "recursive-doubling" },
	{ "allreduce", ANY_RANKS, false, false, 0, "rabenseifner" },
	{ "reduce-scatter", ANY_RANKS, false, true, 524287, "recursive-halving" },
	{ "reduce-scatter", ANY_RANKS, false, true, 0, "pairwise" },
	{ "allgather", POWERS_OF_2, false, true, 524287, "recursive-doubling" },
	{ "allgather", POWERS_OF_2, false, true, 0, "ring" },
	{ "allgather", ANY_RANKS, false, true, 81919, "bruck" },
	{ "allgather", ANY_RANKS, false, true, 0, "ring" },
	{ "alltoall", FEWER_THAN_8, false, false, 32768, "linear" },
	{ "alltoall", FEWER_THAN_8, false, false, 0, "pairwise" },
	{ "alltoall", ANY_RANKS, false, false, 256, "bruck" },
	{ "alltoall", ANY_RANKS, false, false, 32768, "linear" },
	{ "alltoall", ANY_RANKS, false, false, 0, "pairwise" },
	{ "broadcast", FEWER_THAN_8, false, false, 0, "binomial" },
	{ "broadcast", ANY_RANKS, false, false, 12288, "binomial" },
	{ "broadcast", POWERS_OF_2, false, false, 524288, "scatter-allgather" },
	{ "broadcast", ANY_RANKS, false, false, 0, "scatter-ring" },
	{ "reduce", ANY_RANKS, false, false, 2048, "binomial" },
	{ "reduce", ANY_RANKS, true, false, 0, "binomial" },
	{ "reduce", ANY_RANKS, false, false, 0, "rabenseifner" },
	{ "barrier", ANY_RANKS, false, false, 0, "dissemination" },
};

static bool
fits(const mpich_rule *r, uint32_t ranks, int64_t bytes, int64_t element)
{
	uint32_t power = power_of_two(ranks);

	if ((r->ranks == FEWER_THAN_8 && ranks >= 8) || (r->ranks == POWERS_OF_2 && ranks != power) || (r->few && bytes / element >= power))
		return false;
	return r->most == 0 || (r->all ? bytes * ranks : bytes) <= r->most;
}

const char *
choice_of_mpich(const char *name, uint32_t ranks, int64_t bytes, int64_t element)
{
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (strcmp(rules[i].name, name) == 0 && fits(&rules[i], ranks, bytes, element))
			return rules[i].algorithm;
	return NULL;
}
