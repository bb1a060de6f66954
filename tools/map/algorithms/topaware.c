/* topaware -- a Cartesian process grid on a prism of node pairs, so that neighbours are few links apart: the task placement of Topaware
 * (Fiedler and Whalen, "Improving task placement for applications with 2D, 3D, and 4D virtual Cartesian topologies on 3D torus
 * networks with service nodes", II-D).  The prism is alloc's: its policy topaware writes the node list and the column prism.
 *
 * Each pair takes a cell of tasks, so that a grid of cells is to go onto the prism.  With three dimensions, or more of which all but
 * three lie wholly on the pair, each goes along an axis.  A sheet of two goes onto the XZ planes, one super-tile each, folded (fold.h).
 *
 * Nothing changes where a dimension is periodic: the paper advises a prism as long as the machine there. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "map/torus/fold.h"
#include "map/mapping.h"
#include "map/support/task-blocks.h"

enum { X, Y, Z, AXES };

static const int xyz[AXES] = { X, Y, Z }, zyx[AXES] = { Z, Y, X };

/* What the column says. */
typedef struct prism {
	uint32_t pairs[AXES];
	uint32_t stagger;	/* planes displaced for so many super-tiles in a fold; 0: not */
	uint32_t nodes;		/* of a pair */
} prism;

/* How the grid of cells lies on the prism. */
typedef struct layout {
	const placement *p;
	task_blocks cells;
	prism prism;
	int split;		/* dimension of the cell that is divided between the nodes of a pair */
	uint32_t share[PATTERN_DIMS];	/* tasks of a node along each dimension */
	bool folds;
	int axis[PATTERN_DIMS];	/* without folds: the axis of each dimension; -1: it has one cell */
	int side[2];		/* with them: the dimensions of the sheet, */
	int along[2];		/* and their axes */
	sheet sheet;
} layout;

static int
prism_column(const placement *p)
{
	return table_column(p->table, "prism");
}

/* As alloc writes it, "14x7x21" or "16x8x19s2"; a row that came with its nodes may say more there, as to alloc: "14x7x21@0+0+0w". */
static void
read_prism(layout *l)
{
	const placement *p = l->p;
	int column = prism_column(p), dims;
	const char *text = cell_text(p->row, column), *rest = text + strcspn(text, "@sw"), *s = strchr(rest, 's');
	char *pairs = xprintf("%.*s", (int)(rest - text), text), *digits = s ? xprintf("%.*s", (int)strspn(s + 1, "0123456789"), s + 1) : NULL;
	uint32_t extent[PATTERN_DIMS];
	int64_t stagger = 0;

	if (!*text)
		table_bad(p->table, p->row, column, "job '%s' needs a prism for algorithm 'topaware': let alloc choose its nodes with --policy topaware", p->job);
	if (!read_dims(pairs, &dims, extent) || dims != AXES || rest[strspn(rest, "@+0123456789sw")] != '\0'
		|| (digits && !read_int(digits, 2, UINT32_MAX, &stagger)))
		table_bad(p->table, p->row, column, "must be pairs along x, y and z, as 14x7x21");
	memcpy(l->prism.pairs, extent, sizeof l->prism.pairs);
	l->prism.stagger = (uint32_t)stagger;
	free(pairs);
	free(digits);
}

/* The nodes that follow one another are to be pairs: those of one router. */
static void
check_pairs(layout *l)
{
	const placement *p = l->p;
	const uint32_t *n = l->prism.pairs;
	uint64_t pairs = (uint64_t)n[X] * n[Y] > p->nodes ? UINT64_MAX : (uint64_t)n[X] * n[Y] * n[Z];

	if (pairs > p->nodes || p->nodes % pairs != 0)
		table_bad(p->table, p->row, prism_column(p), "%" PRIu32 " nodes are not whole pairs for %" PRIu32 " x %" PRIu32 " x %" PRIu32,
			p->nodes, n[X], n[Y], n[Z]);
	l->prism.nodes = p->nodes / (uint32_t)pairs;
	for (uint32_t i = 0; i < p->nodes; i++) {
		uint32_t first = i - i % l->prism.nodes;

		if (p->machine->node_router[p->node[i]] != p->machine->node_router[p->node[first]])
			table_bad(p->table, p->row, table_column(p->table, "node_list"),
				"nodes %" PRIu32 " and %" PRIu32 " are to be a pair, and are not at one router", p->node[first], p->node[i]);
	}
}

/* The dimension along which the cell is longest, of those that divide between the nodes of a pair; of equals the lowest.  The paper's
 * cells are split so: 1x2x1x16 in t, 4x4x2 in x, 6x5 in x. */
static int
longest_split(const layout *l)
{
	const task_blocks *c = &l->cells;
	int best = -1;

	for (int d = 0; d < c->grid.dims; d++)
		if (c->cell[d] % l->prism.nodes == 0 && (best < 0 || c->cell[d] > c->cell[best]))
			best = d;
	return best;
}

static void
split_cell(layout *l)
{
	const placement *p = l->p;
	const task_blocks *c = &l->cells;
	uint32_t nodes = l->prism.nodes, room = p->machine->cores;
	char *cell = extents_text(c->cell, c->grid.dims);
	int d = p->knobs->split >= 0 ? p->knobs->split : longest_split(l);

	if (d < 0)
		dims_bad(p, "--cell %s: none of its extents divides between the %" PRIu32 " nodes of a pair", cell, nodes);
	if (d >= c->grid.dims)
		dims_bad(p, "--split %d: there are %d dimensions, counted from 0", d, c->grid.dims);
	if (c->cell[d] % nodes != 0)
		dims_bad(p, "--split %d: %" PRIu32 " tasks of --cell %s do not divide between the %" PRIu32 " nodes of a pair", d, c->cell[d], cell, nodes);
	if (c->tasks / nodes > room)
		dims_bad(p, "--cell %s has %" PRIu32 " tasks, the %" PRIu32 " nodes of a pair have %" PRIu64 " processors",
			cell, c->tasks, nodes, (uint64_t)nodes * room);
	l->split = d;
	memcpy(l->share, c->cell, sizeof l->share);
	l->share[d] /= nodes;
	free(cell);
}

/* Each dimension of more than one cell along the next axis of more than one pair; false when they do not match. */
static bool
lay_straight(layout *l, const int *along)
{
	const task_blocks *c = &l->cells;
	int next = 0;

	for (int d = 0; d < c->grid.dims; d++) {
		l->axis[d] = -1;
		if (c->cells[d] == 1)
			continue;
		while (next < AXES && l->prism.pairs[along[next]] == 1)
			next++;
		if (next == AXES || l->prism.pairs[along[next]] != c->cells[d])
			return false;
		l->axis[d] = along[next++];
	}
	while (next < AXES && l->prism.pairs[along[next]] == 1)
		next++;
	return next == AXES;
}

/* The dimensions of the sheet: those of more than one cell, else the lowest; false when there are more than two. */
static bool
find_sheet(layout *l)
{
	const task_blocks *c = &l->cells;
	bool in[PATTERN_DIMS] = { false };
	int sides = 0;

	for (int d = 0; d < c->grid.dims; d++)
		sides += in[d] = c->cells[d] > 1;
	if (sides > 2 || c->grid.dims < 2)
		return false;
	for (int d = 0; sides < 2; d++)
		if (!in[d])
			sides += in[d] = true;
	sides = 0;
	for (int d = 0; d < c->grid.dims; d++)
		if (in[d])
			l->side[sides++] = d;
	return true;
}

/* Is this what --tiles and --fold ask for? */
static bool
is_wanted(const layout *l)
{
	const knobs *k = l->p->knobs;
	const uint32_t *tiles = l->sheet.tiles;
	bool both = tiles[0] > 1 && tiles[1] > 1;

	if (k->tiles.dims && (k->tiles.n[0] != tiles[0] || k->tiles.n[1] != tiles[1]))
		return false;
	return k->fold == FOLD_ANY || both == (k->fold == FOLD_BOTH);
}

/* A super-tile on each plane, x and z in their order in along[]; false when the sheet is not made of that many. */
static bool
lay_folded(layout *l, const int *along)
{
	int sides = 0;

	for (int i = 0; i < AXES; i++) {
		uint32_t cells, pairs = l->prism.pairs[along[i]];

		if (along[i] == Y)
			continue;
		cells = l->cells.cells[l->side[sides]];
		if (cells % pairs != 0)
			return false;
		l->along[sides] = along[i];
		l->sheet.tile[sides] = pairs;
		l->sheet.tiles[sides++] = cells / pairs;
	}
	return (uint64_t)l->sheet.tiles[0] * l->sheet.tiles[1] == l->prism.pairs[Y] && is_wanted(l);
}

/* Dimensions of more than one cell. */
static int
dimensions(const task_blocks *c)
{
	int n = 0;

	for (int d = 0; d < c->grid.dims; d++)
		n += c->cells[d] > 1;
	return n;
}

/* Places of a grid. */
static uint64_t
count(const uint32_t *extent, int dims)
{
	uint64_t n = 1;

	for (int d = 0; d < dims; d++)
		n *= extent[d];
	return n;
}

_Noreturn static void
refuse(const layout *l, bool is_sheet)
{
	const knobs *k = l->p->knobs;
	const task_blocks *c = &l->cells;
	char *cell = extents_text(c->cell, c->grid.dims), *cells = extents_text(c->cells, c->grid.dims);
	char *pairs = extents_text(l->prism.pairs, AXES), *tiles = extents_text(k->tiles.n, k->tiles.dims);
	static const char *const folds[] = { [FOLD_ANY] = "", [FOLD_ONE] = ", folded across one dimension,", [FOLD_BOTH] = ", folded across both," };

	if (is_sheet && count(c->cells, c->grid.dims) == count(l->prism.pairs, AXES))
		dims_bad(l->p, "in cells of %s it is %s pairs, and %s%ssuper-tiles of that%s do not make the prism of %s",
			cell, cells, tiles, *tiles ? " " : "", folds[k->fold], pairs);
	if (!is_sheet && (k->tiles.dims || k->fold != FOLD_ANY))
		dims_bad(l->p, "in cells of %s it is %s pairs: only grids of two dimensions are folded", cell, cells);
	dims_bad(l->p, "in cells of %s it is %s pairs, and the prism has %s%s", cell, cells, pairs,
		dimensions(c) > AXES ? "; a cell must span all but three dimensions" : "");
}

/* Which planes alloc displaced must be what this folding asks for. */
static void
check_stagger(const layout *l)
{
	const placement *p = l->p;
	uint32_t stagger = l->prism.stagger, tiles = l->folds ? l->sheet.tiles[sheet_first(&l->sheet)] : 1;

	if (stagger != 0 && stagger != tiles)
		table_bad(p->table, p->row, prism_column(p), "planes are staggered for %" PRIu32 " super-tiles in a fold, and there %s %" PRIu32,
			stagger, tiles == 1 ? "is" : "are", tiles);
}

static void
lay_out(layout *l)
{
	const knobs *k = l->p->knobs;
	const int *along = k->along_given ? k->along : xyz;
	bool asked = k->tiles.dims || k->fold != FOLD_ANY, is_sheet;

	if (asked || !lay_straight(l, along)) {
		is_sheet = find_sheet(l);
		l->folds = is_sheet && (lay_folded(l, along) || (!k->along_given && lay_folded(l, zyx)));
		if (!l->folds)
			refuse(l, is_sheet);
	}
	check_stagger(l);
}

/* The pair of a cell, counted as in the node list: plane by plane (y), row by row (x), along z. */
static uint32_t
pair_of(const layout *l, const uint32_t *cell)
{
	uint32_t at[AXES] = { 0 };

	if (l->folds) {
		const uint32_t place[2] = { cell[l->side[0]], cell[l->side[1]] };
		folded f = sheet_fold(&l->sheet, place);

		at[Y] = f.layer;
		at[l->along[0]] = f.at[0];
		at[l->along[1]] = f.at[1];
	} else {
		for (int d = 0; d < l->cells.grid.dims; d++)
			if (l->axis[d] >= 0)
				at[l->axis[d]] = cell[d];
	}
	return (at[Y] * l->prism.pairs[X] + at[X]) * l->prism.pairs[Z] + at[Z];
}

static void
place(const placement *p, uint32_t *rank)
{
	layout l = { .p = p };
	uint32_t within[PATTERN_DIMS];

	read_prism(&l);
	check_pairs(&l);
	task_blocks_cut(&l.cells, p, &p->knobs->cell);
	split_cell(&l);
	lay_out(&l);
	for (uint32_t i = 0; i < p->tasks; i++) {
		block_place at = task_blocks_place(&l.cells, i);
		uint32_t node = pair_of(&l, at.cell) * l.prism.nodes + at.within[l.split] / l.share[l.split];

		memcpy(within, at.within, sizeof within);
		within[l.split] %= l.share[l.split];
		rank[i] = node * p->machine->cores + number_in(within, l.share, l.cells.grid.dims, p->knobs->last_fastest);
	}
}

const mapping mapping_topaware = {
	.name = "topaware",
	.about = "Topaware: cells of the process grid on the prism of alloc's topaware, 2-D ones folded",
	.needs = NEEDS_GRID | NEEDS_CELL,
	.heeds = "cell task-order split tiles fold along",
	.place = place,
};
