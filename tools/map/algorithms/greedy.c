/* greedy -- tasks are placed one by one, each as near as can be to those it talks to that have a place.
 *
 * Which task is next is the rule of T. Hoefler and M. Snir, "Generic topology mapping strategies for large-scale parallel
 * architectures", ICS 2011: first the one that exchanges most, then always the one that exchanges most with those placed (with
 * them one of those placed); at a tie the one that has had a placed partner for longest.  It goes to the node where the sum
 * of weight times distance to its placed partners is least, as in T. Agarwal, A. Sharma and L. V. Kalé, "Topology-aware
 * task mapping for reducing communication contention on large parallel machines", IPDPS 2006 (first order); at a tie to the
 * one farthest from all the job's nodes, since those at the edge are harder to use later.
 *
 * Time grows with n^2, for tasks and nodes alike. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/arrays.h"
#include "map/mapping.h"

/* So many of a task's placed partners count, those with most weight: else a job in which all talk to all would take n^3. */
enum { MOST_PARTNERS = 64 };

typedef struct greedy_partner {
	uint64_t weight;
	uint32_t node;
} greedy_partner;

typedef struct greedy_task {
	uint32_t node;		/* NONE: it waits */
	uint32_t reached;	/* when its first partner was placed: 0, 1, 2, …; NONE: none is */
	uint64_t weight;	/* what it exchanges with all */
	uint64_t bond;		/* what it exchanges with those placed */
} greedy_task;

typedef struct site {
	uint32_t used;		/* how many of a node's ranks have a task */
	uint32_t most;		/* how many may: as many as linear uses */
	uint64_t far;		/* the sum of the distances to the job's nodes */
} site;

/* Nodes are places in the job's list. */
typedef struct greedy {
	const placement *p;
	uint32_t *waiting;	/* tasks without a place, in any order */
	uint32_t tasks;		/* in `waiting` */
	uint32_t *open;		/* nodes with ranks left, ascending */
	uint32_t nodes;		/* in `open` */
	site *site;		/* [nodes] */
	greedy_task *task;		/* [tasks] */
	uint32_t reaches;	/* tasks that have a placed partner, placed ones too */
	greedy_partner partner[MOST_PARTNERS];	/* of the task that is next, by falling weight */
	int partners;
} greedy;

/* Is task i placed before task j? */
static bool
earlier(const greedy *g, uint32_t i, uint32_t j)
{
	const greedy_task *x = &g->task[i], *y = &g->task[j];

	if (x->bond != y->bond)
		return x->bond > y->bond;
	if (x->reached != y->reached)
		return x->reached < y->reached;
	return x->weight > y->weight || (x->weight == y->weight && i < j);
}

/* Put a partner among those that count, if it is one of them. */
static void
count_partner(greedy *g, uint64_t weight, uint32_t node)
{
	int k;

	if (g->partners < MOST_PARTNERS)
		g->partners++;
	else if (g->partner[MOST_PARTNERS - 1].weight >= weight)
		return;
	for (k = g->partners - 1; k > 0 && g->partner[k - 1].weight < weight; k--)
		g->partner[k] = g->partner[k - 1];
	g->partner[k] = (greedy_partner){ weight, node };
}

/* The place in open[] of the node for the task that is next: where it costs least. */
static uint32_t
find_node(const greedy *g)
{
	uint64_t least = UINT64_MAX;
	uint32_t best = 0;

	for (uint32_t k = 0; k < g->nodes; k++) {
		uint64_t cost = 0;

		for (int i = 0; i < g->partners; i++)
			cost += g->partner[i].weight * distance_between(g->p->distances, g->open[k], g->partner[i].node);
		if (cost < least || (cost == least && g->site[g->open[k]].far > g->site[g->open[best]].far)) {
			least = cost;
			best = k;
		}
	}
	return best;
}

/* Give task i the next rank of the node open[k]. */
static uint32_t
settle(greedy *g, uint32_t i, uint32_t k)
{
	const affinity *a = g->p->affinity;
	uint32_t node = g->open[k];

	for (uint64_t e = a->first[i]; e < a->first[i + 1]; e++) {
		greedy_task *other = &g->task[a->neighbour[e]];

		other->bond += affinity_weight(a, e);
		if (other->reached == NONE)
			other->reached = g->reaches++;
	}
	g->task[i].node = node;
	if (g->site[node].used + 1 == g->site[node].most)
		memmove(g->open + k, g->open + k + 1, (--g->nodes - k) * sizeof *g->open);
	return node * g->p->machine->cores + g->site[node].used++;
}

static void
know_tasks(greedy *g)
{
	const affinity *a = g->p->affinity;

	g->tasks = g->p->tasks;
	g->waiting = array_of_numbers(g->tasks);
	g->task = xalloc(g->tasks, sizeof *g->task);
	for (uint32_t i = 0; i < g->tasks; i++) {
		g->task[i] = (greedy_task){ .node = NONE, .reached = NONE };
		for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++)
			g->task[i].weight += affinity_weight(a, k);
	}
}

static void
know_nodes(greedy *g)
{
	const placement *p = g->p;
	uint32_t *rank = xalloc(p->tasks, sizeof *rank);

	g->open = xalloc(p->nodes, sizeof *g->open);
	g->site = xcalloc(p->nodes, sizeof *g->site);
	linear_ranks(p, rank);
	for (uint32_t i = 0; i < p->tasks; i++)
		g->site[rank[i] / p->machine->cores].most++;
	for (uint32_t v = 0; v < p->nodes; v++) {
		if (g->site[v].most > 0)
			g->open[g->nodes++] = v;
		for (uint32_t u = 0; u < p->nodes; u++)
			g->site[v].far += distance_between(p->distances, v, u);
	}
	free(rank);
}

static void
place(const placement *p, uint32_t *rank)
{
	greedy g = { .p = p };

	know_tasks(&g);
	know_nodes(&g);
	while (g.tasks) {
		const affinity *a = g.p->affinity;
		uint32_t best = 0, i;

		for (uint32_t k = 1; k < g.tasks; k++)
			if (earlier(&g, g.waiting[k], g.waiting[best]))
				best = k;
		i = g.waiting[best];
		g.waiting[best] = g.waiting[--g.tasks];
		g.partners = 0;
		for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++)
			if (g.task[a->neighbour[k]].node != NONE)
				count_partner(&g, affinity_weight(a, k), g.task[a->neighbour[k]].node);
		rank[i] = settle(&g, i, find_node(&g));
	}
	free_all(g.waiting, g.task, g.open, g.site);
}

const mapping mapping_greedy = {
	.name = "greedy", .about = "tasks one by one, each as near as can be to those it talks to that are placed", .needs = NEEDS_TRAFFIC,
	.place = place,
};
