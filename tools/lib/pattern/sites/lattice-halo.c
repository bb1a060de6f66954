/* lattice-halo -- the pattern `lattice`: every site of a lattice exchanges with its neighbours along each dimension, and
 * tasks send what crosses the boundaries of the blocks that they hold (lattice-cut.h).
 *
 * What a task sends to another over all their common faces in one direction of one dimension is a message.  They are
 * posted in the order -x +x -y +y …, those of one direction to ascending tasks.  As faces have two sides a task waits for
 * as many messages as it posts. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/pattern/sites/lattice-cut.h"

/* What crosses a face one way. */
typedef struct crossing {
	uint32_t from, to;
	uint32_t way;		/* 2 d: down dimension d; 2 d + 1: up */
	uint64_t sites;
} crossing;

typedef struct crossings {
	crossing *item;
	size_t count, room;
} crossings;

typedef struct plan {
	uint32_t ways;		/* 2 a dimension */
	size_t *first;		/* [tasks * ways + 1] */
	uint32_t *to;		/* whom a task sends to, task after task, way after way */
	int64_t *bytes;
} plan;

static void
add(crossings *c, uint32_t from, uint32_t to, uint32_t way, uint64_t sites)
{
	if (c->count == c->room) {
		c->room = c->room ? 2 * c->room : 1024;
		c->item = xrealloc(c->item, c->room, sizeof *c->item);
	}
	c->item[c->count++] = (crossing){ from, to, way, sites };
}

/* A face of so many sites between a and, above it along d, b. */
static void
face(crossings *c, uint32_t a, uint32_t b, int d, uint64_t sites)
{
	if (a == b || sites == 0)
		return;
	add(c, a, b, 2 * (uint32_t)d + 1, sites);
	add(c, b, a, 2 * (uint32_t)d, sites);
}

/* Two blocks side by side along a dimension that is not split: part touches part. */
static void
side_by_side(crossings *c, const uint32_t *a, const uint32_t *b, int d, uint64_t area, uint32_t deep)
{
	if (cut_whole(a) && cut_whole(b)) {
		face(c, a[0], b[0], d, area * deep);
		return;
	}
	for (uint32_t k = 0; k < CUT_PARTS; k++)
		face(c, a[k], b[k], d, area * cut_share(k, deep, CUT_PARTS));
}

/* The first and the last part of a block that has sites. */
static uint32_t
first_part(uint32_t deep)
{
	uint32_t k = 0;

	while (cut_share(k, deep, CUT_PARTS) == 0)
		k++;
	return k;
}

/* The parts of a block on top of each other. */
static void
within(crossings *c, const uint32_t *a, uint64_t area, uint32_t deep)
{
	uint32_t below = first_part(deep);

	for (uint32_t k = below + 1; k < CUT_PARTS; k++)
		if (cut_share(k, deep, CUT_PARTS) > 0) {
			face(c, a[below], a[k], CUT_SPLIT, area);
			below = k;
		}
}

/* Sites of block at[] along d; 1 where the lattice has no such dimension. */
static uint32_t
extent(const lattice_cut *c, const uint32_t *at, int d)
{
	uint32_t sites = d < c->dims ? cut_share(at[d], c->sites[d], c->blocks[d]) : 1;

	assert(sites > 0);	/* every block has some: lattice-cut.h */
	return sites;
}

/* All faces of block i, at[], within it and up each dimension; a row of one block is its own neighbour. */
static void
faces_of(crossings *c, const traffic *t, uint32_t i, const uint32_t *at)
{
	const lattice_cut *l = t->cut;
	uint32_t deep = extent(l, at, CUT_SPLIT), stride = 1;
	uint64_t flat = 1;	/* sites, but for y */

	for (int d = 0; d < l->dims; d++)
		flat *= d == CUT_SPLIT ? 1 : extent(l, at, d);
	within(c, l->owner[i], flat, deep);
	for (int d = 0; d < l->dims; stride *= l->blocks[d++]) {
		bool last = at[d] + 1 == l->blocks[d];
		uint32_t up = last ? i - at[d] * stride : i + stride;

		if (last && !(t->periodic & 1U << d))
			continue;
		if (d == CUT_SPLIT)	/* the last part always has sites; the first that has any touches it */
			face(c, l->owner[i][CUT_PARTS - 1], l->owner[up][first_part(cut_share(last ? 0 : at[d] + 1, l->sites[d], l->blocks[d]))], d, flat);
		else
			side_by_side(c, l->owner[i], l->owner[up], d, flat / extent(l, at, d), deep);
	}
}

/* All faces of the lattice. */
static crossings
find_faces(const traffic *t)
{
	const lattice_cut *l = t->cut;
	uint32_t n = cut_blocks(l->dims, l->blocks), at[PATTERN_DIMS] = { 0 };
	crossings c = { 0 };

	for (uint32_t i = 0; i < n; i++) {
		faces_of(&c, t, i, at);
		for (int d = 0; d < l->dims && ++at[d] == l->blocks[d]; d++)
			at[d] = 0;
	}
	return c;
}

static int
by_receiver(const void *a, const void *b)
{
	const crossing *x = a, *y = b;

	return (x->to > y->to) - (x->to < y->to);
}

/* Sort crossings by task and way: first[key] … first[key + 1] - 1 of the result are those of `key`. */
static crossing *
sort(const crossings *c, size_t keys, uint32_t ways, size_t *first)
{
	crossing *sorted = xalloc(c->count + 1, sizeof *sorted);
	size_t *at = xcalloc(keys + 1, sizeof *at);

	for (size_t i = 0; i < c->count; i++)
		at[(size_t)c->item[i].from * ways + c->item[i].way + 1]++;
	for (size_t k = 0; k < keys; k++)
		at[k + 1] += at[k];
	memcpy(first, at, (keys + 1) * sizeof *at);
	for (size_t i = 0; i < c->count; i++)
		sorted[at[(size_t)c->item[i].from * ways + c->item[i].way]++] = c->item[i];
	free(at);
	return sorted;
}

/* One message for all crossings of a task, a way and a receiver. */
static void
merge(plan *p, crossing *c, size_t keys, int64_t site_bytes)
{
	size_t kept = 0;

	for (size_t k = 0; k < keys; k++) {
		size_t begin = p->first[k], end = p->first[k + 1], from = kept;

		if (end - begin > 1)
			qsort(c + begin, end - begin, sizeof *c, by_receiver);
		p->first[k] = kept;
		for (size_t i = begin; i < end; i++) {
			int64_t bytes = (int64_t)c[i].sites * site_bytes;

			if (kept > from && p->to[kept - 1] == c[i].to) {
				p->bytes[kept - 1] += bytes;
			} else {
				p->to[kept] = c[i].to;
				p->bytes[kept++] = bytes;
			}
		}
	}
	p->first[keys] = kept;
}

static bool
prepare(traffic *t, const char **why)
{
	plan *p;
	crossings c;
	crossing *sorted;
	size_t keys;

	*why = "has no lattice";
	if (!t->cut)
		return false;
	c = find_faces(t);
	p = t->state = xcalloc(1, sizeof *p);
	p->ways = 2 * (uint32_t)t->cut->dims;
	keys = (size_t)t->tasks * p->ways;
	p->first = xalloc(keys + 1, sizeof *p->first);
	p->to = xalloc(c.count + 1, sizeof *p->to);
	p->bytes = xalloc(c.count + 1, sizeof *p->bytes);
	sorted = sort(&c, keys, p->ways, p->first);
	merge(p, sorted, keys, t->site_bytes);
	free(sorted);
	free(c.item);
	return true;
}

static uint32_t
phases(const traffic *t)
{
	return t->rounds ? (uint32_t)t->cut->dims : 1;
}

/* The messages of a task in a phase: a dimension's, or all. */
static size_t
posted(const traffic *t, uint32_t phase, uint32_t task, uint32_t *count)
{
	const plan *p = t->state;
	size_t low = (size_t)task * p->ways + (t->rounds ? 2 * phase : 0), end = low + (t->rounds ? 2 : p->ways);

	*count = (uint32_t)(p->first[end] - p->first[low]);
	return p->first[low];
}

static uint32_t
sends(const traffic *t, uint32_t phase, uint32_t task)
{
	uint32_t count;

	posted(t, phase, task, &count);
	return count;
}

static message
send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k)
{
	const plan *p = t->state;
	uint32_t count;
	size_t i = posted(t, phase, task, &count) + k;

	return (message){ p->to[i], phase, p->bytes[i] };
}

static void
release(void *state)
{
	plan *p = state;

	if (!p)
		return;
	free(p->first);
	free(p->to);
	free(p->bytes);
	free(p);
}

extern const pattern pattern_lattice;

const pattern pattern_lattice = {
	.name = "lattice",
	.about = "each task sends what crosses the boundaries of its blocks of a lattice of sites",
	.prepare = prepare,
	.phases = phases,
	.sends = sends,
	.send = send,
	.receives = sends,
	.release = release,
	.allreduce = true,
	.lattice = true,
};
