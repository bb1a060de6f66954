/* link: netsim */
/* fattree-routes -- where packets go on fat-trees: by shortest ways whatever is chosen; d-mod-k by its
 * rule, every link's share of all pairs alike, shifts without a conflict; random-up by all nearest common ancestors alike; adaptive
 * up by the queues. */
#include <math.h>
#include <string.h>

#include "lib/machine/kinds/fattree.h"
#include "lib/rng/rng.h"
#include "unit/netsim/follow.h"

/* Pearson's statistic for `count` numbers that should be alike is added to *sum: its degrees of freedom. */
static double
chi_square(const uint32_t *number, uint32_t count, double *sum)
{
	double all = 0;

	for (uint32_t i = 0; i < count; i++)
		all += number[i];
	for (uint32_t i = 0; i < count && all > 0; i++)
		*sum += (number[i] - all / count) * (number[i] - all / count) / (all / count);
	return all > 0 ? count - 1 : 0;
}

/* What follow() finds out. */
typedef struct findings {
	uint32_t arrivals, wrong;
	uint32_t *load;		/* [links]: packets that come by */
	uint32_t *peak;		/* [nodes * heights]: the switch of a height by which packets for a node come down; NONE: none yet */
} findings;

static void
check_way(void *context, const network *n, const packet *p, const packet *s, uint32_t link)
{
	const machine *m = n->machine;
	const fattree *t = m->shape;
	findings *f = context;
	uint32_t router = m->from[link], *peak;

	f->load[link]++;
	f->wrong += s->channel_next != 0;
	if (fattree_above(t, router, p->router)) {
		peak = &f->peak[p->to * t->height + t->at[router] - 1];
		if (!n->choose && *peak != NONE && *peak != router)
			f->wrong++;	/* another way down than others to that node take */
		*peak = router;
	}
	if (!(port_of(n, link)->flags & ENDPOINT))
		return;
	f->arrivals++;
	f->wrong += m->to[link] != p->to || p->hops != node_distance(m, p->from, p->to) + 1u;
}

/* Links of one height and direction that do not all carry the same. */
static uint32_t
uneven(const machine *m, const uint32_t *load)
{
	const fattree *t = m->shape;
	uint32_t same[2][FATTREE_HEIGHT + 1], wrong = 0;

	memset(same, 255, sizeof same);
	for (uint32_t l = 0; l < m->router_links; l++) {
		bool is_up = m->class[l] != CLASS_NODE && t->at[m->to[l]] > t->at[m->from[l]];
		uint32_t *first = &same[is_up][t->at[m->from[l]]];

		if (*first == NONE)
			*first = load[l];
		wrong += load[l] != *first;
	}
	return wrong;
}

/* All pairs, all choices. */
static void
ways(const machine *m, const char *name)
{
	const fattree *t = m->shape;
	findings f = { .load = xcalloc(m->links, sizeof *f.load), .peak = xalloc((size_t)m->nodes * t->height, sizeof *f.peak) };
	bool is_static = strcmp(name, "d-mod-k") == 0;
	network n;

	memset(f.peak, 255, (size_t)m->nodes * t->height * sizeof *f.peak);
	network_init(&n, m, routing_find(m, name), 0, 64);
	follow_all(&n, 1, check_way, &f);
	is_int(f.wrong, 0, xprintf("%s on %s: shortest ways to the right node", name, m->spec));
	if (is_static)
		is_int(f.arrivals, (int64_t)m->nodes * (m->nodes - 1), "one for each pair");
	is_int(uneven(m, f.load), 0, "links of a height carry alike");
	network_free(&n);
	free(f.load);
	free(f.peak);
}

/* The links up that d-mod-k names, digit by digit. */
static void
digits(void)
{
	static const struct { const char *spec; uint32_t node, up[3]; } of[] = {
		{ "fattree:k=10,n=4", 7654, { 4, 5, 6 } },
		{ "fattree:k=3", 26, { 2, 2 } },
		{ "fattree:radix=36,taper=2", 7375, { 7, 2 } },	/* 7375 = 7 + 12 * 614, 614 = 2 + 18 * 34 */
	};

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		machine *m = machine_build(of[i].spec, NULL, 0, "test", 1);
		const fattree *t = m->shape;
		uint32_t router = 0, wrong = 0;
		packet p;
		network n;

		network_init(&n, m, routing_find(m, "d-mod-k"), 0, 64);
		p = new_packet(&n, 0, of[i].node);
		for (uint32_t h = 1; h < t->height; h++) {
			uint32_t link = paths_next(&n.paths, &p.trip, router);
			wrong += link != fattree_up(m, t, router, of[i].up[h - 1]);
			router = m->to[link];
		}
		is_int(wrong, 0, xprintf("%s: the links up to node %u", of[i].spec, of[i].node));
		network_free(&n);
		machine_free(m);
	}
}

/* The most packets on any link between switches when node s sends to (s + shift) mod n. */
static uint32_t
most_of_shift(const network *n, uint32_t shift, uint32_t *load)
{
	const machine *m = n->machine;
	uint32_t most = 0;

	memset(load, 0, m->links * sizeof *load);
	for (uint32_t s = 0; s < m->nodes; s++) {
		packet p = new_packet(n, s, (s + shift) % m->nodes);
		uint32_t router = m->node_router[s], link;

		while (link = paths_next(&n->paths, &p.trip, router), m->class[link] != CLASS_NODE) {
			if (++load[link] > most)
				most = load[link];
			router = m->to[link];
		}
	}
	return most;
}

static void
shifts(const char *spec, uint32_t want)
{
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	uint32_t *load = xalloc(m->links, sizeof *load), most = 0;
	network n;

	network_init(&n, m, routing_find(m, "d-mod-k"), 0, 64);
	for (uint32_t shift = 1; shift < m->nodes; shift++) {
		uint32_t of = most_of_shift(&n, shift, load);
		most = of > most ? of : most;
	}
	is_int(most, want, xprintf("%s: packets on the busiest link of any shift", spec));
	network_free(&n);
	free(load);
	machine_free(m);
}

/* Random bits that are spread evenly lead to every switch of the lowest height that has both ends below it as often, and to no other. */
static void
draws(const char *spec, uint32_t to, uint32_t meet)
{
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	const fattree *t = m->shape;
	uint32_t each = 100, *count = xcalloc(m->routers, sizeof *count), wrong = 0, ways = t->twins[meet];
	network n;

	network_init(&n, m, routing_find(m, "random-up"), 0, 64);
	for (uint32_t i = 0; i < each * ways; i++) {
		packet p = new_packet(&n, 0, to);
		uint32_t router = 0;

		p.word = (uint32_t)(((uint64_t)i << 32) / (each * ways)) + 1;
		n.choose(&n, &p, 0, 0);
		wrong += !p.settled;
		while (t->at[router] < meet)
			router = m->to[paths_next(&n.paths, &p.trip, router)];
		count[router]++;
		wrong += t->at[router] != meet || !fattree_above(t, router, 0) || !fattree_above(t, router, p.router);
	}
	for (uint32_t r = 0; r < m->routers; r++)
		if (t->at[r] == meet && fattree_above(t, r, 0))
			wrong += count[r] + 1 < each || count[r] > each + 1;
	is_int(wrong, 0, xprintf("random-up on %s: to node %u by all %u switches of height %u alike", spec, to, ways, meet));
	free(count);
	network_free(&n);
	machine_free(m);
}

/* Must link a be taken rather than link b?  The rule of adaptive, restated: the one with fewer bytes; of two without any the one that is
 * free sooner. */
static bool
is_better(const network *n, uint32_t a, uint32_t b, int64_t now)
{
	const port *x = port_of(n, a), *y = port_of(n, b);

	if (x->waiting != y->waiting)
		return x->waiting < y->waiting;
	return x->waiting == 0 && x->free < y->free && y->free > now;
}

enum { MOST_UP = 6 };

/* Which of `equals` best links was taken, of links that were free, busy, or waited for. */
typedef struct choices {
	uint32_t taken[3][MOST_UP + 1][MOST_UP];
} choices;

/* Enter the link that was taken of `count` from `low` on: false if another is better. */
static bool
enter(choices *c, const network *n, uint32_t low, uint32_t count, uint32_t link, int64_t now)
{
	const port *o = port_of(n, link);
	uint32_t equals = 0, before = 0;

	for (uint32_t l = low; l < low + count; l++) {
		if (is_better(n, l, link, now))
			return false;
		if (!is_better(n, link, l, now)) {
			before += l < link;
			equals++;
		}
	}
	c->taken[o->waiting > 0 ? 2 : o->free > now][equals][before]++;
	return true;
}

/* Equal links of each number and state are taken alike: by Pearson's statistic, four standard deviations above its mean at most. */
static void
even_choices(const choices *c, const char *name)
{
	static const char *const state[] = { "free", "busy", "waited for" };

	for (int i = 0; i < 3; i++) {
		double sum = 0, freedom = 0;

		for (uint32_t equals = 2; equals <= MOST_UP; equals++)
			freedom += chi_square(c->taken[i][equals], equals, &sum);
		ok(freedom > 0 && sum < freedom + 4 * sqrt(2 * freedom), "%s: of equal links that are %s any, chi-square %.0f of %.0f",
			name, state[i], sum, freedom);
	}
}

static void
adaptive(const char *spec)
{
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	const fattree *t = m->shape;
	uint32_t wrong = 0, settled = 0, tries = 20000;
	const int64_t now = 1000000;
	choices c = { 0 };
	network n;
	rng r;

	rng_init(&r, 1, "fattree-routes", spec, "");
	network_init(&n, m, routing_find(m, "adaptive"), 0, 64);
	for (uint32_t i = 0; i < tries; i++) {
		uint32_t router = (uint32_t)rng_below(&r, m->routers), to = (uint32_t)rng_below(&r, m->nodes), h = t->at[router];
		uint32_t low = fattree_up(m, t, router, 0), up = t->up[h], dull = (uint32_t)rng_below(&r, 3);
		packet p = new_packet(&n, 0, to);

		p.word = rng_u32(&r);
		for (uint32_t u = 0; u < up; u++) {
			port *o = port_of(&n, low + u);
			o->waiting = dull == 0 ? 0 : (uint32_t)rng_below(&r, 3) * 64 + (dull == 1 ? 64 : 0);
			o->free = now + (int64_t)rng_below(&r, 4) * 100 - (rng_below(&r, 2) ? 100 : 0);
		}
		n.choose(&n, &p, router, now);
		if (p.settled) {
			settled++;
			wrong += !fattree_above(t, router, p.router);
			continue;
		}
		wrong += !enter(&c, &n, low, up, paths_next(&n.paths, &p.trip, router), now) || p.via != NONE;
	}
	is_int(wrong, 0, xprintf("adaptive on %s: the link up that it takes", spec));
	ok(settled > tries / 20, "down %u times of %u", settled, tries);
	even_choices(&c, xprintf("adaptive on %s", spec));
	network_free(&n);
	machine_free(m);
}

/* On an idle network packets come to all highest switches alike: what is drawn in one router says nothing of what is drawn in the next. */
static void
idle(const char *spec)
{
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	const fattree *t = m->shape;
	uint32_t tops = t->twins[t->height], *count = xcalloc(tops, sizeof *count);
	double sum = 0, freedom;
	network n;
	rng r;

	rng_init(&r, 1, "fattree-routes idle", spec, "");
	network_init(&n, m, routing_find(m, "adaptive"), 0, 64);
	for (uint32_t i = 0; i < 50 * tops; i++) {
		packet p = new_packet(&n, 0, m->nodes - 1);
		uint32_t router = 0;

		p.word = rng_u32(&r);
		while (t->at[router] < t->height) {
			n.choose(&n, &p, router, 0);
			router = m->to[paths_next(&n.paths, &p.trip, router)];
		}
		count[router - t->base[t->height]]++;
	}
	freedom = chi_square(count, tops, &sum);
	ok(sum < freedom + 4 * sqrt(2 * freedom), "adaptive on %s when idle: by all highest switches, chi-square %.0f of %.0f",
		spec, sum, freedom);
	free(count);
	network_free(&n);
	machine_free(m);
}

int
main(void)
{
	static const char *const shape[] = {
		"fattree:k=2", "fattree:k=4", "fattree:k=3,n=2", "fattree:k=2,n=5", "fattree:k=5,n=1", "fattree:k=1,n=4",
		"fattree:k=2,taper=3", "fattree:k=3,n=2,taper=2", "fattree:radix=8", "fattree:radix=8,pods=7", "fattree:radix=6,levels=4,pods=2",
		"fattree:radix=6,taper=2", "fattree:radix=12,levels=2,taper=3,pods=5", NULL
	};

	for (int i = 0; shape[i]; i++) {
		machine *m = machine_build(shape[i], NULL, 0, "test", 1);

		ways(m, "d-mod-k");
		ways(m, "random-up");
		ways(m, "adaptive");
		machine_free(m);
	}
	digits();
	shifts("fattree:k=4", 1);
	shifts("fattree:k=3,n=4", 1);
	shifts("fattree:k=7,n=2", 1);
	shifts("fattree:radix=8,pods=8", 1);
	shifts("fattree:radix=8,pods=3", 1);
	shifts("fattree:k=3,taper=2", 2);
	shifts("fattree:radix=12,levels=2,taper=3,pods=5", 3);
	draws("fattree:k=4", 15, 2);
	draws("fattree:k=4", 63, 3);
	draws("fattree:k=3,n=4", 80, 4);
	draws("fattree:k=3,n=4", 26, 3);
	draws("fattree:radix=12,levels=3,taper=2,pods=3", 50, 3);
	draws("fattree:k=4", 3, 1);
	adaptive("fattree:k=4");
	adaptive("fattree:k=3,n=4");
	adaptive("fattree:radix=12,taper=2,pods=3");
	idle("fattree:k=4,n=4");
	idle("fattree:k=12,n=3");
	return done_testing();
}
