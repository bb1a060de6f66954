#include "map/support/bisection.h"

#ifdef HAVE_METIS

#include <metis.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/machine/machine.h"

enum {
	FEW = 4,	/* vertices for which METIS is not asked */
	SEED = 1
};

/* METIS's own types may have been built with 64 bits. */
_Static_assert(sizeof (idx_t) == sizeof (int32_t), "METIS with numbers of 32 bits is wanted");

static int64_t
size_of(const int32_t *size, uint32_t i)
{
	return size ? size[i] : 1;
}

/* What METIS makes of it, near the sizes wanted. */
static void
ask_metis(const weighted_graph *g, const int32_t *size, double left, int cuts, uint8_t *side)
{
	idx_t vertices = (idx_t)g->count, constraints = 1, parts = 2, cut, options[METIS_NOPTIONS];
	idx_t *part = xalloc(g->count, sizeof *part);
	real_t share[2] = { (real_t)left, (real_t)(1 - left) };

	METIS_SetDefaultOptions(options);
	options[METIS_OPTION_SEED] = SEED;
	options[METIS_OPTION_NCUTS] = cuts;
	options[METIS_OPTION_UFACTOR] = 1;	/* a thousandth too many */
	if (METIS_PartGraphRecursive(&vertices, &constraints, g->first, g->to, (idx_t *)size, NULL, g->weight, &parts,
		share, NULL, options, &cut, part) != METIS_OK)
		die(FAIL_DATA, "METIS was stopped, or cannot part a graph of %u vertices in two", g->count);	/* it catches SIGTERM */
	for (uint32_t i = 0; i < g->count; i++)
		side[i] = part[i] != 0;
	free(part);
}

/* Let vertices change sides until side 0 has the size wanted; `over`: what it has too much. */
static void
balance(const weighted_graph *g, const int32_t *size, int64_t over, uint8_t *side)
{
	int64_t *gain = xcalloc(g->count, sizeof *gain);	/* what the cut would weigh less, were a vertex on the other side */

	for (uint32_t i = 0; i < g->count; i++)
		for (int32_t k = g->first[i]; k < g->first[i + 1]; k++)
			gain[i] += side[g->to[k]] == side[i] ? -g->weight[k] : g->weight[k];
	while (over != 0) {
		uint32_t i = NONE;	/* the best vertex to leave the side that has too much, of those that bring it nearer to none */

		for (uint32_t k = 0; k < g->count; k++)
			if (side[k] == (over < 0) && size_of(size, k) > 0 && size_of(size, k) < 2 * llabs(over) && (i == NONE || gain[k] > gain[i]))
				i = k;
		if (i == NONE)
			break;
		over += over < 0 ? size_of(size, i) : -size_of(size, i);
		side[i] = !side[i];
		gain[i] = -gain[i];
		for (int32_t k = g->first[i]; k < g->first[i + 1]; k++)
			gain[g->to[k]] += side[g->to[k]] == side[i] ? -2 * (int64_t)g->weight[k] : 2 * (int64_t)g->weight[k];
	}
	free(gain);
}

void
bisect(const weighted_graph *g, const int32_t *size, uint32_t left, int cuts, uint8_t *side)
{
	int64_t all = 0, over = -(int64_t)left;

	for (uint32_t i = 0; i < g->count; i++)
		all += size_of(size, i);
	memset(side, 1, g->count);
	if (g->count >= FEW && g->first[g->count] > 0)
		ask_metis(g, size, (double)left / (double)all, cuts, side);
	for (uint32_t i = 0; i < g->count; i++)
		over += side[i] ? 0 : size_of(size, i);
	balance(g, size, over, side);
}

#endif
