/* metis -- the tasks and the routers that they go to are cut in two, again and again, by METIS (Hoefler and Snir, "Generic
 * topology mapping strategies for large-scale parallel architectures", ICS 2011, recursive bisection).
 *
 * The graph of the tasks has what they exchange as weights, that of the routers how near two are: the nearer, the
 * heavier.  Both are cut in halves of equal numbers of ranks, so that little weight is cut, and the tasks of one half go to
 * the routers of one half, until these are one router.
 *
 * Which half goes to which the paper leaves open.  Here both ways are tried, and that is taken which brings tasks nearer to those
 * they talk to, where every task counts as being in the middle of the routers that its part is known to go to. */
#include "map/mapping.h"

#ifdef HAVE_METIS

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "map/support/bisection.h"
#include "map/support/used-routers.h"

enum {
	MOST_WEIGHT = INT32_MAX / 4,	/* of all tasks together, for METIS */
	CLOSEST = 1 << 14,	/* the weight of two routers that are a link apart */
	SAMPLE = 64		/* so many routers tell the middle of a part */
};

/* Tasks and the sites that they go to; these have as many ranks. */
typedef struct part {
	uint32_t task, tasks;	/* dissection.task[task] and so many on */
	uint32_t site, sites;	/* likewise */
} part;

typedef struct dissection {
	used_routers routers;
	uint32_t *task;		/* [tasks] those of a part together */
	uint32_t *site;		/* [sites] likewise */
	uint32_t *at;		/* [tasks] the site in the middle of a task's part */
	bool *inside;		/* [tasks] scratch: is it in the part under way?  All false */
	uint32_t *place;	/* [tasks] scratch: all NONE */
	uint32_t *aside;	/* [tasks] scratch */
	part *queue;		/* parts to be cut */
	uint32_t next, count;
} dissection;

/* What there is of a cut: the halves' sites and middles, and how many ranks they have. */
typedef struct cut {
	part half[2];
	uint32_t middle[2];
} cut;

/* The site that is nearest to a sample of the sites of a part. */
static uint32_t
middle_of(const dissection *d, const part *q)
{
	const uint32_t *site = d->site + q->site;
	uint32_t step = (q->sites - 1) / SAMPLE + 1, best = site[0];
	uint64_t least = UINT64_MAX;

	for (uint32_t i = 0; i < q->sites; i++) {
		uint64_t sum = 0;

		for (uint32_t k = 0; k < q->sites; k += step)
			sum += used_routers_distance(&d->routers, site[i], site[k]);
		if (sum < least) {
			least = sum;
			best = site[i];
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

/* Cut the sites of a part; c->half[] gets its sites and ranks. */
static void
cut_sites(dissection *d, const part *q, cut *c)
{
	uint32_t *site = d->site + q->site;
	uint8_t *side = xalloc(q->sites, sizeof *side);
	int32_t *size = xalloc(q->sites, sizeof *size);
	uint32_t front;
	weighted_graph t;

	used_routers_graph(&d->routers, site, q->sites, &t);
	for (int32_t k = 0; k < t.first[t.count]; k++)
		t.weight[k] = CLOSEST / t.weight[k] > 0 ? CLOSEST / t.weight[k] : 1;
	for (uint32_t i = 0; i < q->sites; i++)
		size[i] = (int32_t)used_routers_ranks(&d->routers, site[i]);
	bisect(&t, size, q->tasks / 2, side);
	front = part_items(site, q->sites, side, d->aside);
	c->half[0] = (part){ .task = q->task, .site = q->site, .sites = front };
	c->half[1] = (part){ .site = q->site + front, .sites = q->sites - front };
	for (uint32_t i = 0; i < front; i++)
		c->half[0].tasks += used_routers_ranks(&d->routers, site[i]);
	c->half[1].tasks = q->tasks - c->half[0].tasks;
	c->half[1].task = q->task + c->half[0].tasks;
	for (int h = 0; h < 2; h++)
		c->middle[h] = middle_of(d, &c->half[h]);
	weighted_graph_free(&t);
	free(side);
	free(size);
}

/* Hop-bytes of the part's tasks, were those with side 0 in the middle of half `zero`, and the others in that of the other one. */
static uint64_t
cost(const dissection *d, const part *q, const cut *c, const uint8_t *side, int zero)
{
	const affinity *a = d->routers.p->affinity;
	uint64_t inner = 0, outer = 0;

	for (uint32_t i = 0; i < q->tasks; i++) {
		uint32_t task = d->task[q->task + i], at = c->middle[side[i] ^ zero];

		for (uint64_t k = a->first[task]; k < a->first[task + 1]; k++) {
			uint32_t other = a->neighbour[k];
			uint64_t weight = affinity_weight(a, k);

			if (!d->inside[other])
				outer += weight * used_routers_distance(&d->routers, at, d->at[other]);
			else if (side[d->place[other]] != side[i])
				inner += weight;
		}
	}
	return outer + inner / 2 * used_routers_distance(&d->routers, c->middle[0], c->middle[1]);
}

/* Cut the tasks of a part, and say in side[] which half each goes to. */
static void
choose_sides(dissection *d, const part *q, const cut *c, uint8_t *side)
{
	uint32_t *task = d->task + q->task;
	uint8_t *other = xalloc(q->tasks, sizeof *other);
	weighted_graph t;

	weighted_graph_of_tasks(&t, d->routers.p->affinity, task, q->tasks, MOST_WEIGHT, d->place);
	bisect(&t, NULL, c->half[0].tasks, side);
	if (c->half[0].tasks == c->half[1].tasks)
		memcpy(other, side, q->tasks);
	else
		bisect(&t, NULL, c->half[1].tasks, other);
	for (uint32_t i = 0; i < q->tasks; i++) {
		d->inside[task[i]] = true;
		d->place[task[i]] = i;
	}
	if (cost(d, q, c, other, 1) < cost(d, q, c, side, 0))
		for (uint32_t i = 0; i < q->tasks; i++)
			side[i] = !other[i];
	for (uint32_t i = 0; i < q->tasks; i++) {
		d->inside[task[i]] = false;
		d->place[task[i]] = NONE;
	}
	weighted_graph_free(&t);
	free(other);
}

/* Cut a part, and let its halves wait. */
static void
cut_part(dissection *d, const part *q)
{
	uint8_t *side = xalloc(q->tasks, sizeof *side);
	cut c;

	cut_sites(d, q, &c);
	choose_sides(d, q, &c, side);
	part_items(d->task + q->task, q->tasks, side, d->aside);
	for (int h = 0; h < 2; h++) {
		for (uint32_t i = 0; i < c.half[h].tasks; i++)
			d->at[d->task[c.half[h].task + i]] = c.middle[h];
		d->queue[d->count++] = c.half[h];
	}
	free(side);
}

/* The tasks of a part with one site get its ranks, in their order. */
static void
settle(const dissection *d, const part *q, uint32_t *rank)
{
	const used_routers *s = &d->routers;

	for (uint32_t i = 0; i < q->tasks; i++)
		rank[d->task[q->task + i]] = s->rank[s->first[d->site[q->site]] + i];
}

static void
place(const placement *p, uint32_t *rank)
{
	dissection d = { .count = 0 };

	used_routers_init(&d.routers, p);
	d.task = xalloc(p->tasks, sizeof *d.task);
	d.site = xalloc(d.routers.count, sizeof *d.site);
	d.at = xcalloc(p->tasks, sizeof *d.at);
	d.inside = xcalloc(p->tasks, sizeof *d.inside);
	d.place = xalloc(p->tasks, sizeof *d.place);
	d.aside = xalloc(p->tasks, sizeof *d.aside);
	d.queue = xalloc(2 * (size_t)d.routers.count, sizeof *d.queue);
	for (uint32_t i = 0; i < p->tasks; i++) {
		d.task[i] = i;
		d.place[i] = NONE;
	}
	for (uint32_t i = 0; i < d.routers.count; i++)
		d.site[i] = i;
	d.queue[d.count++] = (part){ .tasks = p->tasks, .sites = d.routers.count };
	while (d.next < d.count) {
		part q = d.queue[d.next++];

		if (q.sites > 1)
			cut_part(&d, &q);
		else
			settle(&d, &q, rank);
	}
	used_routers_free(&d.routers);
	free(d.task);
	free(d.site);
	free(d.at);
	free(d.inside);
	free(d.place);
	free(d.aside);
	free(d.queue);
}

#endif

const mapping mapping_metis = {
	.name = "metis",
	.about = "recursive bisection of the tasks and of the routers by METIS (Hoefler and Snir)",
	.needs = NEEDS_TRAFFIC,
#ifdef HAVE_METIS
	.place = place,
#else
	.lacks = "METIS",
#endif
};
