/* prism -- see prism.h.
 *
 * What a row has depends on the starting z alone, which rows a plane has on those of z and x.  So all starts are tried in three nested
 * loops, each of which does only what is new. */
#include "lib/machine/lattice/prism.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/machine/lattice/lattice.h"

enum { X, Y, Z };

/* The machine as it looks from one start.  Where planes are displaced, a plane has rows of its own for each phase, the place that it
 * may have in the sequence of displacements; otherwise there is one phase. */
typedef struct survey {
	const machine *machine;
	const lattice *lattice;
	const uint32_t *idle;	/* [routers] nodes */
	const prism *prism;
	uint32_t phases;
	uint32_t *seen;		/* [y][x] pairs available along z, counted up to those wanted */
	uint32_t *pair;		/* [y][x][wanted] where along z they are */
	uint32_t *rows;		/* [phase][y] that are used, at most as many as wanted */
	uint32_t *row;		/* [phase][y][wanted] where along x they are */
	uint32_t *passed;	/* [phase][y] rows skipped to have them */
	uint32_t *plane;	/* [wanted] where along y those are that are used, as [phase][y] */
	uint32_t planes;
} survey;

static void
survey_init(survey *s, const machine *m, const uint32_t *idle, const prism *p)
{
	const lattice *l = m->shape;
	uint32_t phases = p->stagger ? 2 * p->stagger : 1;
	size_t rows = (size_t)l->extent[Y] * l->extent[X], planes = (size_t)phases * l->extent[Y];

	*s = (survey){ .machine = m, .lattice = l, .idle = idle, .prism = p, .phases = phases };
	s->seen = xalloc(rows, sizeof *s->seen);
	s->pair = xalloc(rows * p->pairs[Z], sizeof *s->pair);
	s->rows = xalloc(planes, sizeof *s->rows);
	s->row = xalloc(planes * p->pairs[X], sizeof *s->row);
	s->passed = xalloc(planes, sizeof *s->passed);
	s->plane = xalloc(p->pairs[Y], sizeof *s->plane);
}

static void
survey_free(survey *s)
{
	free_all(s->seen, s->pair, s->rows, s->row, s->passed, s->plane);
}

/* How many coordinates of dimension d there are from `start` on, and the i-th of them. */
static uint32_t
reach(const survey *s, int d, uint32_t start)
{
	const lattice *l = s->lattice;

	if (s->prism->wraps && l->ring[d])
		return l->extent[d];
	return start < l->extent[d] ? l->extent[d] - start : 0;
}

static uint32_t
ahead(const survey *s, int d, uint32_t start, uint32_t i)
{
	return (start + i) % s->lattice->extent[d];
}

static uint32_t *
pairs_of(const survey *s, uint32_t x, uint32_t y)
{
	return s->pair + ((size_t)y * s->lattice->extent[X] + x) * s->prism->pairs[Z];
}

static uint32_t *
rows_of(const survey *s, uint32_t plane)
{
	return s->row + (size_t)plane * s->prism->pairs[X];
}

/* Where in rows[] and the like plane y is, if it is the k-th. */
static uint32_t
as_plane(const survey *s, uint32_t y, uint32_t k)
{
	return k % s->phases * s->lattice->extent[Y] + y;
}

/* So far along x begin the planes of a phase. */
static uint32_t
displacement(const survey *s, uint32_t phase)
{
	return phase < s->prism->stagger ? phase : s->phases - 1 - phase;
}

/* Count the pairs of all rows. */
static void
look_along(survey *s, uint32_t z)
{
	const lattice *l = s->lattice;
	uint32_t far = reach(s, Z, z);

	for (uint32_t y = 0; y < l->extent[Y]; y++)
		for (uint32_t x = 0; x < l->extent[X]; x++) {
			uint32_t *pair = pairs_of(s, x, y), n = 0, first = x * l->stride[X] + y * l->stride[Y];

			for (uint32_t i = 0; i < far && n < s->prism->pairs[Z]; i++) {
				uint32_t at = ahead(s, Z, z, i);

				if (s->idle[first + at * l->stride[Z]] == l->p)
					pair[n++] = at;
			}
			s->seen[y * l->extent[X] + x] = n;
		}
}

/* Choose the rows of plane y for a phase, from x on. */
static void
line_up_plane(survey *s, uint32_t phase, uint32_t y, uint32_t x)
{
	const lattice *l = s->lattice;
	const uint32_t *want = s->prism->pairs;
	uint32_t plane = as_plane(s, y, phase), *used = rows_of(s, plane), far = reach(s, X, x), n = 0, i = 0;

	for (; i < far && n < want[X]; i++) {
		uint32_t at = ahead(s, X, x, i);

		if (s->seen[y * l->extent[X] + at] == want[Z])
			used[n++] = at;
	}
	s->rows[plane] = n;
	s->passed[plane] = i - n;
}

/* Choose the rows of all planes. */
static void
line_up(survey *s, uint32_t x)
{
	for (uint32_t phase = 0; phase < s->phases; phase++)
		for (uint32_t y = 0; y < s->lattice->extent[Y]; y++)
			line_up_plane(s, phase, y, x + displacement(s, phase));
}

/* Choose the planes; true when they are as many as wanted.  The hops are not counted. */
static bool
stack(survey *s, uint32_t y, prism_found *f)
{
	const uint32_t *want = s->prism->pairs;
	uint32_t far = reach(s, Y, y), i = 0;

	f->rows_skipped = 0;
	for (s->planes = 0; i < far && s->planes < want[Y]; i++) {
		uint32_t plane = as_plane(s, ahead(s, Y, y, i), s->planes);

		if (s->rows[plane] < want[X])
			continue;
		s->plane[s->planes++] = plane;
		f->rows_skipped += s->passed[plane];
	}
	f->planes_skipped = i - s->planes;
	return s->planes == want[Y];
}

/* The routers of the planes chosen. */
static void
write_routers(const survey *s, uint32_t *router)
{
	const lattice *l = s->lattice;
	const uint32_t *want = s->prism->pairs;

	for (uint32_t k = 0; k < want[Y]; k++)
		for (uint32_t r = 0; r < want[X]; r++) {
			uint32_t plane = s->plane[k], y = plane % l->extent[Y], x = rows_of(s, plane)[r];

			for (uint32_t i = 0; i < want[Z]; i++)
				*router++ = x * l->stride[X] + y * l->stride[Y] + pairs_of(s, x, y)[i] * l->stride[Z];
		}
}

/* The most links between two neighbours in the prism of the planes chosen, whose routers are written to `router`. */
static uint32_t
count_hops(const survey *s, uint32_t *router)
{
	const uint32_t *want = s->prism->pairs;
	const uint32_t extent[PRISM_DIMS] = { want[Z], want[X], want[Y] }, stride[PRISM_DIMS] = { 1, want[Z], want[X] * want[Z] };
	uint32_t most = 0;

	write_routers(s, router);
	for (uint32_t i = 0; i < want[X] * want[Y] * want[Z]; i++)
		for (int d = 0; d < PRISM_DIMS; d++) {
			bool last = i / stride[d] % extent[d] == extent[d] - 1;
			uint32_t links = last ? 0 : lattice_distance(s->machine, router[i], router[i + stride[d]]);

			most = links > most ? links : most;
		}
	return most;
}

/* Try one start, the rows lined up for it: is it better than the best so far?  router[] may be written to. */
static bool
improves(survey *s, uint32_t y, prism_found *f, const prism_found *best, uint32_t *router)
{
	if (!stack(s, y, f))
		return false;
	if (f->planes_skipped != best->planes_skipped)
		return f->planes_skipped < best->planes_skipped;
	if (f->rows_skipped != best->rows_skipped)
		return f->rows_skipped < best->rows_skipped;
	return count_hops(s, router) < best->hops;
}

/* All starts; false when none will do. */
static bool
find_start(survey *s, prism_found *best, uint32_t *router)
{
	const uint32_t *extent = s->lattice->extent, *want = s->prism->pairs;

	*best = (prism_found){ .planes_skipped = NONE };
	for (uint32_t z = 0; z < extent[Z] && reach(s, Z, z) >= want[Z]; z++) {
		look_along(s, z);
		for (uint32_t x = 0; x < extent[X] && reach(s, X, x) >= want[X]; x++) {
			line_up(s, x);
			for (uint32_t y = 0; y < extent[Y] && reach(s, Y, y) >= want[Y]; y++) {
				prism_found f = { .start = { x, y, z } };

				if (!improves(s, y, &f, best, router))
					continue;
				f.hops = count_hops(s, router);
				*best = f;
			}
		}
	}
	return best->planes_skipped != NONE;
}

bool
prism_find(const machine *m, const uint32_t *idle, const prism *p, uint32_t *router, prism_found *f)
{
	bool found;
	survey s;

	survey_init(&s, m, idle, p);
	if (p->placed)
		memcpy(f->start, p->start, sizeof f->start);
	found = p->placed || find_start(&s, f, router);
	if (found) {
		look_along(&s, f->start[Z]);
		line_up(&s, f->start[X]);
		found = stack(&s, f->start[Y], f);
	}
	if (found)
		f->hops = count_hops(&s, router);
	survey_free(&s);
	return found;
}

int
prism_split(int dims, const uint32_t *cell, uint32_t nodes)
{
	int best = -1;

	for (int d = 0; d < dims; d++)
		if (cell[d] % nodes == 0 && (best < 0 || cell[d] > cell[best]))
			best = d;
	return best;
}

void
prism_place(const machine *m, const prism_grid *g, const uint32_t *router, uint32_t *node)
{
	const uint32_t p = ((const lattice *)m->shape)->p, share = g->cell[g->split] / p;
	uint32_t tasks = 1;

	for (int d = 0; d < g->dims; d++)
		tasks *= g->dim[d];
	for (uint32_t i = 0; i < tasks; i++) {
		uint32_t rest = i, pair[PRISM_DIMS] = { 0 }, part = 0;

		for (int d = 0; d < g->dims; d++) {
			uint32_t at = rest % g->dim[d];

			rest /= g->dim[d];
			if (d < PRISM_DIMS)
				pair[g->along[d]] = at / g->cell[d];
			if (d == g->split)
				part = at % g->cell[d] / share;
		}
		node[i] = router[(pair[Y] * g->pairs[X] + pair[X]) * g->pairs[Z] + pair[Z]] * p + part;
	}
}

/* The largest prism from a start in x and y, in the rows as they were seen from one in z. */
static void
largest(const survey *s, const uint32_t *start, uint32_t *out)
{
	const uint32_t *want = s->prism->pairs;
	uint32_t *with = xalloc((size_t)want[X] + 1, sizeof *with), far = reach(s, X, start[X]);
	uint64_t most = 0;

	memset(out, 0, PRISM_DIMS * sizeof *out);
	for (uint32_t deep = want[Z]; deep > 0; deep--) {
		uint32_t planes = 0;

		memset(with, 0, ((size_t)want[X] + 1) * sizeof *with);	/* planes with that many rows */
		for (uint32_t j = 0; j < reach(s, Y, start[Y]); j++) {
			const uint32_t *seen = s->seen + (size_t)ahead(s, Y, start[Y], j) * s->lattice->extent[X];
			uint32_t n = 0;

			for (uint32_t i = 0; i < far && n < want[X]; i++)
				n += seen[ahead(s, X, start[X], i)] >= deep;
			with[n]++;
		}
		for (uint32_t wide = want[X]; wide > 0; wide--) {
			uint32_t high = planes += with[wide];

			high = high < want[Y] ? high : want[Y];
			if ((uint64_t)wide * high * deep <= most)
				continue;
			most = (uint64_t)wide * high * deep;
			out[X] = wide;
			out[Y] = high;
			out[Z] = deep;
		}
	}
	free(with);
}

void
prism_explain(const machine *m, const uint32_t *idle, const prism *p, prism_lack *lack)
{
	static const uint32_t origin[PRISM_DIMS];
	const uint32_t *start = p->placed ? p->start : origin;
	survey s;

	*lack = (prism_lack){ .plane = NONE };
	survey_init(&s, m, idle, p);
	look_along(&s, start[Z]);
	line_up(&s, start[X]);
	for (uint32_t i = 0; i < reach(&s, Y, start[Y]); i++) {
		uint32_t y = ahead(&s, Y, start[Y], i), rows = s.rows[as_plane(&s, y, lack->planes)];

		if (rows == p->pairs[X]) {
			lack->planes++;
		} else if (lack->plane == NONE || rows > lack->rows) {
			lack->plane = y;
			lack->rows = rows;
		}
	}
	largest(&s, start, lack->largest);
	look_along(&s, 0);
	largest(&s, origin, lack->anywhere);
	survey_free(&s);
}

bool
prism_read(const char *text, prism *p)
{
	*p = (prism){ 0 };
	text = lattice_numbers(text, 'x', PRISM_DIMS, 1, p->pairs);
	p->placed = text && *text == '@';
	if (p->placed)
		text = lattice_numbers(text + 1, '+', PRISM_DIMS, 0, p->start);
	if (text && *text == 's')
		text = lattice_numbers(text + 1, ' ', 1, 2, &p->stagger);
	p->wraps = text && *text == 'w';
	return text && text[p->wraps] == '\0';
}
