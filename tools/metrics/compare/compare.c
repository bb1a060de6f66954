/* compare -- one policy against the others, case by case: the points and the shares
 * of the first paper's Fig. 10. */
#include <math.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "metrics/compare/comparison.h"
#include "metrics/compare/differences.h"
#include "metrics/result.h"

typedef struct compare_options {
	comparison_question asked;
	names more;		/* of asked.of */
	const char *points;	/* a file, "-": standard output instead of the shares; NULL: none */
} compare_options;

static void
open_points(result *r, const cli *common, const char *path, const comparison *c, const input *in)
{
	result_open(r, common, strcmp(path, "-") == 0 ? NULL : path);
	result_names(r, &c->asked->by);
	if (c->asked->cases.count == 0)
		result_column(r, "case");
	result_names(r, &c->asked->cases);
	result_column(r, "alloc");
	result_names(r, &c->means.class);
	result_header(r, input_origin(in), NULL);
}

static void
write_point(void *data, const comparison *c, uint32_t place, uint32_t other, const pairing *p)
{
	result *r = data;
	int column = groups_put(&c->means.place, place, r);

	sink_put(r->sink, column++, names_at(&c->means.policy, other));
	for (uint32_t k = 0; k < p->classes; k++)
		result_real(r, column++, pairing_ratio(p, k));
	sink_row(r->sink, NULL);
	sink_flush(r->sink);
}

/* The columns of the shares behind the policy. */
static void
add_share_columns(result *r, const comparison *c)
{
	static const struct {
		const char *before, *behind;	/* the class */
	} ratio[] = { { "ratio_", "" }, { "ratio_", "_low" }, { "ratio_", "_high" }, { "median_", "" }, { "sign_p_", "" } };

	result_columns(r, "points,incomplete,baseline_better_share,other_better_share,tie_share,mixed_share");
	for (uint32_t k = 0; k < c->means.class.count; k++)
		result_column(r, xprintf("only_%s", names_at(&c->means.class, k)));
	result_columns(r, "mean_cut,best_cut");
	for (uint32_t k = 0; k < c->means.class.count; k++)
		for (size_t i = 0; i < sizeof ratio / sizeof *ratio; i++)
			result_column(r, xprintf("%s%s%s", ratio[i].before, names_at(&c->means.class, k), ratio[i].behind));
}

static void
write_shares(result *r, const comparison *c, uint32_t by, uint32_t other)
{
	const tally *t = comparison_tally(c, by, other);
	double points = t->points > 0 ? (double)t->points : NAN;
	int column = groups_put(&c->means.by, by, r);

	sink_put(r->sink, column++, other == c->others ? "all" : names_at(&c->means.policy, c->other[other]));
	sink_put_int(r->sink, column++, (int64_t)t->points);
	sink_put_int(r->sink, column++, (int64_t)t->incomplete);
	column = result_reals(r, column, 4, (double[]){ (double)t->reference_better / points, (double)t->other_better / points,
		(double)t->tie / points, (double)t->mixed / points });
	for (uint32_t k = 0; k < c->means.class.count; k++)
		result_real(r, column++, (double)t->only[k] / points);
	result_real(r, column++, t->cuts > 0 ? (double)(t->cut_sum / (long double)t->cuts) : NAN);
	result_real(r, column++, t->cuts > 0 ? t->best_cut : NAN);
	for (uint32_t k = 0; k < c->means.class.count; k++) {
		ratio_stats s = ratios_stats(&t->ratio[k]);

		column = result_reals(r, column, 5, (double[]){ s.mean, s.low, s.high, s.median, s.sign_p });
	}
	sink_row(r->sink, NULL);
}

static void
write_all_shares(const cli *common, const comparison *c, const input *in)
{
	result r;

	result_open(&r, common, NULL);
	result_names(&r, &c->asked->by);
	result_column(&r, "alloc");
	add_share_columns(&r, c);
	result_header(&r, input_origin(in), NULL);
	for (uint32_t by = 0; by < groups_count(&c->means.by); by++)
		for (uint32_t other = 0; other <= c->others; other++)
			write_shares(&r, c, by, other);
	sink_close(r.sink);
}

static void
warn_of_gaps(const comparison *c)
{
	size_t points = 0, incomplete = 0;

	for (uint32_t by = 0; by < groups_count(&c->means.by); by++) {
		points += comparison_tally(c, by, c->others)->points;
		incomplete += comparison_tally(c, by, c->others)->incomplete;
	}
	if (c->means.empty > 0 && c->asked->of.count > 0)
		warn("%zu empty cells are left out", c->means.empty);
	else if (c->means.empty > 0)
		warn("%zu rows without '%s' are left out", c->means.empty, c->asked->value);
	if (incomplete > 0)
		warn("%zu of %zu points are left out; the first: %s", incomplete, points + incomplete, c->first_incomplete);
}

/* The points and the shares, as far as they are asked for. */
static void
write_classes(const cli *common, const compare_options *o, comparison *c, const input *in)
{
	result points;

	if (o->points)
		open_points(&points, common, o->points, c, in);
	comparison_run(c, o->points ? write_point : NULL, &points);
	if (!o->points || strcmp(o->points, "-") != 0)
		write_all_shares(common, c, in);
	if (o->points)
		sink_close(points.sink);
}

static void
write_differences(const cli *common, const compare_options *o, comparison *c, const input *in)
{
	result r;

	result_open(&r, common, NULL);
	result_names(&r, &o->asked.by);
	differences_columns(&r);
	result_header(&r, input_origin(in), NULL);
	differences_run(&r, c, &o->more);
	sink_close(r.sink);
}

static void
check_options(const compare_options *o)
{
	const comparison_question *asked = &o->asked;

	if (names_find(&asked->against, asked->reference) != UINT32_MAX)
		die(FAIL_USAGE, "--against: '%s': is the baseline itself", asked->reference);
	for (uint32_t i = 0; i < o->more.count; i++)
		if (names_find(&asked->of, names_at(&o->more, i)) == UINT32_MAX)
			die(FAIL_USAGE, "--more: '%s': is not a column of --of", names_at(&o->more, i));
}

static void
run(const cli *common, void *given)
{
	compare_options *o = given;
	input in;
	comparison c;

	check_options(o);
	input_open(&in, common->files);
	comparison_read(&c, &o->asked, &in);
	if (o->asked.of.count > 0)
		write_differences(common, o, &c, &in);
	else
		write_classes(common, o, &c, &in);
	warn_of_gaps(&c);
	input_close(&in);
}

static const cli_option known[] = {
	{ "baseline", "NAME", "the policy that the others are compared with and normalized to", option_text,
		offsetof(compare_options, asked.reference), true },
	{ "against", "NAME[,NAME...]", "the others [every other policy in the table]", names_read, offsetof(compare_options, asked.against) },
	{ "value", "COL", "what is compared; less is better [comm_time_s]", option_text, offsetof(compare_options, asked.value) },
	{ "class", "COL", "names the class of a job ['class', or one class where there is no such column]", option_text,
		offsetof(compare_options, asked.class) },
	{ "case", "COL[,COL...]", "make a case together ['case', or one case where there is no such column]", names_read,
		offsetof(compare_options, asked.cases) },
	{ "of", "COL[,COL...]", "columns of numbers: means, differences and ratios with intervals, and verdicts, in place of the shares",
		names_read,
		offsetof(compare_options, asked.of) },
	{ "more", "COL[,COL...]", "of these more is better", names_read, offsetof(compare_options, more) },
	{ "by", "COL[,COL...]", "compare apart what differs in these columns [none]", names_read, offsetof(compare_options, asked.by) },
	{ "points", "FILE", "write a row for each case and policy to FILE; with '-' these are the result", option_text,
		offsetof(compare_options, points) },
	{ 0 }
};

static const cli_rule rules[] = { { "of", NULL, "value class points", "--%s: does not go with --value, --class or --points" }, { 0 } };

static const compare_options defaults = { .asked.value = "comm_time_s" };

const subcommand subcommand_compare = { "compare", "one policy against the others, case by case",
	"[FILE...]", "Compare one policy with the others, case by case.",
	.tables_only = true, .options = known, .rules = rules, .size = sizeof defaults, .defaults = &defaults, .run = run };
