/* link: alloc */
/* policies -- every policy against a slow, literal re-statement of its rule.
 *
 * The re-statements know a dragonfly by arithmetic alone (node = (group*a + router)*p
 * + host) and look at every node again for every question.  Those of the random
 * policies draw the same numbers in the same order; that the draws are uniform is
 * a second test. */
#include <stdlib.h>

#include "alloc/policy.h"
#include "lib/cli/cli.h"
#include "tap.h"

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
slow_simple(slow *s, rng *r, uint32_t need, uint32_t *out)
{
	(void)r;
	take_all(s, s->nodes, 0, need, 0, out);
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

static const struct restatement {
	const char *name;
	void (*choose)(slow *s, rng *r, uint32_t need, uint32_t *out);
} restatements[] = {
	{ "simple", slow_simple }, { "slurm", slow_slurm }, { "slurm-fit", slow_slurm_fit },
	{ "slurm-linear", slow_slurm_linear }, { "slurm-tres", slow_slurm_tres },
	{ "rdn", slow_rdn }, { "rdr", slow_rdr }, { "rdg", slow_rdg }, { "rrn", slow_rrn }, { "rrr", slow_rrr },
	{ "level-spread", slow_level_spread }, { "jokanovic", slow_jokanovic }, { "jokanovic-boundary", slow_boundary },
};

/* A random machine, a random part of it occupied, part of that by one job. */
typedef struct scene {
	machine *machine;
	slow start;
	uint32_t busy[MOST], busies;
	uint32_t resident[MOST], residents;
} scene;

static void
make_scene(scene *c, rng *r)
{
	uint64_t fill = rng_below(r, 101);
	char *text;

	*c = (scene){ 0 };
	c->start.g = 1 + (uint32_t)rng_below(r, 9);
	c->start.a = 1 + (uint32_t)rng_below(r, 5);
	c->start.p = 1 + (uint32_t)rng_below(r, 5);
	c->start.nodes = c->start.g * c->start.a * c->start.p;
	c->start.boundary = c->start.g;
	text = xprintf("dragonfly:g=%u,a=%u,p=%u", c->start.g, c->start.a, c->start.p);
	for (uint32_t v = 0; v < c->start.nodes; v++) {
		c->start.idle[v] = rng_below(r, 100) >= fill / 2;
		if (c->start.idle[v])
			continue;
		if (rng_below(r, 4) == 0) {
			char *more = xprintf("%s%s%u", text, strstr(text, "unav") ? "+" : ",unavailable=", v);

			free(text);
			text = more;
		} else if (rng_below(r, 4) == 0)
			c->busy[c->busies++] = v;
		else
			c->resident[c->residents++] = v;
	}
	c->machine = machine_build(text, NULL, 0, "test", 1);
	free(text);
}

static void
note_large(slow *s, const uint32_t *node, uint32_t n)
{
	for (uint32_t i = 0; n > s->a * s->p && i < n; i++)
		if (node[i] / (s->a * s->p) < s->boundary)
			s->boundary = node[i] / (s->a * s->p);
}

/* Job after job until the machine is full; true when all agree. */
static bool
agrees(const policy *p, const struct restatement *t, const scene *c, uint64_t seed)
{
	uint32_t got[MOST], want[MOST];
	slow s = c->start;
	void *state = xcalloc(1, p->state + 1);
	bool same = true;
	occupancy o;
	rng sizes;

	occupancy_init(&o, c->machine);
	occupancy_take(&o, c->busy, c->busies);
	occupancy_take(&o, c->resident, c->residents);
	if (p->placed && c->residents)
		p->placed(&o, &(request){ .job = "r", .nodes = c->residents }, c->resident, state);
	note_large(&s, c->resident, c->residents);
	rng_init(&sizes, seed, "sizes", "", "");
	for (int job = 0; o.idle > 0 && same; job++) {
		uint32_t most = rng_below(&sizes, 3) ? s.a * s.p + 1 : s.nodes;
		uint32_t need = 1 + (uint32_t)rng_below(&sizes, most < o.idle ? most : o.idle);
		request q = { .job = "j", .nodes = need };
		rng mine, theirs;

		rng_init(&mine, seed, "alloc", "", "j");
		theirs = mine;
		same = p->choose(&o, &q, &mine, state, &(grant){ .node = got });
		t->choose(&s, &theirs, need, want);
		note_large(&s, want, need);
		same = same && memcmp(got, want, need * sizeof *got) == 0;
		if (!same)
			break;
		occupancy_take(&o, got, need);
		if (p->placed)
			p->placed(&o, &q, got, state);
	}
	free(state);
	occupancy_free(&o);
	return same;
}

static void
test_restatements(void)
{
	enum { SCENES = 3000 };
	size_t known = 0, count = sizeof restatements / sizeof *restatements;
	int bad[sizeof restatements / sizeof *restatements] = { 0 };
	rng r;

	rng_init(&r, 7, "test", "scenes", "");
	while (policies[known])
		known++;
	is_int((int64_t)known, (int64_t)count, "every policy has a re-statement");
	for (uint64_t k = 0; k < SCENES && known == count; k++) {
		scene c;

		make_scene(&c, &r);
		for (size_t i = 0; i < count; i++)
			bad[i] += !agrees(policies[i], &restatements[i], &c, k);
		machine_free(c.machine);
	}
	for (size_t i = 0; i < count && known == count; i++) {
		is_str(policies[i]->name, restatements[i].name, "the same policy");
		ok(bad[i] == 0, "%s: %d of %d random states differ", policies[i]->name, bad[i], SCENES);
	}
}

static const policy *
find(const char *name)
{
	for (int i = 0; policies[i]; i++)
		if (strcmp(policies[i]->name, name) == 0)
			return policies[i];
	return NULL;
}

/* Draw the first choice of a policy 20,000 times; chi-square over the domains of `size` nodes that are not full. */
static void
test_uniform(const char *name, uint32_t size, double bound)
{
	enum { DRAWS = 20000 };
	machine *m = machine_build("dragonfly:g=4,a=3,p=2", NULL, 0, "test", 1);
	uint32_t busy[] = { 0, 1, 4, 7, 8, 12, 13, 14, 15, 16, 17, 20 }, node[24], seen[24] = { 0 };
	uint32_t domains = 24 / size, open = 0;
	const policy *p = find(name);
	double chi = 0;
	occupancy o;

	occupancy_init(&o, m);
	occupancy_take(&o, busy, 12);
	for (int i = 0; i < DRAWS; i++) {
		char *job = xprintf("%d", i);
		rng r;

		rng_init(&r, 1, "alloc", "1", job);
		p->choose(&o, &(request){ .job = job, .nodes = 1 }, &r, NULL, &(grant){ .node = node });
		seen[node[0] / size]++;
		free(job);
	}
	for (uint32_t d = 0; d < domains; d++)
		for (uint32_t v = d * size; v < (d + 1) * size; v++)
			if (!o.busy[v]) {
				open++;
				break;
			}
	for (uint32_t d = 0; d < domains; d++)
		if (seen[d])
			chi += (seen[d] - (double)DRAWS / open) * (seen[d] - (double)DRAWS / open) * open / DRAWS;
	ok(chi < bound && chi > 0, "%s: uniform over %u (chi-square %.1f, bound %.1f)", name, open, chi, bound);
	occupancy_free(&o);
	machine_free(m);
}

/* Each of 12 nodes is as likely to be among the 5 chosen, and each as likely to be at a given place. */
static void
test_samples(void)
{
	enum { DRAWS = 12000, NODES = 12, NEED = 5 };
	machine *m = machine_build("dragonfly:g=3,a=2,p=2", NULL, 0, "test", 1);
	uint32_t at[NEED][NODES] = { { 0 } }, node[NEED];
	double worst = 0;
	occupancy o;

	occupancy_init(&o, m);
	for (int i = 0; i < DRAWS; i++) {
		char *job = xprintf("%d", i);
		rng r;

		rng_init(&r, 2, "alloc", "1", job);
		find("rdn")->choose(&o, &(request){ .job = job, .nodes = NEED }, &r, NULL, &(grant){ .node = node });
		for (int k = 0; k < NEED; k++)
			at[k][node[k]]++;
		free(job);
	}
	for (int k = 0; k < NEED; k++) {
		double chi = 0, mean = (double)DRAWS / NODES;

		for (int v = 0; v < NODES; v++)
			chi += (at[k][v] - mean) * (at[k][v] - mean) / mean;
		worst = chi > worst ? chi : worst;
	}
	ok(worst < 34.5, "rdn: every place of the list is uniform (worst chi-square %.1f of 11 degrees)", worst);
	occupancy_free(&o);
	machine_free(m);
}

int
main(void)
{
	test_restatements();
	/* the bounds are those of one in a thousand, at 11, 9 and 3 degrees of freedom */
	test_uniform("rdn", 1, 31.3);
	test_uniform("rdr", 2, 26.1);
	test_uniform("rdg", 6, 16.3);
	test_samples();
	return done_testing();
}
