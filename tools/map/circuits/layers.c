#include "map/circuits/layers.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

#define FREE UINT32_MAX
enum {
	CHAINS = 64,		/* that are tried for one circuit */
	STEPS_A_GROUP = 200	/* circuits that are displaced before a decomposition is given up */
};

void
layers_init(layers *l, const circuit_fabric *f)
{
	size_t n = f->groups;

	*l = (layers){ .fabric = *f };
	l->far = xalloc(n * fabric_links(f), sizeof *l->far);
	l->room = xalloc(n * f->ocs, sizeof *l->room);
	l->used = xalloc(n, sizeof *l->used);
	l->count = xalloc(n * n, sizeof *l->count);
	layers_clear(l);
}

void
layers_clear(layers *l)
{
	size_t n = l->fabric.groups;

	for (size_t i = 0; i < n * fabric_links(&l->fabric); i++)
		l->far[i] = FREE;
	for (size_t i = 0; i < n * l->fabric.ocs; i++)
		l->room[i] = l->fabric.share;
	memset(l->used, 0, n * sizeof *l->used);
	memset(l->count, 0, n * n * sizeof *l->count);
}

void
layers_free(layers *l)
{
	free_all(l->far, l->room, l->used, l->count);
}

/* --- ends */

static uint32_t
end_of(const layers *l, uint32_t v, uint32_t o, uint32_t slot)
{
	return (v * l->fabric.ocs + o) * l->fabric.share + slot;
}

static uint32_t
group_of(const layers *l, uint32_t end)
{
	uint32_t links = fabric_links(&l->fabric);

	assert(links > 0);
	return end / links;
}

static uint32_t
room_at(const layers *l, uint32_t v, uint32_t o)
{
	return l->room[v * l->fabric.ocs + o];
}

/* The end at OCS o that has the group and the slot of this one. */
static uint32_t
moved(const layers *l, uint32_t end, uint32_t o)
{
	return end_of(l, group_of(l, end), o, end % l->fabric.share);
}

/* Count one end of a circuit to group `other`, or (by -1) do not any longer. */
static void
count_end(layers *l, uint32_t end, uint32_t other, int by)
{
	uint32_t group = group_of(l, end);

	l->room[end / l->fabric.share] -= (uint32_t)by;
	l->used[group] += (uint32_t)by;
	l->count[(size_t)group * l->fabric.groups + other] += (uint32_t)by;
}

static void
join_ends(layers *l, uint32_t x, uint32_t y)
{
	l->far[x] = y;
	l->far[y] = x;
	count_end(l, x, group_of(l, y), 1);
	count_end(l, y, group_of(l, x), 1);
}

void
layers_part(layers *l, uint32_t x)
{
	uint32_t y = l->far[x];

	l->far[x] = l->far[y] = FREE;
	count_end(l, x, group_of(l, y), -1);
	count_end(l, y, group_of(l, x), -1);
}

/* A port of group v at OCS o that is not joined; there must be one. */
static uint32_t
free_end(const layers *l, uint32_t v, uint32_t o)
{
	uint32_t end = end_of(l, v, o, 0);

	while (l->far[end] != FREE)
		end++;
	return end;
}

void
layers_join_at(layers *l, uint32_t o, uint32_t x, uint32_t y)
{
	join_ends(l, free_end(l, x, o), free_end(l, y, o));
}

/* --- chains */

/* The chain that begins at `end`, which is joined, and at OCS `to` is not: each circuit of it goes to the other OCS.
 * Ends of one group and slot are a vertex, which has at most one circuit at each of the two OCSes: the chain is a path. */
static void
flip(layers *l, uint32_t end, uint32_t to)
{
	uint32_t from = end / l->fabric.share % l->fabric.ocs, x = end, y = l->far[end];

	layers_part(l, x);
	for (;;) {
		uint32_t next, turn = from;

		x = moved(l, x, to);
		y = moved(l, y, to);
		next = l->far[y];
		if (next != FREE)
			layers_part(l, y);
		join_ends(l, x, y);
		if (next == FREE)
			return;
		x = y;		/* the circuit that was in the way */
		y = next;
		from = to;
		to = turn;
	}
}

/* An OCS where both groups have room, the first from `from` on and around; FREE: there is none. */
static uint32_t
next_room(const layers *l, uint32_t x, uint32_t y, uint32_t from)
{
	for (uint32_t i = 0; i < l->fabric.ocs; i++) {
		uint32_t o = from + i < l->fabric.ocs ? from + i : from + i - l->fabric.ocs;

		if (room_at(l, x, o) && room_at(l, y, o))
			return o;
	}
	return FREE;
}

bool
layers_join(layers *l, uint32_t x, uint32_t y, rng *r)
{
	uint32_t ocs = l->fabric.ocs, o, to;

	if (l->used[x] == fabric_links(&l->fabric) || l->used[y] == fabric_links(&l->fabric))
		return false;
	o = next_room(l, x, y, (uint32_t)rng_below(r, ocs));
	if (o != FREE) {
		layers_join_at(l, o, x, y);
		return true;
	}
	for (int i = 0; i < CHAINS; i++) {
		o = next_room(l, x, x, (uint32_t)rng_below(r, ocs));
		to = next_room(l, y, y, (uint32_t)rng_below(r, ocs));
		/* At OCS o, where x has room; where y has none, some is made by a chain that leads to OCS `to`, where y has. */
		if (!room_at(l, y, o))
			flip(l, moved(l, free_end(l, y, to), o), to);
		if (room_at(l, x, o) && room_at(l, y, o)) {	/* else the chain ended at x */
			layers_join_at(l, o, x, y);
			return true;
		}
	}
	return false;
}

/* --- all of them */

/* Circuits that wait to be laid. */
typedef struct waiting {
	uint32_t (*pair)[2];
	size_t count, room;
} waiting;

static void
wait_for(waiting *w, uint32_t x, uint32_t y)
{
	w->pair = xgrow(w->pair, &w->room, w->count + 1, sizeof *w->pair);
	w->pair[w->count][0] = x;
	w->pair[w->count++][1] = y;
}

/* Make room for group v at OCS o by taking one of its circuits there away, which waits then. */
static void
evict(layers *l, waiting *w, uint32_t v, uint32_t o, rng *r)
{
	uint32_t end;

	if (room_at(l, v, o))
		return;
	end = end_of(l, v, o, (uint32_t)rng_below(r, l->fabric.share));
	wait_for(w, v, group_of(l, l->far[end]));
	layers_part(l, end);
}

bool
layers_lay(layers *l, const uint32_t *want, rng *r)
{
	uint32_t n = l->fabric.groups, steps = STEPS_A_GROUP * n;
	waiting w = { 0 };

	for (uint32_t x = 0; x < n; x++)
		for (uint32_t y = x + 1; y < n; y++)
			for (uint32_t k = l->count[(size_t)x * n + y]; k < want[(size_t)x * n + y]; k++)
				if (!layers_join(l, x, y, r))
					wait_for(&w, x, y);
	for (; w.count > 0 && steps > 0; steps--) {
		uint32_t *pair = w.pair[--w.count], x = pair[0], y = pair[1], o;

		if (layers_join(l, x, y, r))
			continue;
		/* in the place of others, at any OCS: only at those where one of the two has room it would go on without end */
		o = (uint32_t)rng_below(r, l->fabric.ocs);
		evict(l, &w, x, o, r);
		evict(l, &w, y, o, r);
		layers_join_at(l, o, x, y);
	}
	free(w.pair);
	return w.count == 0;
}
