/* layout -- see layout.h.  First every node has its block and its place there, then the blocks have their places. */
#include "metrics/plot/layout.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"

enum { GAP = 1, HEAD = 1 };	/* cells between two blocks, and for a name */

/* The next block, which has that name. */
static struct layout_block *
add_block(plot_layout *l, char *name)
{
	l->block = xrealloc(l->block, (size_t)l->blocks + 1, sizeof *l->block);
	l->block[l->blocks] = (struct layout_block){ .name = name };
	return &l->block[l->blocks++];
}

/* Put a node into a block, which grows as it needs. */
static void
put(plot_layout *l, uint32_t *in, uint32_t block, uint32_t node, uint32_t x, uint32_t y)
{
	struct layout_block *b = &l->block[block];

	in[node] = block;
	l->x[node] = x;
	l->y[node] = y;
	b->width = x >= b->width ? x + 1 : b->width;
	b->height = y >= b->height ? y + 1 : b->height;
}

/* "z=3", "z=3,w=0": the coordinates from dimension d on; nothing where there are none. */
static char *
plane_name(const machine *m, uint32_t router, int d)
{
	uint32_t at[MACHINE_DIMS];
	char *name = xstrdup("");

	m->kind->coordinates(m, router, at);
	for (int first = d; d < m->dims; d++)
		name = xappend(name, "%s%s=%u", d > first ? "," : "", coordinate_name(m, d), at[d]);
	return name;
}

/* The routers along dimensions from d on, before dimension `end`. */
static uint32_t
routers_along(const machine *m, int d, int end)
{
	uint32_t routers = 1;

	for (; d < end; d++)
		routers *= m->extent[d];
	return routers;
}

/* The first dimension is the fastest in a router's number, so those that go across come first, then those that go down. */
static void
make_planes(plot_layout *l, uint32_t *in, const machine *m)
{
	int a = 1, b = 2;	/* dimensions before a go across, those from there to b down */
	uint32_t across, down, nodes = m->nodes / m->routers, beside = 0;

	for (; m->routers / routers_along(m, 0, b) > routers_along(m, 0, b) && b < m->dims; b++)	/* more planes than each has routers */
		a += a < b - a + 1;
	across = routers_along(m, 0, a);
	down = routers_along(m, a, b);
	for (uint32_t r = 0; r < m->routers; r += across * down)
		add_block(l, plane_name(m, r, b));
	for (uint32_t v = 0; v < m->nodes; v++) {
		uint32_t r = m->node_router[v];

		beside = v > 0 && m->node_router[v - 1] == r ? beside + 1 : 0;
		put(l, in, r / (across * down), v, r % across * nodes + beside, r / across % down);
	}
}

/* A node in the order in which a page shows them. */
typedef struct page_seat {
	uint32_t domain, router, node;
} page_seat;

ASCENDING_BY3(order, page_seat, domain, router, node)

/* The nodes of one domain, in blocks of at most `most` routers, all of the same length but for the last. */
static void
make_domain(plot_layout *l, uint32_t *in, const page_seat *s, size_t nodes, const char *name, uint32_t most)
{
	uint32_t routers = 1, parts, length, router = 0, y = 0;

	for (size_t i = 1; i < nodes; i++)
		routers += s[i].router != s[i - 1].router;
	parts = (routers + most - 1) / most;
	length = (routers + parts - 1) / parts;
	for (size_t i = 0; i < nodes; i++, y++) {
		if (i > 0 && s[i].router != s[i - 1].router) {
			router++;
			y = 0;
		}
		if (y == 0 && router % length == 0)
			add_block(l, xstrdup(router == 0 ? name : ""));
		put(l, in, l->blocks - 1, s[i].node, router % length, y);
	}
}

static void
make_domains(plot_layout *l, uint32_t *in, const machine *m, uint32_t most)
{
	const level *of = m->levels > 1 ? &m->level[1] : NULL;
	page_seat *s = xalloc(m->nodes, sizeof *s);
	size_t end;

	for (uint32_t v = 0; v < m->nodes; v++)
		s[v] = (page_seat){ of ? of->of[v] : 0, m->node_router[v], v };
	qsort(s, m->nodes, sizeof *s, order);
	for (size_t i = 0; i < m->nodes; i = end) {
		char *name = of ? xprintf("%s %u", of->name, s[i].domain) : xstrdup("");

		for (end = i; end < m->nodes && s[end].domain == s[i].domain;)
			end++;
		make_domain(l, in, s + i, end - i, name, most);
		free(name);
	}
	free(s);
}

/* Put the blocks in rows that make the page nearest to its aspect. */
static void
arrange(plot_layout *l, double aspect, uint32_t widest)
{
	uint32_t wide = 0, high = 0, best = 1;
	double least = DBL_MAX;

	for (uint32_t i = 0; i < l->blocks; i++) {
		wide = l->block[i].width > wide ? l->block[i].width : wide;
		high = l->block[i].height > high ? l->block[i].height : high;
	}
	wide += GAP;
	high += HEAD + GAP;
	for (uint32_t c = 1; c <= l->blocks && (c == 1 || c * wide - GAP <= widest); c++) {
		uint32_t rows = (l->blocks + c - 1) / c;
		double off = fabs(log((double)c * wide / ((double)rows * high) / aspect));

		if (off < least) {
			least = off;
			best = c;
		}
	}
	for (uint32_t i = 0; i < l->blocks; i++) {
		l->block[i].x = i % best * wide;
		l->block[i].y = i / best * high + HEAD;
	}
	l->width = best * wide - GAP;
	l->height = (l->blocks + best - 1) / best * high - GAP;
}

plot_layout
layout_of(const machine *m, double aspect, uint32_t widest)
{
	plot_layout l = { .x = xalloc(m->nodes, sizeof *l.x), .y = xalloc(m->nodes, sizeof *l.y) };
	uint32_t *in = xalloc(m->nodes, sizeof *in);

	if (m->dims >= 2)
		make_planes(&l, in, m);
	else
		make_domains(&l, in, m, widest);
	arrange(&l, aspect, widest);
	for (uint32_t v = 0; v < m->nodes; v++) {
		l.x[v] += l.block[in[v]].x;
		l.y[v] += l.block[in[v]].y;
	}
	free(in);
	return l;
}

const char *
layout_name(const plot_layout *l, uint32_t block, size_t letters)
{
	const char *name = l->block[block].name, *space = strchr(name, ' ');
	size_t longest = 0;

	for (uint32_t i = 0; i < l->blocks; i++)
		longest = strlen(l->block[i].name) > longest ? strlen(l->block[i].name) : longest;
	return longest <= letters ? name : space ? space + 1 : "";
}

void
layout_free(plot_layout *l)
{
	for (uint32_t i = 0; i < l->blocks; i++)
		free(l->block[i].name);
	free_all(l->block, l->x, l->y);
}
