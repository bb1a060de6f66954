/* layers -- circuits between the groups of a job, laid on OCSes: a layer is what one OCS joins.
 *
 * That is colouring edges (counts.h).  A circuit for which no OCS has a port of both groups left is fitted in by moving others: of a
 * Kempe chain, circuits that are at one and another of two OCSes in turn, each goes to the other of the two. */
#pragma once

#include "lib/rng/rng.h"
#include "map/circuits/counts.h"

/* Port s of group v at OCS o is end (v * ocs + o) * share + s. */
typedef struct layers {
	circuit_fabric fabric;
	uint32_t *far;		/* [n * links] by end: the end it is joined to, at the same OCS; UINT32_MAX: none */
	uint32_t *room;		/* [n * ocs] ports of a group that are not joined at an OCS */
	uint32_t *used;		/* [n] ports of a group that are */
	uint32_t *count;	/* [n * n] circuits between two groups */
} layers;

void layers_init(layers *l, const circuit_fabric *f);
void layers_free(layers *l);
void layers_clear(layers *l);

/* Another circuit between x and y, at an OCS where both have room. */
void layers_join_at(layers *l, uint32_t o, uint32_t x, uint32_t y);

/* Another circuit between x and y, at any OCS; others may go to other OCSes, but none is lost.  False where no chain was found that
 * makes room, of a limited number that are tried. */
bool layers_join(layers *l, uint32_t x, uint32_t y, rng *r);

/* Take a circuit away, by one of its ends. */
void layers_part(layers *l, uint32_t end);

/* Add circuits until there are want[] of all pairs, which have no more than that yet.  Where no chain helps a circuit is put in the place
 * of another, which is laid again.  False when that does not end in a limited number of steps; then some are missing. */
bool layers_lay(layers *l, const uint32_t *want, rng *r);

/* --- topologies, into layers without circuits */

/* A smaller dragonfly (GRAP, 4.1 and Fig. 3): every two groups get as many circuits, as far as these go.
 * For n groups with `links` links each that is links / (n - 1), rounded up or down, if n or `share` is even; links / n, rounded up or down,
 * if n is odd and `share` 1, for a group stays idle at each OCS; and up to two of a difference if n is odd and `share` 3, 5, ….
 * Pairs of groups may be left without, where links are few. */
void layers_balanced(layers *l);

/* Circuits matched to what groups exchange: the load is low, near counts_bound(), all groups are connected, and two that exchange something
 * have a circuit.  After that, links that are left lower the load of other pairs, the fullest first.  False where none was found. */
bool layers_matched(layers *l, const double *between, rng *r);
