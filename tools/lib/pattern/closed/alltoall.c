/* alltoall -- each task sends to every other task (Level-Spread, V-C): task i first to i+1, so that no task is everyone's first.  As an MPI
 * library does it: n-1 rounds, each one message out and one in, the next when both are done (Thakur, Rabenseifner and Gropp, IJHPCA 2005,
 * "pairwise"); in round s task i sends to i+s.  Where the row has only k of these rounds played (column rounds), the j-th is drawn from
 * the j-th of k equal parts of 1 … n-1.  With an algorithm it is the program of a collective instead. */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/pattern/closed/collectives.h"

enum { ROUNDS = COLLECTIVE_COLUMNS };

static const pattern_column columns[] = {
	COLLECTIVE_COLUMN_LIST,
	[ROUNDS] = { .name = "rounds", .alone = true },	/* how many are played; all where it says nothing */
	{ 0 }
};

/* The rounds that are played, when these are not all: how many, and how far each goes. */
typedef struct round_sample {
	uint32_t rounds, shift[];
} round_sample;

static void
read(traffic *t, const own_cells *c)
{
	uint64_t all = t->tasks - 1, k = (uint64_t)cell_int(c->from, c->row, c->own[ROUNDS], 1, (int64_t)all, 0);
	round_sample *s;

	if (collective_given(c)) {
		if (k)
			table_bad(c->from, c->row, c->own[ROUNDS], "must be empty where an algorithm is given");
		collective_follow(t, c);
		return;
	}
	if (k == 0)
		return;
	t->state = s = xalloc(1 + k, sizeof *s->shift);
	s->rounds = (uint32_t)k;
	for (uint64_t j = 0; j < k; j++) {
		uint64_t low = 1 + j * all / k, end = 1 + (j + 1) * all / k;

		s->shift[j] = (uint32_t)(low + rng_below(&t->random, end - low));
	}
}

static uint32_t
rounds(const traffic *t)
{
	return t->state ? ((const round_sample *)t->state)->rounds : t->tasks - 1;
}

static uint32_t
phases(const traffic *t)
{
	return t->rounds ? rounds(t) : 1;
}

static uint32_t
sends(const traffic *t, uint32_t phase, uint32_t task)
{
	(void)phase, (void)task;
	return t->rounds ? 1 : rounds(t);
}

static message
send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k)
{
	const round_sample *s = t->state;
	uint32_t on = s ? s->shift[phase + k] : 1 + phase + k;	/* one of phase and k is 0 */

	return (message){ on < t->tasks - task ? task + on : task + on - t->tasks, phase, t->bytes };
}

const pattern pattern_alltoall = {
	.name = "alltoall", .about = "each task sends to all others", .columns = columns, .read = read, .phases = phases,
	.sends = sends, .send = send, .receives = sends, .release = free,
};
