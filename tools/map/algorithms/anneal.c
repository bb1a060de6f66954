/* anneal -- simulated annealing (Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing", Science 220, 1983),
 * the swaps proposed being those that bring a task near one it talks to.
 *
 * A proposal: a task, one of its partners, a node near that partner and a processor there, all drawn uniformly; the task
 * swaps places with the one it finds there.  A swap that adds `change` > 0 to the sum is made with the probability
 * exp(-change / temperature).  Where the temperature begins follows from the changes that proposals make in the mapping at
 * the start: so many of those that are worse are accepted there (W. Ben-Ameur, "Computing the initial temperature of
 * simulated annealing", Comput. Optim. Appl. 29, 2004).  That is 3 in 100 where the mapping at the start is much better than
 * a random one, cold enough to keep what is good in it, else 1 in 5.  While the budget is used up it falls linearly, to a
 * tenth of the former of the two.  The best mapping met is the result.
 *
 * The numbers below are what did best in trials on the instances of data/reference and on other machines with linear starts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"
#include "lib/cli/units.h"
#include "map/mapping.h"
#include "map/support/assignment.h"
#include "map/support/neighbour-lists.h"

enum {
	NEAR = 6,		/* nodes that count as near another */
	LOG_BITS = 8,		/* of a number are looked up for its logarithm */
	SAMPLES = 4096,		/* proposals that are looked at for the first temperature */
	STEP = 1024,		/* proposals at one temperature */
	/* Where the command line says nothing: half as many proposals as ordered pairs of tasks, n^2 / 2, but */
	LEAST_MOVES = 1 << 18,	/* so many at least, */
	MOST_MOVES = 10000	/* and so many a task at most */
};
#define KEEP_BELOW 0.42	/* of a random mapping's average hops: a start below that is worth keeping */
#define LN2 0.693147180559945309417
#define ACCEPTED_KEEPING 0.03
#define ACCEPTED_MELTING 0.2
#define COLDEST 0.1	/* of the temperature that keeps, at the end */

static int64_t moves;	/* --moves: proposals a task; 0: not given */
static const algorithm_option option_moves = { .name = "moves", .value = "N", .count = &moves, .most = INT64_C(1) << 40,
	.about = "anneal: proposals a task" };

static double seconds;	/* --time; 0: no limit.  With it results depend on the machine */

static void
read_seconds(const char *option, const char *text)
{
	int64_t ps;

	option_span(option, text, &ps);
	seconds = ps_to_seconds(ps);
}

static const algorithm_option option_seconds = { .name = "time", .value = "TIME", .read = read_seconds,
	.about = "anneal: stop after that much processor time a job" };

__extension__ typedef unsigned __int128 wide;

typedef struct anneal {
	assignment assignment;
	neighbour_lists lists;
	rng *random;
	double first, last;	/* temperatures, in units of the sum */
	uint64_t moves;		/* the budget in proposals; UINT64_MAX: none */
	double began;		/* CPU time */
	uint32_t *best;		/* [tasks] a mapping that was left for a worse one */
	uint64_t best_total;
	double log[1 << LOG_BITS];	/* -ln of 1/2 … 1, in the middles of so many parts */
} anneal;

typedef struct proposal {
	uint32_t i, j;		/* tasks to swap */
	int64_t change;
} proposal;

static double
cpu_time(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One of n, uniformly but for less than n / 2^64, and what is left of the random word for the next draw. */
static inline uint32_t
draw(uint64_t *word, uint64_t n)
{
	wide product = (wide)*word * n;

	*word = (uint64_t)product;
	return (uint32_t)(product >> 64);
}

/* What a swap may add: temperature times an exponential random number, made of that word.  A swap that adds `change` stays
 * below with the probability exp(-change / temperature), and knowing the bound beforehand saves half of the work. */
static inline int64_t
allowed(const anneal *x, uint64_t word, double temperature)
{
	int halvings = __builtin_clzll(word | 1);
	double most = temperature * (halvings * LN2 + x->log[(word << halvings << 1) >> (64 - LOG_BITS)]);

	return most < 0x1p62 ? (int64_t)most : INT64_MAX;
}

/* False when what was drawn is no swap (a task without partners, a processor without a task, two tasks of one node) or one
 * that adds more than `most` to the sum. */
static bool
propose(anneal *x, double temperature, proposal *q)
{
	const assignment *s = &x->assignment;
	const affinity *a = s->p->affinity;
	uint64_t word = rng_u64(x->random);
	uint32_t i = draw(&word, s->p->tasks), cores = s->p->machine->cores, centre, node;
	uint64_t partners = a->first[i + 1] - a->first[i], close;

	if (partners == 0)
		return false;
	centre = s->node[a->neighbour[a->first[i] + draw(&word, partners)]];
	close = x->lists.first[centre + 1] - x->lists.first[centre];
	if (close == 0)
		return false;
	node = x->lists.node[x->lists.first[centre] + draw(&word, close)];
	q->i = i;
	q->j = s->task[node * cores + (cores > 1 ? draw(&word, cores) : 0)];
	if (q->j == NONE || node == s->node[i])
		return false;
	return assignment_swap_within(s, q->i, q->j, allowed(x, word, temperature), &q->change);
}

/* The mean probability of acceptance of `count` changes for the worse. */
static double
accepted(const double *worse, int count, double temperature)
{
	double sum = 0;

	for (int k = 0; k < count; k++)
		sum += exp(-worse[k] / temperature);
	return sum / count;
}

/* Is the mapping at the start so much better than a random one that what is good in it shall survive? */
static bool
worth_keeping(anneal *x)
{
	const assignment *s = &x->assignment;
	uint32_t tasks = s->p->tasks;
	double hops = (double)s->total / (double)s->p->affinity->total, random_hops = 0;

	for (int k = 0; k < SAMPLES; k++) {
		uint32_t i = (uint32_t)rng_below(x->random, tasks), j = (uint32_t)rng_below(x->random, tasks);

		random_hops += distance_between(s->p->distances, s->node[i], s->node[j]);
	}
	random_hops /= SAMPLES;
	return hops < KEEP_BELOW * random_hops;
}

/* The temperature at which the mean acceptance is as wanted: by bisection, it rises with the temperature. */
static double
temperature_for(double wanted, const double *worse, int count)
{
	double low = 0, high = worse[0];

	while (accepted(worse, count, high) < wanted)
		high *= 2;
	for (int k = 0; k < 40; k++) {
		double middle = (low + high) / 2;

		if (accepted(worse, count, middle) < wanted)
			low = middle;
		else
			high = middle;
	}
	return high;
}

/* From the proposals that are worse in the mapping at the start; both 0 when there are none. */
static void
choose_temperatures(anneal *x)
{
	double *worse = xalloc(SAMPLES, sizeof *worse), keeping;
	bool keep_it = worth_keeping(x);
	int count = 0;
	proposal q;

	for (int k = 0; k < SAMPLES; k++)
		if (propose(x, INFINITY, &q) && q.change > 0)
			worse[count++] = (double)q.change;
	if (count) {
		keeping = temperature_for(ACCEPTED_KEEPING, worse, count);
		x->first = keep_it ? keeping : temperature_for(ACCEPTED_MELTING, worse, count);
		x->last = COLDEST * keeping;
	}
	free(worse);
}

/* Keep the mapping under way if it is the best so far. */
static void
keep(anneal *x)
{
	if (x->assignment.total >= x->best_total)
		return;
	x->best_total = x->assignment.total;
	memcpy(x->best, x->assignment.rank, x->assignment.p->tasks * sizeof *x->best);
}

/* The part of the budget that is used up, 0 … 1. */
static double
used(const anneal *x, uint64_t made)
{
	double part = (double)made / (double)x->moves;
	double time = seconds > 0 ? (cpu_time() - x->began) / seconds : 0;

	return part > time ? part : time;
}

static void
run(anneal *x)
{
	double share;
	proposal q;

	choose_temperatures(x);
	for (uint64_t made = 0; (share = used(x, made)) < 1; made += STEP) {
		double temperature = x->first + (x->last - x->first) * share;

		for (uint64_t k = 0; k < STEP && k < x->moves - made; k++) {
			if (!propose(x, temperature, &q))
				continue;
			if (q.change > 0)
				keep(x);
			assignment_swap(&x->assignment, q.i, q.j, q.change);
		}
	}
	keep(x);
	memcpy(x->assignment.rank, x->best, x->assignment.p->tasks * sizeof *x->best);
}

static uint64_t
budget(const placement *p)
{
	uint64_t each = p->tasks / 2 < MOST_MOVES ? p->tasks / 2 : MOST_MOVES, all = each * p->tasks;

	if (moves)
		return (uint64_t)moves > UINT64_MAX / p->tasks ? UINT64_MAX : (uint64_t)moves * p->tasks;
	if (seconds > 0)
		return UINT64_MAX;
	return all < LEAST_MOVES ? LEAST_MOVES : all;
}

static void
improve(const placement *p, uint32_t *rank)
{
	anneal x = { .random = p->random, .moves = budget(p), .began = cpu_time(), .best_total = UINT64_MAX };

	if (p->affinity->pairs == 0)
		return;
	assignment_init(&x.assignment, p, p->affinity, rank);
	neighbour_lists_init(&x.lists, p->machine, p->node, p->nodes, 0, NEAR, NEAR, p->machine->cores > 1);
	for (int k = 0; k < 1 << LOG_BITS; k++)
		x.log[k] = -log((1 + (k + 0.5) / (1 << LOG_BITS)) / 2);
	x.best = xalloc(p->tasks, sizeof *x.best);
	keep(&x);
	run(&x);
	assignment_free(&x.assignment);
	neighbour_lists_free(&x.lists);
	free(x.best);
}

const mapping mapping_anneal = {
	.name = "anneal",
	.about = "simulated annealing: swaps proposed near the tasks that a task talks to",
	.needs = NEEDS_TRAFFIC,
	.option = { &option_moves, &option_seconds },
	.improve = improve,
	.start = "auto",
};
