/* multisection -- the tasks are cut in two, again and again, along the machine: its groups or subtrees first, then routers, then nodes.
 *
 * What is cut is seen from above: half the groups, of one group half the routers, of one router half the nodes.  Routers with coordinates
 * are cut across the axis along which they extend most, others where METIS finds little between the halves that is near.  The tasks are cut
 * by METIS so that little is sent across, in parts as large as those of the machine.  Within a level of a machine all is about equally
 * near, so that a cut in any order will do there.
 *
 * metis -- the tasks and the routers that they go to are cut in two, again and again, by METIS (Hoefler and Snir, "Generic topology mapping
 * strategies for large-scale parallel architectures", ICS 2011, recursive bisection).
 *
 * Weights are what tasks exchange, and how near routers are.  Both graphs are cut in halves of equal numbers of ranks; the tasks of one
 * half go to the routers of one half.  Which goes to which the paper leaves open: here that which brings tasks nearer to those they talk
 * to, where every task counts as being in the middle of the routers that its part is known to go to. */
#include "lib/cli/ascending.h"
#include "map/mapping.h"

#ifdef HAVE_METIS

#include <stdlib.h>
#include <string.h>

#include "lib/cli/arrays.h"
#include "lib/cli/cli.h"
#include "map/support/bisection.h"
#include "map/support/rank-axes.h"
#include "map/support/used-routers.h"

/* --- dissection: tasks and the routers that they go to are cut in two, again and again, and the tasks of one half go to the routers of one
 * half.  The tasks have what they exchange as weights; how routers are cut is the algorithm's. */

enum {
	CLOSEST = 1 << 14,	/* the weight of two routers that are a link apart */
	ROUTER_CUTS = 4,	/* of a graph of routers */
	MOST_WEIGHT = INT32_MAX / 4,	/* of all tasks together, for METIS */
	LARGE = 16,		/* a part with more than one in that many of the tasks is */
	SAMPLE = 64		/* routers that tell the middle of a part */
};

/* Cut `count` routers, two or more: side[i] is 0 or 1 for router[i], each at least once, the halves as equal in ranks as can be. */
typedef void router_cut(used_routers *u, const uint32_t *router, uint32_t count, uint8_t *side);

typedef struct dissection_rule {
	router_cut *cut;
	int first_cuts, cuts;	/* of a graph of tasks, for METIS to keep the best of them: while parts are large, and later */
	bool pulled;		/* those they talk to in other parts draw tasks to the half that is nearer */
	bool nodes;		/* cut the tasks of a router, too, for its nodes; else they take its ranks in order */
} dissection_rule;

/* Tasks and the routers that they go to; these have as many ranks. */
typedef struct task_part {
	uint32_t task, tasks;	/* dissection.task[task] and that many on */
	uint32_t router, routers;	/* dissection.router[router] and that many on */
	uint32_t first;		/* of one router: its first rank is routers.rank[first] */
} task_part;

typedef struct dissection {
	const dissection_rule *rule;
	used_routers routers;
	uint32_t *task;		/* [tasks] those of a part together */
	uint32_t *router;		/* [routers] likewise */
	uint32_t *at;		/* [tasks] the router in the middle of a task's part */
	uint32_t *place;	/* [tasks] scratch: where a task is in the part under way; all NONE */
	uint32_t *aside;	/* [tasks] scratch */
	task_part *queue;		/* parts to be cut */
	uint32_t next, count;
} dissection;

/* What there is of a cut: the halves' routers and middles, and how many ranks they have. */
typedef struct cut_halves {
	task_part half[2];
	uint32_t middle[2];
} cut_halves;

/* The router that is nearest to a sample of the routers of a part. */
static uint32_t
middle_of(const dissection *d, const task_part *q)
{
	const uint32_t *router = d->router + q->router;
	uint32_t step = (q->routers - 1) / SAMPLE + 1, best = router[0];
	uint64_t least = UINT64_MAX;

	for (uint32_t i = 0; i < q->routers; i++) {
		uint64_t sum = 0;

		for (uint32_t k = 0; k < q->routers; k += step)
			sum += used_routers_distance(&d->routers, router[i], router[k]);
		if (sum < least) {
			least = sum;
			best = router[i];
		}
	}
	return best;
}

/* Those of item[] with side 0 to the front, the orders kept; how many they are. */
static uint32_t
part_items(uint32_t *item, uint32_t count, const uint8_t *side, uint32_t *aside)
{
	uint32_t front = 0, back = 0;

	for (uint32_t i = 0; i < count; i++) {
		if (side[i])
			aside[back++] = item[i];
		else
			item[front++] = item[i];
	}
	memcpy(item + front, aside, back * sizeof *item);
	return front;
}

/* By METIS, so that little between the halves is near. */
static void
cut_near(used_routers *u, const uint32_t *router, uint32_t count, uint8_t *side)
{
	int32_t *size = xalloc(count, sizeof *size), all = 0;
	weighted_graph g;

	used_routers_graph(u, router, count, &g);
	for (int32_t k = 0; k < g.first[g.count]; k++)
		g.weight[k] = CLOSEST / g.weight[k] > 0 ? CLOSEST / g.weight[k] : 1;
	for (uint32_t i = 0; i < count; i++)
		all += size[i] = (int32_t)used_routers_ranks(u, router[i]);
	bisect(&g, size, (uint32_t)all / 2, ROUTER_CUTS, side);
	weighted_graph_free(&g);
	free(size);
}

/* Cut the routers of a part; c->half[] gets its routers and ranks. */
static void
cut_routers(dissection *d, const task_part *q, cut_halves *c)
{
	uint32_t *router = d->router + q->router;
	uint8_t *side = xalloc(q->routers, sizeof *side);
	uint32_t front;

	d->rule->cut(&d->routers, router, q->routers, side);
	front = part_items(router, q->routers, side, d->aside);
	c->half[0] = (task_part){ .task = q->task, .router = q->router, .routers = front };
	c->half[1] = (task_part){ .router = q->router + front, .routers = q->routers - front };
	for (uint32_t i = 0; i < front; i++)
		c->half[0].tasks += used_routers_ranks(&d->routers, router[i]);
	c->half[1].tasks = q->tasks - c->half[0].tasks;
	c->half[1].task = q->task + c->half[0].tasks;
	for (int h = 0; h < 2; h++) {
		c->half[h].first = d->routers.first[d->router[c->half[h].router]];
		c->middle[h] = middle_of(d, &c->half[h]);
	}
	free(side);
}

/* Cut the ranks of one router where a node begins, as near the middle as can be; false where it is one node. */
static bool
cut_nodes(const dissection *d, const task_part *q, cut_halves *c)
{
	const uint32_t *rank = d->routers.rank + q->first, cores = d->routers.p->machine->cores;
	uint32_t best = 0;

	for (uint32_t i = 1; i < q->tasks; i++)
		if (rank[i] / cores != rank[i - 1] / cores && (best == 0 || llabs((int64_t)2 * i - q->tasks) < llabs((int64_t)2 * best - q->tasks)))
			best = i;
	if (best == 0)
		return false;
	c->half[0] = c->half[1] = *q;
	c->half[0].tasks = best;
	c->half[1].task += best;
	c->half[1].first += best;
	c->half[1].tasks -= best;
	c->middle[0] = c->middle[1] = d->router[q->router];
	return true;
}

/* Hop-bytes of the part's tasks, were those with side 0 in the middle of half `zero`, and the others in that of the other one. */
static uint64_t
cost(const dissection *d, const task_part *q, const cut_halves *c, const uint8_t *side, int zero)
{
	const affinity *a = d->routers.p->affinity;
	uint64_t inner = 0, outer = 0;

	for (uint32_t i = 0; i < q->tasks; i++) {
		uint32_t task = d->task[q->task + i], at = c->middle[side[i] ^ zero];

		for (uint64_t k = a->first[task]; k < a->first[task + 1]; k++) {
			uint32_t other = a->neighbour[k];
			uint64_t weight = affinity_weight(a, k);

			if (d->place[other] == NONE)
				outer += weight * used_routers_distance(&d->routers, at, d->at[other]);
			else if (side[d->place[other]] != side[i])
				inner += weight;
		}
	}
	return outer + inner / 2 * used_routers_distance(&d->routers, c->middle[0], c->middle[1]);
}

/* Let place[] say where the part's tasks are in it, or nothing again. */
static void
find_places(dissection *d, const task_part *q, bool known)
{
	for (uint32_t i = 0; i < q->tasks; i++)
		d->place[d->task[q->task + i]] = known ? i : NONE;
}

/* How much each task of a part is drawn to half 0 by those outside it, in units of what parts two within. */
static double *
pulls(dissection *d, const task_part *q, const cut_halves *c)
{
	const affinity *a = d->routers.p->affinity;
	double *pull = xcalloc(q->tasks, sizeof *pull), apart = used_routers_distance(&d->routers, c->middle[0], c->middle[1]);

	find_places(d, q, true);
	for (uint32_t i = 0; i < q->tasks; i++) {
		uint32_t task = d->task[q->task + i];

		for (uint64_t k = a->first[task]; k < a->first[task + 1]; k++) {
			uint32_t at = d->at[a->neighbour[k]];

			if (d->place[a->neighbour[k]] == NONE)
				pull[i] += (double)affinity_weight(a, k) / apart * ((double)used_routers_distance(&d->routers, c->middle[1], at) -
					(double)used_routers_distance(&d->routers, c->middle[0], at));
		}
	}
	find_places(d, q, false);
	return pull;
}

/* Cut the tasks of a part, and say in side[] which half each goes to. */
static void
choose_sides(dissection *d, const task_part *q, const cut_halves *c, uint8_t *side)
{
	uint32_t *task = d->task + q->task;
	int cuts = q->tasks > d->routers.p->tasks / LARGE ? d->rule->first_cuts : d->rule->cuts;
	uint8_t *one = xalloc(q->tasks + 2, sizeof *one), *other = xalloc(q->tasks + 2, sizeof *other);	/* with room for what pulls */
	bool pulled = d->rule->pulled && c->middle[0] != c->middle[1];
	int32_t *size = pulled ? xcalloc((size_t)q->tasks + 2, sizeof *size) : NULL;	/* 1 for each task, and nothing for the two that pull */
	double *pull = pulled ? pulls(d, q, c) : NULL;
	weighted_graph g;

	for (uint32_t i = 0; size && i < q->tasks; i++)
		size[i] = 1;
	weighted_graph_of_tasks(&g, d->routers.p->affinity, task, q->tasks, MOST_WEIGHT, pull, d->place);
	bisect(&g, size, c->half[0].tasks, cuts, one);
	if (c->half[0].tasks == c->half[1].tasks)
		memcpy(other, one, q->tasks);
	else
		bisect(&g, size, c->half[1].tasks, cuts, other);
	find_places(d, q, true);
	if (cost(d, q, c, other, 1) < cost(d, q, c, one, 0))
		for (uint32_t i = 0; i < q->tasks; i++)
			side[i] = !other[i];
	else
		memcpy(side, one, q->tasks);
	find_places(d, q, false);
	weighted_graph_free(&g);
	free_all(one, other, pull, size);
}

/* Cut a part, and let its halves wait; false where it is cut no more. */
static bool
cut_part(dissection *d, const task_part *q)
{
	uint8_t *side;
	cut_halves c;

	if (q->routers > 1)
		cut_routers(d, q, &c);
	else if (!d->rule->nodes || !cut_nodes(d, q, &c))
		return false;
	side = xalloc(q->tasks, sizeof *side);
	choose_sides(d, q, &c, side);
	part_items(d->task + q->task, q->tasks, side, d->aside);
	for (int h = 0; h < 2; h++) {
		for (uint32_t i = 0; i < c.half[h].tasks; i++)
			d->at[d->task[c.half[h].task + i]] = c.middle[h];
		d->queue[d->count++] = c.half[h];
	}
	free(side);
	return true;
}

/* The rank of each task into rank[].  Which half goes to which is tried both ways: that is taken which brings tasks nearer to those
 * that they talk to, where every task counts as being in the middle of the routers that its part is known to go to. */
static void
dissect(const placement *p, const dissection_rule *rule, uint32_t *rank)
{
	dissection d = { .rule = rule };

	used_routers_init(&d.routers, p, false);
	d.task = array_of_numbers(p->tasks);
	d.router = array_of_numbers(d.routers.count);
	d.at = xcalloc(p->tasks, sizeof *d.at);
	d.place = array_of_none(p->tasks);
	d.aside = xalloc(p->tasks, sizeof *d.aside);
	d.queue = xalloc(2 * (size_t)(rule->nodes ? p->nodes : d.routers.count), sizeof *d.queue);
	d.queue[d.count++] = (task_part){ .tasks = p->tasks, .routers = d.routers.count };
	while (d.next < d.count) {
		task_part q = d.queue[d.next++];

		if (cut_part(&d, &q))
			continue;
		for (uint32_t i = 0; i < q.tasks; i++)	/* in their order */
			rank[d.task[q.task + i]] = d.routers.rank[q.first + i];
	}
	used_routers_free(&d.routers);
	free_all(d.task, d.router, d.at, d.place, d.aside, d.queue);
}

/* --- the algorithms */

enum {
	FIRST_CUTS = 8, CUTS = 2,	/* the best of that many by METIS */
	METIS_CUTS = 4,
	MANY_TASKS = 32768	/* with more it is 1 in place of CUTS */
};

/* A router of a part, and where it is along what is cut. */
typedef struct item {
	uint32_t at, place;	/* place: in the part */
} item;

ASCENDING_BY2(ascending, item, at, place)

/* Halve items along `at`, nearest to equal in ranks; with `whole` where `at` changes. */
static void
halve(const used_routers *u, const uint32_t *router, item *list, uint32_t count, bool whole, uint8_t *side)
{
	int64_t all = 0, before = 0, least = INT64_MAX;
	uint32_t best = 1;

	qsort(list, count, sizeof *list, ascending);
	for (uint32_t i = 0; i < count; i++)
		all += used_routers_ranks(u, router[i]);
	for (uint32_t i = 1; i < count; i++) {
		before += used_routers_ranks(u, router[list[i - 1].place]);
		if ((!whole || list[i].at != list[i - 1].at) && llabs(2 * before - all) < least) {
			least = llabs(2 * before - all);
			best = i;
		}
	}
	for (uint32_t i = 0; i < count; i++)
		side[list[i].place] = i >= best;
}

/* Cut between domains of a level; false where all are in one. */
static bool
cut_level(const used_routers *u, const level *l, const uint32_t *router, uint32_t count, item *list, uint8_t *side)
{
	bool several = false;

	for (uint32_t i = 0; i < count; i++) {
		list[i] = (item){ l->of[u->p->node[u->node[router[i]]]], i };
		several |= list[i].at != list[0].at;
	}
	if (several)
		halve(u, router, list, count, true, side);
	return several;
}

static void
coordinates(const used_routers *u, uint32_t router, uint32_t *at)
{
	const machine *m = u->p->machine;

	m->kind->coordinates(m, m->node_router[u->p->node[u->node[router]]], at);
}

/* Cut across the longest axis; a full box between two rows. */
static void
cut_axis(const used_routers *u, const uint32_t *router, uint32_t count, item *list, uint8_t *side)
{
	const machine *m = u->p->machine;
	uint32_t at[MACHINE_DIMS], start = 0, longest = 0;
	uint64_t box = 1;
	int axis = 0;

	for (int d = 0; d < m->dims; d++) {
		uint8_t *seen = xcalloc(m->extent[d], sizeof *seen);
		uint32_t begin, extent;

		for (uint32_t i = 0; i < count; i++) {
			coordinates(u, router[i], at);
			seen[at[d]] = 1;
		}
		extent = row_extent(seen, m->extent[d], m->ring[d], &begin);
		box *= box <= count ? extent : 1;
		if (extent > longest) {
			longest = extent;
			start = begin;
			axis = d;
		}
		free(seen);
	}
	for (uint32_t i = 0; i < count; i++) {
		coordinates(u, router[i], at);
		list[i] = (item){ (at[axis] + m->extent[axis] - start) % m->extent[axis], i };
	}
	halve(u, router, list, count, box == count, side);
}

static void
cut(used_routers *u, const uint32_t *router, uint32_t count, uint8_t *side)
{
	const machine *m = u->p->machine;
	item *list = xalloc(count, sizeof *list);
	int l = m->levels - 1;

	while (l > 0 && !cut_level(u, &m->level[l], router, count, list, side))
		l--;
	if (l == 0) {
		if (m->dims > 0)
			cut_axis(u, router, count, list, side);
		else
			cut_near(u, router, count, side);
	}
	free(list);
}

static void
place(const placement *p, uint32_t *rank)
{
	dissect(p, &(dissection_rule){ .cut = cut, .first_cuts = FIRST_CUTS, .cuts = p->tasks > MANY_TASKS ? 1 : CUTS,
		.pulled = true, .nodes = p->distances->apart > 0 }, rank);
}

static void
place_metis(const placement *p, uint32_t *rank)
{
	dissect(p, &(dissection_rule){ .cut = cut_near, .first_cuts = METIS_CUTS, .cuts = METIS_CUTS }, rank);
}

#define BY_METIS(function) .place = function
#else
#define BY_METIS(function) .lacks = "METIS"
#endif

const mapping mapping_multisection = {
	.name = "multisection", .about = "the tasks are cut along the machine: groups or subtrees, routers, nodes, by METIS",
	.needs = NEEDS_TRAFFIC, BY_METIS(place),
};

const mapping mapping_metis = {
	.name = "metis", .about = "recursive bisection of the tasks and of the routers by METIS (Hoefler and Snir)",
	.needs = NEEDS_TRAFFIC, BY_METIS(place_metis),
};
