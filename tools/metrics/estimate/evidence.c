#include "metrics/estimate/evidence.h"

#include <math.h>
#include <stdlib.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

enum { INPUTS = 3, LEAST_RUNS = 3, ROUNDS = 10, COARSE = 9, SCALES = 12, HALVINGS = 16, SETTLINGS = 25, MIDDLE = NOISES / 2 };
static const double least_share = -2, most_share = 3;
static const double range = 5;		/* of ln T0 before anything is known: a factor of 150 */
static const double tail_scale = 0.5;	/* of Cauchy's law of odd runs: half of them within a factor of 1.6 */
static const double apart = 4;		/* standard deviations between two inputs: closer ones are noise */
static const double odd_before = 0.5, runs_before = 10;		/* as if so many of so many runs had been odd */
static const double part_before = 3;	/* as if so many runs more had each input: Dirichlet's law */
static const double least_noise = 0.004, most_noise = 0.6, next_noise = 1.55, usual_noise = 0.057, widest_step = 0.45;
static const double share_step = 0.25;
static const double drop = 8;		/* ln likelihood at the ends of a table */

/* Inputs of a group: where their ln T0 are, and which share of the runs have each; the others are odd. */
typedef struct inputs {
	int count;
	double at[INPUTS], part[INPUTS], odd;
} inputs;

/* The runs of a group, with what depends on the share. */
typedef struct group_runs {
	size_t n;
	const group_run *run;
	double *log_time;	/* ln T */
	double *left;		/* ascending: ln T less ln(1 + s (c - 1)) */
	double stretch;		/* the mean of the latter */
	double *rest;		/* scratch */
	inputs found;		/* at a share near the best, with this mean; count 0: none yet */
	double found_stretch;
	double noise;		/* that explained most of the last share that was tried */
} group_runs;

/* --- a share and a noise */

/* The residuals at a share; false where a run would take no time. */
static bool
set_share(group_runs *g, double share)
{
	g->stretch = 0;
	for (size_t i = 0; i < g->n; i++) {
		const group_run *r = &g->run[i];
		double stretch = 1 + share * (r->slowdown - 1 + r->grows * (fmin(fmax(share, 0), 1) - r->at));

		if (stretch < 0.02)
			return false;
		g->left[i] = g->log_time[i] - log(stretch);
		g->stretch += log(stretch) / (double)g->n;
	}
	qsort(g->left, g->n, sizeof *g->left, ascending_double);
	return true;
}

/* Add an input where most of the runs are that belong to no other; false when there are too few. */
static bool
add_input(inputs *x, const group_runs *g, double noise)
{
	size_t free_runs = 0, most = 0, least = x->count == 0 ? 1 : g->n / 20 > LEAST_RUNS ? g->n / 20 : LEAST_RUNS;
	double sum = 0;

	for (size_t i = 0; i < g->n; i++) {
		bool taken = false;

		for (int k = 0; k < x->count; k++)
			taken |= fabs(g->left[i] - x->at[k]) < 2.5 * noise;
		if (!taken)
			g->rest[free_runs++] = g->left[i];
	}
	for (size_t begin = 0, end = 0; begin < free_runs; sum -= g->rest[begin++]) {
		for (; end < free_runs && g->rest[end] <= g->rest[begin] + 4 * noise; end++)
			sum += g->rest[end];
		if (end - begin > most) {
			most = end - begin;
			x->at[x->count] = sum / (double)most;
		}
	}
	if (most < least)
		return false;
	x->part[x->count++] = (double)most / (double)g->n;
	return true;
}

/* A step of expectation and maximization (A. Dempster, N. Laird, D. Rubin, "Maximum Likelihood from Incomplete Data", 1977); the ln
 * likelihood before it.  *moved is the farthest that an input went. */
static double
improve(inputs *x, const group_runs *g, double noise, double *moved)
{
	double like = 0, odd = odd_before, total = 0, weight[INPUTS] = { 0 }, sum[INPUTS] = { 0 }, height = 1 / (noise * sqrt(2 * M_PI));

	for (size_t i = 0; i < g->n; i++) {
		double term[INPUTS], tail = 0, all = 0;

		for (int k = 0; k < x->count; k++) {
			double off = g->left[i] - x->at[k], z = off / noise, y = off / tail_scale;

			all += term[k] = z * z < 60 ? x->part[k] * height * exp(-z * z / 2) : 0;
			tail += x->part[k] / (M_PI * tail_scale * (1 + y * y));
		}
		tail *= x->odd / (1 - x->odd);
		all += tail;
		for (int k = 0; k < x->count; k++) {
			weight[k] += term[k] / all;
			sum[k] += term[k] / all * g->left[i];
		}
		odd += tail / all;
		like += log(all);
	}
	like += odd_before * log(x->odd) + (runs_before - odd_before) * log1p(-x->odd);
	*moved = 0;
	for (int k = 0; k < x->count; k++)
		total += weight[k];
	x->odd = odd / ((double)g->n + runs_before);
	for (int k = 0; k < x->count; k++) {
		double at = weight[k] > 0 ? sum[k] / weight[k] : x->at[k];

		*moved = fmax(*moved, fabs(at - x->at[k]));
		x->at[k] = at;
		x->part[k] = (weight[k] + part_before) / (total + part_before * x->count) * (1 - x->odd);
	}
	return like;
}

/* ln of the integral over where so many inputs are and how many runs have each, around the best. */
static double
integrate(inputs x, const group_runs *g, double noise)
{
	/* ln probability of so many inputs, and of the constant of Dirichlet's law */
	static const double before[INPUTS] = { -0.2, -2 + 4.94, -3.5 + 12.13 };
	double moved = INFINITY, like = 0, n = (double)g->n, total = 0;

	x.odd = odd_before / runs_before;
	for (int k = 0; k < x.count; k++)
		total += x.part[k];
	for (int k = 0; k < x.count; k++)
		x.part[k] *= (1 - x.odd) / total;
	for (int i = 0; i < ROUNDS && moved > 0.02 * noise; i++)
		like = improve(&x, g, noise, &moved);
	for (int k = 0; k < x.count; k++) {
		like += log(sqrt(2 * M_PI / (x.part[k] * n)) * noise / range * (k + 1));
		like += k > 0 ? log(2 * M_PI / n) / 2 : 0;
		like += (part_before + 0.5) * log(x.part[k] / (1 - x.odd));
		for (int j = 0; j < k; j++)
			like -= 2 * pow(fmax(0, apart - fabs(x.at[k] - x.at[j]) / noise), 2);
	}
	return like + before[x.count - 1];
}

/* One input more: as found before, or where it is now. */
static bool
next_input(inputs *x, const group_runs *g, double noise)
{
	if (g->found.count == 0)
		return add_input(x, g, noise);
	if (x->count == g->found.count)
		return false;
	x->at[x->count] = g->found.at[x->count] + g->found_stretch - g->stretch;
	x->part[x->count] = g->found.part[x->count];
	x->count++;
	return true;
}

/* ln likelihood of the share that was set and a noise: the sum over numbers of inputs. */
static double
weigh(const group_runs *g, double noise)
{
	double like = -INFINITY;
	inputs x = { 0 };

	while (x.count < INPUTS && next_input(&x, g, noise)) {
		double more = integrate(x, g, noise), least = fmin(like, more), most = fmax(like, more);

		like = isinf(least) ? most : most + log1p(exp(least - most));
	}
	return like;
}

/* --- the table of a group */

/* ln likelihood of a share at the noise that explains most, uphill from *noise, which becomes that noise. */
static double
best_noise(group_runs *g, double share, double *noise, double factor)
{
	double like, is;

	if (!set_share(g, share))
		return -INFINITY;
	like = weigh(g, *noise);
	for (int up = 0; up < 2; up++, factor = 1 / factor)
		for (int moves = 0; moves < SCALES && (is = weigh(g, *noise * factor)) > like && *noise * factor > least_noise; moves++) {
			like = is;
			*noise *= factor;
		}
	return like;
}

/* The best of some shares and noises; the inputs that are found there stay those of the group. */
static double
best_of_some(group_runs *g, double *noise)
{
	double most = -INFINITY, best = 0;
	inputs found = { 0 };

	for (int i = 0; i < COARSE; i++) {
		if (!set_share(g, share_step * (i - 2)))
			continue;
		for (double sd = least_noise; sd < most_noise; sd *= next_noise) {
			double is = weigh(g, sd);

			if (is <= most)
				continue;
			most = is;
			best = share_step * (i - 2);
			*noise = sd;
		}
	}
	set_share(g, best);
	while (found.count < INPUTS && add_input(&found, g, *noise)) {
	}
	g->found = found;
	g->found_stretch = g->stretch;
	return best;
}

double
golden_maximum(golden_function *f, void *context, double low, double high, int rounds)
{
	const double golden = (sqrt(5) - 1) / 2;
	double a = high - golden * (high - low), b = low + golden * (high - low), at_a = f(context, a), at_b = f(context, b);

	while (rounds-- > 0) {
		if (at_a > at_b) {
			high = b, b = a, at_b = at_a;
			a = high - golden * (high - low);
			at_a = f(context, a);
		} else {
			low = a, a = b, at_a = at_b;
			b = low + golden * (high - low);
			at_b = f(context, b);
		}
	}
	return (low + high) / 2;
}

static double
at_best_noise(void *context, double share)
{
	group_runs *g = context;

	return best_noise(g, share, &g->noise, next_noise);
}

/* The share that explains most, sought around the best of some. */
static double
best_share(group_runs *g, double *like)
{
	double best = best_of_some(g, &g->noise);

	best = golden_maximum(at_best_noise, g, best - share_step, best + share_step, HALVINGS);
	*like = best_noise(g, best, &g->noise, 1.05);
	return best;
}

/* Where the likelihood has fallen on one side of the best share. */
static double
edge(group_runs *g, double best, double like, double noise, double direction)
{
	double step = 0.004, share = best;

	do {
		step *= 1.5;
		share = best + direction * step;
	} while (share > least_share && share < most_share && best_noise(g, share, &noise, next_noise) > like - drop);
	return fmin(fmax(share, least_share), most_share);
}

static void
fill(evidence *e, group_runs *g)
{
	double like, best = best_share(g, &like), noise = g->noise;

	e->best = like;
	e->low = edge(g, best, like, noise, -1);
	e->high = edge(g, best, like, noise, 1);
	e->noise_step = 2 / sqrt(2.0 * (double)g->n);
	e->noise = log(e->noise_step < widest_step ? noise : usual_noise);	/* few runs do not tell their noise */
	e->noise_step = fmin(e->noise_step, widest_step);
	for (int i = 0; i < SHARES; i++) {
		bool can = set_share(g, e->low + (e->high - e->low) * i / (SHARES - 1));

		for (int k = 0; k < NOISES; k++)
			e->like[i][k] = can ? weigh(g, exp(e->noise + e->noise_step * (k - MIDDLE))) - like : -INFINITY;
	}
}

void
evidence_weigh(evidence *e, const group_run *run, size_t n)
{
	group_runs g = { .n = n, .run = run, .noise = usual_noise };

	*e = (evidence){ .tells = false };
	for (size_t i = 1; i < n; i++)
		e->tells |= fabs(run[i].slowdown - run[0].slowdown) > 1e-6;
	if (!e->tells)
		return;
	g.log_time = xalloc(3 * n, sizeof *g.log_time);
	g.left = g.log_time + n, g.rest = g.log_time + 2 * n;
	for (size_t i = 0; i < n; i++)
		g.log_time[i] = log(run[i].time);
	fill(e, &g);
	free(g.log_time);
}

/* --- the noise of all */

/* Sum over the noises, under a law; mean and variance of ln noise thereby. */
static void
sum_noises(evidence *e, noise_law law, double *mean, double *variance)
{
	double total = 0, first = 0, second = 0;

	for (int i = 0; i < SHARES; i++) {
		double sum = 0;

		for (int k = 0; k < NOISES; k++) {
			double at = e->noise + e->noise_step * (k - MIDDLE), z = at - law.mean, p = exp(e->like[i][k] - z * z / law.variance / 2);

			sum += p;
			first += p * at;
			second += p * at * at;
		}
		total += sum;
		e->at[i] = e->best + log(sum * e->noise_step / sqrt(2 * M_PI * law.variance) + 1e-300);
	}
	*mean = first / total;
	*variance = fmax(0, second / total - *mean * *mean);
}

noise_law
evidence_settle(evidence *e, size_t n)
{
	const noise_law before = { log(0.05), 0.5 };	/* as if two groups had told this */
	noise_law law = before;

	for (int round = 0; round < SETTLINGS; round++) {
		double count = 2, mean, variance, sum = count * before.mean, square = count * (before.variance + before.mean * before.mean);

		for (size_t i = 0; i < n; i++) {
			if (!e[i].tells)
				continue;
			sum_noises(&e[i], law, &mean, &variance);
			if (!isfinite(mean))
				continue;
			count++;
			sum += mean;
			square += variance + mean * mean;
		}
		law.mean = sum / count;
		law.variance = fmax(0.04, square / count - law.mean * law.mean);
	}
	return law;
}

/* --- what a table says */

double
evidence_at(const evidence *e, double share)
{
	double wide = e->high - e->low, in = fmin(fmax(share, e->low), e->high), place = (in - e->low) / wide * (SHARES - 1);
	int i = place >= SHARES - 1 ? SHARES - 2 : (int)place;

	return e->at[i] + (e->at[i + 1] - e->at[i]) * (place - i) - 4 * drop * fabs(share - in) / wide;	/* as a normal law falls there */
}

void
evidence_above(evidence *e, double least)
{
	for (int i = 0; i < SHARES; i++) {
		double below = least - (e->low + (e->high - e->low) * i / (SHARES - 1));

		if (below > 0)
			e->at[i] -= below * below * 1e4;
	}
}

void
density_interval(const double *density, int n, double first, double step, double *low, double *high)
{
	double total = 0, sum = 0;

	for (int i = 0; i < n; i++)
		total += density[i];
	for (int i = 0; i < n; i++) {
		double before = sum / total, after = (sum += density[i]) / total;

		if (before < 0.025 && after >= 0.025)
			*low = first + step * (i - 0.5 + (0.025 - before) / (after - before));
		if (before < 0.975 && after >= 0.975)
			*high = first + step * (i - 0.5 + (0.975 - before) / (after - before));
	}
}

void
evidence_alone(const evidence *e, double *low, double *high)
{
	double most = -INFINITY, density[SHARES];

	for (int i = 0; i < SHARES; i++)
		most = fmax(most, e->at[i]);
	for (int i = 0; i < SHARES; i++)
		density[i] = exp(e->at[i] - most);
	density_interval(density, SHARES, e->low, (e->high - e->low) / (SHARES - 1), low, high);
}
