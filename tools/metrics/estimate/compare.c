#include "metrics/estimate/compare.h"

#include <math.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "metrics/stats/stats.h"

/* The runs of a group but those of a fold, into run[]; how many. */
static size_t
choose_runs(const log_candidate *c, uint32_t group, int without, group_run *run)
{
	size_t n = 0;

	for (size_t i = c->first[group]; i < c->first[group + 1]; i++)
		if ((int)((i - c->first[group]) % FOLDS) != without)
			run[n++] = c->run[i].run;
	return n;
}

double
least_share(const log_candidate *c, uint32_t group)
{
	size_t n = c->first[group + 1] - c->first[group], known = 0;
	double *bound = xalloc(n + 1, sizeof *bound), least;

	for (size_t i = c->first[group]; i < c->first[group + 1]; i++)
		if (!isnan(c->run[i].bound))
			bound[known++] = c->run[i].bound;
	least = fmax(stats_of(bound, known).median, -INFINITY);	/* of none it is NAN */
	free(bound);
	return least;
}

void
fit_log(fitted_log *f, const log_candidate *c, uint32_t kinds, int without)
{
	group_run *run = xalloc(c->runs + 1, sizeof *run);

	f->e = xcalloc((size_t)kinds + 1, sizeof *f->e);
	for (uint32_t g = 0; g < kinds; g++)
		evidence_weigh(&f->e[g], run, choose_runs(c, g, without, run));
	evidence_settle(f->e, kinds);
	for (uint32_t g = 0; g < kinds; g++)
		if (f->e[g].tells)
			evidence_above(&f->e[g], least_share(c, g));
	pool_groups(&f->pool, f->e, kinds);
	free(run);
}

/* How well each group's runs of each fold are explained by those of the others, into score[group * FOLDS + fold]. */
static void
cross_validate(const log_candidate *c, uint32_t kinds, double *score)
{
	fitted_log all, part;

	fit_log(&all, c, kinds, EVERY_FOLD);
	for (int fold = 0; fold < FOLDS; fold++) {
		fit_log(&part, c, kinds, fold);
		for (uint32_t g = 0; g < kinds; g++)
			if (all.e[g].tells && part.e[g].tells)
				score[(size_t)g * FOLDS + (size_t)fold] = pool_explains(&part.pool, &all.e[g]) - pool_explains(&part.pool, &part.e[g]);
		free(part.e);
	}
	free(all.e);
}

log_score *
compare_candidates(const log_runs *l)
{
	uint32_t kinds = groups_count(&l->groups);
	size_t units = (size_t)kinds * FOLDS, best = 0;
	double *score = xcalloc(l->candidates * units + 1, sizeof *score);
	log_score *s = xcalloc(l->candidates, sizeof *s);

	for (size_t k = 0; k < l->candidates; k++) {
		cross_validate(&l->candidate[k], kinds, score + k * units);
		for (size_t i = 0; i < units; i++)
			s[k].score += score[k * units + i];
		best = s[k].score > s[best].score ? k : best;
	}
	for (size_t k = 0; k < l->candidates; k++) {
		double square = 0;

		s[k].less = s[best].score - s[k].score;
		for (size_t i = 0; i < units; i++)
			square += pow(score[best * units + i] - score[k * units + i] - s[k].less / (double)units, 2);
		s[k].error = sqrt(square);
		s[k].possible = s[k].less <= 2 * s[k].error;
	}
	free(score);
	return s;
}
