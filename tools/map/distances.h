/* distances -- links between the nodes of a job, at hand.
 *
 * A search asks millions of times how far two ranks are apart.  Up to a few thousand nodes a
 * table answers; for more, two small ones where the machine has coordinates, else one of their routers, else the machine. */
#pragma once

#include <stdint.h>

#include "lib/machine/machine.h"

/* On a machine with coordinates the links of a way along the lower dimensions and those along the upper ones add up. */
typedef struct distance_halves {
	uint32_t lower, upper;	/* routers: as many as the machine has, multiplied; 0: not in use */
	uint16_t *low, *high;	/* [lower][lower], [upper][upper]: links */
	uint32_t *low_at, *high_at;	/* [nodes] where the job's nodes are */
} distance_halves;

typedef struct distances {
	const machine *machine;
	const uint32_t *node;	/* of the job */
	uint32_t nodes, cores;
	uint16_t *table;	/* [nodes][nodes], or [routers][routers]; NULL: too many */
	uint32_t *place;	/* [nodes] where a node's router is in a table of these; NULL: it is one of nodes */
	uint32_t routers;	/* in such a table */
	distance_halves halves;
	uint32_t slack;		/* a way over a third node may be that many links shorter than the distance (machine.h) */
	uint32_t apart;		/* what two nodes are farther from each other than their routers: 0, or 2 links where those of nodes count */
} distances;

/* The nodes must outlive it.  Links between routers count, as in node_distance(), and for each pair of different nodes, but those of a
 * domain, `apart` more. */
void distances_init(distances *d, const machine *m, const uint32_t *node, uint32_t nodes, uint32_t apart);
void distances_free(distances *d);

/* Links between the i-th and the j-th node on a shortest path. */
static inline uint32_t
distance_between(const distances *d, uint32_t i, uint32_t j)
{
	const distance_halves *h = &d->halves;

	if (d->place && d->place[i] == d->place[j])
		return i == j ? 0 : d->apart;
	if (d->place)
		return d->table[(size_t)d->place[i] * d->routers + d->place[j]];
	if (d->table)
		return d->table[(size_t)i * d->nodes + j];
	if (h->lower)
		return (uint32_t)h->low[(size_t)h->low_at[i] * h->lower + h->low_at[j]] +
			h->high[(size_t)h->high_at[i] * h->upper + h->high_at[j]] + (i == j ? 0 : d->apart);
	return node_distance(d->machine, d->node[i], d->node[j]) + (stay_within(d->machine, d->node[i], d->node[j]) ? 0 : d->apart);
}

/* The distance between the nodes of ranks a and b. */
static inline uint32_t
distance_of(const distances *d, uint32_t a, uint32_t b)
{
	return distance_between(d, a / d->cores, b / d->cores);
}
