/* restated -- what the literal re-statements of the policies (restated/policies.h) are
 * made of.
 *
 * They know a dragonfly by arithmetic alone (node = (group*a + router)*p + host) and look
 * at every node again for every question.  A domain is so many consecutive nodes: a
 * router's p, a group's a*p. */
#pragma once

#include "alloc/occupancy.h"
#include "lib/rng/rng.h"

enum { MOST = 400 };

/* A machine as the re-statements see it. */
typedef struct slow {
	uint32_t g, a, p, nodes;
	bool idle[MOST];
	uint32_t boundary;	/* of jokanovic-boundary: groups below it are the first partition */
} slow;

static uint32_t
in_domain(const slow *s, uint32_t size, uint32_t domain)
{
	uint32_t n = 0;

	for (uint32_t v = 0; v < s->nodes; v++)
		n += s->idle[v] && v / size == domain;
	return n;
}

/* Take the lowest idle node of a domain; its number, or NONE. */
static uint32_t
take_one(slow *s, uint32_t size, uint32_t domain)
{
	for (uint32_t v = domain * size; v < (domain + 1) * size; v++)
		if (s->idle[v]) {
			s->idle[v] = false;
			return v;
		}
	return NONE;
}

/* Take up to `need` in all from a domain, in label order, behind the n there are. */
static uint32_t
take_all(slow *s, uint32_t size, uint32_t domain, uint32_t need, uint32_t n, uint32_t *out)
{
	while (n < need && (out[n] = take_one(s, size, domain)) != NONE)
		n++;
	return n;
}

static void
slow_scraps(slow *s, uint32_t need, uint32_t *out)
{
	for (uint32_t n = 0; n < need;) {
		uint32_t best = NONE;

		for (uint32_t d = 0; d < s->g * s->a; d++)
			if (in_domain(s, s->p, d) > 0 && (best == NONE || in_domain(s, s->p, d) < in_domain(s, s->p, best)))
				best = d;
		n = take_all(s, s->p, best, need, n, out);
	}
}

/* One node a domain from `low` to `high`-1 in turn, full ones skipped. */
static void
slow_turns(slow *s, uint32_t size, uint32_t low, uint32_t high, uint32_t need, uint32_t *out)
{
	for (uint32_t n = 0, d = low; n < need; d = d + 1 < high ? d + 1 : low)
		if ((out[n] = take_one(s, size, d)) != NONE)
			n++;
}

static uint32_t
idlest(const slow *s, uint32_t size)
{
	uint32_t best = 0;

	for (uint32_t d = 0; d < s->nodes / size; d++)
		if (in_domain(s, size, d) > in_domain(s, size, best))
			best = d;
	return best;
}

/* An urn of the domains with an idle node; a drawn one leaves it, and the last one gets its place. */
static void
slow_urn(slow *s, uint32_t size, rng *r, uint32_t need, uint32_t *out)
{
	uint32_t urn[MOST], left = 0;

	for (uint32_t d = 0; d < s->nodes / size; d++)
		if (in_domain(s, size, d) > 0)
			urn[left++] = d;
	for (uint32_t n = 0; n < need;) {
		uint64_t k = rng_below(r, left);

		n = take_all(s, size, urn[k], need, n, out);
		urn[k] = urn[left - 1];
		left--;
	}
}
