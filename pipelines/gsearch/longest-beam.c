/* longest-beam -- long sequences of improving swaps where there are too many mappings to look at all: a beam search from
 * local optima upwards. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "longest.h"

/* A mapping as a word: four bits a task. */
typedef struct state {
	uint64_t at;
	uint32_t cost;
	uint32_t parent;	/* in the level below */
	uint8_t i, j;		/* swapped, they lead there */
} state;

/* All states of a number of swaps that are kept. */
typedef struct layer {
	state *state;
	uint32_t count;
} layer;

static void
unpack(uint64_t word, uint32_t tasks, uint8_t *at)
{
	for (uint32_t i = 0; i < tasks; i++)
		at[i] = word >> 4 * i & 15;
}

static uint64_t
swapped(uint64_t word, uint32_t i, uint32_t j)
{
	uint64_t differ = (word >> 4 * i ^ word >> 4 * j) & 15;

	return word ^ differ << 4 * i ^ differ << 4 * j;
}

/* The lower sum first; of equal ones an order that has nothing to do with tasks and nodes.  Equal states follow each other. */
static int
compare(const void *a, const void *b)
{
	const state *x = a, *y = b;
	uint64_t u = x->at * UINT64_C(0x9e3779b97f4a7c15), v = y->at * UINT64_C(0x9e3779b97f4a7c15);

	if (x->cost != y->cost)
		return x->cost < y->cost ? -1 : 1;
	return u < v ? -1 : u > v;
}

/* Sort, drop what is there twice, keep the first `width`. */
static layer
keep(state *found, uint32_t count, uint32_t width)
{
	uint32_t kept = 0;

	qsort(found, count, sizeof *found, compare);
	for (uint32_t k = 0; k < count && kept < width; k++)
		if (kept == 0 || found[kept - 1].at != found[k].at)
			found[kept++] = found[k];
	return (layer){ xrealloc(found, kept + 1, sizeof *found), kept };
}

/* A local optimum below a random mapping. */
static state
optimum(const seats *s, rng *random)
{
	uint32_t node[LONGEST_TASKS];
	uint8_t at[LONGEST_TASKS];
	state low = { .at = 0 };

	for (uint32_t i = 0; i < s->tasks; i++)
		node[i] = i;
	rng_shuffle(random, node, s->tasks);
	for (uint32_t i = 0; i < s->tasks; i++)
		at[i] = (uint8_t)node[i];
	for (bool better = true; better;) {
		better = false;
		for (uint32_t i = 0; i < s->tasks; i++)
			for (uint32_t j = i + 1; j < s->tasks; j++)
				if (seats_gain(s, at, i, j) > 0) {
					uint8_t was = at[i];

					at[i] = at[j];
					at[j] = was;
					better = true;
				}
	}
	for (uint32_t i = 0; i < s->tasks; i++) {
		low.at |= (uint64_t)at[i] << 4 * i;
		low.cost += seats_cost_of(s, at, i);
	}
	low.cost /= 2;
	return low;
}

static layer
optima(const seats *s, uint32_t width, rng *random)
{
	state *found = xalloc(width, sizeof *found);

	for (uint32_t k = 0; k < width; k++)
		found[k] = optimum(s, random);
	return keep(found, width, width);
}

/* The states from which one improving swap leads to those of `below`. */
static layer
above(const seats *s, const layer *below, uint32_t width)
{
	uint32_t pairs = s->tasks * (s->tasks - 1) / 2, count = 0;
	state *found = xalloc((size_t)below->count * pairs + 1, sizeof *found);

	for (uint32_t k = 0; k < below->count; k++) {
		const state *low = &below->state[k];
		uint8_t at[LONGEST_TASKS];

		unpack(low->at, s->tasks, at);
		for (uint32_t i = 0; i < s->tasks; i++)
			for (uint32_t j = i + 1; j < s->tasks; j++) {
				int32_t gain = seats_gain(s, at, i, j);

				if (gain < 0)
					found[count++] = (state){ swapped(low->at, i, j), low->cost + (uint32_t)-gain, k,
						(uint8_t)i, (uint8_t)j };
			}
	}
	return keep(found, count, width);
}

static void
write_sequence(const seats *s, const layer *layers, uint32_t top, sequence *out)
{
	uint32_t k = 0;

	*out = (sequence){ .swaps = top };
	unpack(layers[top].state[0].at, s->tasks, out->start);
	for (uint32_t l = top; l > 0; l--) {
		const state *at = &layers[l].state[k];

		out->swap[top - l][0] = at->i;
		out->swap[top - l][1] = at->j;
		k = at->parent;
	}
}

void
longest_beam(const seats *s, uint32_t width, rng *random, sequence *best)
{
	layer layers[LONGEST_SWAPS + 1];
	uint32_t top = 0;

	layers[0] = optima(s, width, random);
	while (top < LONGEST_SWAPS && (layers[top + 1] = above(s, &layers[top], width)).count > 0)
		top++;
	if (top == LONGEST_SWAPS)
		die(FAIL_DATA, "a sequence is longer than %d swaps", LONGEST_SWAPS - 1);
	write_sequence(s, layers, top, best);
	for (uint32_t l = 0; l <= top + 1; l++)
		free(layers[l].state);
}
