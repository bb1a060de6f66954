/* estimate -- for what share of its time each kind of job communicates, from a log that was played where it ran. */
#include <math.h>
#include <stdlib.h>

#include "lib/cli/subcommand.h"
#include "metrics/estimate/plays.h"
#include "metrics/estimate/pool.h"
#include "metrics/result.h"
#include "metrics/stats/stats.h"

typedef struct estimate_options {
	names groups;
	const char *counters, *pattern;
	int64_t plays;
} estimate_options;

/* The groups of a candidate. */
typedef struct fitted_log {
	evidence *e;		/* [groups] */
	share_pool pool;
	double *off;		/* [groups + 1] the standard error that each share, and the mean, have of the choice of plays; 0 of one play */
} fitted_log;

enum { FOLDS = 5, EVERY_FOLD = -1, SETTLINGS = 8 };

/* What a candidate explains more than the best one. */
typedef struct log_score {
	double score;		/* ln likelihood of runs that the fit had not seen, summed over five folds (M. Stone, "Cross-Validatory Choice and
				 * Assessment of Statistical Predictions", 1974) */
	double less, error;	/* than the best, and the standard error of that, over groups and folds */
	bool possible;		/* it is not worse by more than two of those */
} log_score;

static const double told = 0.5;		/* an interval from the group's own runs that is wider tells too little */

static const double alike = 0.1;	/* shares so close to each other have about the same slowdowns */

/* A row of the result. */
typedef struct estimate_row {
	size_t runs;
	double played;			/* the share that slowdowns are of */
	share_estimate is, cut;		/* as estimated; as others read it: within 0 and 1 */
	double slow_low, slow_high, node_hours, least, bytes_per_s;
	bool tells, possible, again;	/* it is a share; slowdowns are of another one */
} estimate_row;

/* All that is written from. */
typedef struct estimation {
	log_runs runs;
	uint32_t plays, candidates;	/* of each; its runs are those of its first play */
	fitted_log *fit;	/* [candidates] */
	log_score *score;	/* [candidates] */
	bool tells;		/* any run does */
} estimation;

static double
within(double share)
{
	return fmin(fmax(share, 0), 1);
}

/* --- candidates */

/* The runs of a group but those of a fold, into run[]; how many. */
static size_t
choose_runs(const log_candidate *c, uint32_t group, int without, group_run *run)
{
	size_t n = 0;

	for (size_t i = c->first[group]; i < c->first[group + 1]; i++)
		if ((int)((i - c->first[group]) % FOLDS) != without)
			run[n++] = c->run[i].run;
	return n;
}

/* The share that the bytes of half of a group's runs leave possible, at least; -INFINITY where nothing is known of them. */
static double
least_share(const log_candidate *c, uint32_t group)
{
	size_t n = c->first[group + 1] - c->first[group], known = 0;
	double *bound = xalloc(n + 1, sizeof *bound), least;

	for (size_t i = c->first[group]; i < c->first[group + 1]; i++)
		if (!isnan(c->run[i].bound))
			bound[known++] = c->run[i].bound;
	least = fmax(stats_of(bound, known).median, -INFINITY);	/* of none it is NAN */
	free(bound);
	return least;
}

/* Fit a candidate to its runs, without those of a fold. */
static void
fit_log(fitted_log *f, const log_candidate *c, uint32_t kinds, int without)
{
	group_run *run = xalloc(c->runs + 1, sizeof *run);

	f->e = xcalloc((size_t)kinds + 1, sizeof *f->e);
	for (uint32_t g = 0; g < kinds; g++)
		evidence_weigh(&f->e[g], run, choose_runs(c, g, without, run));
	evidence_settle(f->e, kinds);
	for (uint32_t g = 0; g < kinds; g++)
		if (f->e[g].tells)
			evidence_above(&f->e[g], least_share(c, g));
	pool_groups(&f->pool, f->e, kinds);
	free(run);
}

/* Fit a candidate with slowdowns as of the shares that are found with them: from those of the last play, and half-way each time. */
static void
fit_plays(fitted_log *f, log_candidate *c, int plays, uint32_t kinds)
{
	double *share = xcalloc(kinds + 1, sizeof *share);

	for (size_t i = 0; i < c->runs; i++)
		share[c->run[i].group] = c[plays - 1].run[i].played;
	for (int round = 0; round < (plays > 1 ? SETTLINGS : 1); round++) {
		if (plays > 1)
			plays_at(c, plays, kinds, share);
		free(f->e);
		fit_log(f, c, kinds, EVERY_FOLD);
		for (uint32_t g = 0; g < kinds; g++)
			share[g] = (share[g] + within(pool_group(&f->pool, &f->e[g]).share)) / 2;
	}
	free(share);
}

/* The share of a group; the mean of all behind the last one. */
static double
share_of(const fitted_log *f, uint32_t group, uint32_t kinds)
{
	return group < kinds ? pool_group(&f->pool, &f->e[group]).share : pool_mean(&f->pool).share;
}

/* How far each share may be off because slowdowns are kriged: each play is left out in turn, and shares are found by the others (the
 * jackknife: J. Tukey, "Bias and Confidence in Not-Quite Large Samples", 1958). */
static void
leave_plays_out(fitted_log *all, log_candidate *c, int plays, uint32_t kinds)
{
	double *at = xcalloc(kinds + 1, sizeof *at);
	log_candidate rest[MOST_PLAYS];
	fitted_log f = { 0 };

	all->off = xcalloc((size_t)kinds + 1, sizeof *all->off);
	for (size_t i = 0; i < c->runs; i++)
		at[c->run[i].group] = c->run[i].run.at;
	for (int k = 0; k < plays && plays > 1; k++) {
		for (int i = 0, n = 0; i < plays; i++)
			if (i != k)
				rest[n++] = c[i];
		fit_plays(&f, rest, plays - 1, kinds);
		for (uint32_t g = 0; g <= kinds; g++)
			all->off[g] += pow(share_of(&f, g, kinds) - share_of(all, g, kinds), 2) * (plays - 1) / plays;
	}
	if (plays > 1)
		plays_at(c, plays, kinds, at);
	for (uint32_t g = 0; g <= kinds; g++)
		all->off[g] = sqrt(all->off[g]);
	free(f.e);
	free(at);
}

/* How well each group's runs of each fold are explained by those of the others, into score[group * FOLDS + fold]. */
static void
cross_validate(const log_candidate *c, uint32_t kinds, double *score)
{
	fitted_log all, part;

	fit_log(&all, c, kinds, EVERY_FOLD);
	for (int fold = 0; fold < FOLDS; fold++) {
		fit_log(&part, c, kinds, fold);
		for (uint32_t g = 0; g < kinds; g++)
			if (all.e[g].tells && part.e[g].tells)
				score[(size_t)g * FOLDS + (size_t)fold] = pool_explains(&part.pool, &all.e[g]) - pool_explains(&part.pool, &part.e[g]);
		free(part.e);
	}
	free(all.e);
}

/* Judge the candidates of a log; of each how well it does. */
static log_score *
compare_candidates(const estimation *x)
{
	uint32_t kinds = groups_count(&x->runs.groups);
	size_t units = (size_t)kinds * FOLDS, best = 0;
	double *score = xcalloc(x->candidates * units + 1, sizeof *score);
	log_score *s = xcalloc(x->candidates, sizeof *s);

	for (uint32_t k = 0; k < x->candidates && x->candidates > 1; k++) {
		cross_validate(&x->runs.candidate[k * x->plays], kinds, score + k * units);
		for (size_t i = 0; i < units; i++)
			s[k].score += score[k * units + i];
		best = s[k].score > s[best].score ? k : best;
	}
	for (uint32_t k = 0; k < x->candidates; k++) {
		double square = 0;

		s[k].less = s[best].score - s[k].score;
		for (size_t i = 0; i < units; i++)
			square += pow(score[best * units + i] - score[k * units + i] - s[k].less / (double)units, 2);
		s[k].error = sqrt(square);
		s[k].possible = s[k].less <= 2 * s[k].error;
	}
	return s;
}

/* --- rows */

/* Take in what another candidate says that may be true: the mean of shares, and all that any of them leaves open. */
static void
merge(share_estimate *s, share_estimate more, int before)
{
	s->share = (s->share * before + more.share) / (before + 1);
	s->low = before ? fmin(s->low, more.low) : more.low;
	s->high = before ? fmax(s->high, more.high) : more.high;
}

static share_estimate
cut(share_estimate s)
{
	return (share_estimate){ within(s.share), within(s.low), within(s.high) };
}

/* Sum up runs: how many, how far their slowdowns went, what their counters say. */
static void
sum_runs(estimate_row *line, const logged_run *run, size_t n)
{
	size_t known = 0;

	*line = (estimate_row){ .runs = n, .slow_low = NAN, .slow_high = NAN, .least = NAN, .bytes_per_s = NAN };
	for (size_t i = 0; i < n; i++) {
		line->slow_low = fmin(line->slow_low, run[i].run.slowdown);
		line->slow_high = fmax(line->slow_high, run[i].run.slowdown);
		line->node_hours += run[i].node_hours;
		if (isnan(run[i].bound))
			continue;
		line->bytes_per_s = ((known ? line->bytes_per_s * (double)known : 0) + run[i].bytes_per_s) / (double)(known + 1);
		known++;
	}
}

/* An estimate with another standard error, independent of its own. */
static share_estimate
widen(share_estimate s, double off)
{
	return (share_estimate){ s.share, s.share - hypot(s.share - s.low, 1.96 * off), s.share + hypot(s.high - s.share, 1.96 * off) };
}

/* What a group's runs say. */
static estimate_row
group_row(const estimation *x, uint32_t g)
{
	const log_candidate *c = x->runs.candidate;
	estimate_row line;
	int merged = 0;

	sum_runs(&line, c->run + c->first[g], c->first[g + 1] - c->first[g]);
	line.tells = true;
	for (uint32_t k = 0; k < x->candidates; k++) {
		const evidence *e = &x->fit[k].e[g];
		double low = -INFINITY, high = INFINITY;

		if (!x->score[k].possible)
			continue;
		merge(&line.is, widen(pool_group(&x->fit[k].pool, e), x->fit[k].off[g]), merged++);
		if (e->tells)
			evidence_alone(e, &low, &high);
		line.tells &= high - low <= told;
	}
	line.least = least_share(c, g);
	line.is = (share_estimate){ fmax(line.is.share, line.least), fmax(line.is.low, line.least), fmax(line.is.high, line.least) };
	line.possible = line.is.high >= 0 && line.is.low <= 1;
	line.played = x->plays > 1 ? c->run[c->first[g]].run.at : c->run[c->first[g]].played;
	line.again = line.played < line.is.low || line.played > line.is.high || fabs(within(line.is.share) - line.played) > alike;
	if (line.again) {	/* then all from the one to the other may be true */
		line.is = (share_estimate){ line.is.share, fmin(line.is.low, line.played), fmax(line.is.high, line.played) };
		line.tells &= line.is.high - line.is.low <= told;
	}
	line.cut = cut(line.is);
	return line;
}

/* What all groups say: the mean of them, and for others a group of which nothing is known. */
static estimate_row
all_row(const estimation *x)
{
	const log_candidate *c = x->runs.candidate;
	share_estimate unknown = { 0 };
	estimate_row line;
	int merged = 0;

	sum_runs(&line, c->run, c->runs);
	for (uint32_t k = 0; k < x->candidates; k++)
		if (x->score[k].possible) {
			merge(&unknown, pool_group(&x->fit[k].pool, NULL), merged);
			merge(&line.is, widen(pool_mean(&x->fit[k].pool), x->fit[k].off[groups_count(&x->runs.groups)]), merged++);
		}
	line.tells = x->tells && line.is.high - line.is.low <= told;
	line.cut = cut(unknown);
	line.possible = line.is.high >= 0 && line.is.low <= 1;
	return line;
}

static void
put_row(result *r, int column, const estimate_row *line, bool tells, bool counted)
{
	double number[] = { line->is.share, line->is.low, line->is.high, line->slow_low, line->slow_high };
	double other[] = { line->cut.share, line->cut.low, line->cut.high, line->node_hours, line->played };
	double counter[] = { line->least, line->bytes_per_s };

	for (int i = 0; i < 3 && !tells; i++)
		number[i] = other[i] = NAN;
	sink_put_int(r->sink, column++, (int64_t)line->runs);
	column = result_reals(r, column, sizeof number / sizeof *number, number);
	sink_put(r->sink, column++, line->tells && tells ? "yes" : "no");
	column = result_reals(r, column, sizeof other / sizeof *other, other);
	sink_put(r->sink, column++, isnan(line->played) ? "" : line->again ? "no" : "yes");
	result_reals(r, column, counted ? 2 : 0, counter);
	sink_row(r->sink, NULL);
}

/* --- messages */

/* Say how many rows of the log did not count. */
static void
say_left_out(const estimation *x)
{
	size_t of = x->runs.candidate->runs * x->runs.name.count + x->runs.left_out;

	if (x->runs.left_out)
		warn("%zu of %zu rows left out: without a slowdown or a runtime, or the run failed or was cut off at its limit", x->runs.left_out, of);
	if (!x->tells)
		warn("the slowdowns of no group differ: the log says nothing of shares");
}

/* Say which candidates may be true; in the preamble too. */
static void
say_scores(const estimation *x, result *r)
{
	char *left = xstrdup("");
	size_t possible = 0;

	for (uint32_t k = 0; k < x->candidates && x->candidates > 1; k++) {
		sink_note(r->sink, "#candidate %s score %.6g less %.4g error %.3g %s", names_at(&x->runs.name, k * x->plays), x->score[k].score, x->score[k].less,
			x->score[k].error, x->score[k].possible ? "possible" : "worse");
		if (x->score[k].possible)
			left = xappend(left, "%s'%s'", possible++ ? ", " : "", names_at(&x->runs.name, k * x->plays));
	}
	if (possible == 1)
		warn("%s explains the log better than the other%s", left, x->candidates > 2 ? "s" : "");
	if (possible > 1)
		warn("the log cannot tell which is true: %s; the intervals hold what any of them says", left);
}

/* A row a group, and one for all.  Where more shares than chance lets expect are impossible, the slowdowns are not the log's: nothing tells
 * then, and all is possible. */
static void
write_rows(const estimation *x, result *r, bool counted)
{
	size_t impossible = 0, again = 0, of = 0;
	double played = 0;
	uint32_t kinds = groups_count(&x->runs.groups);
	const size_t *first = x->runs.candidate->first;
	estimate_row *line = xcalloc((size_t)kinds + 1, sizeof *line);
	bool wrong;

	for (uint32_t g = 0; g < kinds; g++)
		if (first[g] < first[g + 1]) {
			line[g] = group_row(x, g);
			of++;
			impossible += !line[g].possible;
			again += line[g].again;
			played += line[g].played;
		}
	line[kinds] = all_row(x);
	line[kinds].again = again > 0;
	line[kinds].played = played / (double)of;
	wrong = (double)impossible > 1 + 0.05 * (double)of;
	for (uint32_t g = 0; g <= kinds; g++) {
		estimate_row *l = &line[g];
		int column = (int)x->runs.by.count;

		if (l->runs == 0)
			continue;
		if (wrong || !l->possible) {
			l->tells = false;
			l->cut = (share_estimate){ l->cut.share, 0, 1 };
		}
		if (g < kinds)
			groups_put(&x->runs.groups, g, r);
		for (int k = 0; g == kinds && k < column; k++)
			sink_put(r->sink, k, "all");
		put_row(r, column, l, x->tells, counted);
	}
	if (wrong)
		warn("%zu of %zu groups have a share below 0 or above 1: the machine, its bandwidth or the messages are not those of the log, which tells nothing so",
			impossible, of);
	else if (again)
		warn("%zu of %zu groups were played with another share than is found: play again, and give all plays (--plays)", again, of);
	free(line);
}

static void
run(const cli *args, void *given)
{
	estimate_options *o = given;
	estimation x = { 0 };
	result r;

	log_read(&x.runs, args->files, &o->groups, o->pattern, o->counters ? counters_read(o->counters) : NULL);
	x.plays = (uint32_t)(o->plays ? o->plays : 1);
	x.candidates = x.runs.name.count / x.plays;
	if (x.plays > MOST_PLAYS || x.candidates * x.plays != x.runs.name.count)
		die(FAIL_USAGE, "--plays %u of %u: %d at most, and all candidates as many", x.plays, x.runs.name.count, MOST_PLAYS);
	x.fit = xcalloc(x.candidates, sizeof *x.fit);
	for (uint32_t k = 0; k < x.candidates; k++) {
		log_candidate *c = &x.runs.candidate[k * x.plays];

		fit_plays(&x.fit[k], c, (int)x.plays, groups_count(&x.runs.groups));
		leave_plays_out(&x.fit[k], c, (int)x.plays, groups_count(&x.runs.groups));
	}
	for (uint32_t g = 0; g < groups_count(&x.runs.groups); g++)
		x.tells |= x.fit->e[g].tells;
	x.score = compare_candidates(&x);
	result_open(&r, args, NULL);
	result_names(&r, &x.runs.by);
	result_columns(&r, "runs,share,low,high,slowdown_low,slowdown_high,information,comm_share,comm_share_low,comm_share_high,node_hours,played,agrees");
	if (o->counters)
		result_columns(&r, "share_least,bytes_per_s");
	say_left_out(&x);
	say_scores(&x, &r);
	result_header(&r, NULL, NULL);
	write_rows(&x, &r, o->counters != NULL);
	sink_close(r.sink);
}

static const cli_option known[] = {
	{ "counters", "FILE", "bytes that jobs' nodes sent and received, by job and node: they bound shares from below", option_text,
		offsetof(estimate_options, counters) },
	{ "groups", "COL[,COL...]", "runs that are alike in these columns are of one kind [user, nodes, walltime_s, jobname: those that there are]", names_read,
		offsetof(estimate_options, groups) },
	{ "pattern-column", "COL", "the log was played with several kinds of messages, which this column names [each of several files is one]", option_text,
		offsetof(estimate_options, pattern) },
	{ "plays", "N", "every N files are plays of one log with other shares: slowdowns are as of those that are found [1]", option_count,
		offsetof(estimate_options, plays) },
	{ 0 }
};

const subcommand subcommand_estimate = { "estimate", "for what share of its time each kind of job communicates, from a played log",
	"[PLAYED...]", "Estimate shares of communication from runs of the same job on other places and beside other company.",
	.tables_only = true, .options = known, .size = sizeof(estimate_options), .run = run };
