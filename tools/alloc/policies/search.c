/* search -- looks for nodes: of what all other policies would choose the cheapest, changed a little for as long as a budget lasts, by a cost
 * that counts what the job would load on links beside what runs there (search/cost.h).
 *
 * The budget is of flows that are laid over the machine, never of time, so the same question has the same answer anywhere. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc/policy.h"
#include "alloc/search/candidates.h"
#include "alloc/search/cost.h"
#include "alloc/search/moves.h"

enum { BUDGET = 100000 };	/* flows */

/* What it makes of a machine; all but the first is made when a job comes, and is scratch. */
typedef struct searcher {
	const machine *machine;
	bool ready;
	cost cost;
	candidates candidates;
	moves moves;
	uint32_t *best, *trial;	/* [nodes] */
} searcher;

static size_t
memory(const machine *m)
{
	return m->links * sizeof(int64_t);
}

static void *
plan(const machine *m)
{
	searcher *s = xcalloc(1, sizeof *s);

	s->machine = m;
	return s;
}

static void
forget(void *plan)
{
	searcher *s = plan;

	if (s->ready) {
		cost_free(&s->cost);
		candidates_free(&s->candidates);
		moves_free(&s->moves);
		free(s->best);
		free(s->trial);
	}
	free(s);
}

static char *
check(const machine *m, const char *argument)
{
	choice_list all;
	char *wrong;

	if (argument && loads_known(m, argument))
		return NULL;
	all = loads_choices(m, argument ? argument : "", ", ");
	wrong = all.names && *all.names ? xprintf("wants a routing of this machine: %sone of %s", choices_hint(&all), all.names)
		: xprintf("has no routing on '%s'", m->spec);
	free(all.names);
	return wrong;
}

/* The machine's, for the routing that the request names. */
static searcher *
searcher_of(const occupancy *o, const request *q)
{
	searcher *s = o->plan;

	if (s->ready)
		return s;
	s->ready = true;
	cost_init(&s->cost, s->machine, q->argument);
	candidates_init(&s->candidates, s->machine);
	moves_init(&s->moves, s->machine);
	s->best = xalloc(s->machine->nodes, sizeof *s->best);
	s->trial = xalloc(s->machine->nodes, sizeof *s->trial);
	return s;
}

static void
swap(searcher *s)
{
	uint32_t *best = s->trial;

	s->trial = s->best;
	s->best = best;
}

/* Put the cheapest candidate into best[]: its cost. */
static double
begin(searcher *s, const occupancy *o, const request *q, const demand *d, int64_t *budget)
{
	double least = HUGE_VAL;

	for (int k = 0; k < s->candidates.count; k++) {
		double price;

		if (!candidates_choose(&s->candidates, k, o, q, s->trial))
			continue;
		*budget -= (int64_t)d->flows.count;
		price = cost_of(&s->cost, d, s->trial, o->memory);
		if (price < least) {
			least = price;
			swap(s);
		}
	}
	return least;
}

static void
improve(searcher *s, const occupancy *o, const request *q, const demand *d, double least, int64_t budget)
{
	rng r = *q->random;

	moves_begin(&s->moves, o, s->best, q->nodes);
	while (budget > 0) {
		double price;

		budget -= (int64_t)d->flows.count + q->nodes / 8 + 16;
		if (!moves_draw(&s->moves, o, &r, s->best, q->nodes, s->trial))
			continue;
		price = cost_of(&s->cost, d, s->trial, o->memory);
		if (price < least) {
			least = price;
			moves_take(&s->moves, s->best, s->trial, q->nodes);
			swap(s);
		}
	}
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	searcher *s = searcher_of(o, q);
	int64_t budget = BUDGET;
	double least;
	demand d;

	demand_read(&d, o->machine, q);
	least = begin(s, o, q, &d, &budget);
	if (q->nodes < o->idle && q->nodes > 1)
		improve(s, o, q, &d, least, budget);
	memcpy(out->node, s->best, q->nodes * sizeof *out->node);
	demand_free(&d);
	return true;
}

static void
track(const occupancy *o, const request *q, const uint32_t *node, bool arrives)
{
	searcher *s = searcher_of(o, q);
	demand d;

	demand_read(&d, o->machine, q);
	cost_track(&s->cost, &d, node, o->memory, arrives);
	demand_free(&d);
}

const policy policy_search = {
	.name = "search",
	.about = "looks for the nodes where the job waits least for others' messages and they for its, over a routing",
	.argument = "ugal-l",
	.memory = memory,
	.plan = plan,
	.forget = forget,
	.check = check,
	.choose = choose,
	.track = track,
};
