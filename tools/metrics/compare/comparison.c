/* comparison -- who is paired with whom; pairing.c says how it ends. */
#include "metrics/compare/comparison.h"

#include <math.h>

static uint32_t
find_policy(const comparison *c, const char *name)
{
	uint32_t policy = names_find(&c->means.policy, name);

	if (policy == UINT32_MAX)
		die(FAIL_DATA, "alloc: no row has '%s'", name);
	return policy;
}

void
comparison_read(comparison *c, const comparison_question *asked, input *in)
{
	const names *against = &asked->against;
	uint32_t policies;

	*c = (comparison){ .asked = asked };
	means_read(&c->means, in, asked);
	policies = c->means.policy.count;
	if (policies == 0)
		return;		/* a table without rows */
	c->reference = find_policy(c, asked->reference);
	c->other = xalloc((size_t)policies + against->count, sizeof *c->other);
	for (uint32_t i = 0; i < against->count; i++)
		c->other[c->others++] = find_policy(c, names_at(against, i));
	for (uint32_t p = 0; p < policies && against->count == 0; p++)
		if (p != c->reference)
			c->other[c->others++] = p;
	if (c->others == 0)
		die(FAIL_DATA, "alloc: no row has another than '%s'", asked->reference);
}

tally *
comparison_tally(const comparison *c, uint32_t by, uint32_t i)
{
	return &c->tally[(size_t)by * (c->others + 1) + i];
}

static char *
what_is_missing(const comparison *c, uint32_t place, uint32_t other, const pairing *p)
{
	const char *policy = names_at(&c->means.policy, other), *reference = c->asked->reference;
	char *name = xstrdup("");

	/* The case as a message names it: its cells, blanks between. */
	for (int k = 0; k < c->means.place.columns; k++)
		name = xappend(name, "%s%s", k == 0 ? "" : " ", groups_cell(&c->means.place, place, k));
	if (p->class == NO_CLASS)
		return xprintf("case '%s': no values, neither of '%s' nor of '%s'", name, policy, reference);
	return xprintf("case '%s', %s '%s': %u values of '%s', %u of '%s'", name, c->asked->of.count > 0 ? "column" : "class",
		names_at(&c->means.class, p->class), p->other[p->class].count, policy, p->reference[p->class].count, reference);
}

void
comparison_run(comparison *c, comparison_see *see, void *data)
{
	size_t tallies = (size_t)groups_count(&c->means.by) * (c->others + 1);
	uint32_t n = c->means.class.count;
	pairing p = { .classes = n, .reference = xcalloc(n, sizeof *p.reference), .other = xcalloc(n, sizeof *p.other) };

	c->tally = xalloc(tallies, sizeof *c->tally);
	for (size_t i = 0; i < tallies; i++)
		c->tally[i] = (tally){ .best_cut = -INFINITY, .only = xcalloc(n, sizeof *c->tally->only), .ratio = xcalloc(n, sizeof *c->tally->ratio) };
	for (uint32_t place = 0; place < groups_count(&c->means.place); place++) {
		uint32_t by = c->means.place_by[place];

		for (uint32_t i = 0; i < c->others; i++) {
			pairing_compare(&p, &c->means, place, c->reference, c->other[i]);
			tally_add(comparison_tally(c, by, i), &p);
			tally_add(comparison_tally(c, by, c->others), &p);
			if (p.outcome == INCOMPLETE && !c->first_incomplete)
				c->first_incomplete = what_is_missing(c, place, c->other[i], &p);
			if (p.outcome != INCOMPLETE && see)
				see(data, c, place, c->other[i], &p);
		}
		for (uint32_t i = 0; i <= c->others; i++)
			tally_end_case(comparison_tally(c, by, i), n);
	}
}
