/* link: netsim */
/* waits -- the waits of packets in routers: those of a hand-made case, their bound under `adaptive` on lattices, and packets that
 * are starved.
 *
 * The bound (hopline-model.7, "Waiting for room"): a packet with k links between routers to go waits in a router no longer than W(k), where a
 * router's buffers hold S bytes, each B, a largest packet P, a link has at most V channels and takes b for a byte at its slowest, c is
 * what a router and the links on both sides add, and m = S / (B - P + 1) + 1:
 *
 *	W(0) = (S + P) b + c,	W(k) = m (V B b + W(k-1) + c) + V B b. */
#include <math.h>

#include "lib/rng/rng.h"
#include "netsim/engine/waits.h"
#include "unit/netsim/limits.h"

enum { LATTICES = CHECKED ? 3 : 12, NODES = 512 };
#define RUN INT64_C(500000000)	/* ps that small packets are sent for */

/* Of a machine and its routing: S, b and c. */
typedef struct terms {
	int64_t size, byte, step;
} terms;

static terms
terms_of(const network *n)
{
	const machine *m = n->machine;
	terms t = { 0, 0, 0 };

	for (int i = 0; i < m->speed_count; i++) {
		int64_t byte = (int64_t)((UINT64_C(8000000000000) + m->speeds[i].bits_per_s - 1) / m->speeds[i].bits_per_s);
		int64_t step = n->router_latency + 2 * m->speeds[i].latency;

		t.byte = byte > t.byte ? byte : t.byte;
		t.step = step > t.step ? step : t.step;
	}
	for (uint32_t r = 0; r < m->routers; r++) {
		int64_t size = 0;

		for (uint32_t l = m->first[r]; l < m->first[r + 1]; l++)
			size += n->channels[m->class[l]] * n->machine->vc_buffer;
		t.size = size > t.size ? size : t.size;
	}
	return t;
}

/* W(links). */
static double
bound(const network *n, int links)
{
	terms t = terms_of(n);
	double full = (double)n->stride * (double)n->machine->vc_buffer * (double)t.byte, m = floor((double)t.size / ((double)n->machine->vc_buffer - n->packet_bytes + 1)) + 1;
	double w = ((double)t.size + n->packet_bytes) * (double)t.byte + (double)t.step;

	while (links--)
		w = m * (full + w + (double)t.step) + full;
	return w;
}

/* Each eighth of a machine's nodes, in random order, sends large packets now and then, the others endless small ones. */
static char *
crowd(rng *r, const machine *m, uint32_t large, uint32_t little)
{
	uint32_t label[NODES], count[2] = { 0, 0 };
	char *listed[2] = { xstrdup(""), xstrdup("") };

	for (uint32_t v = 0; v < m->nodes; v++)
		label[v] = v;
	rng_shuffle(r, label, m->nodes);
	for (uint32_t v = 0; v < m->nodes; v++) {
		int which = v % 8 > 0;

		listed[which] = xprintf("%s%s%u", listed[which], count[which] ? " " : "", label[v]);
		count[which]++;
	}
	return xprintf("case,job,nodes,tasks,pattern,bytes,node_list,load,duration_s\n1,large,%u,,uniform,%u,%s,0.1,%.9g\n1,small,%u,,uniform,%u,%s,1,%.9g\n",
		count[0], large, listed[0], (double)RUN * 1e-12, count[1], little, listed[1], (double)RUN * 1e-12);
}

/* A random lattice, crowded: is the longest wait, of packets that still wait, too, within the bound? *share: of the time that the
 * buffers of a router take. */
static bool
play_crowd(uint64_t number, double *share)
{
	static const struct { const char *spec; int diameter; } shape[] = { { "torus:k=4x4", 4 }, { "torus:k=5x4", 4 }, { "expressmesh:k=6x4,gap=3", 6 },
		{ "mesh:k=4x4", 6 }, { "torus:k=3x3x3", 3 }, { "mesh:k=5x3,bw=8Gb/s/4Gb/s", 6 } };
	static const uint32_t sizes[] = { 48, 64, 64, 100 };
	uint32_t large, little, which;
	int64_t longest, now;
	bool within;
	terms t;
	machine *m;
	stage s;
	rng r;

	rng_init(&r, number, "waits", "", "");
	large = 512 + (uint32_t)rng_below(&r, 1024);
	little = sizes[rng_below(&r, 4)];
	which = (uint32_t)rng_below(&r, sizeof shape / sizeof *shape);
	m = machine_build(xprintf("%s,p=4,vc-buffer=%u", shape[which].spec, large + (uint32_t)rng_below(&r, 10 * large)), NULL, 0, "test", 1);
	stage_open(&s, m, routing_find(m, "adaptive"), number % 4 == 3 ? 4 : 0, crowd(&r, m, large, little), false, large);
	stage_next(&s);
	run_play(&s.run, RUN);
	t = terms_of(&s.net);
	now = s.net.calendar.now;
	for (longest = s.net.waits.longest.wait; waits_oldest(&s.net, now - longest); longest += 1 + longest / 16)
		;
	*share = (double)longest / (double)(t.size * t.byte);
	within = (double)longest <= bound(&s.net, shape[which].diameter);
	printf("# %s, packets of %u and %u B: the longest wait %.3g us, %.2f of what a router's buffers take\n", m->spec, large, little,
		(double)longest * 1e-6, *share);
	stage_close(&s);
	machine_free(m);
	return within;
}

/* Whatever small packets do, a large one waits for about as long as what is in its router takes. */
static void
check_crowds(void)
{
	double most = 0, share;
	int beyond = 0;

	for (uint64_t i = 0; i < LATTICES; i++) {
		beyond += !play_crowd(i, &share);
		most = share > most ? share : most;
	}
	is_int(beyond, 0, "crowded lattices, adaptive: no wait beyond its bound");
	ok(most < 3, "and none longer than three times what the buffers of a router take: %.2f", most);
}

/* Node 0 sends 3000 B to node 2; node 1 sends 1000 B to node 2, which wait for 2000 ns, and behind them 1000 B to node 3. */
static void
check_star(bool input)
{
	machine *m = machine_build("mesh:k=1,p=4,bw=8Gb/s", NULL, 0, "test", 1);
	stage s;

	stage_open(&s, m, routing_find(m, "minimal"), 0, "job,nodes,tasks,pattern,matrix,node_list\na,4,4,matrix,tests/vectors/star.csv,0-3\n", false, 3000);
	if (input)
		stage_cross(&s, 1000, 0);
	stage_next(&s);
	stage_play(&s);
	is_int((int64_t)s.net.waits.count, input ? 2 : 1, input ? "star, queues at inputs: two packets waited" : "star: one packet waited");
	is_int(s.net.waits.longest.wait, 3000000, "the longest");
	stage_close(&s);
	machine_free(m);
}

/* A link loses its credit while a background goes on elsewhere: the packet that waits for it is seen, though it never leaves. */
static void
check_starved(void)
{
	const char *text = "job,nodes,tasks,pattern,bytes,node_list,load\na,2,2,pairs,100,0 2,\nb,2,,permutation,100,1 3,0.5\n";
	machine *m = machine_build("mesh:k=2,p=2,vc-buffer=200B", NULL, 0, "test", 1);
	uint32_t link = m->first[0];
	run_end end;
	stage s;

	while (m->class[link] == CLASS_NODE)
		link++;
	stage_open(&s, m, routing_find(m, "minimal"), 0, text, false, 100);
	stage_next(&s);
	network_touch(&s.net, link);
	port_of(&s.net, link)->vc0.credit = 50;
	end = run_play(&s.run, INT64_C(1000000000000));
	is_int(end, RUN_STARVED, "a packet without credit, beside a background that goes on: starved");
	is_str(s.net.waits.starved ? s.net.waits.starved : "", "a packet of job 'a' waits at router 0, port 2 (x link to r1), channel 0, since 1.4e-07 s", "and where");
	ok(s.net.calendar.now < 3 * PATIENCE * INT64_C(100000), "which is seen soon: after %.3g s", (double)s.net.calendar.now * 1e-12);
	stage_close(&s);
	machine_free(m);
}

int
main(void)
{
	check_crowds();
	check_star(false);
	check_star(true);
	check_starved();
	return done_testing();
}
