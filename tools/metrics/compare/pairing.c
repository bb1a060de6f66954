/* duel -- who is better, where, and by how much (the first paper's VI-D, Fig. 10). */
#include "metrics/compare/pairing.h"

#include <math.h>

void
duel_init(duel *d, uint32_t classes)
{
	*d = (duel){ .classes = classes };
	d->reference = xcalloc(classes, sizeof *d->reference);
	d->other = xcalloc(classes, sizeof *d->other);
}

/* Means as doubles, so that what is equal when written is equal here. */
static double
value(mean m)
{
	return (double)(m.sum / m.count);
}

/* Both sides have as many values in every class: else *class is one where they have not. */
static bool
comparable(const duel *d, uint32_t *class)
{
	uint32_t present = 0;

	*class = NO_CLASS;
	for (uint32_t c = 0; c < d->classes; c++) {
		if (d->reference[c].count != d->other[c].count) {
			*class = c;
			return false;
		}
		present += d->other[c].count > 0;
	}
	return present > 0;
}

static outcome
judge(duel *d)
{
	uint32_t reference = 0, other = 0, equal = 0;

	if (!comparable(d, &d->class))
		return INCOMPLETE;
	for (uint32_t c = 0; c < d->classes; c++) {
		double a, b;

		if (d->other[c].count == 0)
			continue;
		a = value(d->reference[c]);
		b = value(d->other[c]);
		reference += a < b;
		other += b < a;
		equal += a == b;
		if (b < a)
			d->class = c;
	}
	if (other != 1)
		d->class = NO_CLASS;
	if (equal > 0)
		return TIE;
	return other == 0 ? REFERENCE_BETTER : reference == 0 ? OTHER_BETTER : MIXED;
}

void
duel_fight(duel *d, const means *m, uint32_t place, uint32_t reference, uint32_t other)
{
	for (uint32_t c = 0; c < d->classes; c++) {
		d->reference[c] = means_find(m, place, reference, c);
		d->other[c] = means_find(m, place, other, c);
	}
	d->outcome = judge(d);
}

/* a / b, and 1 when they are equal, be it 0; NAN when that is no number. */
static double
ratio(double a, double b)
{
	double quotient = a == b ? 1 : b > 0 ? a / b : NAN;

	return isfinite(quotient) ? quotient : NAN;
}

double
duel_ratio(const duel *d, uint32_t class)
{
	if (d->other[class].count == 0)
		return NAN;
	return ratio(value(d->other[class]), value(d->reference[class]));
}

double
duel_log_ratio(const duel *d, uint32_t class)
{
	double other, reference;

	if (d->other[class].count == 0)
		return NAN;
	other = value(d->other[class]);
	reference = value(d->reference[class]);
	return other == reference ? 0 : (double)(logl(other) - logl(reference));
}

void
score_init(score *s, uint32_t classes)
{
	*s = (score){ .best_cut = -INFINITY };
	s->only = xcalloc(classes, sizeof *s->only);
	s->ratio = xcalloc(classes, sizeof *s->ratio);
}

static void
add_cuts(score *s, const duel *d)
{
	for (uint32_t c = 0; c < d->classes; c++) {
		double cut;

		if (d->other[c].count == 0)
			continue;
		cut = 1 - ratio(value(d->reference[c]), value(d->other[c]));
		if (isnan(cut))
			continue;
		s->cuts++;
		s->cut_sum += cut;
		s->best_cut = fmax(s->best_cut, cut);
	}
}

void
score_add(score *s, const duel *d)
{
	if (d->outcome == INCOMPLETE) {
		s->incomplete++;
		return;
	}
	s->points++;
	s->reference_better += d->outcome == REFERENCE_BETTER;
	s->other_better += d->outcome == OTHER_BETTER;
	s->mixed += d->outcome == MIXED;
	s->tie += d->outcome == TIE;
	if (d->outcome == MIXED && d->class != NO_CLASS)
		s->only[d->class]++;
	add_cuts(s, d);
	for (uint32_t c = 0; c < d->classes; c++)
		if (d->other[c].count > 0)
			paired_add(&s->ratio[c], duel_log_ratio(d, c));
}

void
score_end_case(score *s, uint32_t classes)
{
	for (uint32_t c = 0; c < classes; c++)
		paired_end_case(&s->ratio[c]);
}
