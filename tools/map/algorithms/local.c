/* local -- a local search that tries only the swaps that can be expected to gain: a task moves next to one of those it talks to.
 *
 * A list holds the tasks that may have something to gain, at first all of them in order.  The first is taken off, and of its swaps with
 * tasks near those it talks to the best is made, if that lowers the sum.  Then the two that moved and all their neighbours wait in the
 * list, once each.  It ends with an empty list: no task found anything when it last looked, and neither it nor those it talks to have moved
 * since. */

#include "lib/cli/cli.h"
#include "map/mapping.h"
#include "map/support/assignment.h"
#include "map/support/neighbour-lists.h"

/* Where few nodes of a job are within the radius the next ones count, too; where very many are, not all do. */
enum { LEAST_NEAR = 8, MOST_NEAR = 64 };

static int64_t radius = 2;
static const algorithm_option option_radius = { .name = "radius", .value = "N", .count = &radius, .most = 1000,
	.about = "local: how near a task's partners to look [2]" };

typedef struct local {
	assignment assignment;
	neighbour_lists lists;
	uint32_t *list;		/* [tasks] a ring */
	uint32_t next, count;	/* the first in the list, how many there are */
	bool *listed;		/* [tasks] */
	uint64_t *tried;	/* [nodes] the number of the visit in which it was last looked at */
	uint64_t visit;
} local;

/* The best swap of a task that is known. */
typedef struct best_swap {
	uint32_t with;
	int64_t change;		/* of the total; 0: none known */
} best_swap;

static void
enlist(local *l, uint32_t i)
{
	uint32_t tasks = l->assignment.p->tasks;

	if (l->listed[i])
		return;
	l->listed[i] = true;
	l->list[l->next + l->count < tasks ? l->next + l->count : l->next + l->count - tasks] = i;
	l->count++;
}

/* Is a swap with one of the tasks on that node better? */
static void
try_node(const local *l, uint32_t i, uint32_t node, best_swap *best)
{
	const assignment *s = &l->assignment;
	uint32_t cores = s->p->machine->cores;

	for (uint32_t r = node * cores; r < (node + 1) * cores; r++) {
		uint32_t j = s->task[r];
		int64_t change;

		if (j != NONE && assignment_swap_within(s, i, j, best->change - 1, &change))
			*best = (best_swap){ j, change };
	}
}

static best_swap
find_best(local *l, uint32_t i)
{
	const affinity *a = l->assignment.p->affinity;
	best_swap best = { NONE, 0 };

	l->visit++;
	l->tried[l->assignment.node[i]] = l->visit;	/* a swap within a node changes nothing */
	for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++) {
		uint32_t centre = l->assignment.node[a->neighbour[k]];

		for (uint64_t n = l->lists.first[centre]; n < l->lists.first[centre + 1]; n++) {
			uint32_t node = l->lists.node[n];

			if (l->tried[node] == l->visit)
				continue;
			l->tried[node] = l->visit;
			try_node(l, i, node, &best);
		}
	}
	return best;
}

/* A task has moved: it may gain from another swap now, and so may its neighbours. */
static void
enlist_around(local *l, uint32_t i)
{
	const affinity *a = l->assignment.p->affinity;

	enlist(l, i);
	for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++)
		enlist(l, a->neighbour[k]);
}

static void
improve(const placement *p, uint32_t *rank)
{
	local l = { .visit = 0 };

	assignment_init(&l.assignment, p, p->affinity, rank);
	neighbour_lists_init(&l.lists, p->machine, p->node, p->nodes, (uint32_t)radius, LEAST_NEAR, MOST_NEAR, true);
	l.list = xalloc(p->tasks, sizeof *l.list);
	l.listed = xcalloc(p->tasks, sizeof *l.listed);
	l.tried = xcalloc(p->nodes, sizeof *l.tried);
	for (uint32_t i = 0; i < p->tasks; i++)
		enlist(&l, i);
	while (l.count) {
		uint32_t i = l.list[l.next];
		best_swap best;

		l.next = l.next + 1 < p->tasks ? l.next + 1 : 0;
		l.count--;
		l.listed[i] = false;
		best = find_best(&l, i);
		if (best.change == 0)
			continue;
		assignment_swap(&l.assignment, i, best.with, best.change);
		enlist_around(&l, i);
		enlist_around(&l, best.with);
	}
	assignment_free(&l.assignment);
	neighbour_lists_free(&l.lists);
	free_all(l.list, l.listed, l.tried);
}

const mapping mapping_local = {
	.name = "local", .about = "local search: tasks are swapped with those near the tasks they talk to", .needs = NEEDS_TRAFFIC,
	.option = { &option_radius }, .improve = improve, .start = "geom-or-linear",
};
