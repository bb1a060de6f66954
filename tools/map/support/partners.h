/* partners -- one of those that a task talks to, drawn by what they exchange, in the same time however many there are (A. J. Walker, "An
 * efficient method for generating discrete random variables with general distributions", ACM TOMS 3, 1977). */
#pragma once

#include "lib/cli/wide.h"
#include "lib/pattern/affinity.h"

/* The k-th of a task's partners, or with the probability 1 - keep / 2^32 another one of them. */
typedef struct partner {
	uint32_t keep, other;
} partner;

/* Beside a->neighbour; NULL: all weigh the same.  free() frees. */
partner *partners_by_weight(const affinity *a);

/* One of n, uniformly but for less than n / 2^64, and what is left of the random word for the next draw. */
static inline uint32_t
draw_below(uint64_t *word, uint64_t n)
{
	wide product = (wide)*word * n;

	*word = (uint64_t)product;
	return (uint32_t)(product >> 64);
}

/* Where in a->neighbour a partner of task i stands, which has some, by two random words that later draws may use. */
static inline uint64_t
draw_partner(const affinity *a, const partner *partners, uint32_t i, uint64_t *word, uint64_t *chance)
{
	uint64_t first = a->first[i];
	uint32_t k = draw_below(word, a->first[i + 1] - first);

	if (partners && draw_below(chance, UINT64_C(1) << 32) >= partners[first + k].keep)
		k = partners[first + k].other;
	return first + k;
}
