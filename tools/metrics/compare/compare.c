/* compare -- one policy against the others, case by case: the points and the shares
 * of the first paper's Fig. 10. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "metrics/compare/comparison.h"
#include "metrics/result.h"
#include "metrics/subcommand.h"

enum { KEY_POLICY_COLUMN = 0x100, KEY_BASELINE, KEY_AGAINST, KEY_VALUE, KEY_CLASS, KEY_CASE, KEY_BY, KEY_POINTS };

typedef struct options {
	cli cli;
	words files;
	question asked;
	const char *points;	/* a file, "-": standard output instead of the shares; NULL: none */
} options;

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->cli;
		return 0;
	case KEY_POLICY_COLUMN:
		o->asked.policy_column = arg;
		return 0;
	case KEY_BASELINE:
		o->asked.reference = arg;
		return 0;
	case KEY_AGAINST:
		words_split(&o->asked.against, "--against", arg);
		return 0;
	case KEY_VALUE:
		o->asked.value = arg;
		return 0;
	case KEY_CLASS:
		o->asked.class = arg;
		return 0;
	case KEY_CASE:
		words_split(&o->asked.cases, "--case", arg);
		return 0;
	case KEY_BY:
		words_split(&o->asked.by, "--by", arg);
		return 0;
	case KEY_POINTS:
		o->points = arg;
		return 0;
	case ARGP_KEY_ARG:
		words_add(&o->files, arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option known[] = {
	{ "baseline", KEY_BASELINE, "NAME", 0, "the policy that the others are compared with and normalized to", 0 },
	{ "against", KEY_AGAINST, "NAME[,NAME...]", 0, "the others [every other policy in the table]", 0 },
	{ "policy-column", KEY_POLICY_COLUMN, "COL", 0, "names the policy of a row [alloc]", 0 },
	{ "value", KEY_VALUE, "COL", 0, "what is compared; less is better [comm_time_s]", 0 },
	{ "class", KEY_CLASS, "COL", 0, "names the class of a job ['class', or one class where there is no such column]", 0 },
	{ "case", KEY_CASE, "COL[,COL...]", 0, "make a case together ['case', or one case where there is no such column]", 0 },
	{ "by", KEY_BY, "COL[,COL...]", 0, "compare apart what differs in these columns [none]", 0 },
	{ "points", KEY_POINTS, "FILE", 0, "write a row for each case and policy to FILE; with '-' these are the result", 0 },
	{ 0 }
};

static void
open_points(result *r, const options *o, const contest *c, const input *in)
{
	const question *asked = &o->asked;

	result_open(r, &o->cli, strcmp(o->points, "-") == 0 ? NULL : o->points);
	result_columns(r, &asked->by);
	if (asked->cases.count == 0)
		result_column(r, "case");
	result_columns(r, &asked->cases);
	result_column(r, asked->policy_column);
	for (uint32_t k = 0; k < c->means.class.count; k++)
		result_column(r, names_at(&c->means.class, k));
	result_header(r, in);
}

static void
write_point(void *data, const contest *c, uint32_t place, uint32_t other, const duel *d)
{
	result *r = data;
	int column = 0;

	for (; column < c->means.place.columns; column++)
		sink_put(r->sink, column, groups_cell(&c->means.place, place, column));
	sink_put(r->sink, column++, names_at(&c->means.policy, other));
	for (uint32_t k = 0; k < d->classes; k++)
		result_real(r, column++, duel_ratio(d, k));
	sink_row(r->sink, NULL);
	sink_flush(r->sink);
}

/* The columns of the shares behind the policy. */
static void
add_share_columns(result *r, const contest *c)
{
	static const char *const name[] = {
		"points", "incomplete", "baseline_better_share", "other_better_share", "tie_share", "mixed_share", NULL
	};
	static const struct {
		const char *before, *behind;	/* the class */
	} ratio[] = { { "ratio_", "" }, { "ratio_", "_low" }, { "ratio_", "_high" }, { "median_", "" }, { "sign_p_", "" } };

	for (int i = 0; name[i]; i++)
		result_column(r, name[i]);
	for (uint32_t k = 0; k < c->means.class.count; k++)
		result_column(r, xprintf("only_%s", names_at(&c->means.class, k)));
	result_column(r, "mean_cut");
	result_column(r, "best_cut");
	for (uint32_t k = 0; k < c->means.class.count; k++)
		for (size_t i = 0; i < sizeof ratio / sizeof *ratio; i++)
			result_column(r, xprintf("%s%s%s", ratio[i].before, names_at(&c->means.class, k), ratio[i].behind));
}

/* What is counted in cases, class by class, from `column` on. */
static void
write_ratios(result *r, const score *s, uint32_t classes, int column)
{
	for (uint32_t k = 0; k < classes; k++) {
		paired_figures f = paired_of(&s->ratio[k]);

		result_real(r, column++, f.mean);
		result_real(r, column++, f.low);
		result_real(r, column++, f.high);
		result_real(r, column++, f.median);
		result_real(r, column++, f.sign_p);
	}
}

static void
write_shares(result *r, const contest *c, uint32_t by, uint32_t other)
{
	const score *s = contest_score(c, by, other);
	double points = s->points > 0 ? (double)s->points : NAN;
	int column = 0;

	for (; column < c->means.by.columns; column++)
		sink_put(r->sink, column, groups_cell(&c->means.by, by, column));
	sink_put(r->sink, column++, other == c->others ? "all" : names_at(&c->means.policy, c->other[other]));
	sink_put_int(r->sink, column++, (int64_t)s->points);
	sink_put_int(r->sink, column++, (int64_t)s->incomplete);
	result_real(r, column++, (double)s->reference_better / points);
	result_real(r, column++, (double)s->other_better / points);
	result_real(r, column++, (double)s->tie / points);
	result_real(r, column++, (double)s->mixed / points);
	for (uint32_t k = 0; k < c->means.class.count; k++)
		result_real(r, column++, (double)s->only[k] / points);
	result_real(r, column++, s->cuts > 0 ? (double)(s->cut_sum / (long double)s->cuts) : NAN);
	result_real(r, column++, s->cuts > 0 ? s->best_cut : NAN);
	write_ratios(r, s, c->means.class.count, column);
	sink_row(r->sink, NULL);
}

static void
write_all_shares(const options *o, const contest *c, const input *in)
{
	result r;

	result_open(&r, &o->cli, NULL);
	result_columns(&r, &o->asked.by);
	result_column(&r, o->asked.policy_column);
	add_share_columns(&r, c);
	result_header(&r, in);
	for (uint32_t by = 0; by < groups_count(&c->means.by); by++)
		for (uint32_t other = 0; other <= c->others; other++)
			write_shares(&r, c, by, other);
	sink_close(r.sink);
}

static void
warn_of_gaps(const contest *c)
{
	size_t points = 0, incomplete = 0;

	for (uint32_t by = 0; by < groups_count(&c->means.by); by++) {
		points += contest_score(c, by, c->others)->points;
		incomplete += contest_score(c, by, c->others)->incomplete;
	}
	if (c->means.empty > 0)
		warn("%zu rows without '%s' are left out", c->means.empty, c->asked->value);
	if (incomplete > 0)
		warn("%zu of %zu points are left out; the first: %s", incomplete, points + incomplete, c->first_incomplete);
}

static void
check(const question *asked)
{
	if (!asked->reference)
		die(FAIL_USAGE, "--baseline: which policy?");
	if (words_find(&asked->against, asked->reference) >= 0)
		die(FAIL_USAGE, "--against: '%s': is the baseline itself", asked->reference);
}

static int
run(int argc, char **argv)
{
	const struct argp_child child[] = { { &cli_argp_operands, 0, NULL, 0 }, { 0 } };
	const struct argp parser = { known, parse, "[FILE...]", "Compare one policy with the others, case by case.", child, NULL, NULL };
	options o = { .asked = { .policy_column = "alloc", .value = "comm_time_s" } };
	input in;
	contest c;
	result points;

	parse_tables_only("metrics compare", &parser, argc, argv, &o.cli, &o);
	check(&o.asked);
	input_open(&in, &o.files);
	contest_read(&c, &o.asked, &in);
	if (o.points)
		open_points(&points, &o, &c, &in);
	contest_fight(&c, o.points ? write_point : NULL, &points);
	if (!o.points || strcmp(o.points, "-") != 0)
		write_all_shares(&o, &c, &in);
	if (o.points)
		sink_close(points.sink);
	warn_of_gaps(&c);
	input_close(&in);
	return EXIT_SUCCESS;
}

const subcommand subcommand_compare = { "compare", "one policy against the others, case by case", run };
