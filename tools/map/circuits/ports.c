#include "map/circuits/ports.h"

#include "lib/cli/arrays.h"
#include "lib/cli/cli.h"

enum { PASSES = 4 };	/* over all layers, at most; each gains less than the one before */

/* A circuit, of two groups of the job. */
typedef struct joint {
	uint32_t x, y;
} joint;

/* What is being assigned. */
typedef struct port_assignment {
	circuit_fabric fabric;
	const rdragonfly *machine;
	const uint32_t *group;
	joint *joint;		/* those of layer o are joint[first[o]] … joint[first[o + 1] - 1] */
	uint32_t *first;	/* [ocs + 1] */
	uint32_t *layer;	/* [ocs] the layer of an OCS */
	uint16_t *reach;	/* [n * a * n] circuits from a group's router at a place to another group */
	uint8_t *taken;		/* [n * links] by link of a group: it has a circuit */
} port_assignment;

static uint16_t *
reach(const port_assignment *a, uint32_t x, uint32_t place, uint32_t y)
{
	return &a->reach[((size_t)x * a->machine->groups.a + place) * a->fabric.groups + y];
}

/* The place of a group's k-th link. */
static uint32_t
place_of(const port_assignment *a, uint32_t k)
{
	return a->machine->groups.owner[k];
}

/* --- the order of layers */

/* Where the links of an OCS begin. */
static uint32_t
place_of_ocs(const port_assignment *a, uint32_t o)
{
	return place_of(a, o * a->fabric.share);
}

/* Count the circuits of a layer at a place, or (by -1) do not any longer.  As the links of a layer begin and end at one place, here it is
 * enough to count them in one of their groups. */
static void
count_layer(port_assignment *a, uint32_t layer, uint32_t place, int by)
{
	for (uint32_t i = a->first[layer]; i < a->first[layer + 1]; i++) {
		uint16_t *n = reach(a, a->joint[i].x, place, a->joint[i].y);

		*n = (uint16_t)(*n + by);
	}
}

/* How many circuits of others there lead where those of a layer would. */
static uint32_t
repeats(const port_assignment *a, uint32_t layer, uint32_t place)
{
	uint32_t sum = 0;

	for (uint32_t i = a->first[layer]; i < a->first[layer + 1]; i++)
		sum += *reach(a, a->joint[i].x, place, a->joint[i].y);
	return sum;
}

/* Let the layers of two OCSes change places if that makes repeats fewer. */
static bool
swap_layers(port_assignment *a, uint32_t o, uint32_t q)
{
	uint32_t one = a->layer[o], other = a->layer[q], here = place_of_ocs(a, o), there = place_of_ocs(a, q);
	bool gain;

	if (here == there)
		return false;
	count_layer(a, one, here, -1);
	count_layer(a, other, there, -1);
	gain = repeats(a, other, here) + repeats(a, one, there) < repeats(a, one, here) + repeats(a, other, there);
	a->layer[o] = gain ? other : one;
	a->layer[q] = gain ? one : other;
	count_layer(a, a->layer[o], here, 1);
	count_layer(a, a->layer[q], there, 1);
	return gain;
}

/* Does a circuit of OCS o lead where another of its router does? */
static bool
repeated(const port_assignment *a, uint32_t o)
{
	uint32_t layer = a->layer[o];

	return repeats(a, layer, place_of_ocs(a, o)) > a->first[layer + 1] - a->first[layer];
}

static void
sort_layers(port_assignment *a)
{
	uint32_t ocs = a->fabric.ocs;
	bool gain = true;

	for (uint32_t o = 0; o < ocs; o++)
		count_layer(a, a->layer[o], place_of_ocs(a, o), 1);
	for (int pass = 0; pass < PASSES && gain; pass++) {
		gain = false;
		for (uint32_t o = 0; o < ocs; o++)
			for (uint32_t q = 0; q < ocs && repeated(a, o); q++)
				gain |= swap_layers(a, o, q);
	}
	for (uint32_t o = 0; o < ocs; o++)
		count_layer(a, a->layer[o], place_of_ocs(a, o), -1);
}

/* --- links */

/* Take the free link of group x at OCS o whose router has fewest circuits to group y, at a tie the first; its end in the machine. */
static uint32_t
take_link(port_assignment *a, uint32_t x, uint32_t o, uint32_t y)
{
	const circuit_fabric *f = &a->fabric;
	uint8_t *taken = a->taken + (size_t)x * fabric_links(f);
	uint32_t best = NONE;

	for (uint32_t k = o * f->share; k < (o + 1) * f->share; k++)
		if (!taken[k] && (best == NONE || *reach(a, x, place_of(a, k), y) < *reach(a, x, place_of(a, best), y)))
			best = k;
	taken[best] = 1;
	++*reach(a, x, place_of(a, best), y);
	return a->group[x] * a->machine->links + best;
}

/* --- all of it */

/* The circuits of the layers, one after the other, each by its lower end. */
static void
list_joints(port_assignment *a, const layers *l)
{
	const circuit_fabric *f = &l->fabric;
	uint32_t links = fabric_links(f), count = 0;

	for (uint32_t o = 0; o < f->ocs; o++) {
		a->first[o] = count;
		for (uint32_t x = 0; x < f->groups; x++)
			for (uint32_t k = o * f->share; k < (o + 1) * f->share; k++) {
				uint32_t far = l->far[(size_t)x * links + k];

				if (far != NONE && x < far / links)
					a->joint[count++] = (joint){ x, far / links };
			}
	}
	a->first[f->ocs] = count;
}

void
ports_assign(const layers *l, const machine *m, const uint32_t *group, bool sorted, circuits *out)
{
	const circuit_fabric *f = &l->fabric;
	size_t n = f->groups, ends = n * fabric_links(f);
	port_assignment a = { .fabric = *f, .machine = rdragonfly_of(m), .group = group };

	a.joint = xalloc(ends / 2, sizeof *a.joint);
	a.first = xalloc((size_t)f->ocs + 1, sizeof *a.first);
	a.layer = array_of_numbers(f->ocs);
	a.reach = xcalloc(n * n * a.machine->groups.a, sizeof *a.reach);
	a.taken = xcalloc(ends, sizeof *a.taken);
	list_joints(&a, l);
	if (sorted)
		sort_layers(&a);
	for (uint32_t o = 0; o < f->ocs; o++)
		for (uint32_t i = a.first[a.layer[o]]; i < a.first[a.layer[o] + 1]; i++) {
			joint j = a.joint[i];
			uint32_t one = take_link(&a, j.x, o, j.y), other = take_link(&a, j.y, o, j.x);

			circuits_add(out, one, other);
		}
	free_all(a.joint, a.first, a.layer, a.reach, a.taken);
}
