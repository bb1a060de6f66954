/* gsearch, gsearch-rank, gsearch-best -- GSEARCH: tasks are swapped while that lowers the sum over neighbours of weight x distance, of
 * which average hops are the mean (Balzuweit et al., "Local search to improve task mapping", II, Fig. 2 and IV-C).
 *
 * gsearch swaps any two tasks as soon as a pair is met that is better swapped, until no pair is.  gsearch-rank makes, rank by rank,
 * the best of all swaps with a higher rank.  gsearch-best makes the best swap of all pairs, each time.  Of equal swaps the one with
 * the lowest tasks is made.
 *
 * The swaps are those of the paper's loops, one by one; but what cannot have become a gain since it was last looked at is
 * not looked at again, nor what is too far apart to gain. */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/stream/sink.h"
#include "map/support/assignment.h"
#include "map/support/task-grid.h"

enum { BLOCK = 64, TRACE_STEP = 100 };

/* Tasks are numbered here in the order in which they are scanned. */
typedef struct swap_search {
	assignment now;
	affinity own;		/* the job's with its tasks in another order, where that is asked for */
	uint32_t *order;	/* [tasks] the job's number of a task; NULL: the same */
	uint32_t tasks;
	uint64_t swaps, limit;	/* made; the most that --max-swaps allows */
	/* After how many swaps a task or a neighbour of it was last moved, plus 1; what it gains may have changed then. */
	uint64_t *moved;	/* [tasks] */
	uint64_t *block_moved;	/* the largest of each BLOCK tasks */
} swap_search;

/* --- options */

static double swaps_a_task, swaps_more = -1;	/* --max-swaps 0.35n+20: 0.35 and 20; -1: no limit */

/* "0.35n+20", "2n", "500". */
static void
read_swaps(const char *option, const char *text)
{
	const char *number = text;
	char *end;

	swaps_a_task = 0;
	swaps_more = strtod(number, &end);
	if (end != number && *end == 'n') {
		swaps_a_task = swaps_more;
		swaps_more = 0;
		if (*++end == '+') {
			number = end + 1;
			swaps_more = strtod(number, &end);
		}
	}
	if (end == number || *end || !(swaps_a_task >= 0 && swaps_a_task < 1e9 && swaps_more >= 0 && swaps_more < 1e18))
		die(FAIL_USAGE, "%s: '%s': must be as 0.35n+20, 2n or 500", option, text);
}

static const char *trace_path;	/* --swaps-trace */
static sink *traces;		/* that file, once it is open */

static void
read_trace(const char *option, const char *text)
{
	if (*text == '-' && !text[1])	/* standard output has the table */
		die(FAIL_USAGE, "%s: '-': must be the name of a file", option);
	trace_path = text;
}

enum { CASE, JOB, SWAPS, LINKS_MEAN, COLUMNS };
static const char *const column[COLUMNS] = { "case", "job", "swaps", "links_mean" };

static void
open_trace(const machine *m)
{
	(void)m;
	if (!trace_path || traces)
		return;
	traces = sink_open_file(trace_path);
	for (int i = 0; i < COLUMNS; i++)
		sink_own(traces, column[i]);
	sink_header(traces, NULL);
}

static void
close_trace(void)
{
	if (traces)
		sink_close(traces);
	traces = NULL;
}

static void
trace(const swap_search *s)
{
	const affinity *a = s->now.affinity;

	if (!traces)
		return;
	sink_put(traces, CASE, s->now.p->case_);
	sink_put(traces, JOB, s->now.p->job);
	sink_put_int(traces, SWAPS, (int64_t)s->swaps);
	sink_put_real(traces, LINKS_MEAN, a->total ? (double)s->now.total / (double)a->total : 0);
	sink_row(traces, NULL);
	sink_flush(traces);
}

static const algorithm_option option_max_swaps = { .name = "max-swaps", .value = "An+B", .read = read_swaps,
	.about = "gsearch: stop after that many swaps, n tasks [no limit]" };
static const algorithm_option option_swaps_trace = { .name = "swaps-trace", .value = "FILE", .read = read_trace,
	.about = "gsearch: write the mean distance every 100 swaps" };

static int partners;
static const algorithm_option option_partners = { .name = "partners", .value = "above|all", .word = &partners,
	.about = "gsearch-rank: with which tasks a task's swaps are tried, those above it or all [above]" };

/* --- the search */

/* The present, as moved[] has it; 0 is before all else. */
static uint64_t
present(const swap_search *s)
{
	return s->swaps + 1;
}

/* Has it made all swaps that it may make? */
static bool
is_over(const swap_search *s)
{
	return s->swaps >= s->limit;
}

static void
mark_moved(swap_search *s, uint32_t i)
{
	s->moved[i] = s->block_moved[i / BLOCK] = present(s);
}

/* --task-order last: the tasks of a pattern's own grid are scanned with the last dimension fastest.  (Those of
 * other patterns are numbered so already.) */
static const affinity *
order_tasks(swap_search *s, const placement *p)
{
	const traffic *t = p->traffic;
	uint32_t *place, at[PATTERN_DIMS] = { 0 };

	if (!last_fastest() || t->pattern->grid == 0 || t->dims < 2)
		return p->affinity;
	place = xalloc(s->tasks, sizeof *place);
	s->order = xalloc(s->tasks, sizeof *s->order);
	for (uint32_t i = 0; i < s->tasks; i++) {
		place[i] = 0;
		for (int d = 0; d < t->dims; d++)
			place[i] = place[i] * t->dim[d] + at[d];
		s->order[place[i]] = i;
		for (int d = 0; d < t->dims && ++at[d] == t->dim[d]; d++)
			at[d] = 0;
	}
	affinity_renumber(&s->own, p->affinity, place);
	free(place);
	return &s->own;
}

static void
search_init(swap_search *s, const placement *p, const uint32_t *rank)
{
	uint32_t n = p->tasks, *own_rank = xalloc(n, sizeof *own_rank);
	double most = swaps_a_task * n + swaps_more;
	const affinity *a;

	*s = (swap_search){ .tasks = n, .limit = swaps_more >= 0 && most < 1e18 ? (uint64_t)most : UINT64_MAX };
	a = order_tasks(s, p);
	s->moved = xalloc(n, sizeof *s->moved);
	s->block_moved = xalloc((n - 1) / BLOCK + 1, sizeof *s->block_moved);
	for (uint32_t i = 0; i < n; i++) {
		own_rank[i] = rank[s->order ? s->order[i] : i];
		mark_moved(s, i);
	}
	assignment_init(&s->now, p, a, own_rank);
	trace(s);
}

/* Put the result into rank[]. */
static void
search_end(swap_search *s, uint32_t *rank)
{
	if (s->swaps % TRACE_STEP != 0)
		trace(s);
	for (uint32_t i = 0; i < s->tasks; i++)
		rank[s->order ? s->order[i] : i] = s->now.rank[i];
	free(s->now.rank);
	assignment_free(&s->now);
	affinity_free(&s->own);
	free_all(s->order, s->moved, s->block_moved);
}

/* The first task from `j` on, below `to`, that was moved after `since`. */
static uint32_t
next_moved(const swap_search *s, uint32_t j, uint32_t to, uint64_t since)
{
	while (j < to && s->moved[j] <= since) {
		j++;
		while (j < to && j % BLOCK == 0 && s->block_moved[j / BLOCK] <= since)
			j += BLOCK;
	}
	return j < to ? j : to;
}

/* A swap with a task. */
typedef struct swap_choice {
	uint32_t partner;	/* the number of tasks, where none gains */
	int64_t gain;
} swap_choice;

/* The first task of from … to - 1 whose swap with task i gains more than `least` (>= 0); partner `to` when there is none.
 * Where neither was moved after `since` they are passed over. */
static swap_choice
next_gain(const swap_search *s, uint32_t i, uint32_t from, uint32_t to, uint64_t since, int64_t least)
{
	const assignment *a = &s->now;
	const distances *d = a->p->distances;
	const uint64_t weight = a->weight[i], cost = a->cost[i], slack = d->slack;
	bool all = s->moved[i] > since;

	for (uint32_t j = from; j < to; j++) {
		uint64_t both;
		int64_t change;

		if (!all && (j = next_moved(s, j, to, since)) == to)
			break;
		/* assignment_least_cost() of both, in a few instructions */
		both = weight + a->weight[j];
		if (both * distance_between(d, a->node[i], a->node[j]) + (uint64_t)least >= 2 * (cost + a->cost[j]) + both * slack || j == i)
			continue;
		if (assignment_swap_within(a, i, j, -least - 1, &change))
			return (swap_choice){ j, -change };
	}
	return (swap_choice){ to, 0 };
}

/* The best swap of task i with one from `from` on. */
static swap_choice
best_gain(const swap_search *s, uint32_t i, uint32_t from, uint64_t since)
{
	swap_choice best = { s->tasks, 0 }, next;

	for (; next = next_gain(s, i, from, s->tasks, since, best.gain), next.partner < s->tasks; from = next.partner + 1)
		best = next;
	return best;
}

static void
make_swap(swap_search *s, uint32_t i, swap_choice with)
{
	const affinity *a = s->now.affinity;
	const uint32_t moved[2] = { i, with.partner };

	s->swaps++;
	assignment_swap(&s->now, i, with.partner, -with.gain);
	for (int m = 0; m < 2; m++) {
		mark_moved(s, moved[m]);
		for (uint64_t k = a->first[moved[m]]; k < a->first[moved[m] + 1]; k++)
			mark_moved(s, a->neighbour[k]);
	}
	if (s->swaps % TRACE_STEP == 0)
		trace(s);
}

/* --- gsearch and gsearch-rank: passes over all tasks, until one makes no swap */

static void
swap_first(swap_search *s, uint32_t i, uint64_t since)
{
	swap_choice c = { i, 0 };

	while (c = next_gain(s, i, c.partner + 1, s->tasks, since, 0), c.partner < s->tasks && !is_over(s))
		make_swap(s, i, c);
}

static void
swap_best(swap_search *s, uint32_t i, uint64_t since)
{
	swap_choice c = best_gain(s, i, partners == 1 ? 0 : i + 1, since);

	if (c.partner < s->tasks)
		make_swap(s, i, c);
}

static void
pass(const placement *p, uint32_t *rank, void (*visit)(swap_search *s, uint32_t i, uint64_t since))
{
	uint64_t *begun = xcalloc(p->tasks, sizeof *begun), before;	/* [tasks] when the pairs of a task were last looked at */
	swap_search s;

	search_init(&s, p, rank);
	do {
		before = s.swaps;
		for (uint32_t i = 0; i < p->tasks && !is_over(&s); i++) {
			uint64_t since = begun[i];

			begun[i] = present(&s);
			visit(&s, i, since);
		}
	} while (s.swaps > before && !is_over(&s));
	search_end(&s, rank);
	free(begun);
}

static void
improve_first(const placement *p, uint32_t *rank)
{
	pass(p, rank, swap_first);
}

static void
improve_rank(const placement *p, uint32_t *rank)
{
	pass(p, rank, swap_best);
}

/* --- gsearch-best: every task keeps its best swap with a task above it */

/* After a swap, the first since then: what the moved tasks and their neighbours gain is looked for anew, and compared with what
 * lower tasks have. */
static void
update(const swap_search *s, uint64_t since, swap_choice *best)
{
	for (uint32_t i = 0; i < s->tasks; i++)
		if (s->moved[i] > since || (best[i].partner < s->tasks && s->moved[best[i].partner] > since))
			best[i] = best_gain(s, i, i + 1, 0);
	for (uint32_t j = 0; j < s->tasks; j++) {
		swap_choice c;

		if (s->moved[j] <= since)
			continue;
		for (uint32_t i = 0; c = next_gain(s, j, i, j, 0, 0), (i = c.partner) < j; i++)
			if (c.gain > best[i].gain || (c.gain == best[i].gain && j < best[i].partner))
				best[i] = (swap_choice){ j, c.gain };
	}
}

/* The first task with the best of all swaps. */
static uint32_t
choose(const swap_search *s, const swap_choice *best)
{
	uint32_t first = 0;

	for (uint32_t i = 1; i < s->tasks; i++)
		if (best[i].gain > best[first].gain)
			first = i;
	return first;
}

static void
improve_best(const placement *p, uint32_t *rank)
{
	swap_choice *best = xalloc(p->tasks, sizeof *best);
	swap_search s;

	search_init(&s, p, rank);
	for (uint32_t i = 0; i < p->tasks; i++)
		best[i] = best_gain(&s, i, i + 1, 0);
	for (uint32_t i; best[i = choose(&s, best)].gain > 0 && !is_over(&s);) {
		uint64_t since = present(&s);

		make_swap(&s, i, best[i]);
		update(&s, since, best);
	}
	search_end(&s, rank);
	free(best);
}

#define GSEARCH .needs = NEEDS_TRAFFIC, .start = "geom", .begin = open_trace, .end = close_trace
#define GSEARCH_OPTIONS &option_task_order, &option_max_swaps, &option_swaps_trace

const mapping mapping_gsearch = {
	.name = "gsearch", .about = "GSEARCH: swap pairs of tasks while that lowers average hops; begins with geom",
	.improve = improve_first, .option = { GSEARCH_OPTIONS }, GSEARCH,
};

const mapping mapping_gsearch_rank = {
	.name = "gsearch-rank", .about = "GSEARCH that makes the best swap of each rank in turn; begins with geom",
	.improve = improve_rank, .option = { GSEARCH_OPTIONS, &option_partners }, GSEARCH,
};

const mapping mapping_gsearch_best = {
	.name = "gsearch-best", .about = "GSEARCH that makes the best swap of all pairs each time; begins with geom",
	.improve = improve_best, .option = { GSEARCH_OPTIONS }, GSEARCH,
};
