/* graph -- machines from tables: their ports against a plain re-statement, distances against a search, the
 * memory of rows, and every way to be wrong. */
#include <stdlib.h>

#include "lib/machine/graph-search.h"
#include "lib/rng/hash.h"
#include "unit/dies.h"
#include "unit/search.h"

/* A machine of two tables; `nodes` may be NULL, `more` is further keys. */
static machine *
build(const char *links, const char *nodes, const char *more)
{
	char *l = file_of(links), *n = nodes ? file_of(nodes) : NULL;
	char *text = xprintf("graph:links=%s%s%s%s", l, n ? ",nodes=" : "", n ? n : "", more);
	machine *m = machine_build(text, NULL, 0, "m", FAIL_USAGE);

	remove(l);
	if (n)
		remove(n);
	free(l);
	free(n);
	free(text);
	return m;
}

/* A row of a random table, as the test knows it. */
typedef struct entry {
	uint32_t from, to, class, speed, count;
} entry;

enum { CLASSES = 3 };

/* A connected graph: a tree, then further rows, some for pairs that have one, of another class. */
static uint32_t
invent(uint64_t seed, uint32_t routers, uint32_t more, entry *e)
{
	uint32_t n = 0;

	for (uint32_t i = 1; i < routers + more; i++) {
		uint64_t x = hash_mix(seed * 1000003 + i), y = hash_mix(x);
		entry new = { (uint32_t)(i < routers ? i : x % routers), (uint32_t)((x >> 32) % (i < routers ? i : routers)),
			(uint32_t)(y % CLASSES), (uint32_t)(y >> 8) % 3, 1 + (uint32_t)(y >> 16) % 4 };
		bool known = new.from == new.to;

		for (uint32_t k = 0; k < n; k++)
			known = known || (e[k].class == new.class && ((e[k].from == new.from && e[k].to == new.to) ||
				(e[k].from == new.to && e[k].to == new.from)));
		if (!known)
			e[n++] = new;
	}
	for (uint32_t i = n; i > 1; i--) {	/* rows in any order */
		uint32_t k = (uint32_t)(hash_mix(seed + i) % i);
		entry other = e[i - 1];

		e[i - 1] = e[k];
		e[k] = other;
	}
	return n;
}

static const char *const speed_text[] = { ",", "3Gb/s,", "8Gb/s,7ns" };
static const speed speed_is[] = { { 5000000000, 40000 }, { 3000000000, 40000 }, { 8000000000, 7000 } };

static char *
table_of(const entry *e, uint32_t n)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	fprintf(f, "#hopline 1\ncount,to,from_name,from,class,bandwidth,latency\n");
	for (uint32_t i = 0; i < n; i++)
		fprintf(f, "%u,%u,any,%u,c%u,%s\n", e[i].count, e[i].to, e[i].from, e[i].class, speed_text[e[i].speed]);
	fclose(f);
	return text;
}

/* The port behind the nodes of r is what the rows say: by far router, then row, all copies. */
static uint32_t
wrong_wires(const machine *m, const entry *e, uint32_t n, uint32_t p)
{
	uint32_t wrong = 0;

	for (uint32_t r = 0; r < m->routers; r++) {
		uint32_t l = m->first[r] + p;

		for (uint32_t to = 0; to < m->routers; to++)
			for (uint32_t i = 0; i < n; i++) {
				char name[8];
				bool joins = (e[i].from == r && e[i].to == to) || (e[i].from == to && e[i].to == r);

				snprintf(name, sizeof name, "c%u", e[i].class);
				for (uint32_t k = 0; joins && k < e[i].count; k++, l++) {
					const speed *s = &m->speeds[m->speed_of[l]], *w = &speed_is[e[i].speed];
					uint32_t back = m->reverse[l];

					wrong += m->from[l] != r || m->to[l] != to || strcmp(m->class_name[m->class[l]], name) != 0 ||
						s->bits_per_s != w->bits_per_s || s->latency != w->latency || back >= m->router_links ||
						m->reverse[back] != l || m->from[back] != to || m->class[back] != m->class[l] ||
						m->speed_of[back] != m->speed_of[l];
				}
			}
		wrong += l != m->first[r + 1];
	}
	return wrong;
}

static void
random_tables(void)
{
	for (uint32_t i = 1; i <= 12; i++) {
		entry e[256];
		uint32_t routers = 2 + 5 * (i % 7), n = invent(i, routers, i * 9, e), p = 1 + i % 3, wrong = 0, links = 0;
		char *text = table_of(e, n), *more = xprintf(",p=%u,bw=5Gb/s", p);
		machine *m = build(text, NULL, more);

		for (uint32_t k = 0; k < n; k++)
			links += 2 * e[k].count;
		for (uint32_t v = 0; v < m->nodes; v++)
			wrong += m->node_router[v] != v / p || m->to[m->first[v / p] + v % p] != v || m->class[m->first[v / p] + v % p] != CLASS_NODE ||
				m->reverse[m->first[v / p] + v % p] != m->router_links + v || m->speed_of[m->router_links + v] != 0;
		ok(m->routers == routers && m->nodes == p * routers && m->router_links == links + m->nodes, "table %u: %u routers, %u links", i, routers, links);
		is_int(wrong, 0, "its nodes");
		is_int(wrong_wires(m, e, n, p), 0, "its links");
		is_int(wrong_distances(m, 1), 0, "its distances");
		ok1(m->levels == 1 && m->dims == 0);
		machine_free(m);
		free(text);
		free(more);
	}
}

static void
node_tables(void)
{
	static const char links[] = "from,to\n0,1\n1,2\n3,2\n";
	machine *m = build(links, "router,name,node,group\n3,x,1,1\n0,y,4,0\n3,\"a,b\",0,1\n1,,2,0\n3,,3,1\n", ",bw=7Gb/s");
	static const uint32_t router[] = { 3, 3, 1, 3, 0 }, group[] = { 1, 1, 0, 1, 0 };
	uint32_t wrong = 0;

	for (uint32_t v = 0; v < 5; v++)
		wrong += m->node_router[v] != router[v] || m->level[1].of[v] != group[v];
	ok1(m->nodes == 5 && m->routers == 4 && wrong == 0 && m->levels == 2 && m->level[1].domains == 2);
	is_str(m->level[1].name, "group", "the second level");
	ok1(m->level[0].domains == 4 && m->level[0].first[2] == 2 && m->level[0].first[3] == 2);	/* router 2 has no node */
	ok1(m->first[1] == 2 && m->first[2] == 5 && m->first[3] == 7 && m->first[4] == 11 && m->to[7] == 0 && m->to[8] == 1 && m->to[9] == 3 && m->to[10] == 2);
	is_str(m->class_name[1], "link", "the usual class");
	ok1(m->classes == 2 && m->speeds[m->speed_of[5]].bits_per_s == 7000000000 && m->speeds[m->speed_of[5]].latency == 40000);
	is_int(wrong_distances(m, 1), 0, "distances");
	machine_free(m);

	m = build(links, "node,router\n0,2\n", "");
	ok1(m->levels == 1 && m->nodes == 1 && m->node_router[0] == 2);
	machine_free(m);
	m = build("from,to\n", NULL, ",p=3");
	ok1(m->routers == 1 && m->nodes == 3 && m->router_links == 3 && node_distance(m, 0, 2) == 0);
	machine_free(m);
	m = build("from,to\n", "node,router\n0,0\n1,0\n", ",cores=3");
	ok1(m->routers == 1 && m->nodes == 2 && m->cores == 3);
	machine_free(m);
	m = build("from,to\r\n0,1\r\n", NULL, ",p=1,latency=40ns,unavailable=1");
	ok1(strstr(m->spec, ",p=") == NULL && strstr(m->spec, ",latency=") == NULL && !machine_has(m, 1));
	machine_free(m);
}

/* A Slim Fly's table is the same network. */
static void
slimfly(void)
{
	char *text = NULL;
	size_t size;
	FILE *in = fopen("data/reference/mms_q13.edges.csv", "r"), *f = open_memstream(&text, &size);
	uint32_t a, b, wrong = 0;
	machine *m, *s = machine_build("slimfly:q=13,p=2", NULL, 0, "m", FAIL_USAGE);

	if (!in || fscanf(in, "%*s") != 0)
		printf("Bail out! mms_q13.edges.csv cannot be read\n"), exit(1);
	fprintf(f, "from,to\n");
	while (fscanf(in, "%u,%u", &a, &b) == 2)
		fprintf(f, "%u,%u\n", b, a);
	fclose(f);
	fclose(in);
	m = build(text, NULL, ",p=2");
	for (a = 0; a < s->routers; a++)
		for (b = 0; b < s->routers; b++)
			wrong += m->kind->distance(m, a, b) != s->kind->distance(s, a, b);
	ok1(m->routers == s->routers && m->nodes == s->nodes && m->links == s->links);
	is_int(wrong, 0, "distances of slimfly:q=13");
	machine_free(m);
	machine_free(s);
	free(text);
}

/* Links that count for several in distances, against ways by way of each router in turn (Floyd and Warshall); and whoever asks for links
 * gets links. */
static void
far_links(void)
{
	static const char *const far_text[] = { "", "1", "7", "1000" };
	static const uint32_t far[] = { 1, 1, 7, 1000 };

	for (uint32_t i = 1; i <= 6; i++) {
		enum { ROUTERS = 31 };
		entry e[256];
		uint32_t n = invent(i, ROUTERS, 20 * i, e), way[ROUTERS][ROUTERS], wrong = 0;
		char *text = NULL;
		size_t size;
		FILE *f = open_memstream(&text, &size);
		machine *m;

		memset(way, 0x3f, sizeof way);
		fprintf(f, "from,to,class,distance,count\n");
		for (uint32_t k = 0; k < n; k++) {
			uint32_t x = (uint32_t)(hash_mix(1000 * i + k) % 4), a = e[k].from, b = e[k].to;

			fprintf(f, "%u,%u,c%u,%s,%u\n", a, b, e[k].class, far_text[x], e[k].count);
			if (far[x] < way[a][b])
				way[a][b] = way[b][a] = far[x];
		}
		fclose(f);
		m = build(text, NULL, "");
		for (uint32_t k = 0; k < ROUTERS; k++)
			way[k][k] = 0;
		for (uint32_t k = 0; k < ROUTERS; k++)
			for (uint32_t a = 0; a < ROUTERS; a++)
				for (uint32_t b = 0; b < ROUTERS; b++)
					if (way[a][k] + way[k][b] < way[a][b])
						way[a][b] = way[a][k] + way[k][b];
		for (uint32_t a = 0; a < ROUTERS; a++)
			for (uint32_t b = 0; b < ROUTERS; b++)
				wrong += m->kind->distance(m, a, b) != way[a][b] || graph_row(m, a)[b] > way[a][b] || (a != b && graph_row(m, a)[b] > graph_diameter(m));
		is_int(wrong, 0, "distances where links count for several");
		machine_free(m);
		free(text);
	}
}

/* A row of routers so long that not all rows are kept, and that 16 bits do not hold the distances. */
static void
long_way(void)
{
	enum { ROUTERS = 70000, KEPT = (256 << 20) / 2 / ROUTERS };
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	uint32_t wrong = 0;
	machine *m;
	const uint16_t *links;

	fprintf(f, "from,to\n");
	for (uint32_t r = 1; r < ROUTERS; r++)
		fprintf(f, "%u,%u\n", r, r - 1);
	fclose(f);
	m = build(text, NULL, "");
	is_int(m->kind->distance(m, 0, ROUTERS - 1), ROUTERS - 1, "from end to end");
	is_int(m->kind->distance(m, ROUTERS - 1, 3), ROUTERS - 4, "and nearly back");
	is_int(m->kind->distance(m, 65535, 0), 65535, "the first that a row does not hold");
	is_int(m->kind->distance(m, 0, 65534), 65534, "the last that it does");
	links = graph_row(m, 10);
	ok1(links[10] == 0 && links[0] == 10 && links[11] == 1 && links[65544] == 65534 && links[65545] == GRAPH_FAR && links[ROUTERS - 1] == GRAPH_FAR);
	for (uint32_t i = 0; i < KEPT + 100; i++) {
		uint32_t a = i * 31 % ROUTERS, b = (a + 7) % ROUTERS;
		wrong += m->kind->distance(m, a, b) != (a < b ? b - a : a - b);
	}
	is_int(wrong, 0, "more rows than are kept");
	for (uint32_t i = 0; i < 50; i++)
		wrong += m->kind->distance(m, i * 31, i) != i * 30 || graph_row(m, i * 31)[i] != i * 30;
	is_int(wrong, 0, "rows that were given up");
	machine_free(m);
	free(text);
}

typedef struct attempt {
	const char *links, *nodes, *more;
	int status;
	const char *words;	/* %L and %N stand for the files */
} attempt;

static void
try_to_build(const void *text)
{
	machine_build(text, NULL, 0, "m", FAIL_USAGE);
}

/* `words` with the names of the files in it. */
static char *
name_files(const char *words, const char *links, const char *nodes)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	for (; *words; words++)
		if (*words == '%')
			fputs(*++words == 'L' ? links : nodes, f);
		else
			fputc(*words, f);
	fclose(f);
	return text;
}

static void
mistakes(void)
{
	static const char good[] = "from,to\n0,1\n1,2\n";
	static const attempt bad[] = {
		{ "from,to\n0,1\n1,1\n", NULL, "", 1, "hopline: %L:3: to: '1': a link leads to another router" },
		{ "from,to\n0,1\n1,2\n2,1\n", NULL, "", 1,
			"hopline: %L:4: routers 2 and 1: line 3 links them already; the column 'count' says that links are parallel" },
		{ "from,to,class\n0,1,a\n0,1,b\n1,0,a\n", NULL, "", 1, "hopline: %L:4: routers 1 and 0: line 2 links them already;..." },
		{ "from,to\n0,1\n2,3\n3,4\n4,2\n", NULL, "", 1, "hopline: %L: the graph is not connected: no way leads from router 0 to router 2" },
		{ "from,to\n1,2\n2,3\n3,1\n", NULL, "", 1, "hopline: %L: router 0 has no link, but there is a router 3: they are numbered from 0 without gaps" },
		{ "from,to\n0,1\n1,3\n3,0\n", NULL, "", 1, "hopline: %L: router 2 has no link, but there is a router 3:..." },
		{ "from,to\n0,1\n1,4294967293\n", NULL, "", 1, "hopline: %L: 2 links cannot connect routers 0 to 4294967293" },
		{ "from,to\n0,1\n1,4294967294\n", NULL, "", 1, "hopline: %L:3: to: '4294967294': must be at most 4294967293" },
		{ "from,to\n0,1\n-1,2\n", NULL, "", 1, "hopline: %L:3: from: '-1': must be at least 0" },
		{ "from,to\n0,r1\n", NULL, "", 1, "hopline: %L:2: to: 'r1': must be an integer" },
		{ "from,to\n0,\n", NULL, "", 1, "hopline: %L:2: to: '': must be given" },
		{ "from,to\n0\n", NULL, "", 1, "hopline: %L:2: 1 cell, the header has 2" },
		{ "from\n0\n", NULL, "", 1, "hopline: %L:1: to: this column is missing" },
		{ "from,to,bandwith\n0,1,1Gb/s\n", NULL, "", 1,
			"hopline: %L: bandwith: unknown column; this table may have: from, to, class, bandwidth, latency, count, distance, from_name, to_name" },
		{ "from,to,count\n0,1,0\n", NULL, "", 1, "hopline: %L:2: count: '0': must be at least 1" },
		{ "from,to,count\n0,1,2147483647\n1,2,2147483647\n", NULL, "", 2, "hopline: m: links: '%L': makes the machine too large..." },
		{ "from,to,bandwidth\n0,1,8\n", NULL, "", 1, "hopline: %L:2: bandwidth: '8': must be a bandwidth, as 8Gb/s or 1GB/s" },
		{ "from,to,latency\n0,1,8\n", NULL, "", 1, "hopline: %L:2: latency: '8': must be a time, as 40ns or 1.5us" },
		{ "from,to,class\n0,1,node\n", NULL, "", 1, "hopline: %L:2: class: 'node': is the class of links between a node and its router" },
		{ "", NULL, "", 1, "hopline: %L: empty input; a table has at least a header" },
		{ good, "node,router\n0,0\n1,1\n0,2\n", "", 1, "hopline: %N:4: node: '0': line 2 has it already, and a node sits on one router" },
		{ good, "node,router\n0,0\n2,1\n", "", 1, "hopline: %N: node: 1 is missing: nodes are numbered from 0 without gaps" },
		{ good, "node,router\n0,0\n1,3\n", "", 1, "hopline: %N:3: router: '3': no link has this router; they go up to 2" },
		{ good, "node,router\n0,\n", "", 1, "hopline: %N:2: router: '': must be given" },
		{ good, "node,router\n", "", 1, "hopline: %N: no node" },
		{ good, "node\n0\n", "", 1, "hopline: %N:1: router: this column is missing" },
		{ good, "node,router,gruop\n0,1,2\n", "", 1, "hopline: %N: gruop: unknown column; this table may have: node, router, group, name, description" },
		{ good, "node,router,group\n0,0,0\n1,0,1\n", "", 1, "hopline: %N:3: group: '1': another node of this router is of another group" },
		{ good, "node,router,group\n0,0,0\n1,1,2\n", "", 1, "hopline: %N: group: 1 is missing: groups are numbered from 0 without gaps" },
		{ good, "node,router,group\n0,0,0\n1,1,3\n", "", 1, "hopline: %N:3: group: '3': must be at most 2" },
		{ good, "node,router,group\n0,0,0\n1,1,\n", "", 1, "hopline: %N:3: group: '': must be given" },
		{ good, "node,router\n0,0\n", ",p=1", 2, "hopline: m: p: '1': the nodes are those of the file %N" },
		{ good, NULL, ",p=0", 2, "hopline: m: p: '0': must be at least 1" },
		{ good, NULL, ",p=2147483647", 2, "hopline: m: p: '2147483647': makes the machine too large..." },
		{ good, NULL, ",h=1", 2, "hopline: m: h: unknown key; graph has: links, topology, name, nodes, p, bw, latency, ..." },
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char *l = file_of(bad[i].links), *n = file_of(bad[i].nodes ? bad[i].nodes : "");
		char *text = xprintf("graph:links=%s%s%s%s", l, bad[i].nodes ? ",nodes=" : "", bad[i].nodes ? n : "", bad[i].more);
		char *words = name_files(bad[i].words, l, n);

		dies(try_to_build, text, bad[i].status, words);
		remove(l);
		remove(n);
		free(l);
		free(n);
		free(text);
		free(words);
	}
	dies(try_to_build, "graph", 2, "hopline: m: links: must be given, or topology");
	dies(try_to_build, "graph:links=", 2, "hopline: m: links: '': must not be empty nor hold a comma");
	dies(try_to_build, "graph:links=-", 2, "hopline: m: links: '-': must be the name of a file");
	dies(try_to_build, "graph:links=no/such/file", 1, "hopline: cannot open 'no/such/file': No such file or directory");
}

/* Classes and speeds are counted in a byte. */
static void
many(void)
{
	for (int classes = 255; classes <= 256; classes++)
		for (int speeds = 0; speeds < 2; speeds++) {
			char *text = NULL, *name, *words;
			size_t size;
			FILE *f = open_memstream(&text, &size);

			fprintf(f, "from,to,%s\n", speeds ? "latency" : "class");
			for (int i = 0; i < classes; i++)
				fprintf(f, speeds ? "%d,%d,%dns\n" : "%d,%d,k%d\n", i, i + 1, i + 100);
			fclose(f);
			name = file_of(text);
			words = xprintf("hopline: %s:257: %s..." , name, speeds ? "latency: '355ns': more than 255 different speeds of links" :
				"class: 'k355': more than 255 classes of links");
			free(text);
			text = xprintf("graph:links=%s", name);
			if (classes == 256) {
				dies(try_to_build, text, 1, words);
			} else {
				machine *m = machine_build(text, NULL, 0, "m", FAIL_USAGE);
				ok(m->classes == (speeds ? 2 : 256) && m->speed_count == (speeds ? 256 : 1), "255 %s", speeds ? "speeds" : "classes");
				is_int(speeds ? m->speeds[m->speed_of[m->first[255] + 1]].latency : strcmp(m->class_name[m->class[m->first[255] + 1]], "k354"),
					speeds ? 354000 : 0, "the last of them");
				machine_free(m);
			}
			remove(name);
			free(name);
			free(text);
			free(words);
		}
}

int
main(void)
{
	random_tables();
	node_tables();
	slimfly();
	far_links();
	long_way();
	mistakes();
	many();
	return done_testing();
}
