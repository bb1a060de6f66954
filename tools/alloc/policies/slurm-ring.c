/* slurm-ring -- Slurm 26.05's topology/ring, by observation (data/reference/slurm/26.05).
 *
 * A job of n nodes gets n in a row in one ring, around its end too: in the ring with the fewest idle nodes of those with such a place, the
 * first at a tie, there from the lowest position.  With segments of K nodes it has n / K rings, K in a row in each: those with the fewest
 * idle nodes.  Which of equal ones these are a heap decides that has the ring with the most idle nodes at its top.  One node is the
 * machine's lowest by label. */
#include <inttypes.h>

#include "alloc/slurm/slurm.h"
#include "lib/cli/cli.h"
#include "lib/machine/tori.h"

/* Rings that have room, in a heap: the idle nodes of none are more than those of the one above it, (i - 1) / 2. */
typedef struct ring_heap {
	uint32_t *ring, *idle;	/* [count], [rings] */
	uint32_t count;
} ring_heap;

static char *
check(const machine *m, const char *argument)
{
	(void)argument;
	return m->rings ? NULL : xprintf("wants the rings of a topology.yaml, and '%s' has none", m->spec);
}

/* The lowest position of a ring from which `need` nodes in a row are idle; NONE. */
static uint32_t
find_place(const occupancy *o, const torus *t, uint32_t need)
{
	uint32_t size = t->size[0];

	for (uint32_t at = 0; at < size && need <= size; at++) {
		uint32_t n = 0;

		while (n < need && !o->busy[t->first + (at + n) % size])
			n++;
		if (n == need)
			return at;
	}
	return NONE;
}

static bool
more(const ring_heap *h, uint32_t a, uint32_t b)
{
	return h->idle[h->ring[a]] > h->idle[h->ring[b]];
}

/* Where a and b stand, they change places. */
static uint32_t
swap(ring_heap *h, uint32_t a, uint32_t b)
{
	uint32_t was = h->ring[a];

	h->ring[a] = h->ring[b];
	h->ring[b] = was;
	return b;
}

/* Another ring: behind all others, from where it rises, or in place of the top one of `want`, from where it falls by one level only: so it
 * was observed, and where many rings are equal it decides. */
static void
heap_take(ring_heap *h, uint32_t ring, uint32_t want)
{
	uint32_t at = h->count < want ? h->count++ : 0, top = 0;

	h->ring[at] = ring;
	if (at == 0) {
		for (uint32_t below = 1; below <= 2 && below < h->count; below++)
			top = more(h, below, top) ? below : top;
		swap(h, 0, top);
	}
	while (at > 0 && more(h, at, (at - 1) / 2))
		at = swap(h, at, (at - 1) / 2);
}

/* The `want` rings with room for a segment and the fewest idle nodes; how many there are, at most as many. */
static uint32_t
find_rings(const occupancy *o, uint32_t want, uint32_t segment, ring_heap *h)
{
	const machine *m = o->machine;

	for (uint32_t i = 0; i < m->tori; i++) {
		const torus *t = &m->torus[i];

		for (uint32_t v = t->first; v < t->first + t->size[0]; v++)
			h->idle[i] += !o->busy[v];
		if (find_place(o, t, segment) == NONE)
			continue;
		if (h->count < want || h->idle[i] < h->idle[h->ring[0]])
			heap_take(h, i, want);
	}
	return h->count;
}

/* The nodes of a segment in each ring of the heap; a leaf is a node. */
static void
take_segments(const occupancy *o, const ring_heap *h, uint32_t segment, uint32_t *take)
{
	const switches *s = o->plan;

	for (uint32_t i = 0; i < h->count; i++) {
		const torus *t = &o->machine->torus[h->ring[i]];
		uint32_t at = find_place(o, t, segment);

		for (uint32_t k = 0; k < segment; k++)
			take[s->leaf[t->first + (at + k) % t->size[0]]] = 1;
	}
}

static uint32_t
read_segment(const request *q)
{
	uint32_t segment = (uint32_t)cell_int(q->table, q->row, request_column(q, "segment"), 1, UINT32_MAX, q->nodes);

	return segment < q->nodes ? segment : q->nodes;
}

/* Why the job would be refused on an idle machine, too, the caller frees; NULL: it would not. */
static char *
never(const occupancy *o, const request *q)
{
	const machine *m = o->machine;
	uint32_t segment = read_segment(q), want = q->nodes / segment, rings = 0;

	for (uint32_t i = 0; i < m->tori; i++)
		rings += m->torus[i].size[0] >= segment;
	if (q->nodes % segment != 0)
		return xprintf("its nodes, %" PRIu32 ", are no multiple of its segment, %" PRIu32, q->nodes, segment);
	return rings >= want ? NULL : xprintf("it wants %" PRIu32 " ring%s of at least %" PRIu32 " nodes, and there are %" PRIu32, want,
		want == 1 ? "" : "s", segment, rings);
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	const machine *m = o->machine;
	uint32_t segment = read_segment(q), want = q->nodes / segment, *take;
	ring_heap h;
	bool served;

	if (q->nodes == 1) {
		out->node[0] = slurm_first(o);
		return true;
	}
	h = (ring_heap){ .ring = xalloc(m->tori, sizeof *h.ring), .idle = xcalloc(m->tori, sizeof *h.idle) };
	take = xcalloc(m->nodes, sizeof *take);
	served = q->nodes % segment == 0 && find_rings(o, want, segment, &h) == want;
	if (served) {
		take_segments(o, &h, segment, take);
		slurm_take(o, take, q->nodes, out->node);
	} else {
		selection_refused(out, "it wants %" PRIu32 " ring%s with %" PRIu32 " idle nodes in a row, and now there are %" PRIu32, want,
			want == 1 ? "" : "s", segment, h.count);
	}
	free_all(h.ring, h.idle, take);
	return served;
}

const policy policy_slurm_ring = {
	.name = "slurm-ring",
	.about = "Slurm's topology/ring: nodes in a row in the fullest ring",
	.plan = slurm_plan,
	.forget = slurm_forget,
	.check = check,
	.choose = choose,
	.never = never,
	.demands = (const char *const[]){ "segment", NULL },
	.refuses = true,
};
