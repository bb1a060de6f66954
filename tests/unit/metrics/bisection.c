/* link: metrics */
/* bisection -- formulas against all halves of small machines, and what is tried against the best of them. */
#include <math.h>
#include <stdlib.h>

#include "metrics/machine/bisection.h"
#include "unit/dies.h"

static machine *
build(const char *text)
{
	return machine_build(text, NULL, 0, "--machine", FAIL_USAGE);
}

/* The least cut, of links or bandwidth, over every half; up to 24 routers. */
static double
best_of_all(const machine *m, bool bandwidth)
{
	double least = INFINITY;
	int most = 0, nodes[24] = { 0 };

	for (uint32_t v = 0; v < m->nodes; v++)
		nodes[m->node_router[v]]++;
	for (uint32_t r = 0; r < m->routers; r++)
		most = nodes[r] > most ? nodes[r] : most;
	for (uint32_t set = 0; set < 1U << (m->routers - 1); set++) {
		int over = 0;
		double cut = 0;

		for (uint32_t r = 0; r < m->routers; r++)
			over += set >> r & 1 ? nodes[r] : -nodes[r];
		if (abs(over) > most)
			continue;
		for (uint32_t l = 0; l < m->router_links; l++)
			if (m->class[l] != CLASS_NODE && m->to[l] != NONE && m->from[l] < m->to[l] && ((set >> m->from[l] ^ set >> m->to[l]) & 1))
				cut += bandwidth ? (double)m->speeds[m->speed_of[l]].bits_per_s : 1;
		least = cut < least ? cut : least;
	}
	return least;
}

/* What is only tried meets the best of all halves where METIS tries, too; without METIS it is a bound. */
static bool
is_best(double cut, double best, bool exact)
{
#ifdef HAVE_METIS
	(void)exact;
	return cut == best;
#else
	return exact ? cut == best : cut >= best;
#endif
}

/* `exact`: a formula covers it. */
static void
check(const char *text, bool exact)
{
	machine *m = build(text);
	bisection links = bisection_links(m), bits = bisection_bandwidth(m, &links);

	ok(links.exists && links.exact == exact && is_best(links.cut, best_of_all(m, false), exact), "%s: %g links, %s", text, links.cut, exact ? "exact" : "found");
	ok(bits.exists && bits.exact == exact && is_best(bits.cut, best_of_all(m, true), exact), "%s: %g bits a second", text, bits.cut);
	machine_free(m);
}

/* Of cables that differ the links may be exact and the bandwidth not. */
static void
check_bits(const char *text, bool exact)
{
	machine *m = build(text);
	bisection links = bisection_links(m), bits = bisection_bandwidth(m, &links);

	ok(bits.exact == exact && is_best(bits.cut, best_of_all(m, true), exact), "%s: %g bits a second, %s", text, bits.cut, exact ? "exact" : "found");
	machine_free(m);
}

static void
formulas(void)
{
	static const char *const known[] = {
		"mesh:k=2", "mesh:k=7", "mesh:k=4x4", "mesh:k=3x3,p=2", "mesh:k=5x3", "mesh:k=7x2", "mesh:k=5x2x2", "mesh:k=3x3x2", "mesh:k=1x6x1x3",
		"mesh:k=5x4", "mesh:k=19", "torus:k=4x4", "torus:k=3x3", "torus:k=5x3", "torus:k=9", "torus:k=5x4", "torus:k=7x3", "torus:k=3x3x2",
		"hypercube:n=1", "hypercube:n=4", "expressmesh:k=6,gap=1", "expressmesh:k=7,gap=1", "expressmesh:k=4x5,gap=1", "expressmesh:k=3x5,gap=1",
		"expressmesh:k=3x3x2,gap=1", "expressmesh:k=2x9,gap=1", "expressmesh:k=8,gap=2", "expressmesh:k=8x2,gap=2", "expressmesh:k=4x4,gap=2",
		"expressmesh:k=10x2,gap=2", "expressmesh:k=5x4,gap=1x2", "expressmesh:k=4x5,gap=2x1", "dragonfly:g=1,a=5,p=2", "dragonfly:g=4,a=3,p=1", "dragonfly:g=2,a=8,p=1",
		"dragonfly:g=6,a=1,p=2", "dragonfly:g=2,a=7,p=1,h=1", "fattree:k=2,n=3", "fattree:k=3,n=2", "fattree:k=2,n=2,taper=3", "fattree:radix=4,pods=3",
		"fattree:radix=4", "fattree:radix=6,pods=2,levels=2", "fattree:radix=8,taper=3,levels=2,pods=7",
	};
	static const char *const open[] = {
		"expressmesh:k=10,gap=3", "torus:k=7x2", "expressmesh:k=6x3,gap=2", "expressmesh:k=9,gap=2", "expressmesh:k=6,gap=2", "dragonfly:g=5,a=2,p=1", "dragonfly:g=9,a=2,p=2",
		"dragonfly:g=6,a=2,p=1", "dragonfly:g=4,a=4,p=1,h=4", "dragonfly:g=5,a=4,p=2,h=2", "slimfly:q=3,p=2",
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		check(known[i], true);
	for (size_t i = 0; i < sizeof open / sizeof *open; i++)
		check(open[i], false);
}

static void
bandwidths(void)
{
	check_bits("mesh:k=4x4,bw=8Gb/s/16Gb/s", true);
	check_bits("mesh:k=6x3,bw=8Gb/s/5Gb/s", true);
	check_bits("mesh:k=6x3,bw=80Gb/s/5Gb/s", false);	/* along the odd rows */
	check_bits("torus:k=4x2x2,bw=9.4GB/s/4.7GB/s/9.4GB/s", true);
	check_bits("torus:k=3x5,bw=9.4GB/s/4.7GB/s", false);
	check_bits("expressmesh:k=4x4,gap=1,bw=1GB/s/3GB/s", true);
	check_bits("dragonfly:g=4,a=3,p=1,global-bw=4Gb/s", true);
	check_bits("dragonfly:g=4,a=3,p=1,local-bw=1Gb/s", false);
	check_bits("dragonfly:g=1,a=4,p=1,local-bw=3Gb/s,global-bw=1Gb/s", true);
	check_bits("fattree:k=2,n=3,spine-core-bw=7Gb/s", true);
	check_bits("fattree:radix=4,pods=3,spine-core-bw=16Gb/s", true);
	check_bits("slimfly:q=3,p=1,global-bw=7654321b/s,local-bw=8Gb/s", false);
}

/* A graph of these cables, with nodes[r] nodes on router r. */
static void
check_graph(const char *cables, const int *nodes, int routers)
{
	char *links = file_of(cables), *text = xstrdup("node,router\n"), *more, *at, *spec;

	for (int r = 0, v = 0; r < routers; r++)
		for (int host = 0; host < nodes[r]; host++, v++) {
			more = xprintf("%s%d,%d\n", text, v, r);
			free(text);
			text = more;
		}
	at = file_of(text);
	spec = xprintf("graph:links=%s,nodes=%s", links, at);
	check(spec, false);
	unlink(links);
	unlink(at);
	free(links);
	free(text);
	free(at);
	free(spec);
}

/* Routers that differ in nodes: a ring with spokes whose hub has none; three in a row, where the two
 * joined by the thickest cables must part, since the first alone is no half. */
static void
uneven(void)
{
	check_graph("from,to,count\n0,1,1\n1,2,2\n2,3,1\n3,4,3\n4,5,1\n5,6,1\n6,7,2\n7,0,1\n8,0,1\n8,2,1\n8,4,2\n8,6,1\n",
		(const int[]){ 1, 2, 3, 7, 1, 3, 3, 4 }, 8);
	check_graph("from,to,count\n0,1,1\n1,2,9\n", (const int[]){ 4, 7, 7 }, 3);
}

static void
one_router(void)
{
	machine *m = build("dragonfly:g=1,a=1,p=4");

	ok(!bisection_links(m).exists, "one router has no halves");
	machine_free(m);
	m = build("fattree:k=3,n=1");
	ok(!bisection_links(m).exists, "nor has one leaf");
	machine_free(m);
}

int
main(void)
{
	formulas();
	bandwidths();
	uneven();
	one_router();
	return done_testing();
}
