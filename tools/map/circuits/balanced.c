/* balanced -- every two groups of a job get as many circuits.
 *
 * Of an even number of groups n the pairs are dealt to n - 1 rounds of a tournament in which everyone plays once a round: one group stands
 * still, the others turn.  A port of each group at an OCS takes one round, the next port the next.  With an odd number somebody
 * is idle in each of n rounds; but two ports at an OCS can join all groups in rings, each with the one that is d groups
 * on, d = 1 … (n - 1) / 2 (Petersen: a graph whose vertices all have 2k edges falls into k such sets of rings). */
#include "map/circuits/layers.h"

/* Round i of the tournament at an OCS. */
static void
join_round(layers *l, uint32_t o, uint32_t i)
{
	uint32_t n = l->fabric.groups, turning = n - 1 + n % 2;	/* an odd number plays against nobody in place of the one that stands still */

	i %= turning;
	if (n % 2 == 0)
		layers_join_at(l, o, i, n - 1);
	for (uint32_t k = 1; k <= (turning - 1) / 2; k++)
		layers_join_at(l, o, (i + k) % turning, (i + turning - k) % turning);
}

void
layers_balanced(layers *l)
{
	const circuit_fabric *f = &l->fabric;
	uint32_t rings = f->groups % 2 == 1 ? f->share / 2 : 0, rounds = f->share - 2 * rings;

	for (uint32_t o = 0; o < f->ocs; o++) {
		for (uint32_t i = 0; i < rings; i++) {
			uint32_t n = l->fabric.groups, d = 1 + (o * rings + i) % ((n - 1) / 2);

			/* The rings of the i-th distance at an OCS; an odd number of groups. */
			for (uint32_t x = 0; x < n; x++)
				layers_join_at(l, o, x, (x + d) % n);
		}
		for (uint32_t i = 0; i < rounds; i++)
			join_round(l, o, o * rounds + i);
	}
}
