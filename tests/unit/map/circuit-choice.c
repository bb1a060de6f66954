/* link: map */
/* circuit-choice -- the circuits that map chooses, on random demands: they can be had, they serve everybody, and no circuit
 * carries much more than the bound says; on small machines against all choices there are. */
#include <math.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/machine/circuits/circuits.h"
#include "map/circuits/ports.h"
#include "unit/tap.h"

/* --- demands */

enum demand_kind { EQUAL, UNIFORM, SPARSE, SKEWED, RING, CLIQUES, HUB, TRIANGLES, PLANTED, SILENT, KINDS };

static const char *const kind_name[KINDS] = { "equal", "uniform", "sparse", "skewed", "ring", "cliques", "hub", "triangles", "planted", "silent" };

/* What groups x < y exchange. */
static double
amount(enum demand_kind k, uint32_t n, uint32_t x, uint32_t y, rng *r)
{
	switch (k) {
	case EQUAL:
		return 1000;
	case UNIFORM:
		return 1 + (double)rng_below(r, 1000000);
	case SPARSE:
		return rng_below(r, n) < 4 ? 1 + (double)rng_below(r, 1000000) : 0;
	case SKEWED:
		return pow(10, 6 * rng_unit(r));
	case RING:
		return y == x + 1 || (x == 0 && y == n - 1) ? 1000 : 0;
	case CLIQUES:
		return x / 5 == y / 5 ? 1000 : 0;
	case HUB:
		return x == 0 ? 1000 + (double)rng_below(r, 1000) : rng_below(r, 10) == 0 ? (double)rng_below(r, 100) : 0;
	case TRIANGLES:
		return x / 3 == y / 3 ? 1000 + (double)rng_below(r, 200) : rng_below(r, 4) == 0 ? 1 + (double)rng_below(r, 300) : 0;
	default:
		return 0;
	}
}

/* As many bytes as circuits in random matchings that fill all links: a load of 1000 can be had, and only just. */
static void
plant(const circuit_fabric *f, double *between, rng *r)
{
	uint32_t n = f->groups, *order = xalloc(n, sizeof *order);

	for (uint32_t i = 0; i < n; i++)
		order[i] = i;
	for (uint32_t o = 0; o < fabric_links(f); o++) {
		rng_shuffle(r, order, n);
		for (uint32_t i = 0; i + 1 < n; i += 2) {
			between[(size_t)order[i] * n + order[i + 1]] += 1000;
			between[(size_t)order[i + 1] * n + order[i]] += 1000;
		}
	}
	free(order);
}

static double *
demand_of(enum demand_kind k, const circuit_fabric *f, rng *r)
{
	uint32_t n = f->groups;
	double *between = xcalloc((size_t)n * n, sizeof *between);

	for (uint32_t x = 0; x < n; x++)
		for (uint32_t y = x + 1; y < n; y++)
			between[(size_t)x * n + y] = between[(size_t)y * n + x] = amount(k, n, x, y, r);
	if (k == PLANTED)
		plant(f, between, r);
	return between;
}

/* --- what must hold */

/* Ends are joined in pairs, at one OCS, of different groups; counts are those of the ends. */
static bool
layers_right(const layers *l)
{
	const circuit_fabric *f = &l->fabric;
	uint32_t n = f->groups, links = fabric_links(f), *count = xcalloc((size_t)n * n, sizeof *count);
	bool good = true;

	for (uint32_t e = 0; e < n * links; e++) {
		uint32_t other = l->far[e];

		if (other == UINT32_MAX)
			continue;
		good = good && other < n * links && l->far[other] == e && e / links != other / links &&
			e % links / f->share == other % links / f->share;
		count[(size_t)(e / links) * n + other / links]++;
	}
	good = good && memcmp(count, l->count, (size_t)n * n * sizeof *count) == 0;
	free(count);
	return good;
}

/* All groups reach one another. */
static bool
connected(const layers *l)
{
	uint32_t n = l->fabric.groups, reached = 1;
	uint8_t *seen = xcalloc(n, 1);

	seen[0] = 1;
	for (bool more = true; more;) {
		more = false;
		for (uint32_t x = 0; x < n; x++)
			for (uint32_t y = 0; y < n; y++)
				if (seen[x] && !seen[y] && l->count[(size_t)x * n + y]) {
					seen[y] = 1;
					reached++;
					more = true;
				}
	}
	free(seen);
	return reached == n;
}

/* The machine takes the circuits, written and read again: no port is used twice, and they lead where the layers say.  The
 * groups of the job are 1, 3, 5, … of the machine's. */
static bool
machine_takes(machine *m, const layers *l, const uint32_t *group, bool sorted)
{
	circuits chosen = { 0 }, again = { 0 };
	uint32_t n = l->fabric.groups;
	const char *why = "";
	bool good;
	char *text;

	ports_assign(l, m, group, sorted, &chosen);
	text = circuits_write(&chosen, m);
	good = circuits_read(&again, m, text, &why) && again.count == chosen.count && circuits_connect(m, &again, &why);
	if (!good)
		fprintf(stderr, "# %s\n", why);
	for (uint32_t x = 0; good && x < n; x++)
		for (uint32_t y = 0; y < n; y++) {
			const uint16_t *exit;

			good = good && rdragonfly_exits(rdragonfly_of(m), group[x], group[y], &exit) == l->count[(size_t)x * n + y];
		}
	circuits_clear(m);
	circuits_free(&chosen);
	circuits_free(&again);
	free(text);
	return good;
}

/* --- random demands */

typedef struct score {
	uint32_t runs, none, wrong, apart, at_bound, refused;
	double worst, sum;
} score;

static void
match(score *s, machine *m, const circuit_fabric *f, const uint32_t *group, enum demand_kind k, rng *r)
{
	double *between = demand_of(k, f, r), bound = counts_bound(f, between), load;
	layers l;

	layers_init(&l, f);
	s->runs++;
	if (!layers_matched(&l, between, r)) {
		s->none += bound == HUGE_VAL;
		s->refused += bound != HUGE_VAL;
	} else {
		load = counts_load(f->groups, between, l.count);	/* infinite where some pair lacks a circuit */
		s->wrong += !layers_right(&l) || !machine_takes(m, &l, group, true);
		s->apart += !connected(&l) || load < bound;
		s->at_bound += load <= bound;
		s->worst = fmax(s->worst, bound > 0 ? load / bound : 1);
		s->sum += bound > 0 ? load / bound : 1;
	}
	layers_free(&l);
	free(between);
}

/* Jobs of n groups on a machine of 2n + 1, each kind of demand `runs` times.  `most`: the load over the bound that is allowed. */
static void
random_demands(uint32_t n, uint32_t a, uint32_t h, uint32_t ocs, uint32_t runs, double most)
{
	char *spec = xprintf("rdragonfly:g=%u,a=%u,p=1,h=%u,ocs=%u", 2 * n + 1, a, h, ocs);
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	circuit_fabric f = { n, ocs, a * h / ocs };
	uint32_t *group = xalloc(n, sizeof *group);
	score s = { .worst = 1 };
	rng r;

	for (uint32_t i = 0; i < n; i++)
		group[i] = 2 * i + 1;
	for (int k = 0; k < KINDS; k++) {
		rng_init(&r, 1, "circuit-choice", spec, kind_name[k]);
		for (uint32_t i = 0; i < runs; i++)
			match(&s, m, &f, group, (enum demand_kind)k, &r);
	}
	ok(s.wrong == 0, "%u groups, %u OCSes with %u ports of each: ports join two groups at one OCS, each once", n, ocs, f.share);
	ok(s.apart == 0 && s.refused == 0, "… all groups are connected, and who exchanges something has a circuit");
	ok(s.worst <= most, "… the load is at most %g of the bound", most);
	printf("# %u demands, %u of them impossible; at the bound %u, mean %.4f of it, worst %.4f\n", s.runs, s.none, s.at_bound,
		s.runs > s.none ? s.sum / (s.runs - s.none) : 1, s.worst);
	free(group);
	free(spec);
	machine_free(m);
}

/* --- balanced */

/* Routers of group x that have a circuit to group y. */
static uint32_t
routers_to(const rdragonfly *d, uint32_t x, uint32_t y)
{
	const uint16_t *exit;
	uint32_t count = rdragonfly_exits(d, x, y, &exit), routers = 0;

	for (uint32_t i = 0; i < count; i++)
		routers += i == 0 || exit[i] / d->groups.h != exit[i - 1] / d->groups.h;
	return routers;
}

/* The share of pairs of routers in different groups that a packet passes with at most three routers: that of its own node or that
 * of its destination has a circuit to the other's group.  `best`: the same, were the circuits of each two groups at as many routers as
 * can be. */
static double
near_share(const machine *m, const layers *l, double *best)
{
	const rdragonfly *d = rdragonfly_of(m);
	uint32_t n = l->fabric.groups, a = d->groups.a;
	double sum = 0;

	*best = 0;
	for (uint32_t x = 0; x < n; x++)
		for (uint32_t y = 0; y < n; y++) {
			double c = l->count[(size_t)x * n + y], without = 1 - fmin(c, a) / a;

			if (x == y)
				continue;
			sum += 1 - (1 - (double)routers_to(d, x, y) / a) * (1 - (double)routers_to(d, y, x) / a);
			*best += 1 - without * without;
		}
	*best /= (double)n * (n - 1);
	return sum / ((double)n * (n - 1));
}

static double
near_share_on(machine *m, const layers *l, const uint32_t *group, bool sorted, double *best)
{
	circuits chosen = { 0 };
	const char *why;
	double share;

	ports_assign(l, m, group, sorted, &chosen);
	circuits_connect(m, &chosen, &why);
	share = near_share(m, l, best);
	circuits_clear(m);
	circuits_free(&chosen);
	return share;
}

/* Least and most circuits of two groups. */
static void
spread_of(const layers *l, uint32_t *least, uint32_t *most)
{
	uint32_t n = l->fabric.groups;

	*least = UINT32_MAX;
	*most = 0;
	for (uint32_t x = 0; x < n; x++)
		for (uint32_t y = 0; y < x; y++) {
			uint32_t c = l->count[(size_t)x * n + y];

			*least = c < *least ? c : *least;
			*most = c > *most ? c : *most;
		}
}

/* Jobs of 2 to `largest` groups. */
static void
balanced(uint32_t a, uint32_t h, uint32_t ocs, uint32_t largest, double least_near)
{
	char *spec = xprintf("rdragonfly:g=%u,a=%u,p=1,h=%u,ocs=%u", largest, a, h, ocs);
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	uint32_t wrong = 0, uneven = 0, links = a * h, share = links / ocs, *group = xalloc(largest, sizeof *group);
	double worst = 1;

	for (uint32_t i = 0; i < largest; i++)
		group[i] = i;
	for (uint32_t n = 2; n <= largest; n++) {
		circuit_fabric f = { n, ocs, share };
		bool idle = n % 2 == 1 && share == 1;
		uint32_t partners = idle ? n : n - 1, least, most;
		double best, near;
		layers l;

		layers_init(&l, &f);
		layers_balanced(&l);
		spread_of(&l, &least, &most);
		wrong += !layers_right(&l) || !machine_takes(m, &l, group, false);
		if (n % 2 == 0 || share % 2 == 0 || share == 1)
			uneven += least != links / partners || most != (links + partners - 1) / partners;
		else
			uneven += most > least + 2;
		near = near_share_on(m, &l, group, false, &best);
		worst = fmin(worst, near / best);
		layers_free(&l);
	}
	ok(wrong == 0, "balanced, 2 to %u groups, %u links at %u OCSes: ports join two groups at one OCS, each once", largest, links, ocs);
	ok(uneven == 0, "… every two groups have as many circuits");
	ok(worst >= least_near, "… at as many routers as can be (pairs of routers at most three apart: %.4f of the best)", worst);
	free(group);
	free(spec);
	machine_free(m);
}

/* Layers that are sorted begin at more routers than layers as they come. */
static void
sorted_layers(uint32_t n, uint32_t a, uint32_t h, uint32_t ocs)
{
	char *spec = xprintf("rdragonfly:g=%u,a=%u,p=1,h=%u,ocs=%u", n, a, h, ocs);
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	circuit_fabric f = { n, ocs, a * h / ocs };
	uint32_t *group = xalloc(n, sizeof *group);

	for (uint32_t i = 0; i < n; i++)
		group[i] = i;
	for (int k = SPARSE; k <= CLIQUES; k++) {
		double *between, sorted, plain, best;
		layers l;
		rng r;

		rng_init(&r, 1, "circuit-choice", "sorted", kind_name[k]);
		between = demand_of((enum demand_kind)k, &f, &r);
		layers_init(&l, &f);
		ok(layers_matched(&l, between, &r), "%u groups, %s", n, kind_name[k]);
		plain = near_share_on(m, &l, group, false, &best);
		sorted = near_share_on(m, &l, group, true, &best);
		ok(sorted >= plain && sorted >= 0.97 * best, "… matched circuits begin at many routers: at most three apart are %.4f of pairs "
			"(as they come %.4f, at best %.4f)", sorted, plain, best);
		layers_free(&l);
		free(between);
	}
	free(group);
	free(spec);
	machine_free(m);
}

/* --- all choices there are */

enum { SMALL = 6, PAIRS = SMALL * (SMALL - 1) / 2 };

/* Circuits of each two groups. */
typedef struct vector {
	uint8_t c[PAIRS];
} vector;

typedef struct vectors {
	vector *item;
	size_t count, room;
} vectors;

static void
push(vectors *v, const vector *x)
{
	if (v->count == v->room) {
		v->room = v->room ? 2 * v->room : 1024;
		v->item = xrealloc(v->item, v->room, sizeof *v->item);
	}
	v->item[v->count++] = *x;
}

static uint32_t
pair_index(uint32_t n, uint32_t x, uint32_t y)
{
	uint32_t i = 0;

	for (uint32_t k = 0; k < x; k++)
		i += n - 1 - k;
	return i + y - x - 1;
}

/* All layers to which nothing can be added: the pairs from x, y on, with `left` ports of each group. */
static void
all_layers(const circuit_fabric *f, uint32_t x, uint32_t y, uint32_t *left, vector *now, vectors *out)
{
	uint32_t n = f->groups, with_room = 0, i;

	if (x == n - 1) {
		for (uint32_t v = 0; v < n; v++)
			with_room += left[v] > 0;
		if (with_room <= 1)
			push(out, now);
		return;
	}
	i = pair_index(n, x, y);
	for (now->c[i] = 0;; now->c[i]++) {
		all_layers(f, y == n - 1 ? x + 1 : x, y == n - 1 ? x + 2 : y + 1, left, now, out);
		if (left[x] == 0 || left[y] == 0)
			break;
		left[x]--;
		left[y]--;
	}
	left[x] += now->c[i];
	left[y] += now->c[i];
	now->c[i] = 0;
}

/* All sums of `more` layers, the first of which is `from` or a later one. */
static void
all_sums(const vectors *layer, size_t from, uint32_t more, const vector *sum, vectors *out)
{
	if (more == 0) {
		push(out, sum);
		return;
	}
	for (size_t k = from; k < layer->count; k++) {
		vector next = *sum;

		for (int i = 0; i < PAIRS; i++)
			next.c[i] = (uint8_t)(next.c[i] + layer->item[k].c[i]);
		all_sums(layer, k, more - 1, &next, out);
	}
}

static bool
joins_all(uint32_t n, const vector *v)
{
	uint32_t seen = 1;

	for (uint32_t round = 0; round < n; round++)
		for (uint32_t x = 0; x < n; x++)
			for (uint32_t y = x + 1; y < n; y++)
				if (v->c[pair_index(n, x, y)] && (seen & (1U << x | 1U << y)))
					seen |= 1U << x | 1U << y;
	return seen == (1U << n) - 1;
}

/* The least load of any choice. */
static double
least_load(uint32_t n, const double *between, const vectors *choice)
{
	double best = HUGE_VAL, b[PAIRS] = { 0 };

	for (uint32_t x = 0; x < n; x++)
		for (uint32_t y = x + 1; y < n; y++)
			b[pair_index(n, x, y)] = between[(size_t)x * n + y];
	for (size_t k = 0; k < choice->count; k++) {
		double load = 0;

		for (int i = 0; i < PAIRS; i++)
			if (b[i] > 0)
				load = fmax(load, choice->item[k].c[i] ? b[i] / choice->item[k].c[i] : HUGE_VAL);
		best = fmin(best, load);
	}
	return best;
}

/* Each kind of demand `runs` times on n groups: none beats the bound, and the choice is the best nearly always. */
static void
exhaustive(uint32_t n, uint32_t ocs, uint32_t share, uint32_t runs)
{
	circuit_fabric f = { n, ocs, share };
	uint32_t left[SMALL], feasible = 0, best = 0, missed = 0, beaten = 0, at_bound = 0;
	vectors layer = { 0 }, sum = { 0 }, choice = { 0 };
	vector zero = { { 0 } };
	double worst = 1;
	rng r;

	for (uint32_t v = 0; v < n; v++)
		left[v] = share;
	all_layers(&f, 0, 1, left, &zero, &layer);
	all_sums(&layer, 0, ocs, &zero, &sum);
	for (size_t k = 0; k < sum.count; k++)
		if (joins_all(n, &sum.item[k]))
			push(&choice, &sum.item[k]);
	rng_init(&r, 1, "circuit-choice", "exhaustive", "");
	for (uint32_t i = 0; i < runs * KINDS; i++) {
		double *between = demand_of((enum demand_kind)(i % KINDS), &f, &r), least = least_load(n, between, &choice), load;
		layers l;

		layers_init(&l, &f);
		load = layers_matched(&l, between, &r) ? counts_load(n, between, l.count) : HUGE_VAL;
		feasible += least < HUGE_VAL;
		best += least < HUGE_VAL && load == least;
		missed += least < HUGE_VAL && load == HUGE_VAL;
		beaten += load < least || counts_bound(&f, between) > least;
		at_bound += least < HUGE_VAL && counts_bound(&f, between) == least;
		worst = fmax(worst, least > 0 && load < HUGE_VAL ? load / least : 1);
		layers_free(&l);
		free(between);
	}
	ok(beaten == 0, "%u groups, %u OCSes, %u ports: of %zu choices none is better than the bound", n, ocs, share, choice.count);
	ok(missed == 0, "… circuits are found where there are any");
	ok(best >= feasible - feasible / 50, "… nearly always the best (%u of %u, worst %.3f of it; the bound is the best %u times)", best, feasible, worst, at_bound);
	free(layer.item);
	free(sum.item);
	free(choice.item);
}

/* --- layers */

/* Circuits are added until no more go in: none is lost on the way. */
static void
chains(void)
{
	circuit_fabric f = { 9, 12, 1 };
	uint32_t joined = 0, wrong = 0;
	rng r;

	rng_init(&r, 1, "circuit-choice", "chains", "");
	for (int i = 0; i < 100; i++) {
		uint32_t count = 0, sum = 0;
		layers l;

		layers_init(&l, &f);
		for (int k = 0; k < 400; k++) {
			uint32_t x = (uint32_t)rng_below(&r, 9), y = (x + 1 + (uint32_t)rng_below(&r, 8)) % 9;

			count += layers_join(&l, x, y, &r);
		}
		for (uint32_t v = 0; v < 9; v++)
			sum += l.used[v];
		wrong += sum != 2 * count || !layers_right(&l);
		joined += count;
		layers_free(&l);
	}
	ok(wrong == 0, "a chain loses no circuit");
	ok(joined >= 47 * 100, "… and nearly all links are used: %.2f circuits of 48", joined / 100.0);
}

static void
by_hand(void)
{
	/* three groups, two of which exchange four times as much: 4 links of 6 */
	static const double three[9] = { 0, 4, 1, 4, 0, 1, 1, 1, 0 };
	/* a group that exchanges as much with two others, by 5 links */
	static const double two[9] = { 0, 2, 2, 2, 0, 0, 2, 0, 0 };
	/* two pairs that exchange nothing with each other must be connected all the same */
	static const double apart[16] = { [1] = 8, [4] = 8, [11] = 8, [14] = 8 };
	circuit_fabric f = { 3, 6, 1 }, g = { 4, 4, 1 }, k = { 3, 5, 1 };
	uint32_t part[4];
	layers l;
	rng r;

	rng_init(&r, 1, "circuit-choice", "by hand", "");
	layers_init(&l, &f);
	layers_matched(&l, three, &r);
	ok(l.count[1] == 4 && l.count[2] == 1 && l.count[5] == 1 && counts_bound(&f, three) == 1, "links go where the bytes go: 4, 1 and 1 of 6");
	layers_free(&l);
	layers_init(&l, &k);
	layers_matched(&l, two, &r);
	ok(counts_bound(&k, two) == 1 && l.count[1] + l.count[2] == 5, "a link that is left is used though the load stays");
	layers_free(&l);
	layers_init(&l, &g);
	layers_matched(&l, apart, &r);
	ok(counts_bound(&g, apart) == 8.0 / 3 && counts_load(4, apart, l.count) == 8.0 / 3 && connected_parts(4, l.count, part) == 1,
		"two pairs give up a link each to be connected");
	layers_free(&l);
}

/* Where everybody exchanges as much, and links go round, matched is balanced. */
static void
alike(void)
{
	circuit_fabric f = { 6, 10, 1 };
	double between[36];
	layers l, b;
	rng r;

	for (int i = 0; i < 36; i++)
		between[i] = i % 7 ? 1000 : 0;
	rng_init(&r, 1, "circuit-choice", "alike", "");
	layers_init(&l, &f);
	layers_init(&b, &f);
	layers_balanced(&b);
	ok(layers_matched(&l, between, &r) && memcmp(l.far, b.far, 60 * sizeof *l.far) == 0, "of equal traffic matched makes balanced");
	layers_free(&l);
	layers_free(&b);
}

int
main(void)
{
	by_hand();
	alike();
	chains();
	random_demands(2, 4, 3, 12, 2, 1);
	random_demands(5, 3, 3, 9, 40, 1.02);
	random_demands(6, 2, 3, 6, 40, 1.02);
	random_demands(7, 4, 2, 4, 40, 1.02);
	random_demands(9, 3, 3, 3, 40, 1.02);
	random_demands(9, 2, 2, 4, 40, 1.02);
	random_demands(12, 4, 6, 24, 20, 1.02);
	random_demands(13, 4, 6, 12, 20, 1.02);
	random_demands(31, 8, 4, 32, CHECKED ? 1 : 5, 1.02);
	random_demands(60, 12, 6, 72, CHECKED ? 1 : 2, 1.02);
	random_demands(59, 12, 6, 36, CHECKED ? 1 : 2, 1.02);
	balanced(24, 12, 288, 40, 1);
	balanced(6, 8, 24, 30, 0.99);
	balanced(6, 8, 16, 30, 0.93);
	balanced(2, 30, 6, 30, 0.99);
	sorted_layers(24, 12, 12, 144);
	sorted_layers(11, 8, 4, 16);
	exhaustive(3, 6, 1, 40);
	exhaustive(4, 6, 1, 40);
	exhaustive(5, 5, 1, 40);
	exhaustive(5, 6, 1, 20);
	exhaustive(6, 5, 1, 20);
	exhaustive(6, 6, 1, 10);
	exhaustive(5, 3, 2, 20);
	exhaustive(4, 2, 3, 20);
	return done_testing();
}
