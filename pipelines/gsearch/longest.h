/* longest -- the longest sequences of swaps of which each lowers the sum of hops (Balzuweit et al., "Local search to
 * improve task mapping", IV-B): what a search that takes any improving swap could come to, on nodes given.
 *
 * The sequences that begin with any mapping and take any improving swap are the ways through a graph without
 * circles: its states are the mappings, n! of them, and every swap goes to one of a lower sum. */
#pragma once

#include <stdint.h>

#include "lib/machine/machine.h"
#include "lib/pattern/pattern.h"
#include "lib/rng/rng.h"

enum {
	LONGEST_NODES = 63,	/* of the machine: sets of them are bits of a word */
	LONGEST_TASKS = 16,
	LONGEST_EXACT = 9,	/* tasks of which all mappings are looked at */
	LONGEST_SWAPS = 255,
};

/* A job on its nodes. */
typedef struct seats {
	uint32_t tasks;
	uint32_t neighbours[LONGEST_TASKS];
	uint8_t neighbour[LONGEST_TASKS][2 * PATTERN_DIMS];
	uint8_t distance[LONGEST_TASKS][LONGEST_TASKS];	/* between the k-th and the l-th node */
} seats;

/* A sequence that was found. */
typedef struct sequence {
	uint32_t swaps;
	uint8_t start[LONGEST_TASKS];	/* task i begins on the start[i]-th node */
	uint8_t swap[LONGEST_SWAPS][2];
} sequence;

/* The tasks of a job of these dimensions, and who is next to whom. */
void seats_job(seats *s, int dims, const uint32_t *dim);

/* The nodes whose bits are set, as many as there are tasks. */
void seats_nodes(seats *s, const machine *m, uint64_t allocation);

/* The sum of hops of task i with its neighbours, task i on the at[i]-th node. */
uint32_t seats_cost_of(const seats *s, const uint8_t *at, uint32_t i);

/* How much a swap of tasks i and j lowers the sum of all; negative when it raises it. */
int32_t seats_gain(const seats *s, const uint8_t *at, uint32_t i, uint32_t j);

/* All mappings of a job of at most LONGEST_EXACT tasks, and where each swap leads: made once, for any nodes. */
typedef struct mappings_graph mappings_graph;
mappings_graph *mappings_graph_new(uint32_t tasks);
void mappings_graph_free(mappings_graph *g);

/* The longest sequence, exactly; in time n! n². */
void longest_exact(mappings_graph *g, const seats *s, sequence *best);

/* A long sequence, found backwards from mappings that are local optima: of those that so many improving swaps come from,
 * the `width` with the lowest sums are kept, for they leave most room above.  A lower bound. */
void longest_beam(const seats *s, uint32_t width, rng *random, sequence *best);
