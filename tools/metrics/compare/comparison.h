/* contest -- one policy against the others: all duels of a table. */
#ifndef HOPLINE_METRICS_COMPARE_COMPARISON_H
#define HOPLINE_METRICS_COMPARE_COMPARISON_H

#include <stdint.h>

#include "metrics/compare/pairing.h"
#include "metrics/input.h"
#include "metrics/compare/means.h"
#include "metrics/words.h"

/* What is asked. */
typedef struct question {
	words by;		/* columns; tables that are compared apart from one another */
	words cases;		/* columns; none: "case" where there is one */
	const char *policy_column;
	const char *reference;	/* the one policy */
	words against;		/* the others; none: all */
	const char *class;	/* a column; NULL: "class" where there is one */
	const char *value;	/* a column */
} question;

typedef struct contest {
	const question *asked;
	means means;
	uint32_t reference;	/* numbers in means.policy */
	uint32_t *other, others;
	score *score;
	char *first_incomplete;	/* what is wrong with the first such point; NULL: there is none */
} contest;

/* Read all rows and find the policies. */
void contest_read(contest *c, const question *asked, input *in);

/* Let the reference meet every other in every case, in the order of the cases'
 * first appearance; hand each point that is complete to `see`, unless it is NULL. */
typedef void contest_see(void *data, const contest *c, uint32_t place, uint32_t other, const duel *d);
void contest_fight(contest *c, contest_see *see, void *data);

/* Against the i-th other, or all of them (i = others), for one value of `by`. */
score *contest_score(const contest *c, uint32_t by, uint32_t i);

#endif
