#include "metrics/fit/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/choices.h"
#include "lib/cli/cli.h"
#include "lib/machine/build.h"
#include "lib/rng/rng.h"
#include "metrics/stats/stats.h"

enum { STEPS = 12, FEW_STEPS = 2, JUMPS = 16, RESAMPLES = 2000 };
const char *const fit_word_keys[FIT_WORDS] = { "eager", "stripe", "interface-order" };
static const double robust = 0.1, told_apart = 0.1, least_rate = 1e-13, resolution = 1e-12;	/* s: what is free takes that, for a ratio */

/* --- specs */

char *
fit_spec(const fit *f, const double *value, int digits)
{
	char *set[2 * FIT_KEYS + FIT_WORDS], *text;
	int sets = 0;
	spec *s;

	for (int j = 0; j < f->numbers; j++)
		for (int k = 0; f->number[j].fitted && f->number[j].key->keys[k]; k++) {
			set[sets] = fit_key_setting(f->number[j].key, k, value[j], digits);
			sets += set[sets] != NULL;
		}
	for (int i = 0; i < FIT_WORDS; i++)
		if (f->words[i])
			set[sets++] = xprintf("%s=%s", fit_word_keys[i], f->words[i]);
	s = machine_spec(f->base, false, set, sets, "the fitted machine", FAIL_DATA);
	text = spec_canonical(s);
	spec_free(s);
	while (sets > 0)
		free(set[--sets]);
	return text;
}

/* A name of --keys is that of a number or of a word. */
static void
check_key(const char *name)
{
	choice_list c = choices_begin(name, ", ");

	for (int i = 0; i < FIT_WORDS; i++) {
		if (strcmp(fit_word_keys[i], name) == 0)
			return;
		choices_add(&c, fit_word_keys[i]);
	}
	for (const fit_key *k = fit_keys; k->name; k++) {
		if (strcmp(k->name, name) == 0)
			return;
		choices_add(&c, k->name);
	}
	die(FAIL_USAGE, "--keys: no key '%s'; %sknown: %s", name, choices_hint(&c), c.names);
}

void
fit_open(fit *f, const measurements *m, const machine *base, const char *command, const names *only, uint64_t seed)
{
	spec *s = machine_spec(base->spec, false, NULL, 0, "--machine", FAIL_USAGE);

	*f = (fit){ .m = m, .base = xstrdup(base->spec), .predicted = xalloc(m->count, sizeof *f->predicted) };
	for (uint32_t i = 0; i < only->count; i++)
		check_key(names_at(only, i));
	for (int i = 0; i < FIT_WORDS; i++)
		f->chosen[i] = only->count == 0 || names_find(only, fit_word_keys[i]) != UINT32_MAX;
	for (const fit_key *k = fit_keys; k->name; k++) {
		double value = fit_key_value(k, s);

		if (fit_key_known(k, s))
			f->number[f->numbers++] = (fit_number){ k, value, value, .low = NAN, .high = NAN,
				.wanted = only->count ? names_find(only, k->name) != UINT32_MAX : k->keys[0] != NULL };
	}
	spec_free(s);
	predict_open(&f->predictor, m, base, command, seed);
}

static void
values_of(const fit *f, double *value)
{
	for (int j = 0; j < f->numbers; j++)
		value[j] = f->number[j].value;
}

/* Predict for n sets of values. */
static void
predict_values(fit *f, double (*value)[FIT_KEYS], double *const *time, int n)
{
	char *text[FIT_KEYS] = { NULL };

	for (int i = 0; i < n; i++)
		text[i] = fit_spec(f, value[i], 0);
	predict(&f->predictor, text, time, n);
	for (int j = 0; j < f->numbers; j++)
		for (size_t r = 0; !f->number[j].key->keys[0] && r < f->m->count; r++)
			for (int i = 0; f->m->row[r].what.kind == MEASURED_GROUP && i < n; i++)
				time[i][r] += value[i][j];
	while (n > 0)
		free(text[--n]);
}

void
fit_predict(fit *f)
{
	double value[1][FIT_KEYS];

	values_of(f, value[0]);
	predict_values(f, value, &f->predicted, 1);
}

/* --- errors */

double
fit_residual(const fit *f, size_t i)
{
	return log(fmax(f->predicted[i], resolution) / f->m->row[i].time);
}

double
fit_error(const fit *f)
{
	double *off = xalloc(f->m->count, sizeof *off);

	for (size_t i = 0; i < f->m->count; i++)
		off[i] = fabs(fit_residual(f, i));
	return expm1(stats_of(off, f->m->count).median);
}

/* What is made least. */
static double
cost_of(const fit *f, const double *time)
{
	double cost = 0;

	for (size_t i = 0; i < f->m->count; i++) {
		double r = fabs(log(time[i] / f->m->row[i].time));

		cost += r <= robust ? r * r : robust * (2 * r - robust);
	}
	return cost;
}

/* --- derivatives */

static double
step_of(const fit_number *n)
{
	return fmax(n->value * 0.05, n->key->guess * 0.1);
}

/* jacobian[j * rows + i]: how ln(predicted) of row i grows with fitted number j. */
static void
differentiate(fit *f, double *jacobian)
{
	double value[FIT_KEYS][FIT_KEYS], *time[FIT_KEYS] = { NULL };
	size_t rows = f->m->count;
	int n = 0, of[FIT_KEYS];

	for (int j = 0; j < f->numbers; j++) {
		if (!f->number[j].fitted)
			continue;
		values_of(f, value[n]);
		value[n][j] += step_of(&f->number[j]);
		time[n] = &jacobian[(size_t)j * rows];
		of[n++] = j;
	}
	predict_values(f, value, time, n);
	for (int k = 0; k < n; k++)
		for (size_t i = 0; i < rows; i++)
			time[k][i] = log(time[k][i] / f->predicted[i]) / step_of(&f->number[of[k]]);
}

/* --- what is told apart */

static double
weighted_dot(const fit *f, const double *a, const double *b)
{
	double sum = 0;

	for (size_t i = 0; i < f->m->count; i++)
		sum += fmin(1, robust / fabs(fit_residual(f, i))) * a[i] * b[i];
	return sum;
}

/* The weighted products of all derivatives. */
static void
multiply(const fit *f, const double *jacobian, double (*product)[FIT_KEYS])
{
	for (int i = 0; i < f->numbers; i++)
		for (int j = 0; j < f->numbers; j++)
			product[i][j] = weighted_dot(f, &jacobian[(size_t)i * f->m->count], &jacobian[(size_t)j * f->m->count]);
}

/* Keep a number as in the base where nothing depends on it, or those before it explain what it would; at a first guess of all.  What they
 * explain is taken away as A.-L. Cholesky did it. */
static void
tell_apart(fit *f)
{
	double *jacobian = xcalloc(f->m->count * FIT_KEYS, sizeof *jacobian), rest[FIT_KEYS][FIT_KEYS], before[FIT_KEYS], most[FIT_KEYS] = { 0 };

	fit_predict(f);
	differentiate(f, jacobian);
	multiply(f, jacobian, rest);
	for (int k = 0; k < f->numbers; k++)
		before[k] = sqrt(rest[k][k]);
	for (int k = 0; k < f->numbers; k++) {
		fit_number *n = &f->number[k];
		double left = sqrt(rest[k][k]);
		bool counts = before[k] * fmax(n->value, n->key->guess) >= 0.01;

		if (n->fitted && !counts)
			n->like = NULL;
		n->fitted = n->fitted && counts && left > told_apart * before[k];
		if (!n->fitted) {
			n->value = n->base;
			continue;
		}
		for (int j = k + 1; j < f->numbers; j++) {
			double along = rest[k][j] / left;

			if (fabs(along) > most[j] && f->number[j].fitted) {
				most[j] = fabs(along);
				f->number[j].like = n->key;
			}
			for (int i = k + 1; i < f->numbers; i++)
				rest[j][i] -= along * rest[k][i] / left;
		}
	}
	free(jacobian);
}

/* --- steps */

void
solve_linear(double (*a)[FIT_KEYS], double *b, int n)
{
	for (int k = 0; k < n; k++)
		for (int i = k + 1; i < n; i++) {
			double by = a[k][k] > 0 ? a[i][k] / a[k][k] : 0;

			for (int j = k; j < n; j++)
				a[i][j] -= by * a[k][j];
			b[i] -= by * b[k];
		}
	for (int k = n - 1; k >= 0; k--) {
		for (int j = k + 1; j < n; j++)
			b[k] -= a[k][j] * b[j];
		b[k] = a[k][k] > 0 ? b[k] / a[k][k] : 0;
	}
}

static double
least_value(const fit_number *n)
{
	return n->key->form == FORM_RATE && n->base > 0 ? least_rate : 0;
}

/* Values after a step against these residuals (of predicted to measured), damped; where it is bounded a number that would fall below the
 * least stays there, and the others go without it. */
static void
step(const fit *f, const double *jacobian, const double *residual, double damping, bool bounded, double *value)
{
	double product[FIT_KEYS][FIT_KEYS];
	bool free_[FIT_KEYS];

	multiply(f, jacobian, product);
	for (int j = 0; j < f->numbers; j++)
		free_[j] = f->number[j].fitted;
	for (bool again = true; again;) {
		double a[FIT_KEYS][FIT_KEYS], b[FIT_KEYS];
		int of[FIT_KEYS], n = 0;

		for (int j = 0; j < f->numbers; j++)
			if (free_[j])
				of[n++] = j;
		for (int x = 0; x < n; x++) {
			b[x] = -weighted_dot(f, &jacobian[(size_t)of[x] * f->m->count], residual);
			for (int y = 0; y < n; y++)
				a[x][y] = product[of[x]][of[y]];
			a[x][x] *= 1 + damping;
		}
		solve_linear(a, b, n);
		values_of(f, value);
		again = false;
		for (int x = 0; x < n; x++) {
			int j = of[x];

			value[j] += b[x];
			if (bounded && value[j] < least_value(&f->number[j])) {
				free_[j] = false;
				again = true;
			}
		}
		for (int j = 0; j < f->numbers; j++)
			if (f->number[j].fitted && !free_[j])
				value[j] = least_value(&f->number[j]);
	}
}

/* Take the least damped of some steps that lowers the cost; the cost then. */
static double
step_down(fit *f, const double *jacobian, double *residual, double cost)
{
	static const double damping[] = { 0, 0.03, 1, 30 };
	double *time = residual + f->m->count;

	for (size_t i = 0; i < f->m->count; i++)
		residual[i] = fit_residual(f, i);
	for (size_t k = 0; k < sizeof damping / sizeof *damping; k++) {
		double value[1][FIT_KEYS], is;

		step(f, jacobian, residual, damping[k], true, value[0]);
		predict_values(f, value, &time, 1);
		is = cost_of(f, time);
		if (is >= cost)
			continue;
		for (int j = 0; j < f->numbers; j++)
			f->number[j].value = value[0][j];
		memcpy(f->predicted, time, f->m->count * sizeof *time);
		return is;
	}
	return cost;
}

/* Steps until little is gained; the cost. */
static double
descend(fit *f, int steps)
{
	size_t rows = f->m->count;
	double *jacobian = xcalloc(rows * (FIT_KEYS + 2), sizeof *jacobian), cost, before;

	fit_predict(f);
	cost = cost_of(f, f->predicted);
	do {
		before = cost;
		differentiate(f, jacobian);
		cost = step_down(f, jacobian, jacobian + rows * FIT_KEYS, cost);
	} while (--steps > 0 && cost < before * (1 - 1e-4));
	free(jacobian);
	return cost;
}

/* All wanted numbers anew from a first guess; those that mean something without `eager` only, unless it is set. */
static double
descend_from_base(fit *f, int steps)
{
	for (int j = 0; j < f->numbers; j++) {
		fit_number *n = &f->number[j];
		bool eager = f->words[0] || strstr(f->base, "eager=");

		n->fitted = n->wanted && (eager || !n->key->needs_eager);
		n->value = n->fitted && !(n->base > 0) ? n->key->guess : n->base;
	}
	tell_apart(f);
	return descend(f, steps);
}

/* --- words */

/* Information that a word must bring: the criterion of G. Schwarz, "Estimating the Dimension of a Model", 1978. */
static double
criterion(const fit *f, double cost, int words)
{
	double rows = (double)f->m->count, numbers = words;

	for (int j = 0; j < f->numbers; j++)
		numbers += f->number[j].fitted;
	return rows * log(cost + 1e-9 * rows) + numbers * log(rows);
}

/* The words that explain most so far. */
typedef struct word_choice {
	double least;		/* the criterion with them */
	char *words[FIT_WORDS];
} word_choice;

/* Take the words that are set when they explain more. */
static void
try_words(fit *f, word_choice *c)
{
	int set = 0;
	double is;

	for (int i = 0; i < FIT_WORDS; i++)
		set += f->words[i] != NULL;
	is = criterion(f, descend_from_base(f, FEW_STEPS), set);
	if (is >= c->least)
		return;
	c->least = is;
	memcpy(c->words, f->words, sizeof c->words);
}

/* A size behind which a time grows by more than the sizes before let expect. */
typedef struct jump {
	int64_t bytes;
	double even;		/* the less, the larger is that part of the time */
} jump;

ASCENDING_BY2(larger, jump, even, bytes)
ASCENDING_BY2(by_series, measured, series, what.bytes)

/* The sizes with the largest jumps in any series of measurements, each once: at most `most` of them, into size[]; how many.  Where sizes
 * are far apart a jump is less than the slope before it would give, so sizes without an excess come last but are among them. */
static int
find_jumps(const measurements *m, int64_t *size, int most)
{
	measured *r = xalloc(m->count, sizeof *r);
	jump *all = xcalloc(m->count, sizeof *all);
	int n = 0;

	memcpy(r, m->row, m->count * sizeof *r);
	qsort(r, m->count, sizeof *r, by_series);
	for (size_t i = 0; i + 1 < m->count; i++) {
		bool follows = i > 0 && r[i - 1].series == r[i].series, goes_on = r[i + 1].series == r[i].series;
		double slope = follows ? fmax(0, r[i].time - r[i - 1].time) / (double)(r[i].what.bytes - r[i - 1].what.bytes) : 0;
		double line = r[i].time + slope * (double)(r[i + 1].what.bytes - r[i].what.bytes);

		all[i] = (jump){ r[i].what.bytes, goes_on && r[i].what.bytes > 0 ? (line - r[i + 1].time) / r[i + 1].time : HUGE_VAL };
	}
	qsort(all, m->count - 1, sizeof *all, larger);
	for (size_t i = 0; i + 1 < m->count && n < most && isfinite(all[i].even); i++) {
		bool there = false;

		for (int k = 0; k < n; k++)
			there |= size[k] == all[i].bytes;
		if (!there)
			size[n++] = all[i].bytes;
	}
	free_all(r, all);
	return n;
}

/* Try the sizes with jumps for a key, and none. */
static void
try_sizes(fit *f, int key, bool may, word_choice *c)
{
	int64_t size[JUMPS];
	int sizes = may ? find_jumps(f->m, size, JUMPS) : 0;

	for (int i = 0; i <= sizes; i++) {
		f->words[key] = i ? xprintf("%lldB", (long long)size[i - 1]) : NULL;
		try_words(f, c);
	}
	memcpy(f->words, c->words, sizeof c->words);
}

/* One word for each key; those that the base has stay.  Messages beyond `eager` share interfaces, so these two are chosen together. */
static void
choose(fit *f)
{
	enum { EAGER, STRIPE, ORDER };
	spec *s = machine_spec(f->base, false, NULL, 0, "--machine", FAIL_USAGE);
	word_choice c = { .least = INFINITY };
	bool may[FIT_WORDS];

	for (int key = 0; key < FIT_WORDS; key++) {
		const spec_item *it = spec_find(s, fit_word_keys[key]);

		may[key] = f->chosen[key] && it && !it->text && (key != STRIPE || f->predictor.machine->nics > 1);
	}
	spec_free(s);
	try_sizes(f, EAGER, may[EAGER], &c);
	if (may[ORDER]) {
		f->words[ORDER] = xstrdup("shared");
		try_sizes(f, EAGER, may[EAGER], &c);
	}
	if (may[STRIPE])
		try_sizes(f, STRIPE, true, &c);
}

void
fit_solve(fit *f)
{
	choose(f);
	descend_from_base(f, STEPS);
}

/* --- intervals */

static double
normal(rng *r)	/* G. Box and M. Muller, "A Note on the Generation of Random Normal Deviates", 1958 */
{
	return sqrt(-2 * log(1 - rng_unit(r))) * cos(2 * acos(-1) * rng_unit(r));
}

/* How sure the times of rows are. */
typedef struct doubt {
	double *error;		/* [rows] standard deviation of ln(time); 0: not known */
	double together;	/* the part of the variance that the rows of a series share, as they ran together */
	double freedom;		/* runs by which the variance is known; 0: rows say it themselves */
} doubt;

/* Of one run of a series, over its rows: ln(run / median). */
typedef struct run_sums {
	double sum, square, count;
} run_sums;

/* Of the median of so many normal numbers of variance 1: T. Hojo, "Distribution of the Median", 1931, for odd ones; within 3%, also of even
 * ones, where it is the mean of two. */
static double
median_variance(size_t n)
{
	const double pi = acos(-1);

	return pi / (2 * (double)n + (n % 2 ? 1 : 2) * (pi - 2));
}

/* How many times their variance the squares of runs about their median are, in the mean. */
static double
squares_about_median(size_t n)
{
	return (double)n * (1 + median_variance(n)) - 2;
}

/* What a row's few runs say of how they spread leans on the others, as if it had so many runs more (G. Smyth, "Linear Models and Empirical
 * Bayes Methods", 2004); runs far off count as ten times the usual. */
static doubt
find_doubt(const measurements *m)
{
	enum { TOGETHER = 64, LEAN = 4 };
	const double most = 10 * log1p(measurements_noise(m));
	run_sums *of = xcalloc((size_t)m->series.count * TOGETHER, sizeof *of);
	doubt d = { .error = xcalloc(m->count, sizeof *d.error) };
	double square = 0, cross = 0, pairs = 0, runs = 0;

	for (size_t i = 0; i < m->count; i++) {
		const measured *r = &m->row[i];

		for (size_t k = 0; r->runs > 1 && k < r->runs; k++) {
			double z = fmax(-most, fmin(most, log(r->run[k] / r->time)));
			run_sums *x = &of[r->series * TOGETHER + k % TOGETHER];

			d.error[i] += z * z;
			*x = (run_sums){ x->sum + z, x->square + z * z, x->count + 1 };
		}
		square += d.error[i];
		runs += r->runs > 1 ? (double)r->runs : 0;
		d.freedom += r->runs > 1 ? squares_about_median(r->runs) : 0;
	}
	for (size_t k = 0; k < (size_t)m->series.count * TOGETHER; k++) {
		cross += of[k].sum * of[k].sum - of[k].square;
		pairs += of[k].count * (of[k].count - 1);
	}
	d.together = pairs > 0 && square > 0 ? fmax(0, fmin(1, cross / pairs / (square / runs))) : 0;
	for (size_t i = 0; i < m->count; i++) {
		const measured *r = &m->row[i];
		double usual = d.freedom > 0 ? square / d.freedom : 0, of_runs = (d.error[i] + LEAN * usual) / (squares_about_median(r->runs) + LEAN);

		d.error[i] = isfinite(r->spread) ? r->spread : sqrt(of_runs * median_variance(r->runs));
	}
	free(of);
	return d;
}

/* ln of each row's time in a resample, less that of its own.  The variance is drawn, too: chi-square by E. Wilson and M. Hilferty, 1931. */
static void
resample(const measurements *m, const doubt *d, rng *r, double *series, double *off)
{
	double part = d->freedom > 0 ? 2 / (9 * d->freedom) : 0, scale = pow(fmax(0.2, 1 - part + sqrt(part) * normal(r)), -1.5);

	for (uint32_t s = 0; s < m->series.count; s++)
		series[s] = sqrt(d->together) * normal(r);
	for (size_t i = 0; i < m->count; i++)
		off[i] = d->error[i] * scale * (series[m->row[i].series] + sqrt(1 - d->together) * normal(r));
}

void
fit_intervals(fit *f, uint64_t seed)
{
	size_t rows = f->m->count;
	double *jacobian = xcalloc(rows * (FIT_KEYS + 1), sizeof *jacobian), *residual = jacobian + rows * FIT_KEYS;
	double (*value)[FIT_KEYS] = xalloc(RESAMPLES, sizeof *value), *sorted = xalloc(RESAMPLES, sizeof *sorted);
	double *series = xalloc(f->m->series.count, sizeof *series);
	doubt d = find_doubt(f->m);
	rng random;

	rng_init(&random, seed, "fit-resample", "", "");
	differentiate(f, jacobian);
	for (int b = 0; b < RESAMPLES; b++) {
		resample(f->m, &d, &random, series, residual);
		for (size_t i = 0; i < rows; i++)
			residual[i] = fit_residual(f, i) - residual[i];
		step(f, jacobian, residual, 0, false, value[b]);	/* a number at its least would make the others too sure */
	}
	for (int j = 0; j < f->numbers; j++) {
		fit_number *n = &f->number[j];

		if (!n->fitted)
			continue;
		for (int b = 0; b < RESAMPLES; b++)
			sorted[b] = value[b][j];
		qsort(sorted, RESAMPLES, sizeof *sorted, ascending_double);
		n->low = fmax(least_value(n), fmin(n->value, quantile(sorted, RESAMPLES, 0.025)));
		n->high = fmax(n->value, quantile(sorted, RESAMPLES, 0.975));
	}
	free_all(jacobian, value, sorted, series, d.error);
}
