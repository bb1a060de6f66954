#include "map/distances.h"

#include <stdlib.h>

#include "lib/cli/cli.h"

enum {
	MOST_NODES = 8192,	/* in a table: 128 MiB */
	FEW_NODES = 1024,	/* with halves: beyond, these answer sooner than a table that no cache holds */
	MOST_WAYS = 1 << 24	/* in both halves of a machine with coordinates: 32 MiB */
};

/* All ways among `count` routers that are `stride` apart: no way is as long as that count. */
static void
ways(const machine *m, uint32_t count, uint32_t stride, uint16_t *links)
{
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t j = 0; j <= i; j++) {
			uint16_t distance = (uint16_t)m->kind->distance(m, i * stride, j * stride);

			links[(size_t)i * count + j] = links[(size_t)j * count + i] = distance;
		}
}

/* Where the dimensions are parted best; the routers of the lower ones. */
static uint32_t
part(const machine *m)
{
	uint32_t product = 1, best = 1, least = UINT32_MAX;

	for (int d = 0; d <= m->dims; d++) {
		uint32_t larger = product > m->routers / product ? product : m->routers / product;

		if (larger < least) {
			least = larger;
			best = product;
		}
		product *= d < m->dims ? m->extent[d] : 1;
	}
	return best;
}

/* The halves of a machine with coordinates where they are less to work out than all pairs of nodes. */
static void
halves_init(distance_halves *h, const machine *m, const uint32_t *node, uint32_t nodes)
{
	uint32_t lower, upper;
	uint64_t size;

	if (m->dims == 0 || m->kind->uneven || m->domain)
		return;
	lower = part(m);
	upper = m->routers / lower;
	size = (uint64_t)lower * lower + (uint64_t)upper * upper;
	if (size > MOST_WAYS || size > (uint64_t)nodes * nodes / 2)
		return;
	*h = (distance_halves){ .lower = lower, .upper = upper };
	h->low = xalloc((size_t)lower * lower, sizeof *h->low);
	h->high = xalloc((size_t)upper * upper, sizeof *h->high);
	h->low_at = xalloc(nodes, sizeof *h->low_at);
	h->high_at = xalloc(nodes, sizeof *h->high_at);
	ways(m, lower, 1, h->low);
	ways(m, upper, lower, h->high);
	for (uint32_t i = 0; i < nodes; i++) {
		h->low_at[i] = m->node_router[node[i]] % lower;
		h->high_at[i] = m->node_router[node[i]] / lower;
	}
}

/* The table of n nodes, those at[] in the job's list (NULL: all), from the halves or the machine; NULL when a distance does not fit. */
static uint16_t *
make_table(const distances *d, const uint32_t *at, size_t n)
{
	uint16_t *links = xlarge(n * n, sizeof *links);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j <= i; j++) {
			uint32_t between = distance_between(d, at ? at[i] : i, at ? at[j] : j);

			if (between > UINT16_MAX) {
				free(links);
				return NULL;
			}
			links[i * n + j] = links[j * n + i] = (uint16_t)between;
		}
	return links;
}

/* The table of a node of each router, where these are few; the distance of two nodes of one it does not hold. */
static void
make_router_table(distances *d)
{
	uint32_t *number = xcalloc(d->machine->routers, sizeof *number), *at = xalloc(d->nodes, sizeof *at),
		*place = xalloc(d->nodes, sizeof *place);

	for (uint32_t i = 0; i < d->nodes; i++) {
		uint32_t *known = &number[d->machine->node_router[d->node[i]]];

		if (*known == 0) {	/* from 1 on */
			at[d->routers] = i;
			*known = ++d->routers;
		}
		place[i] = *known - 1;
	}
	d->table = d->routers <= MOST_NODES ? make_table(d, at, d->routers) : NULL;
	if (d->table)
		d->place = place;
	else
		free(place);
	free_all(number, at);
}

void
distances_init(distances *d, const machine *m, const uint32_t *node, uint32_t nodes, uint32_t apart)
{
	*d = (distances){ .machine = m, .node = node, .nodes = nodes, .cores = m->cores, .slack = m->kind->slack, .apart = apart };
	halves_init(&d->halves, m, node, nodes);
	if (nodes <= (d->halves.lower ? FEW_NODES : MOST_NODES))
		d->table = make_table(d, NULL, nodes);
	else if (!d->halves.lower && !m->domain)
		make_router_table(d);
}

void
distances_free(distances *d)
{
	free_all(d->table, d->place, d->halves.low, d->halves.high, d->halves.low_at, d->halves.high_at);
}
