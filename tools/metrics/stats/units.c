/* units -- the interval of a mean whose values come in units, by what each unit's total is off.
 *
 * Values are put in order inside a unit, and so are the squares of the units: the same digits whatever the order of the rows. */
#include <math.h>
#include <stdlib.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"
#include "lib/student/student.h"
#include "metrics/stats/stats.h"

typedef struct observation {
	double value;
	uint32_t unit;
} observation;

ASCENDING_BY2(ascending, observation, unit, value)

static int
less_first(const void *a, const void *b)
{
	long double x = *(const long double *)a, y = *(const long double *)b;

	return (x > y) - (x < y);
}

/* The values in the order of their units. */
static observation *
in_order(const double *value, const uint32_t *unit, size_t n)
{
	observation *o = xalloc(n, sizeof *o);

	for (size_t i = 0; i < n; i++)
		o[i] = (observation){ value[i], unit[i] };
	qsort(o, n, sizeof *o, ascending);
	return o;
}

stats
stats_of_units(double *value, const uint32_t *unit, size_t n)
{
	observation *o = in_order(value, unit, n);
	long double *square = xalloc(n, sizeof *square), sum = 0, half;
	stats s = stats_of(value, n);
	size_t units = 0;

	/* For each unit the square of its total less what it would be at the mean; how many units there are. */
	for (size_t i = 0, end; i < n; i = end) {
		long double total = 0, off;

		for (end = i; end < n && o[end].unit == o[i].unit; end++)
			total += o[end].value;
		off = total - s.mean * (long double)(end - i);
		square[units++] = off * off;
	}
	qsort(square, units, sizeof *square, less_first);
	s.units = units;
	s.ci95_low = s.ci95_high = NAN;
	if (s.units > 1) {
		for (size_t i = 0; i < s.units; i++)
			sum += square[i];
		half = student_975(s.units - 1) * sqrtl(sum * (long double)s.units / (long double)(s.units - 1)) / (long double)n;
		s.ci95_low = (double)(s.mean - half);
		s.ci95_high = (double)(s.mean + half);
	}
	free_all(o, square);
	return s;
}

void
sample_add(value_sample *s, double value, uint32_t unit)
{
	s->value = xgrow(s->value, &s->room, s->count + 1, sizeof *s->value);
	s->unit = xgrow(s->unit, &s->unit_room, s->count + 1, sizeof *s->unit);
	s->value[s->count] = value;
	s->unit[s->count++] = unit;
}

stats
sample_stats(value_sample *s, bool in_units)
{
	return in_units ? stats_of_units(s->value, s->unit, s->count) : stats_of(s->value, s->count);
}

void
sample_free(value_sample *s)
{
	free_all(s->value, s->unit);
}
