#include "map/support/neighbour-lists.h"

#include "lib/cli/arrays.h"

/* A breadth-first search from one node, and what all of them share. */
typedef struct flood {
	const machine *machine;
	uint32_t radius, least, most;
	bool self;
	uint32_t *place;	/* [nodes of the machine] in the job's list; NONE: another's */
	uint32_t *seen;		/* [routers] by the search from that place; NONE: by none yet */
	uint32_t *queue;	/* [routers] */
	uint32_t *distance;	/* [routers] of those in the queue */
	uint32_t back;		/* of the queue */
	uint32_t *found;	/* [most] where the list goes */
	uint32_t count;
} flood;

static void
reach(flood *f, uint32_t router, uint32_t from, uint32_t distance)
{
	if (f->seen[router] == from)
		return;
	f->seen[router] = from;
	f->queue[f->back] = router;
	f->distance[f->back++] = distance;
}

/* The nodes at a router are found, the routers next to it wait.  Ports are gone through from another one on for every
 * `from`: a list that has no room for all at one distance is not full of the same few everywhere. */
static void
visit(flood *f, uint32_t router, uint32_t from, uint32_t distance)
{
	const machine *m = f->machine;
	uint32_t first = m->first[router], ports = m->first[router + 1] - first, start = ports ? from % ports : 0;

	for (uint32_t k = 0; k < ports && f->count < f->most; k++) {
		uint32_t link = first + (start + k < ports ? start + k : start + k - ports), to = m->to[link];

		if (to == NONE)
			continue;
		if (m->class[link] != CLASS_NODE) {
			reach(f, to, from, distance + 1);
		} else {
			uint32_t node = node_of_interface(f->machine, to), place = f->place[node];

			/* An interface: its node is found where that is its first one. */
			if (place != NONE && place != from && to == interface_of(f->machine, node, 0))
				f->found[f->count++] = place;
		}
	}
}

void
neighbour_lists_init(neighbour_lists *n, const machine *m, const uint32_t *node, uint32_t nodes, uint32_t radius, uint32_t least,
	uint32_t most, bool self)
{
	flood f = { .machine = m, .radius = radius, .least = least, .most = most, .self = self };
	size_t count = 0, room = (size_t)nodes * least + most;

	f.place = array_of_none(m->nodes);
	f.seen = array_of_none(m->routers);
	f.queue = xalloc(m->routers, sizeof *f.queue);
	f.distance = xalloc(m->routers, sizeof *f.distance);
	for (uint32_t i = 0; i < nodes; i++)
		f.place[node[i]] = i;
	n->first = xalloc((size_t)nodes + 1, sizeof *n->first);
	n->node = xalloc(room, sizeof *n->node);
	for (uint32_t i = 0; i < nodes; i++) {
		n->first[i] = count;
		n->node = xgrow(n->node, &room, count + most, sizeof *n->node);
		f.found = n->node + count;
		f.back = f.count = 0;
		if (self)
			f.found[f.count++] = i;
		reach(&f, m->node_router[node[i]], i, 0);
		for (uint32_t k = 0; k < f.back && f.count < most && (f.distance[k] <= radius || f.count < least); k++)
			visit(&f, f.queue[k], i, f.distance[k]);
		count += f.count;
	}
	n->first[nodes] = count;
	free_all(f.place, f.seen, f.queue, f.distance);
}

void
neighbour_lists_free(neighbour_lists *n)
{
	free_all(n->first, n->node);
}
