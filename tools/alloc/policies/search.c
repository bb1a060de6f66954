/* search -- looks for nodes: of what all other policies would choose the cheapest, changed a little for as long as a budget lasts, by a
 * cost that counts what the job would load on links beside what runs there (search/cost.h).
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
	bool scattered;		/* tasks will be mapped at random */
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
		free_all(s->best, s->trial);
	}
	free(s);
}

/* The routing that an argument names, "+random" behind it or not; the caller frees. */
static char *
routing_of(const char *argument, bool *scattered)
{
	static const char random[] = "+random";
	char *name = xstrdup(argument);
	size_t length = strlen(name), more = sizeof random - 1;

	*scattered = length > more && strcmp(name + length - more, random) == 0;
	if (*scattered)
		name[length - more] = '\0';
	return name;
}

static char *
check(const machine *m, const char *argument)
{
	bool scattered;
	char *name = routing_of(argument, &scattered), *wrong = NULL;
	choice_list all = loads_choices(m, name, ", ");

	if (!*all.names)
		wrong = xprintf("has no routing on '%s'", m->spec);
	else if (!loads_known(m, name))
		wrong = xprintf("wants a routing of this machine, +random behind it or not: %sone of %s", choices_hint(&all), all.names);
	free_all(all.names, name);
	return wrong;
}

/* The machine's, for the routing that the request names. */
static searcher *
searcher_of(const occupancy *o, const request *q)
{
	searcher *s = o->plan;
	char *routing;

	if (s->ready)
		return s;
	s->ready = true;
	routing = routing_of(q->argument, &s->scattered);
	cost_init(&s->cost, s->machine, routing);
	free(routing);
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

	demand_read(&d, o->machine, q, s->scattered);
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

	demand_read(&d, o->machine, q, s->scattered);
	cost_track(&s->cost, &d, node, o->memory, arrives);
	demand_free(&d);
}

const policy policy_search = {
	.name = "search", .about = "looks for the nodes where the job waits least for others' messages and they for its, over a routing",
	.argument = "ugal-l", .memory = memory, .plan = plan, .forget = forget, .check = check, .choose = choose, .track = track,
};
