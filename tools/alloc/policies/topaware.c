/* topaware -- a prism of node pairs on a 3D torus, around unavailable and busy nodes: the node selection of Topaware
 * (Fiedler and Whalen, "Improving task placement for applications with 2D, 3D, and 4D virtual Cartesian topologies on 3D torus
 * networks with service nodes", II-D and Fig. 2).
 *
 * Which pairs: prism.h.  The job has all nodes of a pair one after the other.  Pairs that the selection skips stay open to others, as the
 * paper says. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "alloc/policy.h"
#include "lib/cli/cli.h"
#include "lib/machine/lattice/lattice.h"
#include "lib/machine/lattice/prism.h"
#include "lib/pattern/dims.h"

enum { PRISM, START, PLANES_SKIPPED, ROWS_SKIPPED, HOPS, COLUMNS };

static const char *const columns[COLUMNS + 1] = { "prism", "prism_start", "planes_skipped", "rows_skipped", "prism_hops", NULL };

/* Read a prism for this machine; what is wrong with it, to be freed, or NULL. */
static char *
read_prism(const machine *m, const char *text, prism *p)
{
	const lattice *l = m->shape;
	bool ring = false;

	if (!prism_read(text, p))
		return xstrdup("wants pairs along x, y and z, as 14x7x21, with a start as 14x7x21@0+0+0, behind it "
			"'s2' for planes staggered by 2, then 'w' to go round the ends of rings");
	if (p->stagger && p->pairs[1] % p->stagger != 0)
		return xprintf("wants planes staggered by %" PRIu32 ", and %" PRIu32 " planes are no multiple of that", p->stagger, p->pairs[1]);
	for (int d = 0; d < PRISM_DIMS; d++) {
		if (p->pairs[d] > l->extent[d])
			return xprintf("wants %" PRIu32 " pairs along %s; '%s' has %" PRIu32, p->pairs[d], lattice_axis(d), m->spec, l->extent[d]);
		if (p->start[d] >= l->extent[d])
			return xprintf("wants to start at %s = %" PRIu32 "; '%s' has %s = 0 to %" PRIu32,
				lattice_axis(d), p->start[d], m->spec, lattice_axis(d), l->extent[d] - 1);
		ring |= l->ring[d];
	}
	return p->wraps && !ring ? xprintf("wants to go round rings; '%s' has none", m->spec) : NULL;
}

static char *
check(const machine *m, const char *argument)
{
	prism p;

	if (m->dims != PRISM_DIMS)
		return xprintf("needs a machine of three dimensions; '%s' has %d", m->spec, m->dims);
	return argument ? read_prism(m, argument, &p) : NULL;
}

/* Does the row say nothing that --policy does not? */
static bool
agrees(const prism *mine, const prism *said)
{
	return memcmp(mine->pairs, said->pairs, sizeof mine->pairs) == 0
		&& (!mine->placed || (said->placed && memcmp(mine->start, said->start, sizeof mine->start) == 0))
		&& (!mine->stagger || mine->stagger == said->stagger)
		&& (!mine->wraps || said->wraps);
}

/* What --policy says, or the column of that name; both may, if they agree. */
static prism
wanted(const machine *m, const request *q)
{
	int column = request_column(q, columns[PRISM]);
	const char *cell = cell_text(q->row, column);
	prism said, mine;
	char *wrong;

	if (q->argument)	/* check has seen it */
		free(read_prism(m, q->argument, &said));
	if (!*cell) {
		if (!q->argument)
			table_bad(q->table, q->row, column, "job '%s' needs a prism, here or with --policy topaware:14x7x21", q->job);
		return said;
	}
	wrong = read_prism(m, cell, &mine);
	if (wrong)
		table_bad(q->table, q->row, column, "%s", wrong);
	if (q->argument && !agrees(&mine, &said))
		table_bad(q->table, q->row, column, "--policy says '%s'", q->argument);
	return q->argument ? said : mine;
}

static char *
write_start(const uint32_t *n)
{
	return xprintf("%" PRIu32 "+%" PRIu32 "+%" PRIu32, n[0], n[1], n[2]);
}

/* The prism without its start: "16x8x19", "16x8x19s2". */
static char *
write_prism(const prism *p)
{
	char *pairs = write_dims(PRISM_DIMS, p->pairs);

	return p->stagger ? xappend(pairs, "s%" PRIu32, p->stagger) : pairs;
}

/* "no prism 14x7x21 from 0+0+0: 6 of 7 planes; plane y=3 falls short by 1 of 14 rows of 21 pairs; the largest is 13x7x21". */
static void
explain(const occupancy *o, const prism *p, selection *out)
{
	char *asked = write_prism(p), *from = write_start(p->start), *short_of, *most, *any, *least;
	const char *straight = p->stagger ? ", not staggered" : "";
	prism_lack lack;

	prism_explain(o->machine, o->domain_idle[0], p, &lack);
	most = write_dims(PRISM_DIMS, lack.largest);
	any = write_dims(PRISM_DIMS, lack.anywhere);
	short_of = lack.plane == NONE ? xstrdup("")
		: xprintf("; plane y=%" PRIu32 " falls short by %" PRIu32 " of %" PRIu32 " rows of %" PRIu32 " pairs",
			lack.plane, p->pairs[0] - lack.rows, p->pairs[0], p->pairs[2]);
	if (lack.anywhere[0] == 0)
		least = xstrdup("no pair is available");
	else if (!p->placed)
		least = xprintf("the largest is %s%s", most, straight);
	else
		least = xprintf("the largest is %s from there, %s from anywhere%s", most, any, straight);
	selection_refused(out, "no prism %s%s%s: %" PRIu32 " of %" PRIu32 " planes%s; %s",
		asked, p->placed ? " from " : "", p->placed ? from : "", lack.planes, p->pairs[1], short_of, least);
	free_all(asked, from, short_of, most, any, least);
}

static void
describe(const prism *p, const prism_found *f, selection *out)
{
	if (!out->value)
		return;
	out->value[PRISM] = write_prism(p);
	out->value[START] = write_start(f->start);
	out->value[PLANES_SKIPPED] = xprintf("%" PRIu32, f->planes_skipped);
	out->value[ROWS_SKIPPED] = xprintf("%" PRIu32, f->rows_skipped);
	out->value[HOPS] = xprintf("%" PRIu32, f->hops);
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	const lattice *l = o->machine->shape;
	prism p = wanted(o->machine, q);
	uint64_t pairs = (uint64_t)p.pairs[0] * p.pairs[1] * p.pairs[2];
	prism_found f;
	uint32_t *router;

	if (pairs * l->p != q->nodes)
		return selection_refused(out, "a prism of %" PRIu32 "x%" PRIu32 "x%" PRIu32 " pairs has %" PRIu64 " nodes, not %" PRIu32,
			p.pairs[0], p.pairs[1], p.pairs[2], pairs * l->p, q->nodes);
	router = xalloc(pairs, sizeof *router);
	if (!prism_find(o->machine, o->domain_idle[0], &p, router, &f)) {
		free(router);
		if (!out->unread)
			explain(o, &p, out);
		return false;
	}
	for (uint32_t i = 0; i < q->nodes; i++)
		out->node[i] = router[i / l->p] * l->p + i % l->p;
	free(router);
	describe(&p, &f, out);
	return true;
}

const policy policy_topaware = {
	.name = "topaware", .about = "a prism of node pairs on a 3D torus or mesh, around nodes that jobs cannot have", .kind = PRISM_KINDS,
	.argument = "14x7x21", .optional = true, .columns = columns, .check = check, .choose = choose, .refuses = true,
};
