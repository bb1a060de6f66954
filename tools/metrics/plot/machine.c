/* machine -- a picture of the network itself: routers as points, links as lines in the colour of their class.
 *
 * Routers with coordinates stand where these say; where some routers have no nodes and there are no groups (a fat-tree) they stand in rows,
 * by their distance from the nodes; others on circles, those of a group on a small one of their own.  Routers that no link leads to any
 * more (lib/machine/broken.h) are left out.  Of several planes one is drawn. */
#include <math.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "lib/machine/graph-search.h"
#include "lib/machine/machine.h"
#include "metrics/plot/chart.h"
#include "metrics/plot/gnuplot.h"
#include "metrics/plot/picture.h"

enum { MOST_LINKS = 20000 };	/* that a picture has room for */

static const double whole = 6.283185307179586;	/* a turn */

typedef struct spot {
	double x, y;
} spot;

/* Where the k-th of n stands on a circle, from the top on. */
static spot
on_circle(spot centre, double radius, uint32_t k, uint32_t n)
{
	double angle = whole * k / n;

	return (spot){ centre.x + radius * sin(angle), centre.y + radius * cos(angle) };
}

/* Two dimensions across and up, a third aslant, a fourth and fifth beside and above; a ring alone is a circle. */
static void
place_lattice(const machine *m, spot *at)
{
	uint32_t c[MACHINE_DIMS];

	for (uint32_t r = 0; r < m->routers; r++) {
		double side[2] = { 1, 1 };	/* of what the dimensions before fill */

		m->kind->coordinates(m, r, c);
		if (m->dims == 1 && m->ring[0]) {
			at[r] = on_circle((spot){ 0, 0 }, m->extent[0] / whole, c[0], m->extent[0]);
			continue;
		}
		at[r] = (spot){ 0, 0 };
		for (int d = 0; d < m->dims; d++) {
			bool up = d % 2;

			if (d == 2) {	/* aslant */
				at[r].x += 0.37 * c[d];
				at[r].y += 0.29 * c[d];
				side[0] += 0.37 * (m->extent[d] - 1);
				side[1] += 0.29 * (m->extent[d] - 1);
				continue;
			}
			*(up ? &at[r].y : &at[r].x) += side[up] * c[d];
			side[up] *= m->extent[d] + 0.6;
		}
	}
}

/* Links to the next router that has nodes: 0 for those that have some. */
static uint32_t *
find_depths(const machine *m)
{
	uint32_t *depth = xalloc(m->routers, sizeof *depth), *queue = xalloc(m->routers, sizeof *queue), found = 0;

	memset(depth, 0xff, m->routers * sizeof *depth);
	for (uint32_t i = 0; i < m->interfaces; i++) {
		if (depth[m->interface_router[i]] == NONE)
			queue[found++] = m->interface_router[i];
		depth[m->interface_router[i]] = 0;
	}
	graph_spread(m, depth, queue, found);
	return depth;
}

/* In rows by depth, each as wide as the widest. */
static void
place_rows(const machine *m, spot *at)
{
	uint32_t *depth = find_depths(m), *count = xcalloc(m->routers + 1, sizeof *count), *next = xcalloc(m->routers + 1, sizeof *next);
	uint32_t widest = 1;

	for (uint32_t r = 0; r < m->routers; r++)
		if (depth[r] != NONE && ++count[depth[r]] > widest)
			widest = count[depth[r]];
	for (uint32_t r = 0; r < m->routers; r++)
		if (depth[r] != NONE)
			at[r] = (spot){ widest * (next[depth[r]]++ + 0.5) / count[depth[r]], 0.25 * widest * depth[r] };
}

/* The group of each router; one without nodes is of the group of a neighbour that has one. */
static uint32_t *
find_groups(const machine *m, const level *l)
{
	uint32_t *of = xalloc(m->routers, sizeof *of);
	bool more = true;

	memset(of, 0xff, m->routers * sizeof *of);
	for (uint32_t i = 0; i < m->interfaces; i++)
		of[m->interface_router[i]] = l->of[node_of_interface(m, i)];
	while (more) {
		more = false;
		for (uint32_t k = 0; k < m->router_links; k++)
			if (is_cable(m, k) && of[m->to[k]] != NONE && of[m->from[k]] == NONE) {
				of[m->from[k]] = of[m->to[k]];
				more = true;
			}
	}
	return of;
}

/* Groups on a large circle, their routers on small ones. */
static void
place_groups(const machine *m, spot *at)
{
	const level *l = &m->level[m->levels - 1];
	uint32_t *of = find_groups(m, l), *count = xcalloc(l->domains, sizeof *count), *next = xcalloc(l->domains, sizeof *next);
	double radius = l->domains > 1 ? 1 : 0, small = l->domains > 1 ? 0.8 * sin(whole / 2 / (l->domains > 2 ? l->domains : 3)) : 1;

	for (uint32_t r = 0; r < m->routers; r++)
		if (of[r] != NONE)
			count[of[r]]++;
	for (uint32_t r = 0; r < m->routers; r++)
		if (of[r] != NONE)
			at[r] = on_circle(on_circle((spot){ 0, 0 }, radius, of[r], l->domains), count[of[r]] > 1 ? small : 0, next[of[r]]++, count[of[r]]);
}

static bool
has_nodes(const machine *m, uint32_t r)
{
	return m->first[r] < m->first[r + 1] && m->class[m->first[r]] == CLASS_NODE;
}

/* Does a link join it to another router?  Where nothing is broken, it needs none. */
static bool
is_joined(const machine *m, uint32_t r)
{
	for (uint32_t l = m->first[r]; l < m->first[r + 1]; l++)
		if (is_cable(m, l))
			return true;
	return !m->broken;
}

/* Has a router no nodes? */
static bool
has_bare(const machine *m)
{
	for (uint32_t r = 0; r < m->routers; r++)
		if (!has_nodes(m, r))
			return true;
	return false;
}

static spot *
place(const machine *m)
{
	spot *at = xcalloc(m->routers, sizeof *at);

	if (m->dims)
		place_lattice(m, at);
	else if (has_bare(m) && (m->levels == 1 || strcmp(m->level[1].name, "group") != 0))
		place_rows(m, at);
	else if (m->levels > 1)
		place_groups(m, at);
	else
		for (uint32_t r = 0; r < m->routers; r++)
			at[r] = on_circle((spot){ 0, 0 }, 1, r, m->routers);
	return at;
}

/* How far a link goes in its row, and in which dimension; 0: it is in none, or on the circle of a ring alone. */
static uint32_t
length_of(const machine *m, uint32_t link, int *d)
{
	uint32_t a[MACHINE_DIMS], b[MACHINE_DIMS];

	if (!m->dims || (m->dims == 1 && m->ring[0]))
		return 0;
	m->kind->coordinates(m, m->from[link], a);
	m->kind->coordinates(m, m->to[link], b);
	for (*d = 0; *d < m->dims; ++*d)
		if (a[*d] != b[*d])
			return a[*d] > b[*d] ? a[*d] - b[*d] : b[*d] - a[*d];
	return 0;
}

/* A line, bowed where it would hide on its row; of one that closes a ring two short ends, as it would lie on the row. */
static void
write_link(FILE *script, const machine *m, const spot *at, uint32_t link)
{
	spot a = at[m->from[link]], b = at[m->to[link]];
	int d = 0;
	uint32_t length = length_of(m, link, &d);
	double part = 0.4 / length;

	if (length < 2) {
		fprintf(script, "%.6g %.6g\n%.6g %.6g\n\n", a.x, a.y, b.x, b.y);
	} else if (m->ring[d] && length == m->extent[d] - 1) {
		fprintf(script, "%.6g %.6g\n%.6g %.6g\n\n", a.x, a.y, a.x - part * (b.x - a.x), a.y - part * (b.y - a.y));
		fprintf(script, "%.6g %.6g\n%.6g %.6g\n\n", b.x, b.y, b.x - part * (a.x - b.x), b.y - part * (a.y - b.y));
	} else {
		fprintf(script, "%.6g %.6g\n%.6g %.6g\n%.6g %.6g\n\n", a.x, a.y, (a.x + b.x) / 2 + 0.12 * (b.y - a.y),
			(a.y + b.y) / 2 + 0.12 * (b.x - a.x), b.x, b.y);
	}
}

static void
write_blocks(picture *p, const machine *m, const spot *at)
{
	for (int class = 1; class < m->classes; class++) {
		fprintf(p->script, "$links%d << END\nnan nan\n\n", class);
		for (uint32_t l = 0; l < m->router_links; l++)
			if (m->class[l] == class && m->to[l] != NONE && m->from[l] < m->to[l])
				write_link(p->script, m, at, l);
		fputs("END\n", p->script);
	}
	for (int nodes = 0; nodes < 2; nodes++) {
		fprintf(p->script, "$routers%d << END\nnan nan\n", nodes);
		for (uint32_t r = 0; r < m->routers; r++)
			if (has_nodes(m, r) == nodes && is_joined(m, r))
				fprintf(p->script, "%.6g %.6g\n", at[r].x, at[r].y);
		fputs("END\n", p->script);
	}
}

/* Has a class links between routers?  That of circuits has none before these are chosen. */
static bool
is_drawn(const machine *m, int class)
{
	for (uint32_t l = 0; l < m->router_links; l++)
		if (m->class[l] == class && m->to[l] != NONE)
			return true;
	return false;
}

static void
draw(picture *p, const machine *m)
{
	spot *at = place(m);
	double size = m->routers > 400 ? 0.3 : m->routers > 80 ? 0.6 : 0.9;

	picture_begin(p);
	fputs("unset border\nunset xtics\nunset ytics\nunset grid\nset size ratio -1\nset key outside right top\nset offsets graph 0.03, graph 0.03, graph 0.03, graph 0.03\n",
		p->script);
	write_blocks(p, m, at);
	fputs("plot ", p->script);
	for (int class = 1; class < m->classes; class++) {
		if (!is_drawn(m, class))
			continue;
		fprintf(p->script, "$links%d using 1:2 with lines lw %.9g lc rgb '%s' title ", class, m->router_links > 2000 ? 0.4 : 1.0,
			palette[(uint32_t)(class - 1) % PALETTE].colour);
		gnuplot_text(p->script, m->class_name[class]);
		fputs(", ", p->script);
	}
	fprintf(p->script, "$routers1 using 1:2 with points pt 7 ps %.9g lc rgb '#222222' title 'router with nodes'", size);
	if (has_bare(m))
		fprintf(p->script, ", $routers0 using 1:2 with points pt 6 ps %.9g lc rgb '#222222' title 'without'", size);
	fputs("\n", p->script);
	picture_close(p);
}

static void
run(const cli *c, void *given)
{
	table *in = c->file || !c->machine ? table_open(c->file) : NULL;
	machine *m = machine_of(c, in);
	picture p;

	picture_open(&p, given);
	if (p.format == PICTURE_TEXT)
		die(FAIL_USAGE, "--format text: a network is drawn as svg or png; --output FILE says where");
	if (m->planes > 1)	/* they are alike */
		m = machine_first_plane(m);
	if (m->router_links - m->interfaces > 2 * MOST_LINKS)
		die(FAIL_DATA, "'%s' has %u links between routers, and a picture has room for %d: draw a smaller one", m->spec,
			(m->router_links - m->interfaces) / 2,
			MOST_LINKS);
	draw(&p, m);
}

const subcommand plot_machine = { "machine", "routers and links of a machine, by class",
	"[FILE]", "Draw the routers and links of a machine.", .groups = picture_group, .size = sizeof(picture_options), .run = run };
