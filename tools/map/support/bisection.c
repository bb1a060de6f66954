/* bisection -- a graph cut in two parts of given sizes, by METIS. */
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

static void
change_side(const weighted_graph *g, uint32_t i, uint8_t *side, int64_t *gain)
{
	side[i] = !side[i];
	gain[i] = -gain[i];
	for (int32_t k = g->first[i]; k < g->first[i + 1]; k++)
		gain[g->to[k]] += side[g->to[k]] == side[i] ? -2 * (int64_t)g->weight[k] : 2 * (int64_t)g->weight[k];
}

/* The best vertex to leave the side that has `over` too much, one that brings it nearer to none; NONE. */
static uint32_t
best_to_leave(const weighted_graph *g, const int32_t *size, const uint8_t *side, const int64_t *gain, int64_t over)
{
	uint32_t best = NONE;

	for (uint32_t i = 0; i < g->count; i++)
		if (side[i] == (over < 0) && size_of(size, i) > 0 && size_of(size, i) < 2 * llabs(over) && (best == NONE || gain[i] > gain[best]))
			best = i;
	return best;
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
		uint32_t i = best_to_leave(g, size, side, gain, over);

		if (i == NONE)
			break;
		over += over < 0 ? size_of(size, i) : -size_of(size, i);
		change_side(g, i, side, gain);
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
