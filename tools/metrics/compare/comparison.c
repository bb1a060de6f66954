/* contest -- who meets whom; duel.c says how it ends. */
#include "metrics/compare/comparison.h"

#include <stdlib.h>

static void
find_roles(const question *asked, input *in, roles *r)
{
	*r = (roles){ .bys = asked->by.count, .cases = asked->cases.count };
	r->by = input_want_all(in, &asked->by);
	if (r->cases == 0) {
		input_wish(in, "case", "1");
		r->cases = 1;
	}
	input_want_all(in, &asked->cases);
	r->policy = input_want(in, asked->policy_column);
	r->class = asked->class ? input_want(in, asked->class) : input_wish(in, "class", "all");
	r->value = input_want(in, asked->value);
}

static uint32_t
find_policy(const contest *c, const char *name)
{
	uint32_t policy = names_find(&c->means.policy, name);

	if (policy == UINT32_MAX)
		die(FAIL_DATA, "%s: no row has '%s'", c->asked->policy_column, name);
	return policy;
}

static void
find_sides(contest *c)
{
	const words *against = &c->asked->against;
	uint32_t policies = c->means.policy.count;

	if (policies == 0)
		return;		/* a table without rows */
	c->reference = find_policy(c, c->asked->reference);
	c->other = xalloc(policies + (size_t)against->count, sizeof *c->other);
	for (int i = 0; i < against->count; i++)
		c->other[c->others++] = find_policy(c, against->word[i]);
	for (uint32_t p = 0; p < policies && against->count == 0; p++)
		if (p != c->reference)
			c->other[c->others++] = p;
	if (c->others == 0)
		die(FAIL_DATA, "%s: no row has another than '%s'", c->asked->policy_column, c->asked->reference);
}

void
contest_read(contest *c, const question *asked, input *in)
{
	roles r;

	*c = (contest){ .asked = asked };
	find_roles(asked, in, &r);
	means_read(&c->means, in, &r);
	find_sides(c);
}

score *
contest_score(const contest *c, uint32_t by, uint32_t i)
{
	return &c->score[(size_t)by * (c->others + 1) + i];
}

/* The case as a message names it: its cells, blanks between. */
static char *
case_name(const contest *c, uint32_t place)
{
	char *name = xstrdup("");

	for (int k = 0; k < c->means.place.columns; k++) {
		char *longer = xprintf("%s%s%s", name, k == 0 ? "" : " ", groups_cell(&c->means.place, place, k));

		free(name);
		name = longer;
	}
	return name;
}

static char *
what_is_missing(const contest *c, uint32_t place, uint32_t other, const duel *d)
{
	const char *policy = names_at(&c->means.policy, other), *reference = c->asked->reference;
	char *name = case_name(c, place), *text;

	if (d->class == NO_CLASS)
		text = xprintf("case '%s': no values, neither of '%s' nor of '%s'", name, policy, reference);
	else
		text = xprintf("case '%s', class '%s': %u values of '%s', %u of '%s'", name,
			names_at(&c->means.class, d->class), d->other[d->class].count, policy,
			d->reference[d->class].count, reference);
	free(name);
	return text;
}

static void
init_scores(contest *c)
{
	size_t n = (size_t)groups_count(&c->means.by) * (c->others + 1);

	c->score = xalloc(n, sizeof *c->score);
	for (size_t i = 0; i < n; i++)
		score_init(&c->score[i], c->means.class.count);
}

void
contest_fight(contest *c, contest_see *see, void *data)
{
	duel d;

	init_scores(c);
	duel_init(&d, c->means.class.count);
	for (uint32_t place = 0; place < groups_count(&c->means.place); place++) {
		uint32_t by = c->means.place_by[place];

		for (uint32_t i = 0; i < c->others; i++) {
			duel_fight(&d, &c->means, place, c->reference, c->other[i]);
			score_add(contest_score(c, by, i), &d);
			score_add(contest_score(c, by, c->others), &d);
			if (d.outcome == INCOMPLETE && !c->first_incomplete)
				c->first_incomplete = what_is_missing(c, place, c->other[i], &d);
			if (d.outcome != INCOMPLETE && see)
				see(data, c, place, c->other[i], &d);
		}
		for (uint32_t i = 0; i <= c->others; i++)
			score_end_case(contest_score(c, by, i), c->means.class.count);
	}
}
