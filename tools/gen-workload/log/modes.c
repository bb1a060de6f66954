/* modes -- shares, and the groups of the two modes that name them. */
#include "gen-workload/log/options.h"

#include <math.h>
#include <string.h>

#include "lib/cli/choices.h"
#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/rng/rng.h"

static const char minimal_balance[] = "minimal-balance", adaptive[] = "adaptive", custom_balance[] = "custom-balance", custom[] = "custom";
static const char *const all_modes[MOST_MODES] = { minimal_balance, adaptive, custom_balance, custom };

static const char *
find_mode(const char *name)
{
	choice_list c = choices_begin(name, " ");

	for (int i = 0; i < MOST_MODES; i++) {
		if (strcmp(all_modes[i], name) == 0)
			return all_modes[i];
		choices_add(&c, all_modes[i]);
	}
	die(FAIL_USAGE, "--modes: unknown mode '%s'; %sknown: %s", name, choices_hint(&c), c.names);
}

/* MODE=SHARE; MODE alone has all. */
static void
take_mode(const char *option, char *item, void *to)
{
	modes *x = to;
	char *value = cut_at(item, '=');
	double share = 1;

	(void)option;
	if (value && !read_real(value, 0, 1, &share))
		die(FAIL_USAGE, "--modes: '%s': must be a share from 0 to 1", value);
	for (int i = 0; i < x->count; i++)
		if (strcmp(x->item[i].mode, item) == 0)
			die(FAIL_USAGE, "--modes: '%s' is named twice", item);
	x->item[x->count].mode = find_mode(item);
	x->item[x->count++].share = share;
}

static void
set_modes(const char *option, const char *arg, void *to)
{
	modes *x = to;
	double sum = 0;

	x->count = 0;
	option_items(option, arg, take_mode, x);	/* twice is an error, so there is room */
	for (int i = 0; i < x->count; i++)
		sum += x->item[i].share;
	if (fabs(sum - 1) > 1e-9)
		die(FAIL_USAGE, "%s: '%s': the shares must add up to 1, not %.9g", option, arg, sum);
}

static void
set_range(const char *option, const char *arg, void *to)
{
	modes *x = to;
	char *copy = xstrdup(arg), *end = cut_at(copy, '-');

	if (!end || !read_int(copy, 1, INT32_MAX, &x->low) || !read_int(end, x->low, INT32_MAX, &x->high))
		die(FAIL_USAGE, "%s: '%s': must be LOW-HIGH, nodes from 1 to %d, LOW at most HIGH", option, arg, INT32_MAX);
}

const cli_option modes_settings[] = {
	{ "modes", "MODE=SHARE", "GRAP's mode of each job that is wider than a group, drawn by these shares; several joined by ',' [no column mode]", set_modes, 0 },
	{ "modes-for", "LOW-HIGH", "draw for jobs of LOW to HIGH nodes; wider and narrower ones have the first mode of --modes [all draw]",
		set_range, 0 },
	{ 0 }
};

void
modes_check(const modes *x, const capacity *c)
{
	if (x->count && !c->group)
		die(FAIL_USAGE, "--modes: the machine has no groups");
}

bool
modes_ask(const modes *x, bool nodes)
{
	bool any = false;

	for (int i = 0; i < x->count; i++)
		any |= x->item[i].mode == custom || (!nodes && x->item[i].mode == custom_balance);
	return any;
}

static uint32_t
divide_up(uint32_t n, uint32_t by)
{
	return n / by + (n % by != 0);
}

/* Of how many groups a user would take equal parts: of the fewest that divide the nodes evenly, unless those are more than
 * one and a half times the fewest of all, or more than there are. */
static uint32_t
even_groups(const capacity *c, uint32_t nodes)
{
	uint32_t least = divide_up(nodes, c->group);

	for (uint32_t g = least; g <= c->groups && 2 * (uint64_t)g <= 3 * (uint64_t)least; g++)
		if (nodes % g == 0)
			return g;
	return least;
}

/* `share` nodes in each group, and the rest in the last: the list, and how many groups. */
static char *
list_groups(uint32_t nodes, uint32_t share, uint32_t *groups)
{
	char *text = xstrdup("");

	*groups = divide_up(nodes, share);
	for (uint32_t i = 0; i < *groups; i++) {
		text = xappend(text, "%s%u", i ? " " : "", nodes < share ? nodes : share);
		nodes -= nodes < share ? nodes : share;
	}
	return text;
}

/* The Neighboring jobs of 5.1.3 have all 288 nodes of a group, or 216 of them: either, where there are groups enough. */
static uint32_t
custom_share(const capacity *c, rng *r, uint32_t nodes)
{
	uint32_t less = (uint32_t)((uint64_t)c->group * 3 / 4);
	bool full = rng_below(r, 2) == 0;

	if (full || less == 0 || divide_up(nodes, less) > c->groups)
		return c->group;
	return less;
}

static const char *
draw_mode(const modes *x, rng *r)
{
	double at = rng_unit(r);

	for (int i = 0; i < x->count - 1; i++) {
		if (at < x->item[i].share)
			return x->item[i].mode;
		at -= x->item[i].share;
	}
	return x->item[x->count - 1].mode;
}

mode_request
modes_draw(const modes *x, const capacity *c, uint64_t seed, const char *job, uint32_t nodes)
{
	mode_request q = { .mode = "" };
	rng r;

	if (nodes <= c->group)
		return q;
	rng_init(&r, seed, "mode", "", job);
	q.mode = x->item[0].mode;
	if (!x->high || (nodes >= x->low && nodes <= x->high))
		q.mode = draw_mode(x, &r);
	if (q.mode == custom_balance)
		q.groups = even_groups(c, nodes);
	else if (q.mode == custom)
		q.group_nodes = list_groups(nodes, custom_share(c, &r, nodes), &q.groups);
	return q;
}
