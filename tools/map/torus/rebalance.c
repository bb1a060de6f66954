/* rebalance -- the last step of Adaptive Layout: tasks that hold much pass parts of blocks on (layout.h).
 *
 * Only parts that were dealt are passed on, never what a task claimed itself.  Every move lowers the sum of the squares of
 * the loads, so it ends. */
#include <stdlib.h>

#include "lib/cli/arrays.h"
#include "map/torus/layout.h"

typedef struct dealt_part {
	uint32_t next;		/* the next one of the same task; NONE */
	uint32_t block, part;	/* whose part, and which */
} dealt_part;

typedef struct balance {
	torus_layout *l;
	uint32_t radius;
	uint32_t *load;		/* [tasks] parts */
	uint32_t *head;		/* [tasks] the first of the parts dealt to a task; NONE */
	dealt_part *dealt;
	uint32_t count;		/* of parts dealt */
	uint32_t *order;	/* [tasks] scratch */
} balance;

static void
link_part(balance *b, uint32_t i, uint32_t task)
{
	b->dealt[i].next = b->head[task];
	b->head[task] = i;
	b->load[task]++;
}

/* Pass on to `to` that of the task's parts whose place is nearest to it. */
static void
pass_on(balance *b, uint32_t task, uint32_t to)
{
	uint32_t *best = &b->head[task], least = UINT32_MAX, i;

	for (uint32_t *at = &b->head[task]; *at != NONE; at = &b->dealt[*at].next) {
		uint32_t away = layout_distance(b->l, b->dealt[*at].block % b->l->places, b->l->place[to]);

		if (away < least) {
			least = away;
			best = at;
		}
	}
	i = *best;
	*best = b->dealt[i].next;
	b->load[task]--;
	link_part(b, i, to);
	b->l->cut.owner[b->dealt[i].block][b->dealt[i].part] = to;
}

typedef struct quest {
	const balance *b;
	uint32_t t, most;	/* a process at t with that load at most is wanted */
	uint32_t found;
} quest;

static bool
light(void *with, uint32_t place)
{
	quest *q = with;
	uint32_t task = layout_process(q->b->l, place, q->t);

	if (q->b->load[task] > q->most)
		return false;
	q->found = task;
	return true;
}

/* The task that takes a part of this task's; NONE: none does. */
static uint32_t
taker(const balance *b, uint32_t task)
{
	const torus_layout *l = b->l;
	uint32_t place = l->place[task], *own = l->task + l->first[place], count = layout_count(l, place);
	quest q = { .b = b, .most = b->load[task] - 2, .found = own[0] };

	for (uint32_t t = 0; t < count; t++) {
		if (own[t] == task)
			q.t = t;
		if (b->load[own[t]] < b->load[q.found])
			q.found = own[t];
	}
	if (b->load[q.found] <= q.most)
		return q.found;
	q.found = NONE;
	layout_walk(l, place, b->radius, light, &q);
	return q.found;
}

static int
by_falling_load(const void *x, const void *y, void *of)
{
	const uint32_t *load = of, i = *(const uint32_t *)x, j = *(const uint32_t *)y;

	return load[i] != load[j] ? (load[i] < load[j]) - (load[i] > load[j]) : (i > j) - (i < j);
}

/* One round over all that have two parts more than someone; false when nothing was passed on. */
static bool
go_round(balance *b)
{
	uint32_t least = UINT32_MAX, count = 0, to;
	bool moved = false;

	for (uint32_t i = 0; i < b->l->tasks; i++)
		least = b->load[i] < least ? b->load[i] : least;
	for (uint32_t i = 0; i < b->l->tasks; i++)
		if (b->load[i] >= least + 2)
			b->order[count++] = i;
	qsort_r(b->order, count, sizeof *b->order, by_falling_load, b->load);	/* the largest first, at a tie the lowest */
	for (uint32_t i = 0; i < count; i++)
		while (b->load[b->order[i]] >= least + 2 && (to = taker(b, b->order[i])) != NONE) {
			pass_on(b, b->order[i], to);
			moved = true;
		}
	return moved;
}

void
layout_rebalance(torus_layout *l, uint32_t radius)
{
	balance b = { .l = l, .radius = radius };
	size_t parts = 0;

	b.load = xalloc(l->tasks, sizeof *b.load);
	b.head = array_of_none(l->tasks);
	b.order = xalloc(l->tasks, sizeof *b.order);
	for (uint32_t i = 0; i < l->tasks; i++)
		b.load[i] = CUT_PARTS;	/* its own block */
	/* The parts that were dealt: of the blocks of a place beyond its tasks. */
	for (uint32_t p = 0; p < l->places; p++)
		parts += (size_t)(l->deep - layout_count(l, p)) * CUT_PARTS;
	b.dealt = xalloc(parts, sizeof *b.dealt);
	for (uint32_t p = 0; p < l->places; p++)
		for (uint32_t t = layout_count(l, p); t < l->deep; t++)
			for (uint32_t k = 0; k < CUT_PARTS; k++) {
				b.dealt[b.count] = (dealt_part){ .block = p + l->places * t, .part = k };
				link_part(&b, b.count++, l->cut.owner[p + l->places * t][k]);
			}
	while (go_round(&b))
		;
	free_all(b.load, b.head, b.order, b.dealt);
}
