/* geometric -- random geometric graphs of bounded degree.
 *
 * Coordinates are 32-bit integers: what wraps around in the cube wraps around in them, and
 * distances are exact.  Only pairs closer than some reach are listed, found through a grid of cells;
 * where they turn out to be too few the reach is made longer, so that it does not show in the graph. */
#include "lib/pattern/closed/geometric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

enum { EXPECTED = 32 };	/* points within the first reach of one */

typedef struct cloud {
	uint32_t n, cells;	/* cells along a side; 1: reach is unlimited */
	uint64_t reach;		/* square of the longest distance to be listed */
	uint32_t (*at)[3];	/* [n] */
	uint32_t *first, *member;	/* points by cell */
	exchange_edge *pair;
	size_t pairs, room;
} cloud;

static uint32_t
cell_along(const cloud *c, uint32_t x)
{
	return (uint32_t)((uint64_t)x * c->cells >> 32);
}

static uint32_t
cell_number(const cloud *c, uint32_t x, uint32_t y, uint32_t z)
{
	return (z * c->cells + y) * c->cells + x;
}

static uint32_t
cell_of(const cloud *c, const uint32_t *at)
{
	return cell_number(c, cell_along(c, at[0]), cell_along(c, at[1]), cell_along(c, at[2]));
}

/* Choose reach and cells for that many expected neighbours; put the points into the cells. */
static void
sort_into_cells(cloud *c, double expected)
{
	double reach = cbrt(expected * 3 / (4 * 3.14159265358979323846 * c->n));
	uint32_t cells;

	c->cells = reach < 1.0 / 3 ? (uint32_t)(1 / reach) : 1;
	c->reach = c->cells > 1 ? (uint64_t)(reach * reach * 18446744073709551616.0) : UINT64_MAX;
	cells = c->cells * c->cells * c->cells;
	c->first = xrealloc(c->first, (size_t)cells + 1, sizeof *c->first);
	memset(c->first, 0, ((size_t)cells + 1) * sizeof *c->first);
	for (uint32_t i = 0; i < c->n; i++)
		c->first[cell_of(c, c->at[i])]++;
	for (uint32_t k = 1; k <= cells; k++)
		c->first[k] += c->first[k - 1];
	for (uint32_t i = c->n; i-- > 0; )
		c->member[--c->first[cell_of(c, c->at[i])]] = i;
}

static uint64_t
square(const uint32_t *a, const uint32_t *b)
{
	uint64_t sum = 0;

	for (int d = 0; d < 3; d++) {
		uint32_t on = a[d] - b[d], way = on < -on ? on : -on;
		sum += (uint64_t)way * way;
	}
	return sum;
}

ASCENDING_BY2(ascending, exchange_edge, low, high)
ASCENDING_BY3(nearer, exchange_edge, square, low, high)

/* The pairs within reach, nearest first. */
static void
list_pairs(cloud *c)
{
	uint32_t n = c->cells, around = n > 1 ? 3 : 1;

	c->pairs = 0;
	for (uint32_t i = 0; i < c->n; i++) {
		uint32_t x = cell_along(c, c->at[i][0]), y = cell_along(c, c->at[i][1]), z = cell_along(c, c->at[i][2]);

		for (uint32_t k = 0; k < around * around * around; k++) {	/* n - 1 is a step back */
			uint32_t cell = cell_number(c, (x + n - 1 + k % 3) % n, (y + n - 1 + k / 3 % 3) % n, (z + n - 1 + k / 9) % n);

			for (uint32_t j = c->first[cell]; j < c->first[cell + 1]; j++) {
				exchange_edge e = { .low = i, .high = c->member[j] };

				if (e.high <= i || (e.square = square(c->at[i], c->at[e.high])) > c->reach)
					continue;
				c->pair = xgrow(c->pair, &c->room, c->pairs + 1, sizeof *c->pair);
				c->pair[c->pairs++] = e;
			}
		}
	}
	if (c->pairs)
		qsort(c->pair, c->pairs, sizeof *c->pair, nearer);
}

/* Move the pairs that become edges to the front, by degrees of the points; how many they are. */
static size_t
choose(cloud *c, uint32_t *degree)
{
	size_t most = (size_t)c->n * (GEOMETRIC_MEAN / 2), edges = 0;
	uint8_t *taken = xcalloc(c->pairs + 1, sizeof *taken);

	memset(degree, 0, c->n * sizeof *degree);
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < c->pairs && edges < most; i++) {
			uint32_t *a = &degree[c->pair[i].low], *b = &degree[c->pair[i].high];

			if (taken[i] || *a == GEOMETRIC_MOST || *b == GEOMETRIC_MOST ||
			    (pass == 0 && *a >= GEOMETRIC_LEAST && *b >= GEOMETRIC_LEAST))
				continue;
			taken[i] = 1;
			++*a;
			++*b;
			edges++;
		}
	for (size_t i = 0, to = 0; to < edges; i++)
		if (taken[i])
			c->pair[to++] = c->pair[i];
	free(taken);
	return edges;
}

/* Would a longer reach make another graph? */
static bool
too_short(const cloud *c, const uint32_t *degree, size_t edges)
{
	if (c->cells == 1)
		return false;
	for (uint32_t i = 0; i < c->n; i++)
		if (degree[i] < GEOMETRIC_LEAST)
			return true;
	return edges < (size_t)c->n * (GEOMETRIC_MEAN / 2);
}

exchange_edge *
geometric_graph(uint32_t n, rng *r, size_t *edges)
{
	cloud c = { .n = n, .at = xalloc(n, sizeof *c.at), .member = xalloc(n, sizeof *c.member) };
	uint32_t *degree = xalloc(n, sizeof *degree);
	double expected = EXPECTED;

	for (uint32_t i = 0; i < n; i++)
		for (int d = 0; d < 3; d++)
			c.at[i][d] = rng_u32(r);
	do {
		sort_into_cells(&c, expected);
		list_pairs(&c);
		*edges = choose(&c, degree);
		expected *= 2;
	} while (too_short(&c, degree, *edges));
	if (*edges)
		qsort(c.pair, *edges, sizeof *c.pair, ascending);
	free_all(degree, c.at, c.first, c.member);
	return c.pair;
}
