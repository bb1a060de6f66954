/* comparison -- one policy against the others: all pairings of a table. */
#pragma once

#include <stdint.h>

#include "metrics/compare/means.h"
#include "metrics/compare/pairing.h"
#include "metrics/input.h"

typedef struct comparison {
	const comparison_question *asked;
	means means;
	uint32_t reference;	/* numbers in means.policy */
	uint32_t *other, others;
	tally *tally;
	char *first_incomplete;	/* what is wrong with the first such point; NULL: there is none */
} comparison;

/* Read all rows and find the policies. */
void comparison_read(comparison *c, const comparison_question *asked, input *in);

/* Pair the reference with every other policy in every case, in the order of the cases'
 * first appearance; hand each point that is complete to `see`, unless it is NULL. */
typedef void comparison_see(void *data, const comparison *c, uint32_t place, uint32_t other, const pairing *p);
void comparison_run(comparison *c, comparison_see *see, void *data);

/* Against the i-th other, or all of them (i = others), for one value of `by`. */
tally *comparison_tally(const comparison *c, uint32_t by, uint32_t i);
