/* slurm-torus3d -- Slurm 26.05's topology/torus3d, by observation (data/reference/slurm/26.05).
 *
 * A torus has placements, boxes that stand at their anchors (tori.h), around its ends too.  A job gets a box of just its size: of the tori
 * with a free one in that with the fewest idle nodes, the first at a tie; there of the first placement of that size with a free box; of
 * these boxes the one that meets the fewest free boxes of the next larger placement, the first at a tie, x outermost.  No job of another
 * size is served.
 *
 * How many boxes of one placement meet each box of another is summed dimension by dimension, as two boxes meet where they do in each.
 * Along one the boxes that meet a box are those whose anchors stand in a window: two sums from the first place on tell how many. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "alloc/slurm/slurm.h"
#include "lib/cli/cli.h"
#include "lib/machine/tori.h"

/* Boxes of one placement, [x][y][z] by the numbers of their anchors. */
typedef struct boxes {
	const torus *torus;
	const torus_box *box;
	uint32_t many[TORUS_DIMS];	/* anchors */
	uint32_t *value;	/* [many]: of each box */
} boxes;

static boxes
boxes_of(const torus *t, const torus_box *b)
{
	boxes n = { .torus = t, .box = b };

	for (int d = 0; d < TORUS_DIMS; d++)
		n.many[d] = torus_anchors(t, b, d);
	n.value = xcalloc(places_in(n.many), sizeof *n.value);
	return n;
}

/* Where anchor i of a box stands along dimension d. */
static uint32_t
anchor(const boxes *n, int d, uint32_t i)
{
	return (uint32_t)((n->box->seed[d] + (uint64_t)i * n->box->step[d]) % n->torus->size[d]);
}

/* Along dimension d, of `inner` rows side by side: out[] by the boxes of a, the sums of in[] by the boxes of b that each meets. */
static void
sum_along(const boxes *a, const boxes *b, int d, uint32_t inner, const uint32_t *in, uint32_t *out)
{
	uint32_t size = a->torus->size[d], window = a->box->size[d] + b->box->size[d] - 1;
	uint32_t *sum = xcalloc((2 * (size_t)size + 1) * inner, sizeof *sum);	/* of the places before each, twice around */

	window = window < size ? window : size;
	for (uint32_t k = 0; k < b->many[d]; k++)
		memcpy(sum + (size_t)(anchor(b, d, k) + 1) * inner, in + (size_t)k * inner, inner * sizeof *sum);
	memcpy(sum + (size_t)(size + 1) * inner, sum + inner, (size_t)size * inner * sizeof *sum);
	for (uint32_t i = inner; i < (2 * size + 1) * inner; i++)
		sum[i] += sum[i - inner];
	for (uint32_t i = 0; i < a->many[d]; i++) {
		const uint32_t *from = sum + (size_t)((anchor(a, d, i) + size + 1 - b->box->size[d]) % size) * inner;

		for (uint32_t r = 0; r < inner; r++)
			*out++ = from[(size_t)window * inner + r] - from[r];
	}
	free(sum);
}

/* The value of each box of a: the sum of the values of the boxes of b that it meets. */
static void
sum_met(boxes *a, const boxes *b)
{
	uint32_t many[TORUS_DIMS] = { b->many[0], b->many[1], b->many[2] }, *in = b->value, *out = NULL;

	for (int d = 0; d < TORUS_DIMS; d++) {
		uint32_t inner = d == 2 ? 1 : d == 1 ? many[2] : many[1] * many[2], outer = places_in(many) / inner / many[d];

		many[d] = a->many[d];
		out = xalloc(places_in(many), sizeof *out);
		for (uint32_t o = 0; o < outer; o++)
			sum_along(a, b, d, inner, in + (size_t)o * b->many[d] * inner, out + (size_t)o * many[d] * inner);
		if (in != b->value)
			free(in);
		in = out;
	}
	free(a->value);
	a->value = out;
}

/* The boxes of a placement: 1 where all nodes are idle; how many these are. */
static uint32_t
free_boxes(boxes *n, const boxes *busy)
{
	uint32_t many = 0;

	sum_met(n, busy);
	for (uint32_t i = 0; i < places_in(n->many); i++)
		many += n->value[i] = n->value[i] == 0;
	return many;
}

/* The free box of a placement that meets the fewest free ones of the next larger; NONE: none is free. */
static uint32_t
find_box(const torus *t, const torus_box *b, const boxes *busy)
{
	boxes here = boxes_of(t, b), next = { 0 }, met = boxes_of(t, b);
	const torus_box *larger = b;
	uint32_t best = NONE, open = free_boxes(&here, busy);

	while (larger < t->box + t->boxes && places_in(larger->size) == places_in(b->size))
		larger++;
	if (open > 0 && larger < t->box + t->boxes) {
		next = boxes_of(t, larger);
		if (free_boxes(&next, busy) > 0)
			sum_met(&met, &next);
	}
	for (uint32_t i = 0; open > 0 && i < places_in(here.many); i++)
		if (here.value[i] && (best == NONE || met.value[i] < met.value[best]))
			best = i;
	free_all(here.value, next.value, met.value);
	return best;
}

/* The nodes of box number i; a leaf is a node. */
static void
take_box(const torus *t, const torus_box *b, uint32_t i, const switches *s, uint32_t *take)
{
	boxes n = boxes_of(t, b);
	uint32_t at[TORUS_DIMS], rest = i;

	for (int d = TORUS_DIMS - 1; d >= 0; rest /= n.many[d--])
		at[d] = anchor(&n, d, rest % n.many[d]);

	for (uint32_t x = 0; x < b->size[0]; x++)
		for (uint32_t y = 0; y < b->size[1]; y++)
			for (uint32_t z = 0; z < b->size[2]; z++)
				take[s->leaf[t->first + (at[0] + x) % t->size[0] + t->size[0] * ((at[1] + y) % t->size[1] +
					t->size[1] * ((at[2] + z) % t->size[2]))]] = 1;
	free(n.value);
}

/* The idle nodes of a torus with fewer than `less` if one of its boxes serves the job, whose nodes take[] has then alone; else `less`. */
static uint32_t
serve(const occupancy *o, const torus *t, uint32_t need, uint32_t less, uint32_t *take)
{
	static const torus_box one = { .size = { 1, 1, 1 }, .step = { 1, 1, 1 } };
	boxes busy = boxes_of(t, &one);	/* places as boxes of one each: 1 where the node is busy */
	uint32_t idle = places_in(t->size), found = NONE, *to = busy.value;

	for (uint32_t x = 0; x < t->size[0]; x++)
		for (uint32_t y = 0; y < t->size[1]; y++)
			for (uint32_t z = 0; z < t->size[2]; z++)
				*to++ = o->busy[t->first + x + t->size[0] * (y + t->size[1] * z)];
	for (uint32_t i = 0; i < places_in(t->size); i++)
		idle -= busy.value[i];
	for (const torus_box *b = t->box; b < t->box + t->boxes && found == NONE && idle < less && idle >= need; b++)
		if (places_in(b->size) == need && (found = find_box(t, b, &busy)) != NONE) {
			memset(take, 0, o->machine->nodes * sizeof *take);
			take_box(t, b, found, o->plan, take);
		}
	free(busy.value);
	return found == NONE ? less : idle;
}

/* Why the job would be refused on an idle machine, too, the caller frees; NULL: it would not. */
static char *
never(const occupancy *o, const request *q)
{
	for (const torus *t = o->machine->torus; t < o->machine->torus + o->machine->tori; t++)
		for (uint32_t k = 0; k < t->boxes; k++)
			if (places_in(t->box[k].size) == q->nodes)
				return NULL;
	return xprintf("no placement has %" PRIu32 " nodes", q->nodes);
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	const machine *m = o->machine;
	uint32_t *take = xcalloc(m->nodes, sizeof *take), idle = NONE;

	for (uint32_t i = 0; i < m->tori; i++)
		idle = serve(o, &m->torus[i], q->nodes, idle, take);
	if (idle != NONE)
		slurm_take(o, take, q->nodes, out->node);
	else
		selection_refused(out, "no placement of %" PRIu32 " nodes is idle now", q->nodes);
	free(take);
	return idle != NONE;
}

static char *
check(const machine *m, const char *argument)
{
	(void)argument;
	return m->tori && !m->rings ? NULL : xprintf("wants the 3-D tori of a topology.yaml, and '%s' has none", m->spec);
}

const policy policy_slurm_torus3d = {
	.name = "slurm-torus3d",
	.about = "Slurm's topology/torus3d: a box of a torus, by its placements",
	.plan = slurm_plan,
	.forget = slurm_forget,
	.check = check,
	.choose = choose,
	.never = never,
	.demands = (const char *const[]){ NULL },
	.refuses = true,
};
