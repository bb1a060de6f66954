/* graphs -- small networks of kind graph, for the tests of their routings. */
#pragma once

#include "lib/machine/machine.h"
#include "lib/rng/rng.h"
#include "unit/dies.h"

enum { MOST_ROUTERS = 96 };

/* How many links join two routers; both directions of a cable are one. */
typedef struct sketch {
	uint32_t routers;
	uint8_t links[MOST_ROUTERS][MOST_ROUTERS];
} sketch;

__attribute__((unused)) static void
join(sketch *s, uint32_t a, uint32_t b)
{
	s->links[a < b ? a : b][a < b ? b : a]++;
}

/* Routers 0 to n-1, each linked with the next, and the last with the first if `closed`. */
__attribute__((unused)) static sketch
row_of(uint32_t n, bool closed)
{
	sketch s = { .routers = n };

	for (uint32_t r = 1; r < n; r++)
		join(&s, r - 1, r);
	if (closed)
		join(&s, n - 1, 0);
	return s;
}

/* A ring, and a link from each router, or two, to one of the next four. */
__attribute__((unused)) static sketch
tangle_of(uint32_t n, uint64_t seed)
{
	sketch s = row_of(n, true);
	rng r;

	rng_init(&r, seed, "graphs", "tangle", "");
	for (uint32_t i = 0; i < 3 * n / 2; i++)
		join(&s, i % n, (i + 1 + (uint32_t)rng_below(&r, 4)) % n);
	return s;
}

/* Router 0 in the middle, `links` of them to each other router. */
__attribute__((unused)) static sketch
star_of(uint32_t n, uint32_t links)
{
	sketch s = { .routers = n };

	for (uint32_t r = 1; r < n; r++)
		for (uint32_t i = 0; i < links; i++)
			join(&s, 0, r);
	return s;
}

/* Two halves, all of a half linked, with `bridges` links between routers of one place in both, and one link
 * twice. */
__attribute__((unused)) static sketch
cliques_of(uint32_t n, uint32_t bridges)
{
	sketch s = { .routers = n };

	for (uint32_t a = 0; a < n; a++)
		for (uint32_t b = a + 1; b < n; b++)
			if (a / (n / 2) == b / (n / 2))
				join(&s, a, b);
	for (uint32_t i = 0; i < bridges; i++)
		join(&s, i, n / 2 + i);
	join(&s, 0, 1);
	return s;
}

/* Random cycles through all routers on top of each other; some links are parallel. */
__attribute__((unused)) static sketch
random_of(uint32_t n, uint32_t cycles, uint64_t seed)
{
	sketch s = { .routers = n };
	uint32_t order[MOST_ROUTERS];
	rng r;

	rng_init(&r, seed, "graphs", "", "");
	for (uint32_t i = 0; i < n; i++)
		order[i] = i;
	for (uint32_t k = 0; k < cycles; k++) {
		rng_shuffle(&r, order, n);
		for (uint32_t i = 0; i < n; i++)
			join(&s, order[i], order[(i + 1) % n]);
	}
	return s;
}

/* The machine; `more` are further keys.  Router r has nodes only if hosts[r], when that is given. */
__attribute__((unused)) static machine *
machine_of_sketch(const sketch *s, const bool *hosts, const char *more)
{
	char *links = NULL, *nodes = NULL, *link_file, *node_file, *text;
	size_t size;
	uint32_t node = 0;
	FILE *f = open_memstream(&links, &size);
	machine *m;

	fprintf(f, "from,to,count\n");
	for (uint32_t a = 0; a < s->routers; a++)
		for (uint32_t b = a + 1; b < s->routers; b++)
			if (s->links[a][b])
				fprintf(f, "%u,%u,%u\n", b, a, s->links[a][b]);
	fclose(f);
	f = open_memstream(&nodes, &size);
	fprintf(f, "node,router\n");
	for (uint32_t r = 0; r < s->routers; r++)
		if (!hosts || hosts[r])
			fprintf(f, "%u,%u\n", node++, r);
	fclose(f);
	link_file = file_of(links);
	node_file = file_of(nodes);
	text = xprintf("graph:links=%s%s%s%s", link_file, hosts ? ",nodes=" : "", hosts ? node_file : "", more);
	m = machine_build(text, NULL, 0, "test", FAIL_USAGE);
	remove(link_file);
	remove(node_file);
	free(link_file);
	free(node_file);
	free(links);
	free(nodes);
	free(text);
	return m;
}
