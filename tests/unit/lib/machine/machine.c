/* machine -- the arrays of any machine fit together; times and names of links. */
#include <inttypes.h>
#include <stdlib.h>

#include "lib/machine/machine.h"
#include "unit/tap.h"

static machine *
build(const char *text)
{
	return machine_build(text, NULL, 0, "--machine", FAIL_USAGE);
}

/* Every link but an empty port has a reverse of its class between the same ends. */
static uint32_t
wrong_links(const machine *m)
{
	uint32_t wrong = 0;

	for (uint32_t l = 0; l < m->links; l++) {
		uint32_t back = m->reverse[l];
		wrong += m->class[l] >= m->classes || m->speed_of[l] >= m->speed_count;
		if (back == NONE) {
			wrong += m->to[l] != NONE;
			continue;
		}
		wrong += back >= m->links || back == l || m->reverse[back] != l || m->class[back] != m->class[l] ||
			m->speed_of[back] != m->speed_of[l] || m->from[back] != m->to[l] || m->to[back] != m->from[l];
	}
	return wrong;
}

/* The ports of a router: its nodes first, by label, then links to other routers. */
static uint32_t
wrong_ports(const machine *m)
{
	uint32_t wrong = m->first[0] != 0 || m->first[m->routers] != m->router_links || m->links != m->router_links + m->nodes;
	uint32_t ejections = 0;

	for (uint32_t r = 0; r < m->routers; r++)
		for (uint32_t l = m->first[r], last = 0; l < m->first[r + 1]; l++) {
			wrong += m->from[l] != r;
			if (m->class[l] != CLASS_NODE) {
				wrong += m->to[l] == r || (m->to[l] >= m->routers && m->to[l] != NONE);
				last = NONE;
				continue;
			}
			wrong += m->to[l] >= m->nodes || m->node_router[m->to[l]] != r || m->to[l] < last;
			last = m->to[l];
			ejections++;
		}
	for (uint32_t v = 0; v < m->nodes; v++)
		wrong += m->from[m->router_links + v] != v || m->to[m->router_links + v] != m->node_router[v] ||
			m->class[m->router_links + v] != CLASS_NODE;
	return wrong + (ejections != m->nodes);
}

/* Each level has every node once, in its domain, ascending; level 0 is the routers. */
static uint32_t
wrong_levels(const machine *m)
{
	uint32_t wrong = m->levels < 1 || strcmp(m->level[0].name, "router") != 0 || m->level[0].domains != m->routers;

	for (int i = 0; i < m->levels; i++) {
		const level *l = &m->level[i];
		wrong += l->first[0] != 0 || l->first[l->domains] != m->nodes;
		for (uint32_t d = 0; d < l->domains; d++)
			for (uint32_t k = l->first[d]; k < l->first[d + 1]; k++)
				wrong += l->of[l->member[k]] != d || (k > l->first[d] && l->member[k] <= l->member[k - 1]);
	}
	for (uint32_t v = 0; v < m->nodes; v++)
		wrong += m->level[0].of[v] != m->node_router[v];
	return wrong;
}

static void
arrays(void)
{
	static const char *const text[] = {
		"dragonfly:g=17,a=4,p=4", "dragonfly:g=1,a=1,p=1", "dragonfly:g=1,a=5,p=2", "dragonfly:g=2,a=1,p=3",
		"dragonfly:g=5,a=3,p=2,h=5,arrangement=circulant", "dragonfly:g=33,a=8,p=4,arrangement=relative",
		"dragonfly:g=1,a=2,p=2,h=3", "dragonfly:g=36,a=8,p=4",
		"rdragonfly:g=9,a=4,p=2", "rdragonfly:g=1,a=2,p=3", "rdragonfly:g=4,a=3,p=1,h=4,ocs=6",
		"fattree:radix=44", "fattree:radix=12,levels=4,pods=7,taper=2", "fattree:k=1,n=1", "fattree:k=2,n=7,taper=3",
		"slimfly:q=19", "slimfly:q=3,p=1", "slimfly:q=4", "slimfly:q=27,p=2",
		"mesh:k=1", "mesh:k=7x5,p=3", "torus:k=4x4x4,p=2", "torus:k=1x2x3x4", "hypercube:n=6,p=2",
		"expressmesh:k=12x10x10,gap=1,p=9", "expressmesh:k=14x12x12,gap=2,p=5", "expressmesh:k=9x1x7,gap=4x1x3",
		"twistedtorus:k=8x8x4", "twistedtorus:k=5x3x4x2,p=3,twist=w:x:2+y:z:1", "cubetorus:cubes=3x1x2,cube=2x3x4,p=2",
	};

	for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
		machine *m = build(text[i]);
		is_int(wrong_links(m), 0, "links and their reverses");
		is_int(wrong_ports(m), 0, "ports of routers");
		is_int(wrong_levels(m), 0, text[i]);
		machine_free(m);
	}
}

static void
values(void)
{
	machine *m = build("dragonfly:g=2,a=2,p=3,cores=5,node-bw=3Gb/s,local-bw=4Gb/s,global-bw=5Gb/s,node-latency=1ns,"
		"local-latency=2ns,global-latency=3ns,router-latency=7ns,memory-latency=9ns,memory-bw=6Gb/s,vc-buffer=5KB,unavailable=2-4+11");
	static const char *const class[] = { "node", "local", "global" };
	uint32_t gone = 0;

	is_int(m->cores, 5, "cores");
	is_int(m->router_latency, 7000, "router-latency");
	is_int(m->memory_latency, 9000, "memory-latency");
	is_int((int64_t)m->memory_bw, 6000000000, "memory-bw");
	is_int(m->vc_buffer, 5000, "vc-buffer");
	for (int c = 0; c < 3; c++) {
		is_str(m->class_name[c], class[c], "link class");
		is_int((int64_t)m->speeds[c].bits_per_s, (3 + c) * INT64_C(1000000000), "its bandwidth");
		is_int(m->speeds[c].latency, (1 + c) * 1000, "its latency");
	}
	for (uint32_t v = 0; v < m->nodes; v++)
		gone += !machine_has(m, v);
	ok1(gone == 4 && !machine_has(m, 2) && !machine_has(m, 4) && !machine_has(m, 11) && machine_has(m, 5));
	machine_free(m);

	m = build("dragonfly:g=2,a=2,p=3");
	ok1(m->cores == 2 && m->router_latency == 100000 && m->vc_buffer == 0 && !m->memory_latency && !m->memory_bw);
	ok1(m->speeds[2].bits_per_s == 8000000000 && m->speeds[2].latency == 40000 && !m->unavailable && machine_has(m, 0));
	machine_free(m);
}

static void
times(void)
{
	const speed one = { 8000000000, 0 }, odd = { 3, 0 }, fast = { UINT64_MAX, 0 };

	is_int(transfer_ps(1, &one), 1000, "a byte at 8 Gb/s");
	is_int(transfer_ps(0, &one), 0, "no byte");
	is_int(transfer_ps(1000000000000, &one), 1000000000000000, "a terabyte at 8 Gb/s");
	is_int(transfer_ps(1, &odd), 2666666666667, "rounded up");
	is_int(transfer_ps(3, &odd), 8000000000000, "exact");
	is_int(transfer_ps(1, &fast), 1, "the least time is a picosecond");
	is_int(transfer_ps(INT64_MAX, &odd), INT64_MAX / 2, "too long to say");
}

static void
ends(void)
{
	machine *m = build("dragonfly:g=4,a=2,p=1");	/* ports node, local, 2 global; router 1's last is empty */
	const char *a = machine_end(m, 0, false), *b = machine_end(m, 0, true), *c = machine_end(m, 1, true);

	is_str(a, "r0", "a router");
	is_str(b, "n0", "its node");
	is_str(c, "r1", "another router");
	is_str(machine_end(m, m->router_links + 3, false), "n3", "a node's link in, near end");
	is_str(machine_end(m, m->router_links + 3, true), "r3", "its far end");
	is_str(machine_end(m, 7, false), "r1", "an empty port");
	is_str(machine_end(m, 7, true), "", "leads nowhere");
	machine_free(m);
}

int
main(void)
{
	arrays();
	values();
	times();
	ends();
	return done_testing();
}
