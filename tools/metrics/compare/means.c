/* means -- sums and counts behind one hash table; how many policies and classes
 * there are need not be known beforehand. */
#include "metrics/compare/means.h"

#include <stdio.h>
#include <string.h>

#include "metrics/choices.h"

enum { KEY_TEXT = 40 };

static const char *
key_of(uint32_t place, uint32_t policy, uint32_t class)
{
	static char text[KEY_TEXT];

	snprintf(text, sizeof text, "%u %u %u", place, policy, class);
	return text;
}

static uint32_t
find_place(means *m, const input *in)
{
	uint32_t by = groups_add(&m->by, in), place = groups_add(&m->place, in);

	m->place_by = xgrow(m->place_by, &m->place_room, (size_t)place + 1, sizeof *m->place_by);
	m->place_by[place] = by;
	return place;
}

static void
add(means *m, const char *key, double value)
{
	bool added;
	uint32_t at = names_add(&m->key, key, &added);

	m->mean = xgrow(m->mean, &m->room, (size_t)at + 1, sizeof *m->mean);
	m->mean[at].sum += value;
	m->mean[at].count++;
}

static bool
is_compared(const roles *r, const char *policy)
{
	return r->against->count == 0 || strcmp(policy, r->reference) == 0 || names_find(r->against, policy) != UINT32_MAX;
}

/* The values of the row under way, of a case under a policy; whether there are any. */
static bool
add_row(means *m, const input *in, const roles *r, uint32_t place, uint32_t policy)
{
	size_t empty = m->empty;

	for (int i = r->value; i < r->value + r->values; i++) {
		bool added;
		uint32_t class = names_add(&m->class, r->class < 0 ? in->want[i].name : input_name(in, r->class), &added);
		double value;

		if (input_number(in, i, r->least, &value))
			add(m, key_of(place, policy, class), value);
		else
			m->empty++;
	}
	return m->empty - empty < (size_t)r->values;
}

void
means_read(means *m, input *in, const roles *r)
{
	choices chosen;

	*m = (means){ 0 };
	groups_init(&m->by, r->by, r->bys);
	groups_init(&m->place, r->by, r->bys + r->cases);
	choices_watch(&chosen, in, r->apart);
	while (input_next(in)) {
		bool added;
		uint32_t place = find_place(m, in);
		const char *policy = input_name(in, r->policy);

		if (add_row(m, in, r, place, names_add(&m->policy, policy, &added)) && is_compared(r, policy))
			choices_see(&chosen, in, m->place_by[place]);
	}
	choices_free(&chosen);
}

mean
means_find(const means *m, uint32_t place, uint32_t policy, uint32_t class)
{
	uint32_t at = names_find(&m->key, key_of(place, policy, class));

	return at == UINT32_MAX ? (mean){ 0 } : m->mean[at];
}
