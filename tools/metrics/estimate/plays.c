#include "metrics/estimate/plays.h"

#include <math.h>
#include <string.h>

#include "metrics/fit/solve.h"

static const double reach = 0.3;	/* slowdowns at shares so far from each other, in the mean, have a correlation of exp(-1/2) */
static const double rough = 0.01;	/* the part of their variance that any other share changes */
static const double any_level = 100;	/* variance of their mean: nothing is known of it */

/* The correlation of the slowdowns of a play with those at some shares; NULL: at those of play b. */
static double
correlation(const log_candidate *a, const log_candidate *b, const double *share)
{
	double sum = 0, hours = 0;

	for (size_t i = 0; i < a->runs; i++) {
		sum += a->run[i].node_hours * pow(a->run[i].played - (share ? share[a->run[i].group] : b->run[i].played), 2);
		hours += a->run[i].node_hours;
	}
	return exp(-sum / hours / (2 * reach * reach));
}

void
plays_at(log_candidate *c, int plays, uint32_t count, const double *share)
{
	double like[MOST_PLAYS][FIT_KEYS], rest[MOST_PLAYS][FIT_KEYS], at[MOST_PLAYS], weight[MOST_PLAYS], hours = 0;

	for (int k = 0; k < plays; k++) {
		at[k] = any_level + correlation(&c[k], &c[k], share);
		for (int j = 0; j < plays; j++)
			like[k][j] = any_level + correlation(&c[k], &c[j], NULL) + (k == j ? rough : 0);
	}
	for (size_t i = 0; i < c->runs; i++)
		hours += c->run[i].node_hours;
	for (uint32_t g = 0; g < count; g++) {
		double part = 0;

		for (size_t i = c->first[g]; i < c->first[g + 1]; i++)
			part += c->run[i].node_hours / hours;
		for (size_t i = c->first[g]; i < c->first[g + 1]; i++) {
			group_run *r = &c->run[i].run;

			*r = (group_run){ .time = r->time, .at = share[g] };
			memcpy(rest, like, sizeof rest);
			for (int k = 0; k < plays; k++)
				weight[k] = c[k].run[i].seen;
			solve_linear(rest, weight, plays);
			for (int k = 0; k < plays; k++) {
				r->slowdown += at[k] * weight[k];
				r->grows += (at[k] - any_level) * part * (c[k].run[i].played - share[g]) / (reach * reach) * weight[k];
			}
		}
	}
}
