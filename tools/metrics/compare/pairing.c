/* pairing -- who is better, where, and by how much (the first paper's VI-D, Fig. 10). */
#include "metrics/compare/comparison.h"

#include <math.h>

/* Both sides have as many values in every class: else *class is one where they have not. */
static bool
comparable(const pairing *p, uint32_t *class)
{
	uint32_t present = 0;

	*class = NO_CLASS;
	for (uint32_t c = 0; c < p->classes; c++) {
		if (p->reference[c].count != p->other[c].count) {
			*class = c;
			return false;
		}
		present += p->other[c].count > 0;
	}
	return present > 0;
}

static outcome
judge(pairing *p)
{
	uint32_t reference = 0, other = 0, equal = 0;

	if (!comparable(p, &p->class))
		return INCOMPLETE;
	for (uint32_t c = 0; c < p->classes; c++) {
		double a, b;

		if (p->other[c].count == 0)
			continue;
		a = mean_value(p->reference[c]);
		b = mean_value(p->other[c]);
		reference += a < b;
		other += b < a;
		equal += a == b;
		if (b < a)
			p->class = c;
	}
	if (other != 1)
		p->class = NO_CLASS;
	if (equal > 0)
		return TIE;
	return other == 0 ? REFERENCE_BETTER : reference == 0 ? OTHER_BETTER : MIXED;
}

void
pairing_compare(pairing *p, const means *m, uint32_t place, uint32_t reference, uint32_t other)
{
	for (uint32_t c = 0; c < p->classes; c++) {
		p->reference[c] = means_find(m, place, reference, c);
		p->other[c] = means_find(m, place, other, c);
	}
	p->outcome = judge(p);
}

/* a / b, and 1 when they are equal, be it 0; NAN when that is no number. */
static double
ratio(double a, double b)
{
	double quotient = a == b ? 1 : b > 0 ? a / b : NAN;

	return isfinite(quotient) ? quotient : NAN;
}

double
pairing_ratio(const pairing *p, uint32_t class)
{
	if (p->other[class].count == 0)
		return NAN;
	return ratio(mean_value(p->other[class]), mean_value(p->reference[class]));
}

static void
add_cuts(tally *t, const pairing *p)
{
	for (uint32_t c = 0; c < p->classes; c++) {
		double cut;

		if (p->other[c].count == 0)
			continue;
		cut = 1 - ratio(mean_value(p->reference[c]), mean_value(p->other[c]));
		if (isnan(cut))
			continue;
		t->cuts++;
		t->cut_sum += cut;
		t->best_cut = fmax(t->best_cut, cut);
	}
}

void
tally_add(tally *t, const pairing *p)
{
	if (p->outcome == INCOMPLETE) {
		t->incomplete++;
		return;
	}
	t->points++;
	t->reference_better += p->outcome == REFERENCE_BETTER;
	t->other_better += p->outcome == OTHER_BETTER;
	t->mixed += p->outcome == MIXED;
	t->tie += p->outcome == TIE;
	if (p->outcome == MIXED && p->class != NO_CLASS)
		t->only[p->class]++;
	add_cuts(t, p);
	for (uint32_t c = 0; c < p->classes; c++)
		if (p->other[c].count > 0) {
			double other = mean_value(p->other[c]), reference = mean_value(p->reference[c]);

			t->ratio[c].sum += other == reference ? 0 : (double)(logl(other) - logl(reference));	/* infinite where one is 0 */
			t->ratio[c].count++;
		}
}

void
tally_end_case(tally *t, uint32_t classes)
{
	for (uint32_t c = 0; c < classes; c++) {
		ratios *r = &t->ratio[c];

		if (r->count > 0)	/* else the case does not count */
			sample_add(&r->log, r->sum / (double)r->count, 0);
		r->sum = 0;
		r->count = 0;
	}
}

ratio_stats
ratios_stats(ratios *r)
{
	stats s = sample_stats(&r->log, false);
	const double *log = r->log.value;	/* ascending, not all need be finite */
	size_t n = s.count;

	if (n == 0)
		return (ratio_stats){ NAN, NAN, NAN, NAN, NAN };
	if (isinf(s.min) || isinf(s.max))
		s.mean = s.ci95_low = s.ci95_high = NAN;
	return (ratio_stats){ exp(s.mean), exp(s.ci95_low), exp(s.ci95_high),
		n % 2 ? exp(log[n / 2]) : (exp(log[n / 2 - 1]) + exp(log[n / 2])) / 2, sign_test_of(log, n) };
}
