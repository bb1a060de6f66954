/* sets -- see sets.h. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "sets.h"

uint64_t
random_set(rng *r, uint32_t nodes, uint32_t count)
{
	uint64_t set = 0;

	while (count > 0) {
		uint64_t node = UINT64_C(1) << rng_below(r, nodes);

		count -= !(set & node);
		set |= node;
	}
	return set;
}

uint64_t
random_step(rng *r, uint32_t nodes, uint64_t set)
{
	uint64_t all = (UINT64_C(1) << nodes) - 1, in, out;

	if (set == 0 || set == all)
		return set;
	do
		out = UINT64_C(1) << rng_below(r, nodes);
	while (!(set & out));
	do
		in = UINT64_C(1) << rng_below(r, nodes);
	while (set & in);
	return (set | in) & ~out;
}

/* A way to turn and mirror: coordinate axis[a] goes to axis a, and counts from the other end where `mirrored` has bit a. */
typedef struct turn {
	int axis[SETS_AXES];
	unsigned mirrored;
} turn;

static void
find_image(const machine *m, const turn *t, uint8_t *image)
{
	uint32_t at[MACHINE_DIMS], other[MACHINE_DIMS];

	for (uint32_t v = 0; v < m->nodes; v++) {
		m->kind->coordinates(m, m->node_router[v], at);
		for (uint32_t u = 0; u < m->nodes; u++) {
			bool same = true;

			m->kind->coordinates(m, m->node_router[u], other);
			for (int a = 0; a < m->dims; a++) {
				uint32_t x = at[t->axis[a]];

				same = same && other[a] == (t->mirrored >> a & 1 ? m->extent[a] - 1 - x : x);
			}
			if (same)
				image[v] = (uint8_t)u;
		}
	}
}

/* Is t->axis[0 … dims - 1] an order of the axes that leaves the extents as they are? */
static bool
fits(const machine *m, const turn *t)
{
	unsigned seen = 0;

	for (int a = 0; a < m->dims; a++) {
		seen |= 1U << t->axis[a];
		if (m->extent[t->axis[a]] != m->extent[a])
			return false;
	}
	return seen == (1U << m->dims) - 1;
}

symmetries *
symmetries_new(const machine *m)
{
	symmetries *y = xcalloc(1, sizeof *y);
	unsigned orders = 1;

	y->nodes = m->nodes;
	for (int a = 0; a < m->dims; a++)
		orders *= (unsigned)m->dims;
	y->image = xalloc((size_t)orders << m->dims, sizeof *y->image);
	for (unsigned order = 0; order < orders; order++) {
		turn t = { .mirrored = 0 };
		unsigned rest = order;

		for (int a = 0; a < m->dims; a++, rest /= (unsigned)m->dims)
			t.axis[a] = (int)(rest % (unsigned)m->dims);
		if (!fits(m, &t))
			continue;
		for (t.mirrored = 0; t.mirrored < 1U << m->dims; t.mirrored++)
			find_image(m, &t, y->image[y->count++]);
	}
	return y;
}

void
symmetries_free(symmetries *y)
{
	free(y->image);
	free(y);
}

bool
symmetries_least(const symmetries *y, uint64_t set)
{
	for (uint32_t k = 0; k < y->count; k++) {
		uint64_t image = 0;

		for (uint64_t left = set; left; left &= left - 1)
			image |= UINT64_C(1) << y->image[k][__builtin_ctzll(left)];
		if (image < set)
			return false;
	}
	return true;
}
