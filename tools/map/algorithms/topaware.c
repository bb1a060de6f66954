/* topaware -- a Cartesian process grid on a prism of node pairs, so that neighbours are few links apart: the task placement of Topaware
 * (Fiedler and Whalen, "Improving task placement for applications with 2D, 3D, and 4D virtual Cartesian topologies on 3D torus networks
 * with service nodes", II-D).  The prism is alloc's: its policy topaware writes the node list and the column prism.
 *
 * Each pair takes a block of tasks (--cell), so that a grid of blocks is to go onto the prism.  With three dimensions, or more of which all
 * but three lie wholly on the pair, each goes along an axis.  A sheet of two goes onto the XZ planes, one super-tile each, folded (fold.h).
 *
 * A job may have more nodes than the prism (I-B): spare ones, to go on with when a node fails, or nodes whose partner at the router it has
 * not.  Then the prism is looked for among its nodes, and the others stay idle.
 *
 * Nothing changes where a dimension is periodic: the paper advises a prism as long as the machine there. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/machine/lattice/prism.h"
#include "map/support/task-blocks.h"
#include "map/torus/fold.h"

enum { X, Y, Z, AXES };

/* --- options */

static int split = -1;		/* --split; -1: not given */

static void
read_split(const char *option, const char *text)
{
	static const char names[] = "0123xyzt...w";
	const char *at = *text && *text != '.' && !text[1] ? strchr(names, *text) : NULL;

	if (!at)
		die(FAIL_USAGE, "%s: '%s': must be a dimension, 0 to %d or x, y, z or t", option, text, PATTERN_DIMS - 1);
	split = (int)(at - names) % PATTERN_DIMS;
}

static const algorithm_option option_split = { .name = "split", .value = "D", .read = read_split,
	.about = "topaware: the dimension that is divided between the nodes of a pair, from 0, or x, y, z or t [the longest of the cell]" };

enum { FOLD_ANY = -1, FOLD_ONE, FOLD_BOTH };
static int fold = FOLD_ANY;
static const algorithm_option option_fold = { .name = "fold", .value = "one|both", .word = &fold,
	.about = "topaware: fold it across one dimension only, or across both" };

static int axes[AXES] = { X, Y, Z };	/* --axes */
static bool axes_given;

static void
read_axes(const char *option, const char *text)
{
	option_axes(option, text, axes);
	axes_given = true;
}

static const algorithm_option option_axes_along = { .name = "axes", .value = "xzy", .read = read_axes,
	.about = "topaware: the axes along which the dimensions go [xyz]" };

/* --- the prism */

/* How the grid of blocks lies on the prism. */
typedef struct block_layout {
	const placement *p;
	task_blocks blocks;
	prism prism;		/* staggered: its planes are displaced for that many super-tiles in a fold */
	uint32_t nodes;		/* of a pair */
	uint32_t *chosen;	/* where in the job's nodes those of the prism are, where it has more; else NULL: they are these */
	int split;		/* dimension of the block that is divided between the nodes of a pair */
	uint32_t share[PATTERN_DIMS];	/* tasks of a node along each dimension */
	bool folds;
	int axis[PATTERN_DIMS];	/* without folds: the axis of each dimension; -1: it has one block */
	int side[2];		/* with them: the dimensions of the sheet, */
	int along[2];		/* and their axes */
	sheet sheet;
} block_layout;

static int
prism_column(const placement *p)
{
	return table_column(p->table, "prism");
}

/* The prism among the job's nodes, by the routers all of whose nodes it has. */
static void
choose_pairs(block_layout *l)
{
	const placement *p = l->p;
	const machine *m = p->machine;
	const uint32_t *n = l->prism.pairs;
	uint32_t *has = xcalloc(m->routers, sizeof *has), *at = xalloc(m->nodes, sizeof *at), *router = xalloc(m->routers, sizeof *router);
	prism_found found;
	prism_lack lack;
	char *largest;

	for (uint32_t i = 0; i < p->nodes; i++) {
		has[m->node_router[p->node[i]]]++;
		at[p->node[i]] = i;
	}
	if (!prism_find(m, has, &l->prism, router, &found)) {
		prism_explain(m, has, &l->prism, &lack);
		largest = write_dims(AXES, lack.largest);
		table_bad(p->table, p->row, prism_column(p), "the job's %" PRIu32 " nodes have no such prism among them; the largest is %s",
			p->nodes, largest);
	}
	l->chosen = xalloc((size_t)n[X] * n[Y] * n[Z] * l->nodes, sizeof *l->chosen);
	for (uint32_t i = 0; i < n[X] * n[Y] * n[Z] * l->nodes; i++)
		l->chosen[i] = at[router[i / l->nodes] * l->nodes + i % l->nodes];
	free_all(has, at, router);
}

/* The nodes that follow one another are to be pairs, those of one router; unless the job has spare ones. */
static void
find_pairs(block_layout *l)
{
	const placement *p = l->p;
	const machine *m = p->machine;
	const uint32_t *n = l->prism.pairs;
	uint64_t pairs = dims_product(AXES, n);

	l->nodes = m->nodes / m->routers;
	if (p->nodes > pairs * l->nodes && m->dims == PRISM_DIMS && kind_among(m, PRISM_KINDS)
		&& (!l->prism.stagger || n[Y] % l->prism.stagger == 0)) {
		choose_pairs(l);
		return;
	}
	if (pairs > p->nodes || p->nodes % pairs != 0)
		table_bad(p->table, p->row, prism_column(p), "%" PRIu32 " nodes are not whole pairs for %" PRIu32 " x %" PRIu32 " x %" PRIu32,
			p->nodes, n[X], n[Y], n[Z]);
	l->nodes = p->nodes / (uint32_t)pairs;
	for (uint32_t i = 0; i < p->nodes; i++) {
		uint32_t first = i - i % l->nodes;

		if (m->node_router[p->node[i]] != m->node_router[p->node[first]])
			table_bad(p->table, p->row, table_column(p->table, "node_list"),
				"nodes %" PRIu32 " and %" PRIu32 " are to be a pair, and are not at one router", p->node[first], p->node[i]);
	}
}

static void
split_block(block_layout *l)
{
	const placement *p = l->p;
	const task_blocks *b = &l->blocks;
	uint32_t nodes = l->nodes, room = p->machine->cores;
	char *cell = write_dims(b->grid.dims, b->block);
	int d = split >= 0 ? split : prism_split(b->grid.dims, b->block, nodes);

	if (d < 0)
		dims_bad(p, "--cell %s: none of its extents divides between the %" PRIu32 " nodes of a pair", cell, nodes);
	if (d >= b->grid.dims)
		dims_bad(p, "--split %d: there are %d dimensions, counted from 0", d, b->grid.dims);
	if (b->block[d] % nodes != 0)
		dims_bad(p, "--split %d: %" PRIu32 " tasks of --cell %s do not divide between the %" PRIu32 " nodes of a pair", d, b->block[d], cell,
			nodes);
	if (b->tasks / nodes > room)
		dims_bad(p, "--cell %s has %" PRIu32 " tasks, the %" PRIu32 " nodes of a pair have %" PRIu64 " processors",
			cell, b->tasks, nodes, (uint64_t)nodes * room);
	l->split = d;
	memcpy(l->share, b->block, sizeof l->share);
	l->share[d] /= nodes;
	free(cell);
}

/* Each dimension of more than one block along the next axis of more than one pair; false when they do not match. */
static bool
lay_straight(block_layout *l, const int *along)
{
	const task_blocks *b = &l->blocks;
	int next = 0;

	for (int d = 0; d < b->grid.dims; d++) {
		l->axis[d] = -1;
		if (b->blocks[d] == 1)
			continue;
		while (next < AXES && l->prism.pairs[along[next]] == 1)
			next++;
		if (next == AXES || l->prism.pairs[along[next]] != b->blocks[d])
			return false;
		l->axis[d] = along[next++];
	}
	while (next < AXES && l->prism.pairs[along[next]] == 1)
		next++;
	return next == AXES;
}

/* Dimensions of more than one block. */
static int
dimensions(const task_blocks *b)
{
	int n = 0;

	for (int d = 0; d < b->grid.dims; d++)
		n += b->blocks[d] > 1;
	return n;
}

/* The dimensions of the sheet: those of more than one block, else the lowest; false when there are more than two. */
static bool
find_sheet(block_layout *l)
{
	const task_blocks *b = &l->blocks;
	int flat = 2 - dimensions(b), sides = 0;

	if (flat < 0 || b->grid.dims < 2)
		return false;
	for (int d = 0; d < b->grid.dims; d++)
		if (b->blocks[d] > 1 || flat-- > 0)
			l->side[sides++] = d;
	return true;
}

/* A super-tile on each plane, x and z in their order in along[]; false when the sheet is not made of that many. */
static bool
lay_folded(block_layout *l, const int *along)
{
	int sides = 0;

	for (int i = 0; i < AXES; i++) {
		uint32_t blocks, pairs = l->prism.pairs[along[i]];

		if (along[i] == Y)
			continue;
		blocks = l->blocks.blocks[l->side[sides]];
		if (blocks % pairs != 0)
			return false;
		l->along[sides] = along[i];
		l->sheet.tile[sides] = pairs;
		l->sheet.tiles[sides++] = blocks / pairs;
	}
	if (fold != FOLD_ANY && (fold == FOLD_BOTH) != (l->sheet.tiles[0] > 1 && l->sheet.tiles[1] > 1))
		return false;
	return (uint64_t)l->sheet.tiles[0] * l->sheet.tiles[1] == l->prism.pairs[Y];
}

_Noreturn static void
refuse(const block_layout *l, bool is_sheet)
{
	const task_blocks *b = &l->blocks;
	const char *how = fold == FOLD_ONE ? ", folded across one dimension," : fold == FOLD_BOTH ? ", folded across both," : "";
	char *cell = write_dims(b->grid.dims, b->block), *cells = write_dims(b->grid.dims, b->blocks);
	char *pairs = write_dims(AXES, l->prism.pairs);

	if (is_sheet && dims_product(b->grid.dims, b->blocks) == dims_product(AXES, l->prism.pairs))
		dims_bad(l->p, "in cells of %s it is %s pairs, and super-tiles of that%s do not make the prism of %s", cell, cells, how, pairs);
	if (!is_sheet && fold != FOLD_ANY)
		dims_bad(l->p, "in cells of %s it is %s pairs: only grids of two dimensions are folded", cell, cells);
	dims_bad(l->p, "in cells of %s it is %s pairs, and the prism has %s%s", cell, cells, pairs,
		dimensions(b) > AXES ? "; a cell must span all but three dimensions" : "");
}

static void
lay_out(block_layout *l)
{
	static const int zyx[AXES] = { Z, Y, X };
	const placement *p = l->p;
	uint32_t stagger = l->prism.stagger, tiles;

	if (fold != FOLD_ANY || !lay_straight(l, axes)) {
		bool is_sheet = find_sheet(l);

		l->folds = is_sheet && (lay_folded(l, axes) || (!axes_given && lay_folded(l, zyx)));
		if (!l->folds)
			refuse(l, is_sheet);
	}
	/* Which planes alloc displaced must be what this folding asks for. */
	tiles = l->folds ? l->sheet.tiles[sheet_first(&l->sheet)] : 1;
	if (stagger != 0 && stagger != tiles)
		table_bad(p->table, p->row, prism_column(p), "planes are staggered for %" PRIu32 " super-tiles in a fold, and there %s %" PRIu32,
			stagger, tiles == 1 ? "is" : "are", tiles);
}

/* The pair of a block, counted as in the node list: plane by plane (y), row by row (x), along z. */
static uint32_t
pair_of(const block_layout *l, const uint32_t *block)
{
	uint32_t at[AXES] = { 0 };

	if (l->folds) {
		const uint32_t place[2] = { block[l->side[0]], block[l->side[1]] };
		folded f = sheet_fold(&l->sheet, place);

		at[Y] = f.layer;
		at[l->along[0]] = f.at[0];
		at[l->along[1]] = f.at[1];
	} else {
		for (int d = 0; d < l->blocks.grid.dims; d++)
			if (l->axis[d] >= 0)
				at[l->axis[d]] = block[d];
	}
	return (at[Y] * l->prism.pairs[X] + at[X]) * l->prism.pairs[Z] + at[Z];
}

static void
place(const placement *p, uint32_t *rank)
{
	block_layout l = { .p = p };
	int column = prism_column(p);
	const char *text = cell_text(p->row, column);

	/* As alloc writes it, "14x7x21" or "16x8x19s2"; a row that came with its nodes may say more there, as to alloc: "14x7x21@0+0+0w". */
	if (!*text)
		table_bad(p->table, p->row, column,
			"job '%s' needs a prism for algorithm 'topaware': let alloc choose its nodes with --policy topaware", p->job);
	if (!prism_read(text, &l.prism))
		table_bad(p->table, p->row, column, "must be pairs along x, y and z, as 14x7x21");
	find_pairs(&l);
	task_blocks_cut(&l.blocks, p, cell_extents());
	split_block(&l);
	lay_out(&l);
	for (uint32_t i = 0; i < p->tasks; i++) {
		block_place at = task_blocks_place(&l.blocks, i);
		uint32_t node = pair_of(&l, at.block) * l.nodes + at.within[l.split] / l.share[l.split];

		at.within[l.split] %= l.share[l.split];
		rank[i] = (l.chosen ? l.chosen[node] : node) * p->machine->cores + number_in(at.within, l.share, l.blocks.grid.dims, last_fastest());
	}
	free(l.chosen);
}

const mapping mapping_topaware = {
	.name = "topaware", .about = "Topaware: cells of the process grid on the prism of alloc's topaware, 2-D ones folded",
	.needs = NEEDS_GRID, .option = { &option_cell, &option_task_order, &option_split, &option_fold, &option_axes_along },
	.place = place,
};
