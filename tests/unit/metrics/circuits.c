/* link: metrics */
/* circuits -- random ones through text and machine and back, against slow restatements; what is refused; distances. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "lib/machine/circuits/circuits.h"
#include "lib/rng/rng.h"
#include "metrics/machine/hops.h"
#include "unit/search.h"
#include "unit/tap.h"

static machine *
build(const char *shape)
{
	char *text = xprintf("rdragonfly:%s", shape);
	machine *m = machine_build(text, NULL, 0, "--machine", FAIL_USAGE);

	free(text);
	return m;
}

/* One link a group at each OCS, several, all of them; shares that part a router's links and that join two routers'. */
static const char *const shapes[] = {
	"g=2,a=1,p=1,h=1", "g=5,a=2,p=2,h=2", "g=5,a=2,p=2,h=2,ocs=2", "g=6,a=3,p=1,h=4,ocs=6,ocs-ports=14", "g=7,a=2,p=1,h=6,ocs=4", "g=9,a=4,p=2,h=3,ocs=1",
	"g=4,a=6,p=1,h=2,ocs=4", "g=24,a=6,p=3,h=4",
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* So many in a hundred of the pairs that could be circuits, as long as the links are free, drawn at random. */
static circuits
draw(const machine *m, rng *r, uint32_t percent)
{
	const rdragonfly *d = rdragonfly_of(m);
	uint32_t ends = d->groups.g * d->links, n = 0, *order = xalloc(ends, sizeof *order);
	circuits c = { 0 };

	for (uint32_t o = 0; o < d->ocs; o++) {
		n = 0;
		for (uint32_t e = 0; e < ends; e++)
			if (e % d->links / d->share == o)
				order[n++] = e;
		rng_shuffle(r, order, n);
		for (uint32_t i = 0; i + 1 < n; i += 2)
			if (order[i] / d->links != order[i + 1] / d->links && rng_below(r, 100) < percent)
				circuits_add(&c, order[i], order[i + 1]);
	}
	free(order);
	return c;
}

/* Runs of links of two groups at all OCSes, as a balanced choice has them. */
static circuits
draw_runs(const machine *m, rng *r)
{
	const rdragonfly *d = rdragonfly_of(m);
	circuits c = { 0 };

	for (uint32_t x = 0; x + 1 < d->groups.g; x += 2) {
		uint32_t low = (uint32_t)rng_below(r, d->links), high = low + (uint32_t)rng_below(r, d->links - low);
		for (uint32_t k = low; k <= high; k++)
			circuits_add(&c, (x + 1) * d->links + k, x * d->links + k);
	}
	return c;
}

static bool
same(const circuits *a, const circuits *b)
{
	uint32_t found = 0;

	for (uint32_t i = 0; i < a->count; i++)
		for (uint32_t k = 0; k < b->count; k++)
			found += a->item[i].end[0] == b->item[k].end[0] && a->item[i].end[1] == b->item[k].end[1];
	return a->count == b->count && found == a->count;
}

/* The items of a text in random order, some of them the other way round. */
static char *
jumble(const char *text, rng *r)
{
	char *copy = xstrdup(text), *out = xstrdup(""), *item[4096], *more;
	uint32_t order[4096], n = 0;

	for (char *t = strtok(copy, " "); t; t = strtok(NULL, " "), n++) {
		item[n] = t;
		order[n] = n;
	}
	rng_shuffle(r, order, n);
	for (uint32_t i = 0; i < n; i++) {
		char *one = item[order[i]], *other = strchr(one, ':') + 1;
		bool turn = rng_below(r, 2) == 1;
		int length = (int)(other - one) - 1;
		more = turn ? xprintf("%s%s%s:%.*s", out, *out ? " " : "", other, length, one) :
			xprintf("%s%s%s", out, *out ? " " : "", one);
		free(out);
		out = more;
	}
	free(copy);
	return out;
}

/* Circuits to text, back, and in disorder back again. */
static uint32_t
wrong_texts(const machine *m, const circuits *c, rng *r)
{
	circuits got = { 0 };
	char *text = circuits_write(c, m), *jumbled = jumble(text, r), *again;
	const char *why = "";
	uint32_t wrong = !circuits_read(&got, m, text, &why) || !same(c, &got);

	wrong += !circuits_read(&got, m, jumbled, &why) || !same(c, &got);
	again = circuits_write(&got, m);
	wrong += strcmp(text, again) != 0;
	free(text);
	free(jumbled);
	free(again);
	circuits_free(&got);
	return wrong;
}

/* Where an end is joined to, by trying all circuits. */
static uint32_t
slow_far(const circuits *c, uint32_t end)
{
	for (uint32_t i = 0; i < c->count; i++)
		for (int s = 0; s < 2; s++)
			if (c->item[i].end[s] == end)
				return c->item[i].end[1 - s];
	return NONE;
}

/* Global links that lead elsewhere than the circuits say, by number: end G*a*h + i is port p + a-1 + i % h of router G*a + i / h. */
static uint32_t
wrong_links(const machine *m, const circuits *c)
{
	const rdragonfly *d = rdragonfly_of(m);
	uint32_t wrong = 0, h = d->groups.h, hosts = d->groups.p + d->groups.a - 1;

	for (uint32_t e = 0; e < d->groups.g * d->links; e++) {
		uint32_t link = m->first[e / h] + hosts + e % h, far = slow_far(c, e);
		wrong += d->far[e] != far;
		if (far == NONE)
			wrong += m->to[link] != NONE || m->reverse[link] != NONE;
		else
			wrong += m->to[link] != far / h || m->reverse[link] != m->first[far / h] + hosts + far % h;
	}
	return wrong;
}

/* Pairs of groups whose exits are not those of the circuits, ascending. */
static uint32_t
wrong_exits(const machine *m, const circuits *c)
{
	const rdragonfly *d = rdragonfly_of(m);
	uint32_t wrong = 0;

	for (uint32_t x = 0; x < d->groups.g; x++)
		for (uint32_t y = 0; y < d->groups.g; y++) {
			const uint16_t *exit;
			uint32_t n = rdragonfly_exits(d, x, y, &exit), k = 0;
			for (uint32_t i = 0; i < d->links; i++) {
				uint32_t far = slow_far(c, x * d->links + i);
				if (far != NONE && far / d->links == y)
					wrong += k >= n || exit[k] != i, k++;
			}
			wrong += k != n;
		}
	return wrong;
}

/* OCSes where the circuits of the machine are no matching of links of different groups. */
static uint32_t
wrong_matchings(const machine *m)
{
	const rdragonfly *d = rdragonfly_of(m);
	uint32_t wrong = 0;

	for (uint32_t e = 0; e < d->groups.g * d->links; e++)
		if (d->far[e] != NONE)
			wrong += d->far[d->far[e]] != e || d->far[e] / d->links == e / d->links ||
				d->far[e] % d->links / (d->links / d->ocs) != e % d->links / (d->links / d->ocs);
	return wrong;
}

/* Routers nearer to one another over these circuits than the least that any give: within a group, and between
 * neighbours; of the others the search may take two circuits. */
static uint32_t
wrong_least(const machine *m)
{
	uint32_t *links = xalloc(m->routers, sizeof *links), wrong = 0;

	for (uint32_t a = 0; a < m->routers; a++) {
		search_from(m, a, links);
		for (uint32_t b = 0; b < m->routers; b++)
			wrong += links[b] < m->kind->distance(m, a, b);
	}
	free(links);
	return wrong;
}

/* A copy of what connecting changes. */
typedef struct state {
	uint32_t *to, *reverse, *far, *first;
	size_t links, ends, pairs;
} state;

static uint32_t *
copy_of(const uint32_t *from, size_t n)
{
	return memcpy(xalloc(n, sizeof *from), from, n * sizeof *from);
}

static state
keep(const machine *m)
{
	const rdragonfly *d = rdragonfly_of(m);
	state s = { .links = m->links, .ends = (size_t)d->groups.g * d->links, .pairs = (size_t)d->groups.g * d->groups.g + 1 };

	s.to = copy_of(m->to, s.links);
	s.reverse = copy_of(m->reverse, s.links);
	s.far = copy_of(d->far, s.ends);
	s.first = copy_of(d->first, s.pairs);
	return s;
}

static bool
changed(const machine *m, const state *s)
{
	const rdragonfly *d = rdragonfly_of(m);

	return memcmp(m->to, s->to, s->links * sizeof *s->to) != 0 || memcmp(m->reverse, s->reverse, s->links * sizeof *s->reverse) != 0 ||
		memcmp(d->far, s->far, s->ends * sizeof *s->far) != 0 || memcmp(d->first, s->first, s->pairs * sizeof *s->first) != 0;
}

static void
drop(state *s)
{
	free(s->to);
	free(s->reverse);
	free(s->far);
	free(s->first);
}

/* Connected at once, in two parts, and beside what is there already. */
static uint32_t
wrong_connections(machine *m, const circuits *c)
{
	circuits part = { c->item, c->count / 2, 0 }, rest = { c->item + part.count, c->count - part.count, 0 };
	state bare = keep(m), full;
	const char *why = NULL;
	uint32_t wrong = 0;

	wrong += !circuits_connect(m, c, &why) || wrong_links(m, c) || wrong_exits(m, c) || wrong_matchings(m) || wrong_least(m);
	full = keep(m);
	wrong += c->count > 0 && (circuits_connect(m, &rest, &why) || strstr(why, "is in two circuits") == NULL);
	wrong += changed(m, &full);
	circuits_clear(m);
	wrong += changed(m, &bare) || wrong_exits(m, &(circuits){ 0 }) || wrong_matchings(m);
	wrong += !circuits_connect(m, &part, &why) || wrong_exits(m, &part) || !circuits_connect(m, &rest, &why) || changed(m, &full);
	circuits_clear(m);
	circuits_clear(m);
	wrong += changed(m, &bare);
	drop(&bare);
	drop(&full);
	return wrong;
}

static void
test_random(void)
{
	for (int i = 0; i < SHAPES; i++) {
		machine *m = build(shapes[i]);
		uint32_t texts = 0, connections = 0, count = 0, runs = 0;
		rng r;

		rng_init(&r, 7, "circuits", shapes[i], "");
		for (uint32_t trial = 0; trial < 12; trial++) {
			circuits c = trial % 4 == 3 ? draw_runs(m, &r) : draw(m, &r, 50 * (trial % 4));
			texts += wrong_texts(m, &c, &r);
			connections += wrong_connections(m, &c);
			count += c.count;
			runs += trial % 4 == 3;
			circuits_free(&c);
		}
		ok(texts == 0 && count > 0 && runs > 0, "%s: %" PRIu32 " circuits through text", shapes[i], count);
		is_int(connections, 0, "connected and taken away");
		machine_free(m);
	}
}

/* Circuits by hand, two links of a group at an OCS (GRAP, Fig. 1): which texts say them. */
static void
test_text(void)
{
	machine *m = build("g=4,a=2,p=1,h=4,ocs=4");
	const uint32_t links = rdragonfly_of(m)->links;
	circuits c = { 0 };
	const char *why = "";
	char *text = circuits_write(&c, m);

	is_str(text, "", "no circuits");
	free(text);
	circuits_add(&c, 3 * links + 1, 2 * links);
	circuits_add(&c, 4, links + 4);
	circuits_add(&c, links + 5, 5);
	circuits_add(&c, 7, 2 * links + 7);
	circuits_add(&c, 6, 2 * links + 6);
	circuits_add(&c, 1, links);
	circuits_add(&c, 3 * links, 2 * links + 1);
	text = circuits_write(&c, m);
	is_str(text, "0.1:1.0 0.4-5:1.4-5 0.6-7:2.6-7 2.0:3.1 2.1:3.0", "runs are joined, not those of other groups");
	free(text);
	ok1(circuits_read(&c, m, "0.3-3:3.2", &why) && c.count == 1 && c.item[0].end[0] == 3 && c.item[0].end[1] == 3 * links + 2);
	ok1(circuits_read(&c, m, "1.1:2.0 2.6-7:0.6-7", &why) && c.count == 3 && c.item[2].end[0] == 7);
	ok1(circuits_read(&c, m, "", &why) && c.count == 0);
	circuits_free(&c);
	machine_free(m);
}

static void
test_refusals(void)
{
	static const char spelt[] = "must be G.i:H.k or G.i-j:H.k-l, with one space between two";
	static const struct {
		const char *text, *item, *why;
	} bad[] = {
		{ " ", "", spelt }, { "0.1:1.1 ", "", spelt }, { " 0.1:1.1", "", spelt }, { "0.1:1.1  0.2:1.2", "", spelt }, { "0.1", "0.1", spelt },
		{ "0.1:1", "0.1:1", spelt }, { "0:1.1", "0:1.1", spelt }, { "0.1:1.1,0.2:1.2", "0.1:1.1,0.2:1.2", spelt }, { "0.01:1.1", "0.01:1.1", spelt },
		{ "0.-1:1.1", "0.-1:1.1", spelt }, { "+0.1:1.1", "+0.1:1.1", spelt }, { "0.1-:1.1", "0.1-:1.1", spelt }, { "0.1-2-3:1.1-3", "0.1-2-3:1.1-3", spelt },
		{ "0.1:1.1\t0.2:1.2", "0.1:1.1\t0.2:1.2", spelt }, { "x", "x", spelt }, { "0.1:1.1:2.1", "0.1:1.1:2.1", spelt },
		{ "0.1:4.1", "0.1:4.1", "a group is not below 4" }, { "99999999999999999999.1:1.1", "99999999999999999999.1:1.1", "a group is not below 4" },
		{ "4294967296.1:1.1", "4294967296.1:1.1", "a group is not below 4" },
		{ "18446744073709551616.1:1.1", "18446744073709551616.1:1.1", "a group is not below 4" },
		{ "0.8:1.7", "0.8:1.7", "a link is not below 8" }, { "0.7:1.7-8", "0.7:1.7-8", "a link is not below 8" },
		{ "0.2-1:1.1-2", "0.2-1:1.1-2", "must have ascending ranges" }, { "0.1-2:1.1", "0.1-2:1.1", "must have as many links on either side" },
		{ "1.2:1.3", "1.2:1.3", "joins links of one group" },
		{ "0.1:1.2", "0.1:1.2", "joins link 0.1, which ends at OCS 0, to link 1.2, which ends at OCS 1" },
		{ "0.0-2:1.1-3", "0.0-2:1.1-3", "joins link 0.1, which ends at OCS 0, to link 1.2, which ends at OCS 1" },
		{ "0.1:1.1 2.0:0.1", NULL, "link 0.1 is in two circuits" }, { "0.4-5:1.4-5 2.4:3.4 2.5:1.5", NULL, "link 1.5 is in two circuits" },
	};
	machine *m = build("g=4,a=2,p=1,h=4,ocs=4");
	circuits c = { 0 };

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		const char *why = "nothing";
		char *want = !bad[i].item ? xstrdup(bad[i].why) :
			xprintf("'%s'%s %s", bad[i].item, strncmp(bad[i].why, "a ", 2) == 0 ? ":" : "", bad[i].why);
		bool read = circuits_read(&c, m, bad[i].text, &why);
		if (!ok(!read && strcmp(why, want) == 0, "refused: '%s'", bad[i].text))
			fprintf(stderr, "# %s\n# expected: %s\n", read ? "taken" : why, want);
		free(want);
	}
	circuits_free(&c);
	machine_free(m);
}

/* Only one link of a circuit is taken: by the machine's, the lower and the upper end, and by one of the same list. */
static void
test_conflicts(void)
{
	static const circuit list[][2] = { { { { 0, 8 } }, { { 9, 17 } } }, { { { 0, 8 } }, { { 1, 16 } } }, { { { 2, 10 } }, { { 10, 18 } } } };
	static const char *const want[] = { "link 1.1 is in two circuits", "link 2.0 is in two circuits", "link 1.2 is in two circuits" };
	machine *m = build("g=4,a=2,p=1,h=4,ocs=4");
	circuits there = { 0 };
	const char *why = "";
	state before;

	ok1(circuits_read(&there, m, "1.1:2.0", &why) && circuits_connect(m, &there, &why));
	before = keep(m);
	for (int i = 0; i < 3; i++) {
		circuit both[2] = { list[i][0], list[i][1] };
		why = "nothing";
		ok(!circuits_connect(m, &(circuits){ both, 2, 2 }, &why) && !changed(m, &before), "nothing is connected when a link is taken");
		is_str(why, want[i], "which link");
	}
	circuits_clear(m);
	drop(&before);
	circuits_free(&there);
	machine_free(m);
}

/* A circuit can be had between these places, of different groups, when an OCS has links of both. */
static uint32_t
slow_distance(const machine *m, uint32_t r, uint32_t s)
{
	const rdragonfly *d = rdragonfly_of(m);
	uint32_t a = d->groups.a, h = d->groups.h, share = d->links / d->ocs;

	if (r / a == s / a)
		return r != s;
	for (uint32_t i = 0; i < h; i++)
		for (uint32_t k = 0; k < h; k++)
			if ((r % a * h + i) / share == (s % a * h + k) / share)
				return 1;
	return 2;
}

static void
test_distances(void)
{
	for (int i = 0; i < SHAPES; i++) {
		machine *m = build(shapes[i]);
		hops h = hops_of(m);
		uint32_t wrong = 0, diameter = 0;
		double sum = 0;
		for (uint32_t r = 0; r < m->routers; r++)
			for (uint32_t s = 0; s < m->routers; s++) {
				uint32_t links = slow_distance(m, r, s);
				wrong += m->kind->distance(m, r, s) != links;
				sum += links;
				diameter = links > diameter ? links : diameter;
			}
		is_int(wrong, 0, shapes[i]);
		ok(h.diameter == diameter && fabs(h.mean_all * m->routers * m->routers - sum) < 1e-6 * sum, "hops: mean %g, at most %" PRIu32, h.mean_all, h.diameter);
		machine_free(m);
	}
}

/* The paper's instance (GRAP, 5.1.2), and groups that a single OCS joins. */
static void
test_sizes(void)
{
	machine *m = build("g=288,a=24,p=12");
	const rdragonfly *d = rdragonfly_of(m);
	circuits c = { 0 };
	const char *why = "";
	char *text;

	ok1(m->nodes == 82944 && m->routers == 6912 && m->router_links == 6912 * 47);
	ok1(d->links == 288 && d->ocs == 288 && d->share == 1 && d->groups.h == 12);
	ok1(m->levels == 2 && strcmp(m->level[1].name, "group") == 0 && m->level[1].domains == 288 && m->level[1].of[82943] == 287);
	for (uint32_t x = 0; x < 288; x += 2)
		for (uint32_t k = 0; k < 288; k++)
			circuits_add(&c, x * 288 + k, (x + 1) * 288 + k);
	text = circuits_write(&c, m);
	ok1(strncmp(text, "0.0-287:1.0-287 2.0-287:3.0-287 ", 32) == 0);
	ok1(circuits_connect(m, &c, &why) && d->joined_count == 82944);
	circuits_free(&c);
	free(text);
	machine_free(m);
	m = build("g=65,a=2,p=1,h=32768,ocs=1");
	d = rdragonfly_of(m);
	ok1(d->links == 65536 && d->share == 65536);
	ok1(circuits_read(&c, m, "0.0-65535:64.0-65535", &why) && c.count == 65536 && circuits_connect(m, &c, &why));
	circuits_free(&c);
	machine_free(m);
	m = build("g=1,a=3,p=2");
	ok1(rdragonfly_of(m)->links == 0 && !circuits_read(&c, m, "0.0:0.0", &why) && strcmp(why, "'0.0:0.0': a link is not below 0") == 0);
	circuits_clear(m);
	circuits_free(&c);
	machine_free(m);
}

int
main(void)
{
	test_random();
	test_text();
	test_refusals();
	test_conflicts();
	test_distances();
	test_sizes();
	return done_testing();
}
