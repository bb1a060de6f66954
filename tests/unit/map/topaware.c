/* link: map */
/* topaware -- folding (Fig. 3) against a restatement that folds paper; and grids on prisms: every cell on a pair of its own, neighbours on
 * pairs that are neighbours in the prism. */
#include <stdlib.h>

#include "map/torus/fold.h"
#include "unit/map/mapped.h"
#include "unit/tap.h"

/* --- folding */

/* The stack as paper makes it, tiles from the bottom: an accordion across one dimension makes piles, the next lays pile on pile, every other
 * one turned over, which reverses it. */
static uint32_t
stack_paper(uint32_t n1, uint32_t n2, bool first_is_0, uint32_t *pile)
{
	uint32_t first = first_is_0 ? n1 : n2, then = first_is_0 ? n2 : n1, count = 0;

	for (uint32_t j = 0; j < then; j++)
		for (uint32_t k = 0; k < first; k++) {
			uint32_t i = j % 2 ? first - 1 - k : k;

			pile[count++] = first_is_0 ? i * n2 + j : j * n2 + i;
		}
	return count;
}

static uint32_t
gap(uint32_t a, uint32_t b)
{
	return a < b ? b - a : a - b;
}

static void
test_layers(void)
{
	static const uint32_t want[8][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 }, { 0, 2 }, { 1, 2 }, { 1, 3 }, { 0, 3 } };
	static const uint32_t example[10][5] = {	/* a place of the sheet; its layer, and where in it */
		{ 0, 0, 0, 0, 0 }, { 3, 0, 0, 3, 0 }, { 4, 0, 1, 3, 0 }, { 7, 2, 1, 0, 2 }, { 7, 3, 2, 0, 2 },
		{ 4, 3, 2, 3, 2 }, { 3, 3, 3, 3, 2 }, { 0, 5, 3, 0, 0 }, { 0, 6, 4, 0, 0 }, { 7, 11, 6, 0, 0 },
	};
	sheet s = { { 2, 4 }, { 4, 3 } };
	uint32_t wrong = 0;

	for (uint32_t k = 0; k < 8; k++) {
		const uint32_t at[2] = { want[k][0] * 4, want[k][1] * 3 };

		wrong += sheet_fold(&s, at).layer != k;
	}
	ok(wrong == 0, "2x4 super-tiles lie as in Fig. 3");
	for (int k = 0; k < 10; k++) {
		folded f = sheet_fold(&s, example[k]);

		wrong += f.layer != example[k][2] || f.at[0] != example[k][3] || f.at[1] != example[k][4];
	}
	ok(wrong == 0, "and are mirrored as there");
}

/* Links between neighbours of the sheet, counted by length. */
static void
count_hops(const sheet *s, uint32_t *hops)
{
	uint32_t n[2] = { s->tiles[0] * s->tile[0], s->tiles[1] * s->tile[1] };

	for (uint32_t i = 0; i < n[0]; i++)
		for (uint32_t j = 0; j < n[1]; j++)
			for (int d = 0; d < 2; d++) {
				const uint32_t at[2] = { i, j }, next[2] = { i + (d == 0), j + (d == 1) };
				folded a = sheet_fold(s, at), b;

				if (next[d] == n[d])
					continue;
				b = sheet_fold(s, next);
				hops[gap(a.layer, b.layer) + gap(a.at[0], b.at[0]) + gap(a.at[1], b.at[1])]++;
			}
}

static void
test_hops(void)
{
	sheet s = { { 2, 4 }, { 4, 3 } }, one = { { 1, 8 }, { 8, 3 } };
	uint32_t hops[64] = { 0 }, folded_once[64] = { 0 };

	count_hops(&s, hops);
	ok(hops[1] == 160 && hops[3] == 12, "TA-08: of 172 neighbours 160 stay adjacent, 12 are 3 links apart");
	count_hops(&one, folded_once);
	ok(folded_once[1] == 8 * 23 + 7 * 24, "folded across one dimension only, all stay adjacent");
}

/* Of n tiles folded first, joints across the other dimension span 1, 3, …, 2n - 1 layers and nothing else moves. */
static void
test_spans(void)
{
	for (uint32_t n = 1; n <= 5; n++) {
		sheet s = { { n, 6 }, { 2, 3 } };
		uint32_t hops[64] = { 0 }, joints = 0, wrong = 0;

		count_hops(&s, hops);
		for (uint32_t h = 3; h < 64; h++) {
			wrong += hops[h] != (h % 2 && h <= 2 * n - 1 ? 5 * 2 : 0);
			joints += hops[h];
		}
		ok(wrong == 0 && hops[2] == 0 && joints == (n - 1) * 5 * 2, "%u tiles folded first: joints of 1, 3, … %u layers", n, 2 * n - 1);
	}
}

static void
test_stacks(void)
{
	uint32_t wrong = 0;

	for (uint32_t a = 1; a <= 6; a++)
		for (uint32_t b = 1; b <= 6; b++) {
			sheet s = { { a, b }, { 1, 1 } };
			uint32_t pile[36], count = stack_paper(a, b, a <= b, pile);

			for (uint32_t k = 0; k < count; k++) {
				const uint32_t at[2] = { pile[k] / b, pile[k] % b };

				wrong += sheet_fold(&s, at).layer != k;
			}
		}
	ok(wrong == 0, "all sheets up to 6x6: the one with fewer tiles first, of equals the lower");
}

/* --- grids on prisms */

/* A table of one row: the prism. */
typedef struct cellar {
	table table;
	row row;
	char *name[1], *cell[1];
} cellar;

static void
cellar_init(cellar *c, const char *prism)
{
	*c = (cellar){ .name = { (char *)"prism" }, .cell = { (char *)prism } };
	c->table = (table){ .file = "test", .columns = 1, .name = c->name };
	c->row = (row){ .line = 1, .cell = c->cell };
}

/* Nodes of a whole machine of nx x ny x nz pairs, as alloc's topaware lists them. */
static uint32_t *
list_nodes(const uint32_t *n)
{
	uint32_t *node = xalloc((size_t)2 * n[0] * n[1] * n[2], sizeof *node), count = 0;

	for (uint32_t y = 0; y < n[1]; y++)
		for (uint32_t x = 0; x < n[0]; x++)
			for (uint32_t z = 0; z < n[2]; z++)
				for (uint32_t k = 0; k < 2; k++)
					node[count++] = 2 * (x + n[0] * (y + n[1] * z)) + k;
	return node;
}

typedef struct outcome {
	bool full;		/* each node has just its tasks */
	uint32_t longest;	/* links between neighbours of the grid */
	uint32_t inner;		/* neighbours whose two nodes are a pair */
} outcome;

/* Look at task i and those one step up from it. */
static void
look_up(const mapped *j, const uint32_t *rank, uint32_t i, outcome *out)
{
	const traffic *t = &j->traffic;
	uint32_t stride = 1, a = j->p.node[rank[i] / j->machine->cores];

	for (int d = 0; d < t->dims; stride *= t->dim[d++]) {
		uint32_t b, away;

		if (i / stride % t->dim[d] + 1 == t->dim[d])
			continue;
		b = j->p.node[rank[i + stride] / j->machine->cores];
		away = node_distance(j->machine, a, b);
		out->longest = away > out->longest ? away : out->longest;
		out->inner += a != b && a / 2 == b / 2;
	}
}

/* A grid on a prism that is the whole machine.  Options that are given (axes; a split from 0) hold from then on. */
static outcome
lay(const char *dims, const char *prism, const char *cell, const char *axes, int split)
{
	uint32_t n[PATTERN_DIMS], *node, *rank, *load;
	int three;
	char *spec, *pairs = xprintf("%.*s", (int)strcspn(prism, "s"), prism);
	outcome out = { .full = true };
	cellar c;
	mapped j;
	machine *m;

	read_dims(pairs, &three, n);
	spec = xprintf("mesh:k=%s,p=2,cores=64", pairs);
	m = built(spec);
	node = list_nodes(n);
	mapped_init(&j, m, node, m->nodes, "alltoall", dims);
	cellar_init(&c, prism);
	j.p.table = &c.table;
	j.p.row = &c.row;
	give("cell", cell);
	if (split >= 0)
		give_number("split", (uint64_t)split);
	if (axes)
		give("axes", axes);
	rank = xalloc(j.p.tasks, sizeof *rank);
	load = xcalloc(m->nodes, sizeof *load);
	mapped_run(&j, "topaware", NULL, rank);
	out.full = legal_ranks(&j, rank);
	for (uint32_t i = 0; i < j.p.tasks; i++) {
		load[rank[i] / m->cores]++;
		look_up(&j, rank, i, &out);
	}
	for (uint32_t v = 0; v < m->nodes; v++)
		out.full &= load[v] == j.p.tasks / m->nodes;
	mapped_free(&j);
	machine_free(m);
	free(node);
	free(rank);
	free(load);
	free(spec);
	free(pairs);
	return out;
}

/* None of the grids is periodic. */
static void
test_prisms(void)
{
	static const struct {
		const char *what, *dims, *prism, *cell, *axes;
		uint32_t longest;
	} known[] = {
		{ "3-D", "12x8x10", "6x4x5", "2x2x2", NULL, 1 },
		{ "3-D flat", "12x4x10", "6x1x5", "2x4x2", NULL, 1 },
		{ "3-D with one dimension on the pair: a sheet", "16x6x24", "4x8x3", "2x6x2", NULL, 3 },
		{ "4-D with one dimension on the pair", "6x4x5x4", "6x2x5", "1x2x1x4", NULL, 1 },
		{ "4-D with the first on the pair", "4x6x4x5", "6x2x5", "4x1x2x1", NULL, 1 },
		{ "2-D in 2x4 super-tiles", "16x24", "3x8x4", "2x2", NULL, 3 },
		{ "2-D in 4x2 super-tiles", "24x16", "3x8x4", "2x2", NULL, 3 },
		{ "2-D in 1x4 super-tiles", "8x24", "4x4x3", "2x2", NULL, 1 },
		{ "2-D in 3x3 super-tiles", "12x18", "2x9x3", "2x2", NULL, 5 },
		{ "2-D on one plane", "8x6", "4x1x3", "2x2", NULL, 1 },
		{ "2-D on an XY plane", "8x6", "4x3x1", "2x2", NULL, 1 },
		{ "3-D along x, z, y", "12x10x8", "6x4x5", "2x2x2", "xzy", 1 },
		{ "3-D along z, y, x", "10x8x12", "6x4x5", "2x2x2", "zyx", 1 },
		{ "2-D in 2x4 super-tiles along x, z", "16x24", "4x8x3", "2x2", "xz", 3 },
	};

	for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
		outcome o = lay(known[k].dims, known[k].prism, known[k].cell, known[k].axes, -1);

		ok(o.full && o.longest == known[k].longest, "%s: pairs are full, neighbours %u apart at most (%u)", known[k].what,
			known[k].longest, o.longest);
	}
}

/* Cells of 4x2x2 on 2x2x2 pairs: so many messages cross from one node of a pair to the other. */
static void
test_split(void)
{
	ok(lay("8x4x4", "2x2x2", "4x2x2", "xyz", -1).inner == 8 * 4, "split where the cell is longest: least between the nodes of a pair");
	ok(lay("10x6x4", "2x2x2", "5x3x2", NULL, -1).inner == 8 * 15, "of extents that divide");
	ok(lay("8x4x4", "2x2x2", "4x2x2", NULL, 0).inner == 8 * 4, "split in x: the same");
	ok(lay("8x4x4", "2x2x2", "4x2x2", NULL, 1).inner == 8 * 8, "split in y");
	ok(lay("8x4x4", "2x2x2", "4x2x2", NULL, 2).inner == 8 * 8, "split in z");
}

int
main(void)
{
	test_layers();
	test_hops();
	test_spans();
	test_stacks();
	test_prisms();
	test_split();
	return done_testing();
}
