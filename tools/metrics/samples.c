/* tally -- every value is kept, as quartiles want them all: eight bytes each, and four for its case. */
#include "metrics/samples.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

sample *
tally_sample(const tally *t, uint32_t group, int column)
{
	return &t->sample[(size_t)group * (size_t)t->columns + (size_t)column];
}

static void
make_room(tally *t, uint32_t group)
{
	size_t width = (size_t)t->columns * sizeof *t->sample;
	uint32_t old = t->room;

	if (group < old)
		return;
	t->room = old == 0 ? 16 : 2 * old;
	t->sample = xrealloc(t->sample, t->room, width);
	memset(tally_sample(t, old, 0), 0, (t->room - old) * width);
}

static void
add(sample *s, double value, const uint32_t *unit)
{
	if (s->count == s->room) {
		s->room = s->room == 0 ? 4 : 2 * s->room;
		s->value = xrealloc(s->value, s->room, sizeof *s->value);
		if (unit)
			s->unit = xrealloc(s->unit, s->room, sizeof *s->unit);
	}
	if (unit)
		s->unit[s->count] = *unit;
	s->value[s->count++] = value;
}

/* The handle of the first column that names a case. */
static int
want_cases(tally *t, input *in, const words *cases)
{
	int first = cases->count > 0 ? input_want_all(in, cases) : input_wish(in, "case", "1");

	groups_init(&t->cases, first, cases->count > 0 ? cases->count : 1);
	return first;
}

static void
forget_cases(tally *t)
{
	size_t samples = (size_t)groups_count(&t->groups) * (size_t)t->columns;

	for (size_t i = 0; i < samples; i++) {
		free(t->sample[i].unit);
		t->sample[i].unit = NULL;
	}
}

void
tally_read(tally *t, input *in, const words *by, const words *of, const words *cases)
{
	int keys = input_want_all(in, by), values = input_want_all(in, of), case_ = -1;
	bool known = false;

	*t = (tally){ .columns = of->count };
	groups_init(&t->groups, keys, by->count);
	if (cases)
		case_ = want_cases(t, in, cases);
	while (input_next(in)) {
		uint32_t group = groups_add(&t->groups, in), unit = cases ? groups_add(&t->cases, in) : 0;

		make_room(t, group);
		known = known || (cases && input_has(in, case_));
		for (int c = 0; c < of->count; c++) {
			sample *s = tally_sample(t, group, c);
			double value;

			if (input_number(in, values + c, -DBL_MAX, &value))
				add(s, value, cases ? &unit : NULL);
			else
				s->empty++;
		}
	}
	if (!known)
		forget_cases(t);
}
