/* means -- sums and counts behind one hash table; how many policies and classes
 * there are need not be known beforehand. */
#include "metrics/compare/means.h"

#include <float.h>
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

/* The columns of values, and the one that names their class; -1: each of the values is a class, called like its column. */
typedef struct value_columns {
	int first, count, class;	/* handles */
} value_columns;

/* The values of the row under way, of a case under a policy; whether there are any. */
static bool
add_row(means *m, const input *in, const value_columns *v, uint32_t place, uint32_t policy)
{
	size_t empty = m->empty;

	for (int i = v->first; i < v->first + v->count; i++) {
		uint32_t class = names_add(&m->class, v->class < 0 ? in->want[i].name : input_name(in, v->class), NULL);
		double value;

		if (input_number(in, i, v->class < 0 ? -DBL_MAX : 0, &value)) {
			uint32_t at = names_add(&m->key, key_of(place, policy, class), NULL);

			m->mean = xgrow(m->mean, &m->room, (size_t)at + 1, sizeof *m->mean);
			m->mean[at].sum += value;
			m->mean[at].count++;
		} else {
			m->empty++;
		}
	}
	return m->empty - empty < (size_t)v->count;
}

void
means_read(means *m, input *in, const comparison_question *asked)
{
	int by = input_want_all(in, &asked->by), policy;
	value_columns v = { .class = -1 };
	choices chosen;

	*m = (means){ 0 };
	groups_init(&m->by, by, (int)asked->by.count);
	if (asked->cases.count == 0)
		input_wish(in, "case", "1");
	input_want_all(in, &asked->cases);
	groups_init(&m->place, by, in->wants - by);
	policy = input_want(in, "alloc");
	if (asked->of.count == 0)
		v.class = asked->class ? input_want(in, asked->class) : input_wish(in, "class", "all");
	v.first = asked->of.count > 0 ? input_want_all(in, &asked->of) : input_want(in, asked->value);
	v.count = in->wants - v.first;
	choices_watch(&chosen, in, &asked->by);
	while (input_next(in)) {
		const char *name = input_name(in, policy);
		uint32_t apart = groups_add(&m->by, in), place = groups_add(&m->place, in);

		m->place_by = xgrow(m->place_by, &m->place_room, (size_t)place + 1, sizeof *m->place_by);
		m->place_by[place] = apart;
		if (add_row(m, in, &v, place, names_add(&m->policy, name, NULL)) && (asked->against.count == 0 ||
			strcmp(name, asked->reference) == 0 || names_find(&asked->against, name) != UINT32_MAX))
			choices_see(&chosen, in, apart);
	}
}

mean
means_find(const means *m, uint32_t place, uint32_t policy, uint32_t class)
{
	uint32_t at = names_find(&m->key, key_of(place, policy, class));

	return at == UINT32_MAX ? (mean){ 0 } : m->mean[at];
}
