/* bisection -- by the kind's formula, or by trying: routers in order of their numbers or of one coordinate, and what METIS finds.
 *
 * Karypis and Kumar, "A fast and high quality multilevel scheme for partitioning irregular graphs", SIAM Journal on Scientific Computing
 * 1998. */
#include "metrics/machine/bisection.h"

#include <stdlib.h>

#include "lib/cli/ascending.h"
#include "lib/machine/broken.h"

#ifdef HAVE_METIS
#include <metis.h>
#endif

enum {
	TRIES = 50,		/* of METIS, each with another seed: at most that many, */
	TRIED_LINKS = 20000000,	/* and that many links in all of them */
	MOST_WEIGHT = INT32_MAX / 4	/* of all links together, for METIS */
};

/* A machine, the weights of its cables, and the least cut so far. */
typedef struct cutter {
	const machine *m;
	const uint64_t *weight;	/* a cable's, by its speed */
	uint32_t *nodes;	/* [routers]: how many it has */
	uint32_t most, all;	/* the most of these, their sum */
	bool *side;		/* [routers]: the halves under way */
	uint64_t least;
} cutter;

/* What router r's cables would cut less, were r on the other side. */
static int64_t
gain(const cutter *c, uint32_t r)
{
	const machine *m = c->m;
	int64_t less = 0;

	for (uint32_t l = m->first[r]; l < m->first[r + 1]; l++)
		if (is_cable(m, l)) {
			int64_t w = (int64_t)c->weight[m->speed_of[l]];
			less += c->side[m->to[l]] == c->side[r] ? -w : w;
		}
	return less;
}

/* Let routers change sides, each time the best to change, until these are halves. */
static void
balance(cutter *c)
{
	int64_t over = 0;	/* nodes of routers with side[] false less those of the others */

	for (uint32_t r = 0; r < c->m->routers; r++)
		over += c->side[r] ? -(int64_t)c->nodes[r] : (int64_t)c->nodes[r];
	while (llabs(over) > c->most) {
		uint32_t best = NONE;
		int64_t best_gain = 0;

		for (uint32_t r = 0; r < c->m->routers; r++)
			if (c->side[r] == (over < 0) && c->nodes[r] > 0) {
				int64_t g = gain(c, r);
				if (best == NONE || g > best_gain) {
					best = r;
					best_gain = g;
				}
			}
		over += (over < 0 ? 2 : -2) * (int64_t)c->nodes[best];
		c->side[best] = !c->side[best];
	}
}

/* Keep what these sides cut once they are halves, if it is less. */
static void
consider(cutter *c)
{
	const machine *m = c->m;
	uint64_t cut = 0;

	balance(c);
	for (uint32_t l = 0; l < m->router_links; l++)
		if (is_cable(m, l) && m->from[l] < m->to[l] && c->side[m->from[l]] != c->side[m->to[l]])
			cut += c->weight[m->speed_of[l]];
	c->least = cut < c->least ? cut : c->least;
}

/* Halves by number, or by coordinate d (unless that is -1) and then by number. */
static void
try_order(cutter *c, int d)
{
	const machine *m = c->m;
	uint64_t *order = xalloc(m->routers, sizeof *order);
	uint32_t at[MACHINE_DIMS], taken = 0;
	bool full = false;

	for (uint32_t r = 0; r < m->routers; r++) {
		if (d >= 0)
			m->kind->coordinates(m, r, at);
		order[r] = (d >= 0 ? (uint64_t)at[d] << 32 : 0) + r;
	}
	qsort(order, m->routers, sizeof *order, ascending_u64);
	for (uint32_t i = 0; i < m->routers; i++) {
		uint32_t r = (uint32_t)order[i];

		taken += c->nodes[r];
		full = full || taken > c->all / 2;
		c->side[r] = full;
	}
	consider(c);
}

#ifdef HAVE_METIS

/* The machine as METIS wants it: parallel cables are one edge. */
typedef struct metis_graph {
	idx_t *first, *to, *weight, *nodes, *side;
} metis_graph;

static metis_graph
graph_of(const cutter *c)
{
	const machine *m = c->m;
	metis_graph g = { .first = xalloc((size_t)m->routers + 1, sizeof *g.first), .to = xalloc(m->router_links, sizeof *g.to),
		.weight = xalloc(m->router_links, sizeof *g.weight), .nodes = xalloc(m->routers, sizeof *g.nodes),
		.side = xalloc(m->routers, sizeof *g.side) };
	idx_t *edge = xalloc(m->routers, sizeof *edge), edges = 0;	/* edge[r]: the last one to r, of any router */
	uint64_t heaviest = 1, most = MOST_WEIGHT / ((uint64_t)m->router_links + 1);

	for (int i = 0; i < m->speed_count; i++)
		heaviest = c->weight[i] > heaviest ? c->weight[i] : heaviest;
	for (uint32_t r = 0; r < m->routers; r++)
		edge[r] = -1;
	for (uint32_t r = 0; r < m->routers; r++) {
		g.first[r] = edges;
		g.nodes[r] = (idx_t)c->nodes[r];
		for (uint32_t l = m->first[r]; l < m->first[r + 1]; l++) {
			uint64_t w = is_cable(m, l) ? c->weight[m->speed_of[l]] : 0;

			if (!is_cable(m, l))
				continue;
			if (heaviest > most)	/* as near as the room allows */
				w = (uint64_t)((double)w / (double)heaviest * (double)most);
			if (edge[m->to[l]] < g.first[r]) {
				edge[m->to[l]] = edges;
				g.to[edges] = (idx_t)m->to[l];
				g.weight[edges++] = 0;
			}
			g.weight[edge[m->to[l]]] += w > 0 ? (idx_t)w : 1;
		}
	}
	g.first[m->routers] = edges;
	return g;
}

static void
try_metis(cutter *c)
{
	const machine *m = c->m;
	idx_t routers = (idx_t)m->routers, constraints = 1, parts = 2, cut, options[METIS_NOPTIONS];
	uint32_t tries = TRIED_LINKS / (m->router_links + 1);
	metis_graph g;

	if (m->links > MOST_WEIGHT)	/* more than it can number */
		return;
	g = graph_of(c);
	METIS_SetDefaultOptions(options);
	tries = tries < 1 ? 1 : tries > TRIES ? TRIES : tries;
	for (uint32_t i = 0; i < tries; i++) {
		options[METIS_OPTION_SEED] = (idx_t)i + 1;
		if (METIS_PartGraphRecursive(&routers, &constraints, g.first, g.to, g.nodes, NULL, g.weight, &parts,
			NULL, NULL, options, &cut, g.side) != METIS_OK)
			die(FAIL_DATA, "METIS cannot part this machine in two");
		for (uint32_t r = 0; r < m->routers; r++)
			c->side[r] = g.side[r] != 0;
		consider(c);
	}
}

#else

static void
try_metis(cutter *c)
{
	static bool said;

	if (!said)
		warn("this build has no METIS: without it the bound of the bisection of '%s' may be higher", c->m->spec);
	said = true;
}

#endif

/* By the kind's formula, else by trying. */
static bool
least_cut(cutter *c)
{
	const machine *m = c->m;

	if (m->kind->bisection && m->kind->bisection(m, c->weight, &c->least))
		return true;
	c->least = UINT64_MAX;
	c->side = xcalloc(m->routers, sizeof *c->side);
	for (int d = -1; d < m->dims; d++)
		try_order(c, d);
	try_metis(c);
	return false;
}

/* `unit`: what a weight of 1 stands for. */
static bisection
measure(const machine *m, const uint64_t *weight, double unit)
{
	cutter c = { .m = m, .weight = weight, .nodes = xcalloc(m->routers, sizeof *c.nodes) };
	bisection b = { 0 };

	for (uint32_t i = 0; i < m->interfaces; i++)
		if (!router_broken(m, m->interface_router[i])) {
			c.nodes[m->interface_router[i]]++;
			c.all++;
		}
	for (uint32_t r = 0; r < m->routers; r++)
		c.most = c.nodes[r] > c.most ? c.nodes[r] : c.most;
	b.exists = c.most < c.all;
	if (b.exists) {
		b.exact = least_cut(&c);
		b.cut = (double)c.least * unit;
	}
	return b;
}

bisection
bisection_links(const machine *m)
{
	uint64_t *weight = xalloc((size_t)m->speed_count, sizeof *weight);

	for (int i = 0; i < m->speed_count; i++)
		weight[i] = 1;
	return measure(m, weight, 1);
}

static uint64_t
common_divisor(uint64_t a, uint64_t b)
{
	return b == 0 ? a : common_divisor(b, a % b);
}

bisection
bisection_bandwidth(const machine *m, const bisection *links)
{
	uint64_t *weight = xcalloc((size_t)m->speed_count, sizeof *weight), unit = 0, most = 0;

	for (uint32_t l = 0; l < m->router_links; l++)	/* only speeds that cables between routers have */
		if (is_cable(m, l))
			weight[m->speed_of[l]] = m->speeds[m->speed_of[l]].bits_per_s;
	for (int i = 0; i < m->speed_count; i++)
		unit = common_divisor(unit, weight[i]);
	for (int i = 0; i < m->speed_count && unit > 0; i++) {
		weight[i] /= unit;
		most = weight[i] > most ? weight[i] : most;
	}
	return most > 1 ? measure(m, weight, (double)unit) : (bisection){ links->exists, links->exact, links->cut * (double)unit };
}
