/* service -- service nodes, nodes of other kinds and faster links inside a pack, against the rules word by word. */
#include <stdlib.h>

#include "lib/machine/lattice/lattice.h"
#include "unit/dies.h"

static machine *
build(const char *text)
{
	return machine_build(text, NULL, 0, "--machine", FAIL_USAGE);
}

static uint32_t
count(const machine *m, int what)
{
	uint32_t n = 0;

	for (uint32_t v = 0; v < m->nodes; v++)
		n += kind_of_node(m, v) == what;
	return n;
}

/* Nodes that a job may have though they are no compute nodes, or the reverse. */
static uint32_t
wrong_availability(const machine *m)
{
	uint32_t wrong = 0;

	for (uint32_t v = 0; v < m->nodes; v++)
		wrong += machine_has(m, v) != (kind_of_node(m, v) == NODE_COMPUTE);
	return wrong;
}

/* Service nodes whose blade has another node: node v is host v%2 of router v/2, whose y is (v/2)/X % Y. */
static uint32_t
broken_blades(const machine *m)
{
	uint32_t wrong = 0;

	for (uint32_t v = 0; v < m->nodes; v++) {
		uint32_t r = v / 2, y = r / m->extent[0] % m->extent[1], mate = y % 2 ? r - m->extent[0] : r + m->extent[0];
		bool paired = y % 2 || y + 1 < m->extent[1];

		if (kind_of_node(m, v) != NODE_SERVICE)
			continue;
		wrong += !paired || kind_of_node(m, v ^ 1) != NODE_SERVICE || kind_of_node(m, 2 * mate) != NODE_SERVICE ||
			kind_of_node(m, 2 * mate + 1) != NODE_SERVICE;
	}
	return wrong;
}

static void
blades(void)
{
	static const struct { const char *text; uint32_t service; } machines[] = {
		{ "torus:k=5x4x3,p=2,service=blades:16", 16 }, { "mesh:k=4x5,p=2,service=blades:32", 32 }, { "mesh:k=3x3x2,p=2,service=blades:24", 24 },
		{ "torus:k=4x4x2x3,p=2,service=blades:20", 20 }, { "mesh:k=4x4,p=2,service=blades:0", 0 }, { "torus:k=1x2,p=2,service=blades:4", 4 },
	};

	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
		machine *m = build(machines[i].text);

		is_int(count(m, NODE_SERVICE), machines[i].service, machines[i].text);
		is_int(broken_blades(m), 0, "they are whole blades");
		is_int(wrong_availability(m), 0, "and all others take jobs");
		machine_free(m);
	}
}

/* Each of the 4 blades of a 2x4 mesh is drawn as often as the others, and each pair of them. */
static void
draws(void)
{
	enum { DRAWS = 6000 };
	uint32_t pairs[4][4] = { { 0 } }, worst = 0;

	for (uint32_t seed = 0; seed < DRAWS; seed++) {
		char *text = xprintf("mesh:k=2x4,p=2,service=blades:8,service-seed=%u", seed);
		machine *m = build(text);
		bool drawn[4];

		for (uint32_t b = 0; b < 4; b++)	/* its lower router: 0, 1, 4, 5 */
			drawn[b] = kind_of_node(m, 2 * (b % 2 + 4 * (b / 2))) == NODE_SERVICE;
		for (uint32_t b = 0; b < 4; b++)
			for (uint32_t c = 0; c < 4; c++)
				if (drawn[b] && drawn[c] && b < c)
					pairs[b][c]++;
		machine_free(m);
		free(text);
	}
	for (uint32_t b = 0; b < 4; b++)
		for (uint32_t c = b + 1; c < 4; c++) {
			uint32_t off = pairs[b][c] > DRAWS / 6 ? pairs[b][c] - DRAWS / 6 : DRAWS / 6 - pairs[b][c];
			worst = off > worst ? off : worst;
		}
	ok(worst < 120, "each of six choices about 1000 times of 6000 (off by %u; four standard deviations are 115)", worst);
}

static uint32_t
differing_kinds(const char *a, const char *b)
{
	machine *x = build(a), *y = build(b);
	uint32_t n = 0;

	for (uint32_t v = 0; v < x->nodes; v++)
		n += kind_of_node(x, v) != kind_of_node(y, v);
	machine_free(x);
	machine_free(y);
	return n;
}

static void
seeds(void)
{
	const char *plain = "torus:k=8x8x8,p=2,service=blades:64";

	is_int(differing_kinds(plain, "torus:k=8x8x8,p=2,service=blades:64,service-seed=1"), 0, "the seed is 1 where none is given");
	is_int(differing_kinds(plain, "torus:k=8x8x8,p=2,cores=8,service=blades:64,bw=1GB/s"), 0, "other keys move no service node");
	ok1(differing_kinds(plain, "torus:k=8x8x8,p=2,service=blades:64,service-seed=2") > 64);
}

static void
regions(void)
{
	machine *m = build("torus:k=5x4x3,p=2,other=2x4x1@3+0+1/1x1x3@0+0+0,service=blades:80,unavailable=2+114");
	uint32_t wrong = 0;

	for (uint32_t v = 0; v < m->nodes; v++) {
		uint32_t r = v / 2, x = r % 5, y = r / 5 % 4, z = r / 20;
		bool other = (x >= 3 && z == 1) || (x == 0 && y == 0);

		wrong += other != (kind_of_node(m, v) == NODE_OTHER);
	}
	is_int(wrong, 0, "other: the nodes of the regions and no more");
	is_int(broken_blades(m), 0, "no blade is partly in a region");
	is_int(count(m, NODE_SERVICE), 80, "service nodes beside them");
	is_int(count(m, NODE_COMPUTE), m->nodes - 22 - 80, "what is left");
	ok1(!machine_has(m, 2) && !machine_has(m, 114));
	machine_free(m);
}

/* Links whose speed is not that of the rules: of dimension d, inside a pack when both ends have the same quotient. */
static uint32_t
wrong_speeds(const machine *m, const uint32_t *pack, const uint64_t *inside, uint64_t outside)
{
	uint32_t at[MACHINE_DIMS], to[MACHINE_DIMS], wrong = 0;

	for (uint32_t l = 0; l < m->router_links; l++) {
		const speed *s = &m->speeds[m->speed_of[l]];
		uint64_t want = outside;

		if (m->class[l] == CLASS_NODE)
			continue;
		m->kind->coordinates(m, m->from[l], at);
		m->kind->coordinates(m, m->to[l], to);
		for (int d = 0; d < m->dims; d++)
			if (at[d] != to[d]) {
				wrong += m->class[l] != 1 + d;
				if (pack[d] && at[d] / pack[d] == to[d] / pack[d])
					want = inside[d];
			}
		wrong += s->bits_per_s != want || s->latency != 40000 || m->speed_of[m->reverse[l]] != m->speed_of[l];
	}
	return wrong;
}

static void
packs(void)
{
	static const uint32_t pack[] = { 0, 2, 4 }, whole[] = { 5, 0, 0 }, none[3];
	static const uint64_t inside[] = { 0, 16000000000, 24000000000 }, fast[] = { 32000000000, 0, 0 };
	machine *t = build("torus:k=5x5x10,pack=z:4:3GB/s+y:2:2GB/s"), *m = build("mesh:k=5x5x10,p=2,pack=y:2:16Gb/s+z:4:24Gb/s");
	machine *ring = build("torus:k=5x4x3,pack=x:5:4GB/s"), *plain = build("torus:k=5x4x3");

	is_int(wrong_speeds(t, pack, inside, 8000000000), 0, "torus: links inside a pack, others, and those that close a ring");
	is_int(wrong_speeds(m, pack, inside, 8000000000), 0, "mesh");
	is_int(wrong_speeds(ring, whole, fast, 8000000000), 0, "a pack of the whole row closes its ring, too");
	is_int(wrong_speeds(plain, none, inside, 8000000000), 0, "no pack");
	machine_free(t);
	machine_free(m);
	machine_free(ring);
	machine_free(plain);
}

static void
map_file(void)
{
	char *name = file_of("# nodes\n\n  12 d compute 1 0\r\n3\tc service 1 0\n12345 b other 0 1\n7 a compute 1 1\n0 e compute 0 1\n");
	char *text = xprintf("mesh:k=2x2,p=2,map=%s", name);
	static const uint32_t nid[] = { NONE, NONE, 3, 12, 0, 12345, 7, NONE };
	static const char *const called[] = { NULL, NULL, "c", "d", "e", "b", "a", NULL };
	static const int what[] = { NODE_ABSENT, NODE_ABSENT, NODE_SERVICE, NODE_COMPUTE, NODE_COMPUTE, NODE_OTHER, NODE_COMPUTE, NODE_ABSENT };
	machine *m = build(text);
	uint32_t wrong = 0;

	for (uint32_t v = 0; v < 8; v++)
		wrong += m->nid[v] != nid[v] || kind_of_node(m, v) != what[v] || !m->node_name[v] != !called[v] ||
			(called[v] && strcmp(m->node_name[v], called[v]) != 0);
	is_int(wrong, 0, "a map: hosts by nid, names, kinds, places without a node");
	is_int(wrong_availability(m), 0, "only compute nodes take jobs");
	machine_free(m);
	remove(name);
	free(name);
	free(text);
}

static void
try_spec(const void *arg)
{
	machine_build(arg, NULL, 0, "--machine", FAIL_USAGE);
}

static void
bad_maps(void)
{
	static const char *const bad[][2] = {
		{ "7 a compute 0 0\n# b\n7 b compute 0 1\n", "3: nid: '7': line 1 has it already" },
		{ "7 b compute 0 1\n5 a compute 0 0\n7 c compute 0 0\n", "3: nid: '7': line 1 has it already" },
		{ "7 a compute 0 0\n8 a compute 0 1\n", "2: name: 'a': line 1 has it already" },
		{ "7 a compute 0 0\n8 b compute 0 0\n9 c compute 0 0\n",
			"3: the router there has 2 nodes already, as many as the machine's p says" },
		{ "7 a gpu 0 0\n", "1: kind: 'gpu': must be compute, service or other" },
		{ "7 a absent 0 0\n", "1: kind: 'absent': must be compute, service or other" },
		{ "7 a compute 2 0\n", "1: x: '2': must be 0 to 1" },
		{ "7 a compute 0 -1\n", "1: y: '-1': must be 0 to 1" },
		{ "-7 a compute 0 0\n", "1: nid: '-7': must be a whole number from 0 to 4294967294" },
		{ "4294967295 a compute 0 0\n", "1: nid: '4294967295': must be..." },
		{ "7 a compute 0\n", "1: 4 fields where 5 are wanted: nid, name, kind and a coordinate for each of 2 dimensions" },
		{ "7 a compute 0 0 0\n", "1: 6 fields where 5 are wanted: ..." },
		{ "# nothing\n", " no node" },
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char *name = file_of(bad[i][0]), *text = xprintf("mesh:k=2x2,p=2,map=%s", name), *words = xprintf("hopline: %s:%s", name, bad[i][1]);

		dies(try_spec, text, 1, words);
		remove(name);
		free(name);
		free(text);
		free(words);
	}
}

static void
bad_specs(void)
{
	static const char *const bad[][2] = {
		{ "mesh:k=4x4,p=2,service=blades:6", "service: 'blades:6': must be a multiple of 4: service nodes come as whole blades" },
		{ "mesh:k=4x4,p=2,service=blades", "service: 'blades': must be blades:N, N the number of service nodes" },
		{ "mesh:k=4x4,p=2,service=blades:-4", "service: 'blades:-4': must be blades:N, ..." },
		{ "mesh:k=4x4,service=blades:4", "service: 'blades:4': a blade is two routers adjacent in y with two nodes each: ..." },
		{ "torus:k=9,p=2,service=blades:4", "service: 'blades:4': a blade is two routers adjacent in y with two nodes each: ..." },
		{ "mesh:k=3x3,p=2,service=blades:16", "service: 'blades:16': there are 12 nodes on such blades" },
		{ "mesh:k=3x3,p=2,service=blades:12,other=1x1@0+1", "service: 'blades:12': there are 8 nodes on such blades outside the regions of other" },
		{ "mesh:k=3x3,p=2,service-seed=1", "service-seed: '1': no service nodes are drawn without service=blades:N" },
		{ "mesh:k=3x3,other=1x1x1@0+0+0", "other: '1x1x1@0+0+0': must be sizes and the first router of a region..." },
		{ "mesh:k=3x3,other=1x1@0+0/", "other: '1x1@0+0/': must be sizes and..." },
		{ "mesh:k=3x3,other=1x1@0+0+", "other: '1x1@0+0+': must be sizes and..." },
		{ "mesh:k=3x3,other=1x1", "other: '1x1': must be sizes and..." },
		{ "mesh:k=3x3,other=1x99999999999@0+0", "other: '1x99999999999@0+0': must be sizes and..." },
		{ "mesh:k=3x3,other=2x2@0+2", "other: '2x2@0+2': the region goes beyond dimension y, which has 3 routers" },
		{ "mesh:k=3x3,other=2x0@0+2", "other: '2x0@0+2': a region has at least one router along each dimension" },
		{ "mesh:k=3x3,map=m,other=1x1@0+0", "other: '1x1@0+0': the file m says what each node is" },
		{ "mesh:k=3x3,p=2,map=m,service=blades:4", "service: 'blades:4': the file m says what each node is" },
		{ "mesh:k=3x3,map=-", "map: '-': must be the name of a file" },
		{ "torus:k=4x4,pack=y:2", "pack: 'y:2': must be DIMENSION:ROUTERS:BANDWIDTH, several joined by '+', as y:2:9GB/s+z:8:15GB/s" },
		{ "torus:k=4x4,pack=y:2:1GB/s+", "pack: 'y:2:1GB/s+': must be DIMENSION:ROUTERS:BANDWIDTH..." },
		{ "torus:k=4x4,pack=z:2:1GB/s", "pack: 'z:2:1GB/s': has no dimension 'z', only x to y" },
		{ "torus:k=4,pack=y:2:1GB/s", "pack: 'y:2:1GB/s': has no dimension 'y', only x" },
		{ "torus:k=4x4,pack=y:1:1GB/s", "pack: 'y:1:1GB/s': '1': a pack in dimension y has at least 2 routers and at most the 4 of a row" },
		{ "torus:k=4x4,pack=y:5:1GB/s", "pack: 'y:5:1GB/s': '5': a pack..." },
		{ "torus:k=4x4,pack=y:2:1GB/s+y:4:2GB/s", "pack: 'y:2:1GB/s+y:4:2GB/s': has dimension y twice" },
		{ "torus:k=4x4,pack=y:2:fast", "pack: 'y:2:fast': 'fast': must be a bandwidth, as 8Gb/s or 1GB/s" },
		{ "expressmesh:k=4x4,gap=1,service=blades:4", "service: unknown key..." },
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char *words = xprintf("hopline: --machine: %s", bad[i][1]);
		dies(try_spec, bad[i][0], 2, words);
		free(words);
	}
}

static void
is_canonical(const char *text, const char *want)
{
	machine *m = build(text);

	is_str(m->spec, want, text);
	machine_free(m);
}

int
main(void)
{
	blades();
	draws();
	seeds();
	regions();
	packs();
	map_file();
	bad_maps();
	bad_specs();
	is_canonical("torus:service=blades:8,k=4x4,service-seed=1,p=2", "torus:k=4x4,p=2,service=blades:8");
	is_canonical("torus:service=blades:8,k=4x4,service-seed=2,p=2,pack=y:2:1GB/s", "torus:k=4x4,p=2,service=blades:8,service-seed=2,pack=y:2:1GB/s");
	return done_testing();
}
