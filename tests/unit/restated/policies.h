/* policies -- every policy that serves any job on a dragonfly once more, as literally as its rule
 * reads.  A new one wants a slow_NAME and a row in the table at the end.
 *
 * Those of the random policies draw the same numbers in the same order; that the draws are
 * uniform is another test (policies-random.c). */
#ifndef HOPLINE_TESTS_UNIT_RESTATED_POLICIES_H
#define HOPLINE_TESTS_UNIT_RESTATED_POLICIES_H

#include "unit/restated/restated.h"

static void
slow_simple(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	take_all(s, s->nodes, 0, need, 0, out);
}

static void
slow_slurm(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	for (uint32_t d = 0; d < s->g * s->a; d++)
		if (in_domain(s, s->p, d) >= need) {
			take_all(s, s->p, d, need, 0, out);
			return;
		}
	slow_scraps(s, need, out);
}

static void
slow_slurm_fit(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	for (uint32_t size = need; size <= s->p; size++)
		for (uint32_t d = 0; d < s->g * s->a; d++)
			if (in_domain(s, s->p, d) == size) {
				take_all(s, s->p, d, need, 0, out);
				return;
			}
	slow_scraps(s, need, out);
}

/* The switch of slurm-linear, as its nodes: *size nodes from *size * return value on. */
static uint32_t
slow_switch(const slow *s, uint32_t need, uint32_t *size)
{
	const uint32_t sizes[3] = { s->p, s->p * s->a, s->nodes };

	for (int i = 0; i < 3; i++) {
		uint32_t best = NONE;

		*size = sizes[i];
		for (uint32_t d = 0; d < s->nodes / *size; d++)
			if (in_domain(s, *size, d) >= need && (best == NONE || in_domain(s, *size, d) < in_domain(s, *size, best)))
				best = d;
		if (best != NONE)
			return best;
	}
	return NONE;
}

static void
slow_slurm_linear(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	uint32_t size, at = slow_switch(s, need, &size), given[MOST] = { 0 };

	(void)r;
	for (uint32_t n = 0; n < need; n++) {
		uint32_t best = NONE;

		for (uint32_t d = at * size / s->p; d < (at + 1) * size / s->p; d++) {
			if (in_domain(s, s->p, d) == 0)
				continue;
			if (best == NONE || given[d] < given[best]
			    || (given[d] == given[best] && in_domain(s, s->p, d) < in_domain(s, s->p, best)))
				best = d;
		}
		given[best]++;
		out[n] = take_one(s, s->p, best);
	}
}

static void
slow_slurm_tres(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	if (in_domain(s, s->p, idlest(s, s->p)) >= need)
		take_all(s, s->p, idlest(s, s->p), need, 0, out);
	else
		slow_turns(s, s->p, 0, s->g * s->a, need, out);
}

static void
slow_level_spread(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	uint32_t router = idlest(s, s->p), group = idlest(s, s->p * s->a);

	(void)r;
	if (need <= in_domain(s, s->p, router))
		take_all(s, s->p, router, need, 0, out);
	else if (need <= in_domain(s, s->p * s->a, group))
		slow_turns(s, s->p, group * s->a, (group + 1) * s->a, need, out);
	else
		slow_turns(s, s->p * s->a, 0, s->g, need, out);
}

static void
slow_rdn(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	slow_urn(s, 1, r, need, out);
}

static void
slow_rdr(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	slow_urn(s, s->p, r, need, out);
}

static void
slow_rdg(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	slow_urn(s, s->p * s->a, r, need, out);
}

static void
slow_rrn(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	slow_turns(s, s->p * s->a, 0, s->g, need, out);
}

static void
slow_rrr(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	for (uint32_t n = 0, group = 0; n < need; group = (group + 1) % s->g)
		for (uint32_t d = group * s->a; d < (group + 1) * s->a; d++)
			if (in_domain(s, s->p, d) > 0) {
				n = take_all(s, s->p, d, need, n, out);
				break;
			}
}

/* Both of Jokanovic's: `limit` groups are for small jobs. */
static void
slow_quiet(slow *s, uint32_t limit, uint32_t need, uint32_t *out)
{
	uint32_t size = s->a * s->p, n = 0;

	if (need > size) {
		for (uint32_t v = s->nodes; v-- > 0 && n < need;)
			if (s->idle[v])
				s->idle[v] = false, out[n++] = v;
		return;
	}
	for (uint32_t d = 0; d < limit; d++)
		if (in_domain(s, size, d) >= need) {
			take_all(s, size, d, need, 0, out);
			return;
		}
	take_all(s, s->nodes, 0, need, 0, out);
}

static void
slow_jokanovic(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	slow_quiet(s, s->g, need, out);
}

static void
slow_boundary(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	slow_quiet(s, s->boundary, need, out);
}

static void
slow_clustered(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	uint32_t close = need - (2 * need + 10) / 20, best = NONE, span = NONE;

	for (uint32_t low = 0; low < s->nodes; low++) {
		uint32_t high = low, n = 0;

		while (high < s->nodes && n < close)
			n += s->idle[high++];
		if (s->idle[low] && n == close && high - low < span) {
			best = low;
			span = high - low;
		}
	}
	for (uint32_t v = best, n = 0; n < close; v++)
		if (s->idle[v]) {
			s->idle[v] = false;
			out[n++] = v;
		}
	slow_urn(s, 1, r, need - close, out + close);
}

static const struct restatement {
	const char *name;
	void (*choose)(slow *s, rng *r, uint32_t need, uint32_t *out);
} restatements[] = {
	{ "simple", slow_simple }, { "slurm", slow_slurm }, { "slurm-fit", slow_slurm_fit },
	{ "slurm-linear", slow_slurm_linear }, { "slurm-tres", slow_slurm_tres },
	{ "rdn", slow_rdn }, { "rdr", slow_rdr }, { "rdg", slow_rdg }, { "rrn", slow_rrn }, { "rrr", slow_rrr },
	{ "level-spread", slow_level_spread }, { "jokanovic", slow_jokanovic }, { "jokanovic-boundary", slow_boundary },
	{ "clustered", slow_clustered }, { "default", slow_simple },
};

#endif
