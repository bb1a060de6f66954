/* samples -- every value is kept, as quartiles want them all: eight bytes each, and four for its case. */
#include "metrics/samples.h"

#include <float.h>
#include <stdlib.h>

sample *
samples_of(const samples *s, uint32_t group, int column)
{
	return &s->sample[(size_t)group * (size_t)s->columns + (size_t)column];
}

static void
add(sample *s, double value, const uint32_t *unit)
{
	s->value = xgrow(s->value, &s->room, s->count + 1, sizeof *s->value);
	if (unit) {
		s->unit = xgrow(s->unit, &s->unit_room, s->count + 1, sizeof *s->unit);
		s->unit[s->count] = *unit;
	}
	s->value[s->count++] = value;
}

/* The handle of the first column that names a case. */
static int
want_cases(samples *s, input *in, const names *cases)
{
	int first = cases->count > 0 ? input_want_all(in, cases) : input_wish(in, "case", "1");

	groups_init(&s->cases, first, cases->count > 0 ? (int)cases->count : 1);
	return first;
}

static void
forget_cases(samples *s)
{
	size_t n = (size_t)groups_count(&s->groups) * (size_t)s->columns;

	for (size_t i = 0; i < n; i++) {
		free(s->sample[i].unit);
		s->sample[i].unit = NULL;
	}
}

void
samples_read(samples *s, input *in, const names *by, const names *of, const names *cases)
{
	int keys = input_want_all(in, by), values = input_want_all(in, of), case_ = -1;
	bool known = false;

	*s = (samples){ .columns = (int)of->count };
	groups_init(&s->groups, keys, (int)by->count);
	if (cases)
		case_ = want_cases(s, in, cases);
	while (input_next(in)) {
		uint32_t group = groups_add(&s->groups, in), unit = cases ? groups_add(&s->cases, in) : 0;

		s->sample = xgrow(s->sample, &s->room, ((size_t)group + 1) * (size_t)s->columns, sizeof *s->sample);
		known = known || (cases && input_has(in, case_));
		for (int c = 0; c < s->columns; c++) {
			sample *x = samples_of(s, group, c);
			double value;

			if (input_number(in, values + c, -DBL_MAX, &value))
				add(x, value, cases ? &unit : NULL);
			else
				x->empty++;
		}
	}
	if (!known)
		forget_cases(s);
}
