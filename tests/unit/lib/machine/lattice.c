/* lattice -- meshes, tori, express meshes and hypercubes: the wiring against a slow restatement of its
 * rules, distances against a search, and an independent program's figures (data/reference). */
#include <math.h>
#include <stdlib.h>

#include "lib/machine/lattice/lattice.h"
#include "unit/dies.h"
#include "unit/search.h"

enum { MOST = 64 };		/* links of a router, at most, where ports are compared one by one */

static machine *
build(const char *text)
{
	return machine_build(text, NULL, 0, "--machine", FAIL_USAGE);
}

/* Is there a cable between places i and j of a row of k routers?  The kinds' rules, word by word. */
static bool
cabled(const char *name, uint32_t k, uint32_t gap, uint32_t i, uint32_t j)
{
	uint32_t low = i < j ? i : j, high = i < j ? j : i;

	if (low == high)
		return false;
	if (high == low + 1)
		return true;
	if (strcmp(name, "torus") == 0)
		return low == 0 && high == k - 1;
	if (strcmp(name, "expressmesh") == 0)
		for (uint32_t m = 1; m <= (k + gap - 1) / gap; m++)	/* Eq. 2 */
			if (low + 1 + m * gap == high)
				return true;
	return false;
}

/* The coordinates of router r, x fastest. */
static void
place(const machine *m, uint32_t r, uint32_t *at)
{
	for (int d = 0; d < m->dims; d++) {
		at[d] = r % m->extent[d];
		r /= m->extent[d];
	}
}

static uint32_t
router(const machine *m, const uint32_t *at)
{
	uint32_t r = 0;

	for (int d = m->dims; d-- > 0; )
		r = r * m->extent[d] + at[d];
	return r;
}

/* What the ports of router r behind its nodes should lead to, in order, and their classes; how many. */
static uint32_t
list_ports(const machine *m, const uint32_t *gap, uint32_t r, uint32_t *to, uint8_t *class)
{
	uint32_t at[MACHINE_DIMS], n = 0;

	place(m, r, at);
	for (int d = 0; d < m->dims; d++) {
		uint32_t here = at[d], k = m->extent[d];
		bool turns = strcmp(m->kind->name, "torus") == 0 && k > 2;
		for (int64_t step = 1 - (int64_t)k; step < (int64_t)k; step++) {	/* ascending offset; on a ring -1 and +1 */
			int64_t there = here + step;
			if (turns && (step == -1 || step == 1))
				there = (there + k) % k;
			else if (turns || there < 0 || there >= k || !cabled(m->kind->name, k, gap[d], here, (uint32_t)there))
				continue;
			at[d] = (uint32_t)there;
			to[n] = router(m, at);
			class[n++] = (uint8_t)(1 + d);
			at[d] = here;
		}
	}
	return n;
}

static uint32_t
wrong_wires(const machine *m, const uint32_t *gap, uint32_t p)
{
	uint32_t wrong = m->nodes != m->routers * p || m->first[0] != 0 || m->first[m->routers] != m->router_links;
	uint32_t to[MOST];
	uint8_t class[MOST];

	for (uint32_t r = 0; r < m->routers; r++) {
		uint32_t n = list_ports(m, gap, r, to, class), port = m->first[r];
		wrong += m->first[r + 1] - port != p + n;
		for (uint32_t v = r * p; v < (r + 1) * p; v++, port++)
			wrong += m->to[port] != v || m->class[port] != CLASS_NODE || m->node_router[v] != r;
		for (uint32_t i = 0; i < n; i++, port++)
			wrong += m->from[port] != r || m->to[port] != to[i] || m->class[port] != class[i] || m->speed_of[port] != class[i] ||
				m->reverse[port] >= m->router_links || m->reverse[m->reverse[port]] != port ||
				m->from[m->reverse[port]] != to[i] || m->to[m->reverse[port]] != r;
	}
	return wrong;
}

/* What routings ask: the ends of each link, where it crosses a ring's end, and the way that never
 * overshoots. */
static uint32_t
wrong_help(const machine *m, const uint32_t *gap)
{
	const lattice *l = m->shape;
	uint32_t at[MACHINE_DIMS], told[MACHINE_DIMS], wrong = 0;

	for (uint32_t r = 0; r < m->routers; r++) {
		uint32_t ports = 0;
		place(m, r, at);
		m->kind->coordinates(m, r, told);
		for (int d = 0; d < m->dims; d++) {
			wrong += told[d] != at[d] || lattice_at(l, r, d) != at[d];
			for (int up = 0; up < 2; up++)
				for (uint32_t i = 0; i < lattice_links(l, r, d, up); i++, ports++) {
					uint32_t link = lattice_link(l, r, d, up, i), span = 1 + i * gap[d], k = m->extent[d];
					uint32_t to = up ? (at[d] + span) % k : (at[d] + k - span) % k;
					bool turns = up ? at[d] + span >= k : at[d] < span;
					wrong += m->from[link] != r || m->class[link] != 1 + d || m->to[link] != lattice_router(l, r, d, to) ||
						turns != lattice_crosses(l, r, d, up) || lattice_ahead(l, d, up ? at[d] : to, up ? to : at[d]) != span;
				}
		}
		wrong += ports != m->first[r + 1] - m->first[r] - l->p;
	}
	return wrong;
}

/* Walks along the farthest links from a to b of a row; returns how many, NONE when one is wrong. */
static uint32_t
walk(const machine *m, int d, uint32_t a, uint32_t b)
{
	const lattice *l = m->shape;
	uint32_t links = 0, from = lattice_at(l, a, d), to = lattice_at(l, b, d);

	for (; a != b; links++) {
		uint32_t at = lattice_at(l, a, d), away = at < to ? to - at : at - to, far = lattice_farthest(l, d, away), link, next;
		if (far >= lattice_links(l, a, d, at < to))
			return NONE;
		link = lattice_link(l, a, d, at < to, far);
		next = m->to[link];
		for (uint32_t other = m->first[a]; other < m->first[a + 1]; other++)	/* none leads farther without overshooting */
			if (m->class[other] == 1 + d && (from < to ? m->to[other] > next && m->to[other] <= b : m->to[other] < next && m->to[other] >= b))
				return NONE;
		if (from < to ? next <= a || next > b : next >= a || next < b)
			return NONE;
		a = next;
	}
	return links;
}

/* A shape: its text up to p, gaps. */
typedef struct shape {
	const char *text;
	uint32_t gap[4];
} shape;

static void
wiring(void)
{
	static const shape all[] = {
		{ "mesh:k=1", { 1 } }, { "mesh:k=2", { 2 } }, { "mesh:k=9", { 9 } }, { "mesh:k=4x3", { 4, 3 } }, { "mesh:k=1x5x1", { 1, 5, 1 } },
		{ "mesh:k=5x4x3", { 5, 4, 3 } }, { "mesh:k=2x3x2x4", { 2, 3, 2, 4 } },
		{ "torus:k=1", { 1 } }, { "torus:k=2", { 2 } }, { "torus:k=3", { 3 } }, { "torus:k=8", { 8 } }, { "torus:k=4x3", { 4, 3 } },
		{ "torus:k=2x5x1", { 2, 5, 1 } }, { "torus:k=5x4x3", { 5, 4, 3 } }, { "torus:k=2x3x2x4", { 2, 3, 2, 4 } },
		{ "expressmesh:k=8,gap=1", { 1 } }, { "expressmesh:k=8,gap=2", { 2 } }, { "expressmesh:k=1,gap=1", { 1 } },
		{ "expressmesh:k=2x2,gap=1", { 1, 1 } }, { "expressmesh:k=8x6,gap=2", { 2, 2 } }, { "expressmesh:k=5x4x3,gap=3", { 3, 3, 3 } },
		{ "expressmesh:k=7x6x3,gap=3x2x1", { 3, 2, 1 } }, { "expressmesh:k=4x3x2x5,gap=1", { 1, 1, 1, 1 } },
		{ "expressmesh:k=12x1x9,gap=4x1x5", { 4, 1, 5 } },
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		for (uint32_t p = 1; p <= 3; p += 2) {
			char *text = xprintf("%s,p=%u", all[i].text, p);
			machine *m = build(text);
			uint32_t wires = wrong_wires(m, all[i].gap, p), distances = wrong_distances(m, 1), help = wrong_help(m, all[i].gap);
			ok(!wires && !distances && !help, "%s: links, distances, what routings ask (wrong: %u, %u, %u)", text, wires, distances, help);
			machine_free(m);
			free(text);
		}
}

/* Rows of every length and gap. */
static void
rows(void)
{
	uint32_t machines = 0, distances = 0, ways = 0, wires = 0, shorter = 0;

	for (uint32_t gap = 1; gap <= 12; gap++)
		for (uint32_t k = gap == 1 ? 1 : gap + 2; k <= 40; k++) {
			char *text = xprintf("expressmesh:k=%u,gap=%u", k, gap);
			machine *m = build(text);
			machines++;
			wires += wrong_wires(m, &gap, 1);
			distances += wrong_distances(m, 1);
			for (uint32_t a = 0; a < k; a++)
				for (uint32_t b = 0; b < k; b++) {
					uint32_t links = walk(m, 0, a, b), away = a < b ? b - a : a - b;
					ways += links != lattice_monotone(m->shape, 0, away) || links < m->kind->distance(m, a, b);
					shorter += links > m->kind->distance(m, a, b);
					ways += gap < 3 && links != m->kind->distance(m, a, b);
				}
			machine_free(m);
			free(text);
		}
	ok(wires == 0, "the links of %u rows with express links", machines);
	ok(distances == 0, "their distances");
	ok(ways == 0, "the farthest link that does not overshoot, again and again");
	ok(shorter > 0, "which is not always a shortest way");
}

static void
cubes(void)
{
	for (uint32_t n = 1; n <= 9; n++) {
		char *cube = xprintf("hypercube:n=%u,p=2", n);
		machine *m = build(cube);
		uint32_t wrong = m->routers != 1U << n || m->nodes != 2U << n || m->dims != (int)n || wrong_distances(m, 1) > 0;
		uint32_t gap[9] = { 2, 2, 2, 2, 2, 2, 2, 2, 2 };
		wrong += wrong_wires(m, gap, 2) + wrong_help(m, gap);
		for (uint32_t r = 0; r < m->routers; r++)
			for (uint32_t d = 0; d < n; d++)
				wrong += m->to[m->first[r] + 2 + d] != (r ^ 1U << d);
		is_int(wrong, 0, cube);
		machine_free(m);
		free(cube);
	}
}

/* Of all ordered pairs of different routers: the mean distance and the most; cables, least and most of a router. */
typedef struct figures {
	uint32_t cables, least, most, diameter;
	double mean;
} figures;

static figures
measure(const machine *m)
{
	figures f = { .least = UINT32_MAX };
	uint64_t sum = 0;

	for (uint32_t a = 0; a < m->routers; a++) {
		uint32_t links = 0;
		for (uint32_t l = m->first[a]; l < m->first[a + 1]; l++)
			links += m->class[l] != CLASS_NODE;
		f.cables += links;
		f.least = links < f.least ? links : f.least;
		f.most = links > f.most ? links : f.most;
		for (uint32_t b = 0; b < m->routers; b++) {
			uint32_t away = m->kind->distance(m, a, b);
			sum += away;
			f.diameter = away > f.diameter ? away : f.diameter;
		}
	}
	f.cables /= 2;
	f.mean = (double)sum / ((double)m->routers * (m->routers - 1));
	return f;
}

/* Table I, and the figures that a search of the whole graph by another program gave. */
static void
table_one(void)
{
	static const struct {
		const char *text;
		uint32_t nodes, routers, cables, degree, radix, diameter;
		double mean;
	} prototype[] = {
		{ "expressmesh:k=12x10x10,gap=1,p=9", 10800, 1200, 17400, 29, 38, 3, 2.718932 },
		{ "expressmesh:k=14x12x12,gap=2,p=5", 10080, 2016, 19152, 19, 24, 6, 4.025806 },
	};

	for (size_t i = 0; i < sizeof prototype / sizeof *prototype; i++) {
		machine *m = build(prototype[i].text);
		figures f = measure(m);
		ok(m->nodes == prototype[i].nodes && m->routers == prototype[i].routers, "%s: nodes and routers", prototype[i].text);
		ok(f.cables == prototype[i].cables && f.least == prototype[i].degree && f.most == prototype[i].degree, "its cables, all routers alike");
		is_int(m->first[1] - m->first[0], prototype[i].radix, "its radix");
		ok(f.diameter == prototype[i].diameter && fabs(f.mean - prototype[i].mean) < 5e-7, "its diameter and mean distance, %.6f", f.mean);
		machine_free(m);
	}
}

/* A file of data/reference; the tests run in the folder above it. */
static FILE *
reference(const char *name)
{
	char *path = xprintf("data/reference/%s", name);
	FILE *f = fopen(path, "r");
	char heading[256];

	if (!f || !fgets(heading, sizeof heading, f))
		die(FAIL_DATA, "cannot read %s: run this at the top of the repository", path);
	free(path);
	return f;
}

static void
try_to_build(const void *text)
{
	machine_free(build(text));
}

/* Six digits are written. */
static bool
near(double a, double b)
{
	return fabs(a - b) <= 6e-6 * fabs(b);
}

/* A row of em_1d.csv; `far` and `way` are the most and the mean of the ways that do not overshoot. */
typedef struct known {
	uint32_t k, gap, cables, most, least, diameter, far;
	double mean, way;
} known;

static bool
differs(const machine *m, const known *want)
{
	figures got = measure(m);
	uint64_t sum = 0;
	uint32_t far = 0;

	for (uint32_t a = 0; a < want->k; a++)
		for (uint32_t b = 0; b < want->k; b++) {
			uint32_t links = lattice_monotone(m->shape, 0, a < b ? b - a : a - b);
			sum += links;
			far = links > far ? links : far;
		}
	return got.cables != want->cables || got.most != want->most || got.least != want->least || got.diameter != want->diameter ||
		!near(got.mean, want->mean) || far != want->far || !near((double)sum / ((double)want->k * (want->k - 1)), want->way);
}

static void
reference_rows(void)
{
	FILE *f = reference("em_1d.csv");
	known want[256], *w = want;
	uint32_t machines = 0, refused = 0, wrong = 0;

	while (w < want + 256 && fscanf(f, "%u,%u,%u,%u,%u,%u,%lf,%u,%lf,%*[^\n]", &w->k, &w->gap, &w->cables, &w->most, &w->least,
		&w->diameter, &w->mean, &w->far, &w->way) == 9)
		w++;
	fclose(f);
	for (const known *at = want; at < w; at++) {
		char *text = xprintf("expressmesh:k=%u,gap=%u", at->k, at->gap);
		if (at->gap > 1 && at->cables == at->k - 1) {	/* not one express link */
			int status;
			last_words(try_to_build, text, &status);
			wrong += status != FAIL_USAGE;
			refused++;
		} else {
			machine *m = build(text);
			wrong += differs(m, at);
			machines++;
			machine_free(m);
		}
		free(text);
	}
	ok(machines + refused == 198 && wrong == 0, "em_1d.csv: %u rows of routers, %u without an express link refused", machines, refused);
}

/* The router that has the coordinates of number u in a file whose last dimension is fastest. */
static uint32_t
renumber(const machine *m, uint32_t u)
{
	uint32_t at[MACHINE_DIMS];

	for (int d = m->dims; d-- > 0; u /= m->extent[d])
		at[d] = u % m->extent[d];
	return router(m, at);
}

/* Each cable of the file is there, and there are as many. */
static void
reference_links(void)
{
	FILE *f = reference("em_links.csv");
	char dims[16], last[32] = "", now[32];
	uint32_t gap, u, v, cables = 0, found = 0, all = 0, machines = 0;
	machine *m = NULL;

	while (fscanf(f, "%15[^,],%u,%u,%u ", dims, &gap, &u, &v) == 4) {
		snprintf(now, sizeof now, "%s,gap=%u", dims, gap);
		if (strcmp(now, last) != 0) {
			char *text = xprintf("expressmesh:k=%s", now);
			if (m)
				machine_free(m);
			m = build(text);
			all += (m->router_links - m->nodes) / 2;
			machines++;
			strcpy(last, now);
			free(text);
		}
		cables++;
		u = renumber(m, u);
		v = renumber(m, v);
		for (uint32_t l = m->first[u]; l < m->first[u + 1]; l++)
			found += m->class[l] != CLASS_NODE && m->to[l] == v;
	}
	fclose(f);
	if (m)
		machine_free(m);
	ok(machines == 5 && cables == 645 && found == cables && all == cables, "em_links.csv: %u cables of %u machines", found, machines);
}

static void
speeds(void)
{
	machine *m = build("torus:k=4x3x5,bw=9.4GB/s/4.7GB/s/9.4GB/s,latency=10ns/20ns/30ns,node-bw=1GB/s");

	static const char *const name[] = { "node", "x", "y", "z" };
	ok1(m->classes == 4 && m->speeds[1].bits_per_s == UINT64_C(75200000000) && m->speeds[2].bits_per_s == UINT64_C(37600000000));
	ok1(m->speeds[3].bits_per_s == m->speeds[1].bits_per_s && m->speeds[0].bits_per_s == 8000000000);
	for (int c = 0; c < 4; c++) {
		is_str(m->class_name[c], name[c], "link class");
		is_int(m->speeds[c].latency, c ? c * 10000 : 40000, "its latency");
	}
	machine_free(m);
	m = build("mesh:k=1x1x1x1x2x1x1x3,bw=2GB/s");
	ok1(strcmp(m->class_name[4], "w") == 0 && strcmp(m->class_name[5], "d4") == 0 && strcmp(m->class_name[8], "d7") == 0);
	ok1(m->speeds[8].bits_per_s == 16000000000 && m->speeds[8].latency == 40000 && m->levels == 1 && m->dims == 8 && m->extent[7] == 3);
	machine_free(m);
}

static void
canonical(void)
{
	static const char *const pair[][2] = {
		{ "mesh:p=1,k=04x3", "mesh:k=4x3" },
		{ "torus:latency=40ns,p=02,bw=8Gb/s,k=4", "torus:k=4,p=2" },
		{ "torus:cores=4,bw=1GB/s/2GB/s,k=4x5", "torus:k=4x5,cores=4,bw=1GB/s/2GB/s" },
		{ "expressmesh:gap=02x2,bw=2GB/s,p=5,k=14x12", "expressmesh:k=14x12,p=5,gap=2x2,bw=2GB/s" },
		{ "hypercube:latency=1ns,n=03,p=1", "hypercube:n=3,latency=1ns" },
	};

	for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
		machine *once = build(pair[i][0]), *twice = build(once->spec);
		is_str(once->spec, pair[i][1], pair[i][0]);
		is_str(twice->spec, once->spec, "its canonical text again");
		machine_free(once);
		machine_free(twice);
	}
}

static void
mistakes(void)
{
	static const char *const bad[][2] = {
		{ "mesh", "k: must be given" },
		{ "mesh:k=0x3", "k: '0x3': must be 1 to 8 numbers, each at least 1, with an 'x' between..." },
		{ "mesh:k=4x0", "k: '4x0': must be 1 to 8 numbers, each at least 1, with an 'x' between..." },
		{ "mesh:k=4xx3", "k: '4xx3': must be 1 to 8 numbers, each at least 1, with an 'x' between..." },
		{ "mesh:k=2x2x2x2x2x2x2x2x2", "k: '2x2x2x2x2x2x2x2x2': must be 1 to 8 numbers, each at least 1, with an 'x' between..." },
		{ "mesh:k=4,p=0", "p: '0': must be at least 1" },
		{ "mesh:k=4,gap=2", "gap: unknown key; mesh has: k, p, bw, latency, ..." },
		{ "mesh:k=4x4x4,bw=1GB/s/2GB/s", "bw: '1GB/s/2GB/s': has 2 values where one is wanted, or one for each of 3 dimensions" },
		{ "mesh:k=4,latency=1ns/2ns", "latency: '1ns/2ns': has 2 values where one is wanted, or one for each of 1 dimension" },
		{ "torus:k=4,bw=0", "bw: '0': must be one bandwidth or one a dimension..." },
		{ "torus:k=65536x65536", "k: '65536x65536': makes the machine too large..." },
		{ "torus:k=2147483647x2147483647x2147483647x2147483647x2147483647x2147483647x2147483647x2147483647",
			"k: '2147483647x2147483647x2147483647x2147483647x2147483647x2147483647x2147483647x2147483647': makes the machine too large..." },
		{ "torus:k=1000x1000x1000", "k: '1000x1000x1000': makes the machine too large..." },
		{ "mesh:k=3,p=2147483647", "k: '3': makes the machine too large..." },
		{ "expressmesh:k=8", "gap: must be given" },
		{ "expressmesh:k=8,gap=0", "gap: '0': must be 1 to 8 numbers, each at least 1, with an 'x' between..." },
		{ "expressmesh:k=8,gap=7", "gap: '7': must be at most 6, the longest dimension having 8 routers: no express link is longer" },
		{ "expressmesh:k=2x3,gap=2", "gap: '2': must be at most 1, the longest dimension having 3 routers: no express link is longer" },
		{ "expressmesh:k=8x6x4,gap=2x5x2", "gap: '2x5x2': must be at most 4 in dimension y, which has 6 routers: no express link is longer" },
		{ "expressmesh:k=8x6x3,gap=2x2x2", "gap: '2x2x2': must be at most 1 in dimension z, which has 3 routers: no express link is longer" },
		{ "expressmesh:k=8x6x4,gap=2x2", "gap: '2x2': has 2 values where one is wanted, or one for each of 3 dimensions" },
		{ "expressmesh:k=100000,gap=1", "k: '100000': makes the machine too large..." },
		{ "hypercube", "n: must be given" },
		{ "hypercube:n=0", "n: '0': must be at least 1" },
		{ "hypercube:n=2147483647,p=2147483647", "n: '2147483647': makes the machine too large..." },
		{ "hypercube:n=31", "n: '31': makes the machine too large..." },
		{ "hypercube:n=27,p=5", "n: '27': makes the machine too large..." },
		{ "hypercube:n=2,p=0", "p: '0': must be at least 1" },
		{ "hypercube:n=2,bw=1GB/s/2GB/s", "bw: '1GB/s/2GB/s': must be a bandwidth..." },
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char *words = xprintf("hopline: --machine: %s", bad[i][1]);
		dies(try_to_build, bad[i][0], FAIL_USAGE, words);
		free(words);
	}
}

int
main(void)
{
	wiring();
	rows();
	cubes();
	table_one();
	reference_rows();
	reference_links();
	speeds();
	canonical();
	mistakes();
	return done_testing();
}
