/* link: netsim */
/* lattice-routes -- where packets go on meshes, tori, express meshes and hypercubes.
 *
 * Every way that a routing may take is as long as the least that never turns round, which is counted here link by
 * link; every step goes the right way; dimension order keeps its order, and goes up or, with -ties, as the packet
 * has drawn where a ring is as short either way, so that all links of a dimension carry alike; with -either it takes the short hop of
 * an express mesh where it has drawn that; the targets of `adaptive` are
 * all links offered in a dimension, in the order of ports, with each of its adaptive channels, and the escape last.  (Detours:
 * lattice-detours.c.) */
#include "lib/machine/lattice/lattice.h"
#include "unit/netsim/follow.h"
#include "unit/restated/lattice.h"

typedef struct tally {
	uint64_t steps, ways;
	uint64_t astray, long_ways, turns, disorder, targets;	/* what is wrong */
	uint64_t both;		/* packets that may go either way round a ring */
	uint32_t *load;		/* [links]: packets that come by */
} tally;

/* The least links from `from` to `to` in a row of a lattice that never turn round. */
static uint32_t
row_links(const machine *m, int d, uint32_t from, uint32_t to)
{
	const lattice *l = m->shape;
	uint32_t way = apart(from, to), least[64] = { 0 };

	if (is_ring(m, d))
		return way < m->extent[d] - way ? way : m->extent[d] - way;
	for (uint32_t i = 1; i <= way; i++) {
		least[i] = least[i - 1] + 1;
		for (uint32_t span = 1 + l->gap[d]; span <= i; span += l->gap[d])
			if (least[i - span] + 1 < least[i])
				least[i] = least[i - span] + 1;
	}
	return least[way];
}

static uint32_t
least_links(const machine *m, uint32_t a, uint32_t b)
{
	uint32_t sum = 0;

	for (int d = 0; d < m->dims; d++)
		sum += row_links(m, d, coordinate(m, a, d), coordinate(m, b, d));
	return sum;
}

/* The k-th target of p is channel v of the link. */
static bool
target_is(const network *n, const packet *p, uint32_t router, uint32_t k, uint32_t link, unsigned v)
{
	packet q = *p;

	return n->routing->decision->targets(&n->paths, &p->trip, router, k, &q.via) && q.via != NONE
		&& paths_next(&n->paths, &q.trip, router) == link && q.channel_next == v;
}

/* The targets of p at `router`, restated: links that are right, in the order of ports, and their channels behind those
 * of dimension order; then NONE. */
static bool
targets_hold(const network *n, const packet *p, uint32_t router, uint64_t *both)
{
	const machine *m = n->machine;
	uint32_t via, k = 0, class = 0;

	for (uint32_t i = m->first[router]; i < m->first[router + 1]; i++) {
		int d = m->class[i] - 1;
		if (d < 0 || coordinate(m, router, d) == coordinate(m, p->router, d) ||
			!is_adaptive_step(m, n->routing->name, i, coordinate(m, p->router, d)))
			continue;
		for (unsigned v = is_ring(m, d) ? 2 : 1; v < network_channels(n, i); v++)
			if (!target_is(n, p, router, k++, i, v))
				return false;
		*both += m->class[i] == class;
		class = m->class[i];
	}
	return n->routing->decision->targets(&n->paths, &p->trip, router, k, &via) && via == NONE
		&& !n->routing->decision->targets(&n->paths, &p->trip, router, k + 1, &via);
}

/* The coordinate that is next where a ring is as short either way. */
static uint32_t
after_tie(const network *n, const packet *p, uint32_t router, int d)
{
	const machine *m = n->machine;
	bool down = strcmp(n->routing->name, "dimension-order-ties") == 0 && p->word >> d & 1;

	return (coordinate(m, router, d) + (down ? m->extent[d] - 1 : 1)) % m->extent[d];
}

/* May p take the short hop of dimension d, or must it?  Under -either it says so itself. */
static bool
may_hop(const network *n, const packet *p, int d)
{
	return strcmp(n->routing->name, "adaptive") == 0 || (strcmp(n->routing->name, "dimension-order-either") == 0 && p->word >> d & 1);
}

static bool
has_short_hop(const machine *m, uint32_t router, int d, uint32_t goal)
{
	for (uint32_t i = m->first[router]; i < m->first[router + 1]; i++)
		if (m->class[i] == d + 1 && is_short_hop(m, i, goal))
			return true;
	return false;
}

static void
look(void *context, const network *n, const packet *p, const packet *s, uint32_t link)
{
	tally *t = context;
	const machine *m = n->machine;
	uint32_t router = m->from[link];
	int d = m->class[link] - 1;

	t->steps++;
	t->load[link]++;
	if (n->routing->decision->targets && s->settled == 0)
		t->targets += !targets_hold(n, p, router, &t->both);
	if (port_of(n, link)->flags & ENDPOINT) {
		t->ways++;
		t->astray += m->to[link] != p->to;
		t->long_ways += p->hops != 1 + least_links(m, m->node_router[p->from], p->router);
		return;
	}
	t->turns += !is_right(m, link, coordinate(m, p->router, d)) && !(may_hop(n, p, d) && is_short_hop(m, link, coordinate(m, p->router, d)));
	if (n->routing->decision->targets)
		return;
	for (int i = 0; i < d; i++)
		t->disorder += coordinate(m, router, i) != coordinate(m, p->router, i);
	if (is_ring(m, d) && 2 * apart(coordinate(m, router, d), coordinate(m, p->router, d)) == m->extent[d])
		t->disorder += coordinate(m, m->to[link], d) != after_tie(n, p, router, d);
	if (may_hop(n, p, d))
		t->disorder += has_short_hop(m, router, d, coordinate(m, p->router, d)) && !is_short_hop(m, link, coordinate(m, p->router, d));
}

/* Links of a class that do not all carry the same. */
static uint32_t
uneven(const machine *m, const uint32_t *load)
{
	uint32_t first[256] = { 0 }, wrong = 0;

	for (uint32_t l = 0; l < m->router_links; l++) {
		uint32_t *same = &first[m->class[l]];

		if (*same == 0)
			*same = load[l];
		wrong += load[l] != *same;
	}
	return wrong;
}

/* All ways on m; vcs: channels, 0 for as many as are needed.  How many packets may go either way round a ring. */
static uint64_t
try(const machine *m, const char *name, int vcs)
{
	const routing *r = routing_find(m, name);
	uint32_t step = !vcs ? 1 : CHECKED ? 31 : 7, sources = (m->nodes + step - 1) / step;	/* the more targets, the more ways */
	tally t = { .load = xcalloc(m->links, sizeof *t.load) };
	network n;

	if (r) {
		network_init(&n, m, r, vcs, 64);
		follow_all(&n, step, look, &t);
		network_free(&n);
		ok(t.ways >= (uint64_t)sources * (m->nodes - 1) && t.astray + t.long_ways + t.turns + t.disorder + t.targets == 0,
			"%s on %s%s: %" PRIu64 " ways; %" PRIu64 " astray, %" PRIu64 " longer than they need be, %" PRIu64 " wrong steps, %" PRIu64
			" out of order, %" PRIu64 " wrong targets", name, m->spec, vcs ? " with 4 channels" : "", t.ways, t.astray, t.long_ways, t.turns, t.disorder, t.targets);
	}
	if (r && strcmp(name, "dimension-order-ties") == 0)
		is_int(uneven(m, t.load), 0, "links of a dimension carry alike");
	free(t.load);
	return t.both;
}

int
main(void)
{
	static const char *const shape[] = {
		"mesh:k=7", "mesh:k=5x4,p=2", "mesh:k=3x2x3", "mesh:k=1x4",
		"torus:k=8", "torus:k=7", "torus:k=4x4,p=2", "torus:k=5x3", "torus:k=2x6", "torus:k=3x4x2",
		"expressmesh:k=9,gap=1", "expressmesh:k=10,gap=2", "expressmesh:k=12,gap=3", "expressmesh:k=15,gap=4", "expressmesh:k=16,gap=5",
		"expressmesh:k=5x6,gap=2x1", "expressmesh:k=9x4,gap=3", "expressmesh:k=4x4x3,gap=2x2x1", "hypercube:n=4", "hypercube:n=3,p=3", NULL
	};
	uint64_t both = 0;

	for (int i = 0; shape[i]; i++) {
		machine *m = machine_build(shape[i], NULL, 0, "test", 1);

		try(m, "minimal", 0);
		try(m, "dimension-order-ties", 0);
		try(m, "dimension-order-either", 0);
		both += try(m, "adaptive", 0);
		if (!CHECKED || i != 1)	/* of that mesh 1.6 million ways, no matter of memory */
			both += try(m, "adaptive", 4);
		both += try(m, "adaptive-farthest", 0);
		machine_free(m);
	}
	ok(both > 0, "packets that may go either way round: %" PRIu64, both);
	return done_testing();
}
