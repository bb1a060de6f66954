/* tally -- every value is kept, as quartiles want them all: eight bytes each. */
#include "metrics/tally.h"

#include <float.h>
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
add(sample *s, double value)
{
	if (s->count == s->room) {
		s->room = s->room == 0 ? 4 : 2 * s->room;
		s->value = xrealloc(s->value, s->room, sizeof *s->value);
	}
	s->value[s->count++] = value;
}

void
tally_read(tally *t, input *in, const words *by, const words *of)
{
	int keys = input_want_all(in, by), values = input_want_all(in, of);

	*t = (tally){ .columns = of->count };
	groups_init(&t->groups, keys, by->count);
	while (input_next(in)) {
		uint32_t group = groups_add(&t->groups, in);

		make_room(t, group);
		for (int c = 0; c < of->count; c++) {
			sample *s = tally_sample(t, group, c);
			double value;

			if (input_number(in, values + c, -DBL_MAX, &value))
				add(s, value);
			else
				s->empty++;
		}
	}
}
