/* anneal -- simulated annealing (Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing", Science 220, 1983),
 * the swaps proposed being those that bring a task near one it talks to.
 *
 * A proposal: a task, one of its partners (drawn by weight), a node near that partner and a processor there; the task
 * swaps places with the one it finds there.  A swap that adds `change` > 0 to the sum is made with the probability
 * exp(-change / temperature).  Where the temperature begins follows from the changes that proposals make in the mapping at
 * the start: that many of those that are worse are accepted there (W. Ben-Ameur, "Computing the initial temperature of
 * simulated annealing", Comput. Optim. Appl. 29, 2004).  While the budget is used up it falls linearly.
 *
 * A cold run keeps what is good in the mapping at the start.  Where it gains much the start was poor: then a warmer run follows, and
 * where that gains much a hot one, each from the best mapping met.  That is the result.  Of up to FEW_TASKS tasks all mappings are tried.
 *
 * `auto` is the same, but that what links carry is looked at next (congestion/), unless the command line says otherwise.
 *
 * The numbers below are what did best in trials with the communication of real programs on tori, trees, dragonflies and hierarchies. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/cli/arrays.h"
#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"
#include "lib/cli/units.h"
#include "map/mapping.h"
#include "map/support/assignment.h"
#include "map/support/neighbour-lists.h"
#include "map/support/partners.h"

enum {
	NEAR = 6,		/* nodes that count as near another */
	LOG_BITS = 8,		/* of a number are looked up for its logarithm */
	SAMPLES = 4096,		/* proposals that are looked at for the first temperature */
	STEP = 1024,		/* proposals at one temperature */
	/* Where the command line says nothing: */
	MOVES = 2800,		/* proposals a task, but */
	MANY = 4096,		/* of more tasks each above brings only */
	MOVES_LARGE = 200,
	PARTNERS = 128,		/* with that many partners a task it is half of that, */
	LEAST_MOVES = 1 << 19,	/* and that many it is at least */
	MOVES_SLOW = 200,	/* a run with fewer a task begins colder, in proportion */
	WINDOW = 256		/* of many tasks that many have their turn together */
};
#define LN2 0.693147180559945309417
#define COLDEST 0.1	/* the last temperature: of the first of a cold run */
#define POOR 1.035	/* a mapping that is that many times what a run makes of it */

/* The runs: how many of the proposals that are worse are accepted at first, and the part of the budget. */
static const struct stage { double accepted, share; } stages[] = { { 0.01, 0.25 }, { 0.02, 0.25 }, { 0.1, 0.5 } };
enum { STAGES = sizeof stages / sizeof *stages };

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

/* Tasks are numbered by the ranks that they begin with. */
typedef struct anneal {
	const placement *p;
	affinity affinity;
	assignment assignment;
	neighbour_lists lists;
	partner *partner;
	uint32_t base, window;	/* the tasks whose turn it is: that many */
	double first, last;	/* temperatures, in units of the sum */
	uint64_t moves;		/* the budget of a run in proposals; UINT64_MAX: none */
	double seconds;		/* the budget of a run in processor time; 0: none.  With it results depend on the machine */
	double began;		/* CPU time */
	uint32_t *rank;		/* [tasks] the mapping under way */
	uint32_t *best;		/* [tasks] a mapping that was left for a worse one */
	uint64_t best_total;
	double log[1 << LOG_BITS];	/* -ln of 1/2 … 1, in the middles of that many parts */
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
	const affinity *a = s->affinity;
	uint64_t word = rng_u64(s->p->random), chance = rng_u64(s->p->random);
	uint32_t i = x->base + draw_below(&word, x->window), cores = s->p->machine->cores, centre, node;
	uint64_t close;

	if (a->first[i + 1] == a->first[i])
		return false;
	centre = s->node[a->neighbour[draw_partner(a, x->partner, i, &word, &chance)]];
	close = x->lists.first[centre + 1] - x->lists.first[centre];
	if (close == 0)
		return false;
	node = x->lists.node[x->lists.first[centre] + draw_below(&word, close)];
	q->i = i;
	q->j = s->task[node * cores + (cores > 1 ? draw_below(&word, cores) : 0)];
	if (q->j == NONE || node == s->node[i])
		return false;
	return assignment_swap_within(s, q->i, q->j, allowed(x, chance, temperature), &q->change);
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

/* From the proposals that are worse in the mapping under way; false when no proposal changes the sum. */
static bool
choose_temperatures(anneal *x, double wanted)
{
	double *worse = xalloc(SAMPLES, sizeof *worse);
	bool changes = false, any = false;
	int count = 0;
	proposal q;

	for (int k = 0; k < SAMPLES; k++) {
		if (!propose(x, INFINITY, &q))
			continue;
		any = true;
		changes |= q.change != 0;
		if (q.change > 0)
			worse[count++] = (double)q.change;
	}
	x->first = count ? temperature_for(wanted, worse, count) : 0;
	x->last = count ? COLDEST * temperature_for(stages[0].accepted, worse, count) : 0;
	free(worse);
	return changes || !any;
}

/* Keep the mapping under way if it is the best so far. */
static void
keep(anneal *x)
{
	if (x->assignment.total >= x->best_total)
		return;
	x->best_total = x->assignment.total;
	memcpy(x->best, x->rank, x->p->tasks * sizeof *x->best);
}

/* The part of the budget that is used up, 0 … 1. */
static double
used(const anneal *x, uint64_t made)
{
	double part = (double)made / (double)x->moves;
	double time = x->seconds > 0 ? (cpu_time() - x->began) / x->seconds : 0;

	return part > time ? part : time;
}

/* From the best mapping met; `accepted` of the proposals that are worse would be accepted at first. */
static void
run(anneal *x, double accepted)
{
	const placement *p = x->p;
	double share;
	proposal q;

	memcpy(x->rank, x->best, p->tasks * sizeof *x->rank);
	assignment_init(&x->assignment, p, &x->affinity, x->rank);
	x->best_total = x->assignment.total;
	x->began = cpu_time();
	x->base = 0;
	x->window = p->tasks;
	for (uint64_t made = choose_temperatures(x, accepted) ? 0 : x->moves; (share = used(x, made)) < 1; made += STEP) {
		double temperature = x->first + (x->last - x->first) * share;
		uint32_t tasks = x->affinity.tasks;

		/* Many tasks have their turn window by window, as those next to one another lie together in caches, too. */
		x->base = x->window < tasks ? x->base + x->window : 0;
		if (x->base >= tasks)
			x->base = 0;
		x->window = tasks <= MANY ? tasks : tasks - x->base < WINDOW ? tasks - x->base : WINDOW;
		for (uint64_t k = 0; k < STEP && k < x->moves - made; k++) {
			if (!propose(x, temperature, &q))
				continue;
			if (q.change > 0)
				keep(x);
			assignment_swap(&x->assignment, q.i, q.j, q.change);
		}
	}
	keep(x);
	assignment_free(&x->assignment);
}

/* Where the command line says nothing it is linear in tasks and pairs. */
static uint64_t
budget(const placement *p)
{
	uint64_t few = p->tasks < MANY ? p->tasks : MANY, all = MOVES * few + MOVES_LARGE * (p->tasks - few);

	if (moves)
		return (uint64_t)moves > UINT64_MAX / p->tasks ? UINT64_MAX : (uint64_t)moves * p->tasks;
	if (seconds > 0)
		return UINT64_MAX;
	all = (uint64_t)((double)all / (1 + 2 * (double)p->affinity->pairs / p->tasks / PARTNERS));
	return all < LEAST_MOVES ? LEAST_MOVES : all;
}

/* Tasks by the rank that they begin with. */
static uint32_t *
number_tasks(const placement *p, const uint32_t *rank)
{
	uint32_t *task = array_of_none(p->ranks), *number = xalloc(p->tasks, sizeof *number), count = 0;

	for (uint32_t i = 0; i < p->tasks; i++)
		task[rank[i]] = i;
	for (uint32_t r = 0; r < p->ranks; r++)
		if (task[r] != NONE)
			number[task[r]] = count++;
	free(task);
	return number;
}

/* --- the best placement of a few tasks, of all that there are.  Tasks are placed one after the other, those that exchange most first; what
 * cannot get better than the best so far is left (A. H. Land and A. G. Doig, "An automatic method of solving discrete programming problems",
 * Econometrica 28, 1960). */

enum { FEW_TASKS = 8, STEPS = 1 << 23 };	/* STEPS: tasks that are put on a node: half a second */

typedef struct trial {
	const placement *p;
	affinity affinity;	/* the tasks in the order in which they are placed */
	uint32_t node[FEW_TASKS], best[FEW_TASKS];
	uint32_t *held, most;	/* [nodes] tasks there; no node has more */
	uint32_t nearest;	/* two tasks are that far apart at least */
	uint64_t best_cost;
	uint32_t steps;
} trial;

/* What task i exchanges with those before it, times the links between them: `nearest` where i is not placed. */
static uint64_t
cost_of(const trial *t, uint32_t i, bool placed)
{
	const affinity *a = &t->affinity;
	uint64_t sum = 0;

	for (uint64_t k = a->first[i]; k < a->first[i + 1] && a->neighbour[k] < i; k++)
		sum += affinity_weight(a, k) * (placed ? distance_between(t->p->distances, t->node[i], t->node[a->neighbour[k]]) : t->nearest);
	return sum;
}

/* Place task i and those behind it; all cost that much at least, with those before it where they are. */
static void
place_from(trial *t, uint32_t i, uint64_t cost)
{
	uint64_t guess;

	if (cost >= t->best_cost)
		return;
	if (i == t->p->tasks) {
		t->best_cost = cost;
		memcpy(t->best, t->node, sizeof t->best);
		return;
	}
	guess = cost_of(t, i, false);
	for (t->node[i] = 0; t->node[i] < t->p->nodes && t->steps < STEPS; t->node[i]++) {
		uint32_t *held = &t->held[t->node[i]];

		if (*held == t->most)
			continue;
		t->steps++;
		++*held;
		place_from(t, i + 1, cost - guess + cost_of(t, i, true));
		--*held;
	}
}

/* The least distance of two tasks that are not on one node, or 0 where they may be. */
static uint32_t
least_distance(const placement *p, uint32_t most)
{
	uint32_t least = most > 1 ? 0 : UINT32_MAX;

	for (uint32_t i = 0; i < p->nodes && least > 0; i++)
		for (uint32_t k = 0; k < i; k++)
			if (distance_between(p->distances, i, k) < least)
				least = distance_between(p->distances, i, k);
	return least;
}

/* Which place each task has by what it exchanges. */
static void
order_tasks(const affinity *a, uint32_t *place)
{
	uint64_t sum[FEW_TASKS] = { 0 };

	for (uint32_t i = 0; i < a->tasks; i++) {
		for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++)
			sum[i] += affinity_weight(a, k);
		place[i] = 0;
		for (uint32_t k = 0; k < i; k++)
			place[sum[k] < sum[i] ? k : i]++;
	}
}

/* Make the mapping in rank[] of at most FEW_TASKS tasks the best one by distances; it stays where none is better.  No node of the job has
 * more tasks than the launcher gives one at most, ceil(tasks / nodes), so that a job of one task a node stays so.  False when there was
 * too much to try: then rank[] has the best that was met. */
static bool
exhaustive_best(const placement *p, uint32_t *rank)
{
	uint64_t before = cost_total(p, rank), guess = 0;
	uint32_t place[FEW_TASKS];
	trial t = { .p = p, .best_cost = before, .most = (p->tasks + p->nodes - 1) / p->nodes, .held = xcalloc(p->nodes, sizeof *t.held) };

	order_tasks(p->affinity, place);
	affinity_renumber(&t.affinity, p->affinity, place);
	t.nearest = least_distance(p, t.most);
	for (uint32_t i = 0; i < p->tasks; i++)
		guess += cost_of(&t, i, false);
	place_from(&t, 0, guess);
	for (uint32_t i = 0; t.best_cost < before && i < p->tasks; i++)
		rank[i] = t.best[place[i]] * p->machine->cores + t.held[t.best[place[i]]]++;
	affinity_free(&t.affinity);
	free(t.held);
	return t.steps < STEPS;
}

/* --- both */

static void
improve(const placement *p, uint32_t *rank)
{
	uint64_t all = budget(p), before;
	bool given = moves || seconds > 0;
	uint32_t *number;
	anneal x = { .p = p };

	if (p->affinity->pairs == 0 || (p->tasks <= FEW_TASKS && exhaustive_best(p, rank)))
		return;
	number = number_tasks(p, rank);
	affinity_renumber(&x.affinity, p->affinity, number);
	x.partner = partners_by_weight(&x.affinity);
	neighbour_lists_init(&x.lists, p->machine, p->node, p->nodes, 0, NEAR, NEAR, p->machine->cores > 1);
	for (int k = 0; k < 1 << LOG_BITS; k++)
		x.log[k] = -log((1 + (k + 0.5) / (1 << LOG_BITS)) / 2);
	x.rank = xalloc(p->tasks, sizeof *x.rank);
	x.best = xalloc(p->tasks, sizeof *x.best);
	for (uint32_t i = 0; i < p->tasks; i++)
		x.best[number[i]] = rank[i];
	before = cost_total(p, rank);
	for (int k = 0; k < STAGES; k++) {
		x.moves = all == UINT64_MAX ? all : (uint64_t)ceil(stages[k].share * (double)all);
		x.seconds = stages[k].share * seconds;
		run(&x, stages[k].accepted * fmin(1, (double)x.moves / p->tasks / MOVES_SLOW));
		if (!given && (double)before <= POOR * (double)x.best_total)
			break;
		before = x.best_total;
	}
	for (uint32_t i = 0; i < p->tasks; i++)
		rank[i] = x.best[number[i]];
	neighbour_lists_free(&x.lists);
	affinity_free(&x.affinity);
	free_all(x.partner, x.rank, x.best, number);
}

const mapping mapping_anneal = {
	.name = "anneal", .about = "simulated annealing: swaps proposed near the tasks that a task talks to", .needs = NEEDS_TRAFFIC,
	.option = { &option_moves, &option_seconds }, .improve = improve, .start = "best-start",
};

const mapping mapping_auto = {
	.name = "auto", .about = "what is best known for any pattern and machine: anneal, then --objective congestion",
	.needs = NEEDS_TRAFFIC, .option = { &option_moves, &option_seconds }, .improve = improve, .start = "best-start",
	.objective = OBJECTIVE_CONGESTION,
};
