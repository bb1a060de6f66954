#include "metrics/estimate/pool.h"

#include <math.h>

enum { HALVINGS = 18, NODES = 9, POINTS = 200 };
static const double spreads[SPREADS] = { 0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7 };
static const double spread_before = 0.3;	/* of the spread */
static const double mean_before = 0.4, mean_spread = 0.8;
/* The nodes and weights of Gauss and Hermite for the normal law: M. Abramowitz and I. Stegun, table 25.10. */
static const double node[NODES] = { -4.512745863399783, -3.205429002856470, -2.076847978677830, -1.023255663789133, 0, 1.023255663789133,
	2.076847978677830, 3.205429002856470, 4.512745863399783 };
static const double part[NODES] = { 2.2345844007746e-5, 0.0027891413212318, 0.0499164067652179, 0.2440975028949394, 0.4063492063492064,
	0.2440975028949394, 0.0499164067652179, 0.0027891413212318, 2.2345844007746e-5 };

/* ln of the likelihood of a group under a law.  A wide law is summed over the table, a narrow one over its own nodes. */
static double
under(const evidence *e, double mean, double spread)
{
	double step = (e->high - e->low) / (SHARES - 1), most = -INFINITY, like[SHARES], weight[SHARES], sum = 0;
	int terms = spread > 2 * step ? SHARES : NODES;

	for (int i = 0; i < terms; i++) {
		double z = (e->low + step * i - mean) / spread;

		like[i] = terms == NODES ? evidence_at(e, mean + spread * node[i]) : e->at[i] - z * z / 2;
		weight[i] = terms == NODES ? part[i] : step / spread / sqrt(2 * M_PI);
		most = fmax(most, like[i]);
	}
	for (int i = 0; i < terms; i++)
		sum += weight[i] * exp(like[i] - most);
	return most + log(sum + 1e-300);
}

/* ln likelihood of all groups under a law, and of the law. */
static double
under_all(const evidence *e, size_t n, double mean, double spread)
{
	double z = (mean - mean_before) / mean_spread, y = spread / spread_before, like = -z * z / 2 - y * y / 2;

	for (size_t i = 0; i < n; i++)
		like += e[i].tells ? under(&e[i], mean, spread) : 0;
	return like;
}

/* All groups, and a spread of their shares. */
typedef struct spread_groups {
	const evidence *e;
	size_t n;
	double spread;
} spread_groups;

static double
at_mean(void *context, double mean)
{
	const spread_groups *x = context;

	return under_all(x->e, x->n, mean, x->spread);
}

/* How far the mean may be off: the curvature at the best. */
static double
width(const evidence *e, size_t n, double mean, double spread)
{
	double step = 0.004, fall;

	do {
		step *= 1.5;
		fall = under_all(e, n, mean, spread) - (under_all(e, n, mean - step, spread) + under_all(e, n, mean + step, spread)) / 2;
	} while (fall < 0.3 && step < 1);
	return step / sqrt(2 * fmax(fall, 1e-3));
}

void
pool_groups(share_pool *p, const evidence *e, size_t n)
{
	double most = -INFINITY, sum = 0;

	for (int i = 0; i < SPREADS; i++) {
		double mean = golden_maximum(at_mean, &(spread_groups){ e, n, spreads[i] }, -1, 2, HALVINGS), wide = width(e, n, mean, spreads[i]);
		double room = spreads[i < SPREADS - 1 ? i + 1 : i] - spreads[i > 0 ? i - 1 : i];

		for (int k = 0; k < MEANS; k++) {
			share_law *l = &p->law[i * MEANS + k];

			*l = (share_law){ mean + wide * 0.8 * (k - MEANS / 2), spreads[i], 0 };
			l->weight = under_all(e, n, l->mean, l->spread) + log(room * wide);
			most = fmax(most, l->weight);
		}
	}
	for (int i = 0; i < LAWS; i++)
		sum += p->law[i].weight = exp(p->law[i].weight - most);
	for (int i = 0; i < LAWS; i++)
		p->law[i].weight /= sum;
}

/* Sum up a density over evenly spaced shares; low and high become where all but a millionth of it is. */
static share_estimate
sum_up(const double *density, double low, double high)
{
	double total = 0, mean = 0, step = (high - low) / (POINTS - 1);
	share_estimate s = { 0, low, high };

	for (int i = 0; i < POINTS; i++) {
		total += density[i];
		mean += density[i] * (low + step * i);
	}
	s.share = mean / total;
	density_interval(density, POINTS, low, step, &s.low, &s.high);
	return s;
}

/* An estimate from weighted laws; on a mesh that is laid anew around what the last one found. */
static share_estimate
weigh(const share_law *law, const evidence *e, double low, double high)
{
	double density[POINTS];
	share_estimate s = { 0 };

	for (int round = 0; round < 4; round++) {
		double most = -INFINITY;

		for (int i = 0; i < POINTS; i++) {
			double share = low + (high - low) * i / (POINTS - 1), sum = 0;

			for (int k = 0; k < LAWS; k++) {
				double z = (share - law[k].mean) / law[k].spread;

				if (law[k].weight > 0 && z * z < 100)
					sum += law[k].weight / law[k].spread * exp(-z * z / 2);
			}
			density[i] = log(sum + 1e-300) + (e ? evidence_at(e, share) : 0);
			most = fmax(most, density[i]);
		}
		for (int i = 0; i < POINTS; i++)
			density[i] = exp(density[i] - most);
		s = sum_up(density, low, high);
		low = s.low - (s.high - s.low);
		high = s.high + (s.high - s.low);
	}
	return s;
}

share_estimate
pool_group(const share_pool *p, const evidence *e)
{
	share_law law[LAWS];
	double most = -INFINITY;

	if (e && !e->tells)
		e = NULL;
	for (int i = 0; i < LAWS; i++) {	/* what the others say, of laws that are possible with this group, too */
		law[i] = p->law[i];
		law[i].weight = law[i].weight > 1e-6 ? log(law[i].weight) - (e ? under(e, law[i].mean, law[i].spread) : 0) : -INFINITY;
		most = fmax(most, law[i].weight);
	}
	for (int i = 0; i < LAWS; i++)
		law[i].weight = exp(law[i].weight - most);
	return weigh(law, e, -2, 3);
}

share_estimate
pool_mean(const share_pool *p)
{
	share_law law[LAWS];

	for (int i = 0; i < LAWS; i++) {
		law[i] = p->law[i];
		law[i].spread = 0.01;
	}
	return weigh(law, NULL, -2, 3);
}

double
pool_explains(const share_pool *p, const evidence *e)
{
	double term[LAWS], most = -INFINITY, sum = 0;

	for (int i = 0; i < LAWS; i++) {
		term[i] = p->law[i].weight > 1e-6 ? log(p->law[i].weight) + under(e, p->law[i].mean, p->law[i].spread) : -INFINITY;
		most = fmax(most, term[i]);
	}
	for (int i = 0; i < LAWS; i++)
		sum += exp(term[i] - most);
	return most + log(sum);
}
