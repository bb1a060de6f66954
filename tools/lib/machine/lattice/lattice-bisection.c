/* lattice-bisection -- the fewest cables between two halves of a lattice, where that is known.
 *
 * A row of k routers has a sparsest cut: the least of cut / (s (k - s)) over its sets of s routers.  A half S of the N routers has variance
 * 1/4, at most the sum over the dimensions of the mean variance within a row (Efron and Stein, Annals of Statistics 1981).  So S cuts N/4
 * times the least of k * sparsest cut, or more; and where half a row is as sparse, cutting all these rows in half is the best there is.
 *
 * Odd rows have no half.  There the best halves of lattices of equal rows take routers in order: meshes and tori the longest dimension
 * slowest (Arjona Aroca and Fernandez Anta, "Bisection (band)width of product networks with application to data centers", IEEE TPDS 2014),
 * complete rows the shortest (Lindsey, "Assignment of numbers to vertices", American Mathematical Monthly 1964). */
#include "lib/cli/wide.h"
#include "lib/machine/lattice/lattice.h"

typedef enum row_shape { SINGLE, PATH, RING, COMPLETE, BIPARTITE, OTHER } row_shape;

typedef struct measured_axis {
	row_shape shape;
	uint32_t k;
	uint64_t weight;	/* of a cable */
	uint64_t cut, apart;	/* the sparsest cut is cut / apart cables */
	bool half;		/* that of half the row is as sparse */
} measured_axis;

static row_shape
shape_of(const lattice *l, int d)
{
	uint32_t k = l->extent[d], gap = l->gap[d];

	if (k == 1)
		return SINGLE;
	if (l->ring[d])
		return RING;
	if (k < gap + 2 || k == 2)
		return PATH;
	return gap == 1 ? COMPLETE : gap == 2 ? BIPARTITE : OTHER;
}

/* With a gap of 2 each even router is linked to each odd one: all sets of i of the first and j of the second. */
static void
sparsest_bipartite(measured_axis *r)
{
	uint64_t even = r->k - r->k / 2, odd = r->k / 2, half_cut = UINT64_MAX, half = (uint64_t)r->k / 2 * (r->k - r->k / 2);

	r->cut = r->apart = 0;
	for (uint64_t i = 0; i <= even; i++)
		for (uint64_t j = i == 0; j <= odd - (i == even); j++) {
			uint64_t cut = i * (odd - j) + j * (even - i), apart = (i + j) * (r->k - i - j);

			if (r->apart == 0 || cut * r->apart < r->cut * apart) {
				r->cut = cut;
				r->apart = apart;
			}
			if (i + j == r->k / 2 && cut < half_cut)
				half_cut = cut;
		}
	r->half = r->k % 2 == 0 && half_cut * r->apart == r->cut * half;
}

static measured_axis
describe(const lattice *l, int d, uint64_t weight)
{
	uint32_t k = l->extent[d];
	measured_axis r = { .shape = shape_of(l, d), .k = k, .weight = weight, .cut = 1, .apart = (uint64_t)k / 2 * (k - k / 2),
		.half = k % 2 == 0 };

	if (r.shape == RING)
		r.cut = 2;
	else if (r.shape == COMPLETE)
		r.apart = 1;
	else if (r.shape == BIPARTITE)
		sparsest_bipartite(&r);
	return r;
}

/* Weight * k * sparsest cut is less for a than for b. */
static bool
sparser(const measured_axis *a, const measured_axis *b)
{
	return (wide)a->weight * a->k * a->cut * b->apart < (wide)b->weight * b->k * b->cut * a->apart;
}

/* Halves by cutting the rows of one dimension. */
static bool
straight(const measured_axis *rows, int count, uint32_t routers, uint64_t *cut)
{
	const measured_axis *best = &rows[0];

	for (int i = 1; i < count; i++)
		if (sparser(&rows[i], best) || (rows[i].half && !sparser(best, &rows[i])))
			best = &rows[i];
	if (best->half)
		*cut = (uint64_t)((wide)routers * best->weight * best->k * best->cut / ((wide)4 * best->apart));
	return best->half;
}

/* Are all rows of one shape, with cables of one weight?  Two routers are a path and complete as well. */
static bool
alike(const measured_axis *rows, int count, row_shape shape)
{
	for (int i = 0; i < count; i++)
		if ((rows[i].shape != shape && !(shape == COMPLETE && rows[i].k == 2)) || rows[i].weight != rows[0].weight)
			return false;
	return true;
}

/* Cables between the first `s` routers of a row and the others. */
static uint64_t
row_cut(row_shape shape, uint64_t k, uint64_t s)
{
	if (s == 0 || s == k)
		return 0;
	return shape == COMPLETE ? s * (k - s) : shape == RING ? 2 : 1;
}

/* Halves by taking routers in order.  rows[] is sorted, the longest last. */
static uint64_t
in_order(const measured_axis *rows, int count, row_shape shape, uint32_t routers)
{
	uint64_t cut = 0, block = routers, first = routers / 2;

	for (int i = 0; i < count; i++) {
		const measured_axis *r = &rows[shape == COMPLETE ? i : count - 1 - i];	/* the slowest dimension left */
		uint64_t full;

		block /= r->k;
		full = first / block;
		first %= block;
		cut += first * row_cut(shape, r->k, full + 1) + (block - first) * row_cut(shape, r->k, full);
	}
	return cut * rows[0].weight;
}

/* The rows of more than one router, by their length; how many there are. */
static int
sort_rows(const lattice *l, const uint64_t *weight, measured_axis *rows)
{
	int count = 0;

	for (int d = 0; d < l->dims; d++) {
		measured_axis r = describe(l, d, weight[1 + d]);
		int at = count;

		if (r.shape == SINGLE)
			continue;
		for (; at > 0 && rows[at - 1].k > r.k; at--)
			rows[at] = rows[at - 1];
		rows[at] = r;
		count++;
	}
	return count;
}

/* Links inside a pack may weigh another thing than the others of their dimension; then no formula here holds. */
static bool
packs_differ(const lattice *l, const uint64_t *weight)
{
	for (int d = 0; d < l->dims; d++)
		if (l->pack[d] && weight[l->pack_speed[d]] != weight[1 + d])
			return true;
	return false;
}

bool
lattice_bisection(const machine *m, const uint64_t *weight, uint64_t *cut)
{
	static const row_shape known[] = { PATH, RING, COMPLETE };
	measured_axis rows[MACHINE_DIMS];
	int count = sort_rows(m->shape, weight, rows);

	if (packs_differ(m->shape, weight))
		return false;
	for (int i = 0; i < count; i++)
		if (rows[i].shape == OTHER)
			return false;
	if (count > 0 && straight(rows, count, m->routers, cut))
		return true;
	for (size_t i = 0; count > 0 && i < sizeof known / sizeof *known; i++)
		if (alike(rows, count, known[i])) {
			*cut = in_order(rows, count, known[i], m->routers);
			return true;
		}
	return false;
}
