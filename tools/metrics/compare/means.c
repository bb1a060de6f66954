/* means -- sums and counts behind one hash table; how many policies and classes
 * there are need not be known beforehand. */
#include "metrics/compare/means.h"

#include <stdio.h>

enum { CELL_TEXT = 40 };

static const char *
cell_text_of(uint32_t place, uint32_t policy, uint32_t class)
{
	static char text[CELL_TEXT];

	snprintf(text, sizeof text, "%u %u %u", place, policy, class);
	return text;
}

static uint32_t
find_place(means *m, const input *in)
{
	uint32_t by = groups_add(&m->by, in), place = groups_add(&m->place, in);

	if (place >= m->places) {
		m->places = m->places == 0 ? 64 : 2 * m->places;
		m->place_by = xrealloc(m->place_by, m->places, sizeof *m->place_by);
	}
	m->place_by[place] = by;
	return place;
}

static void
add(means *m, const char *cell, double value)
{
	bool added;
	uint32_t at = names_add(&m->cell, cell, &added);

	if (at >= m->room) {
		m->room = m->room == 0 ? 64 : 2 * m->room;
		m->mean = xrealloc(m->mean, m->room, sizeof *m->mean);
	}
	if (added)
		m->mean[at] = (mean){ 0 };
	m->mean[at].sum += value;
	m->mean[at].count++;
}

void
means_read(means *m, input *in, const roles *r)
{
	*m = (means){ 0 };
	groups_init(&m->by, r->by, r->bys);
	groups_init(&m->place, r->by, r->bys + r->cases);
	while (input_next(in)) {
		bool added;
		uint32_t place = find_place(m, in);
		uint32_t policy = names_add(&m->policy, input_name(in, r->policy), &added);
		uint32_t class = names_add(&m->class, input_name(in, r->class), &added);
		double value;

		if (input_number(in, r->value, 0, &value))
			add(m, cell_text_of(place, policy, class), value);
		else
			m->empty++;
	}
}

mean
means_find(const means *m, uint32_t place, uint32_t policy, uint32_t class)
{
	uint32_t at = names_find(&m->cell, cell_text_of(place, policy, class));

	return at == UINT32_MAX ? (mean){ 0 } : m->mean[at];
}
