/* drawn -- patterns whose partners are drawn by tasks: pairs and spread (the express-mesh paper, III-B). */

#include "lib/cli/arrays.h"
#include "lib/pattern/peers.h"

enum { PARTNERS = 16 };

/* A random perfect matching; of an odd number of tasks one has no partner. */
static bool
prepare_pairs(traffic *t, const char **why)
{
	uint32_t n = t->tasks, *label = array_of_numbers(n), *other = array_of_numbers(n);
	peers *p = peers_new(t, 1, n, false);

	(void)why;
	rng_shuffle(&t->random, label, n);
	for (uint32_t i = 0; i + 1 < n; i += 2) {
		other[label[i]] = label[i + 1];
		other[label[i + 1]] = label[i];
	}
	for (uint32_t i = 0; i < n; i++) {
		p->to[p->first[i]] = other[i];
		p->first[i + 1] = p->first[i] + (other[i] != i);
	}
	peers_count(t);
	free_all(label, other);
	return true;
}

static bool
among(const uint32_t *list, uint32_t n, uint32_t task)
{
	while (n-- > 0)
		if (list[n] == task)
			return true;
	return false;
}

/* Partners are drawn task by task, each uniformly over all tasks and again where it is the
 * task itself or one of its partners; a task posts in the order in which they were drawn. */
static bool
prepare_spread(traffic *t, const char **why)
{
	uint32_t n = t->tasks, degree = n > PARTNERS ? PARTNERS : n - 1;
	peers *p = peers_new(t, 1, (size_t)n * degree, false);

	(void)why;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t *to = p->to + p->first[i];

		for (uint32_t k = 0; k < degree; k++)
			do
				to[k] = (uint32_t)rng_below(&t->random, n);
			while (to[k] == i || among(to, k, to[k]));
		p->first[i + 1] = p->first[i] + degree;
	}
	peers_count(t);
	return true;
}

const pattern pattern_pairs = {
	.name = "pairs", .about = "the tasks in random pairs; the two of a pair send to each other",
	.prepare = prepare_pairs,
};

/* To all others where there are no more than 16. */
const pattern pattern_spread = {
	.name = "spread", .about = "each task sends to 16 random others", .prepare = prepare_spread,
};
