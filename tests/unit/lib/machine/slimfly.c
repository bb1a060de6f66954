/* slimfly -- the wiring against its rules word by word and an independent program's graphs
 * (data/reference/mms_*), distances against a search. */
#include <math.h>
#include <stdlib.h>

#include "lib/machine/kinds/slimfly.h"
#include "unit/dies.h"
#include "unit/search.h"

static machine *
build(uint32_t q, uint32_t p)
{
	char *text = p ? xprintf("slimfly:q=%u,p=%u", q, p) : xprintf("slimfly:q=%u", q);
	machine *m = machine_build(text, NULL, 0, "--machine", FAIL_USAGE);

	free(text);
	return m;
}

static bool
holds(const slimfly *s, uint32_t side, uint32_t d)
{
	for (uint32_t i = 0; i < s->local; i++)
		if (s->set[side][i] == d)
			return true;
	return false;
}

/* The rules, for routers (0,x,y) and (1,m,c) at number side*q² + x*q + y. */
static bool
linked(const slimfly *s, uint32_t a, uint32_t b)
{
	const uint32_t q = s->q;
	uint32_t t, x, y, c;

	if (a / (q * q) == b / (q * q))
		return a / q == b / q && holds(s, a / (q * q), galois_subtract(s->field, a % q, b % q));
	if (a > b) {
		t = a;
		a = b;
		b = t;
	}
	x = a / q;
	y = a % q;
	t = (b - q * q) / q;
	c = b % q;
	return y == galois_add(s->field, galois_multiply(s->field, t, x), c);
}

/* Every pair is linked as the rules say, by one cable, of the right class; the order of a router's ports. */
static uint32_t
wrong_wires(const machine *m)
{
	const slimfly *s = m->shape;
	uint32_t wrong = 0;

	for (uint32_t r = 0; r < m->routers; r++) {
		uint32_t *cables = xcalloc(m->routers, sizeof *cables), last = 0, base = m->first[r] + s->p;
		wrong += m->first[r + 1] - base != s->local + s->q;
		for (uint32_t l = base; l < m->first[r + 1]; l++) {
			bool global = l >= base + s->local;
			uint32_t by = galois_subtract(s->field, m->to[l] % s->q, r % s->q);
			cables[m->to[l]]++;
			wrong += m->class[l] != 1 + global || (m->to[l] / s->q == r / s->q) == global;
			if (global)	/* to the columns ascending */
				wrong += m->to[l] / s->q % s->q != l - base - s->local;
			else
				wrong += by <= last, last = by;
		}
		for (uint32_t b = 0; b < m->routers; b++)
			wrong += cables[b] != (b != r && linked(s, r, b));
		free(cables);
	}
	return wrong;
}

/* What slimfly.h tells the routings. */
static uint32_t
wrong_help(const machine *m)
{
	const slimfly *s = m->shape;
	const uint32_t q = s->q;
	uint32_t wrong = 0;

	for (uint32_t r = 0; r < m->routers; r++) {
		uint32_t column = slimfly_column(s, r), side = slimfly_side(s, r);
		wrong += (side * q + column) * q + slimfly_row(s, r) != r || side > 1 || column >= q;
		for (uint32_t i = 0; i < q; i++) {
			uint32_t l = slimfly_local(m, s, r, i), to = r / q * q + i, g = slimfly_global(m, s, r, i);
			wrong += l == NONE ? linked(s, r, to) && r != to : m->from[l] != r || m->to[l] != to;
			wrong += m->from[g] != r || m->to[g] != ((1 - side) * q + i) * q + slimfly_meets(s, r, i);
		}
		for (uint32_t b = side * q * q; b < (side + 1) * q * q; b += 1 + q / 3)
			if (b / q != r / q) {
				uint32_t via = slimfly_between(s, r, b);
				wrong += via >= q || slimfly_meets(s, r, via) != slimfly_meets(s, b, via);
			}
	}
	return wrong;
}

static uint32_t
wrong_levels(const machine *m)
{
	const slimfly *s = m->shape;
	uint32_t wrong = m->levels != 2 || strcmp(m->level[1].name, "subgroup") != 0 || m->level[1].domains != 2 * s->q;

	for (uint32_t v = 0; v < m->nodes; v++)
		wrong += m->node_router[v] != v / s->p || m->level[1].of[v] != v / s->p / s->q;
	return wrong;
}

static void
wiring(void)
{
	static const uint32_t all[] = { 3, 4, 5, 7, 8, 9, 11, 13, 16 }, some[] = { 19, 25, 27, 32 };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		machine *m = build(all[i], 1 + (uint32_t)i % 3);
		ok(wrong_ports(m) == 0, "q=%u: ports and reverses", all[i]);
		ok(wrong_wires(m) == 0, "q=%u: wires", all[i]);
		ok(wrong_help(m) == 0 && wrong_levels(m) == 0, "q=%u: levels, and what routings ask", all[i]);
		ok(wrong_distances(m, 1) == 0, "q=%u: distances", all[i]);
		machine_free(m);
	}
	for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
		machine *m = build(some[i], 0);
		ok(wrong_ports(m) == 0 && wrong_levels(m) == 0 && wrong_distances(m, some[i] - 1) == 0, "q=%u: ports, levels, distances", some[i]);
		machine_free(m);
	}
}

/* A file of data/reference, its header read; the tests run in the folder above data. */
static FILE *
reference(const char *name)
{
	char *path = xprintf("data/reference/%s", name), line[512];
	FILE *f = fopen(path, "r");

	if (!f || !fgets(line, sizeof line, f))
		printf("Bail out! %s cannot be read\n", path), exit(1);
	free(path);
	return f;
}

/* Does a set read "[1, 3, 4]" behind `name` in the line? */
static bool
same_set(const slimfly *s, uint32_t side, const char *line, const char *name)
{
	const char *at = strstr(line, name);
	char *text = xstrdup("["), *longer;
	bool same;

	for (uint32_t i = 0; i < s->local; i++) {
		longer = xprintf("%s%s%u", text, i ? ", " : "", s->set[side][i]);
		free(text);
		text = longer;
	}
	same = at && strncmp(at + strlen(name), text, strlen(text)) == 0 && at[strlen(name) + strlen(text)] == ']';
	free(text);
	return same;
}

static double
mean_distance(const machine *m)
{
	uint64_t sum = 0;

	for (uint32_t a = 0; a < m->routers; a++)
		for (uint32_t b = 0; b < m->routers; b++)
			sum += m->kind->distance(m, a, b);
	return (double)sum / ((double)m->routers * (m->routers - 1));
}

static void
invariants(void)
{
	FILE *f = reference("mms_invariants.csv");
	char line[512];
	int rows = 0;

	for (; fgets(line, sizeof line, f); rows++) {
		uint32_t q, routers, degree, diameter, edges, xi;
		int delta;
		double mean;
		bool read = sscanf(line, "%u,%d,%u,%u,[%*u],%u,%u,%u,True,%lf", &q, &delta, &routers, &degree, &diameter, &edges, &xi, &mean) == 8;
		machine *m = build(q, 1);
		const slimfly *s = m->shape;
		ok(read && m->routers == routers && s->q + s->local == degree && (m->router_links - m->nodes) / 2 == edges && diameter == 2,
			"q=%u: %u routers of %u links, %u cables", q, routers, degree, edges);
		ok(s->field->power[1] == xi && same_set(s, 0, line, "X=,") && same_set(s, 1, line, "Y=,"), "q=%u: the generator and its sets", q);
		ok(fabs(mean_distance(m) - mean) < 1e-6, "q=%u: mean distance %g", q, mean);
		machine_free(m);
	}
	is_int(rows, 10, "rows of mms_invariants.csv");
	fclose(f);
}

static bool
cabled(const machine *m, uint32_t a, uint32_t b)
{
	for (uint32_t l = m->first[a]; l < m->first[a + 1]; l++)
		if (m->class[l] != CLASS_NODE && m->to[l] == b)
			return true;
	return false;
}

/* Are routers of equal numbers joined by the same cables? */
static void
edge_list(uint32_t q, const char *name)
{
	FILE *f = reference(name);
	machine *m = build(q, 2);
	uint32_t a, b, edges = 0, wrong = 0, last_a = 0, last_b = 0;

	while (fscanf(f, "%u,%u\n", &a, &b) == 2) {
		wrong += a >= b || b >= m->routers || a < last_a || (a == last_a && b <= last_b) || !cabled(m, a, b) || !cabled(m, b, a);
		edges++;
		last_a = a;
		last_b = b;
	}
	ok1(feof(f));
	is_int(wrong, 0, name);
	is_int(edges, (m->router_links - m->nodes) / 2, "its number of cables");
	fclose(f);
	machine_free(m);
}

/* Table I of the express mesh paper, and an independent program's figures for it. */
static void
table_one(void)
{
	machine *m = build(19, 0);
	const slimfly *s = m->shape;

	is_int(m->routers, 722, "Table I: routers");
	is_int(m->nodes, 10830, "its nodes");
	is_int(s->p, 15, "its nodes a router");
	is_int(m->first[1], 44, "its radix");
	is_int((m->router_links - m->nodes) / 2, 10469, "its cables between routers");
	is_str(m->spec, "slimfly:q=19", "its canonical text");
	machine_free(m);
}

static void
speeds(void)
{
	machine *m = machine_build("slimfly:q=4,p=03,local-bw=4Gb/s,global-bw=5Gb/s,local-latency=2ns,global-latency=3ns", NULL, 0, "m", 2);

	ok1(m->classes == 3 && strcmp(m->class_name[1], "local") == 0 && strcmp(m->class_name[2], "global") == 0);
	ok1(m->speeds[1].bits_per_s == 4000000000 && m->speeds[2].bits_per_s == 5000000000);
	ok1(m->speeds[1].latency == 2000 && m->speeds[2].latency == 3000);
	is_str(m->spec, "slimfly:q=4,local-bw=4Gb/s,global-bw=5Gb/s,local-latency=2ns,global-latency=3ns", "the default of p is left out");
	machine_free(m);
	m = build(4, 2);
	is_str(m->spec, "slimfly:q=4,p=2", "another p is not");
	machine_free(m);
}

static void
try_to_build(const void *text)
{
	machine_build(text, NULL, 0, "m", FAIL_USAGE);
}

static void
mistakes(void)
{
	static const char *const bad[][2] = {
		{ "slimfly", "hopline: m: q: must be given" },
		{ "slimfly:q=0", "hopline: m: q: '0': no MMS graph has it, only prime powers from 3 on; the nearest is 3" },
		{ "slimfly:q=2", "hopline: m: q: '2': no MMS graph has it, only prime powers from 3 on; the nearest is 3" },
		{ "slimfly:q=6", "hopline: m: q: '6': no MMS graph has it, only prime powers from 3 on; the nearest are 5 and 7" },
		{ "slimfly:q=15", "hopline: m: q: '15': no MMS graph has it, only prime powers from 3 on; the nearest are 13 and 16" },
		{ "slimfly:q=120", "hopline: m: q: '120': no MMS graph has it, only prime powers from 3 on; the nearest are 113 and 121" },
		{ "slimfly:q=2147483646", "hopline: m: q: '2147483646': no MMS graph has it, only prime powers from 3 on; the nearest are 2147483629 and 2147483647" },
		{ "slimfly:q=5,p=0", "hopline: m: p: '0': must be at least 1" },
		{ "slimfly:q=2147483647", "hopline: m: q: '2147483647': makes the machine too large..." },
		{ "slimfly:q=1009", "hopline: m: q: '1009': makes the machine too large..." },
		{ "slimfly:q=5,p=2147483647", "hopline: m: q: '5': makes the machine too large..." },
		{ "slimfly:q=5,a=3", "hopline: m: a: unknown key; slimfly has: q, p, local-bw, ..." },
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		dies(try_to_build, bad[i][0], FAIL_USAGE, bad[i][1]);
}

int
main(void)
{
	wiring();
	invariants();
	edge_list(5, "mms_q5.edges.csv");
	edge_list(13, "mms_q13.edges.csv");
	table_one();
	speeds();
	mistakes();
	return done_testing();
}
