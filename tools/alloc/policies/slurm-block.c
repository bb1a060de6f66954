/* slurm-block -- Slurm's topology/block (23.11 and later) as its manuals describe it: topology.conf(5), sbatch(1), the topology guide.
 * Nothing of it was observed; where they leave room it is filled as hopline-policies(7) says.
 *
 * A block is a leaf switch.  The first of the block sizes is that of a base block, B; the next ones are those of larger blocks, which
 * are 2, 4, 8, … blocks in a row, counted from the first.  They come from the argument, from BlockSizes in the topology.conf, or there is
 * one, the nodes of the smallest block.  A job of n nodes is in segments, each in one block: of as many nodes as its column `segment`
 * says, which is at most B and divides n; else of B nodes, the last of the rest, and one of n nodes where one block has them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "alloc/policy.h"
#include "alloc/shapes/domains.h"
#include "alloc/slurm/slurm.h"
#include "lib/cli/cli.h"
#include "lib/machine/blocks.h"

/* How a job is cut. */
typedef struct segment_cut {
	uint32_t segment, segments;	/* whole ones */
	uint32_t rest;		/* nodes */
} segment_cut;

/* The blocks that are looked at: their idle nodes, none where the job may not go. */
typedef struct blocks {
	const switches *tree;
	uint32_t *idle, *room;	/* [leaves]; room for segments */
} blocks;

static char *
check(const machine *m, const char *argument)
{
	char *wrong = switches_wrong(m);
	uint32_t *size, *nodes, many = 0;
	int sizes;

	if (wrong || !argument)
		return wrong;
	if (!block_sizes_read(argument, '+', &size, &sizes))
		return xstrdup("wants sizes of blocks with a + between two, each of them 2, 4, 8 or another power of two times the first, ascending");
	nodes = xalloc(m->level[0].domains, sizeof *nodes);
	for (uint32_t d = 0; d < m->level[0].domains; d++)
		if (m->level[0].first[d] < m->level[0].first[d + 1])
			nodes[many++] = m->level[0].first[d + 1] - m->level[0].first[d];
	wrong = block_sizes_wrong(size, sizes, nodes, many);
	free_all(nodes, size);
	return wrong ? xprintf("cannot have blocks of %s", wrong) : NULL;
}

/* The sizes of blocks; the caller frees. */
static uint32_t *
sizes_of(const switches *s, const request *q, int *sizes)
{
	const machine *m = s->machine;
	uint32_t *size;

	if (q->argument && block_sizes_read(q->argument, '+', &size, sizes))
		return size;
	*sizes = m->block_sizes ? m->block_sizes : 1;
	size = xalloc((size_t)*sizes, sizeof *size);
	if (m->block_sizes) {
		memcpy(size, m->block_size, (size_t)*sizes * sizeof *size);
		return size;
	}
	size[0] = UINT32_MAX;
	for (uint32_t i = 0; i < s->leaves; i++)
		if (s->first[i + 1] - s->first[i] < size[0])
			size[0] = s->first[i + 1] - s->first[i];
	return size;
}

static bool
is_exclusive(const request *q)
{
	int at = request_column(q, "exclusive");
	const char *text = cell_text(q->row, at);

	if (*text && strcmp(text, "topo") != 0)
		table_bad(q->table, q->row, at, "must be topo, or empty");
	return *text != '\0';
}

static segment_cut
read_cut(const request *q, uint32_t base)
{
	int at = request_column(q, "segment");
	uint32_t segment = (uint32_t)cell_int(q->table, q->row, at, 1, UINT32_MAX, 0);

	if (segment > base)
		table_bad(q->table, q->row, at, "a segment is in one block, and these have %" PRIu32 " nodes", base);
	if (segment && q->nodes % segment != 0)
		table_bad(q->table, q->row, at, "must divide the job's %" PRIu32 " nodes", q->nodes);
	if (!segment)
		segment = base;
	return (segment_cut){ segment, q->nodes / segment, q->nodes % segment };
}

/* Has one of the blocks that hold no whole segment more, once the segments are taken, room for the rest?  Segments and rest together
 * need at most one more block: it is one with that many nodes that are no whole segment, or one segment more. */
static bool
has_room(const blocks *b, const segment_cut *c, uint32_t from, uint32_t to)
{
	uint64_t room = 0;
	bool beside = c->rest == 0;

	for (uint32_t i = from; i < to; i++) {
		room += b->room[i];
		beside = beside || (b->idle[i] % c->segment >= c->rest);
	}
	return room >= (uint64_t)c->segments + !beside;
}

static uint64_t
count(const uint32_t *idle, uint32_t from, uint32_t to)
{
	uint64_t n = 0;

	while (from < to)
		n += idle[from++];
	return n;
}

/* The blocks `from` to `to`-1 give: the segments, then the rest. */
static void
share(const blocks *b, const segment_cut *c, uint32_t from, uint32_t to, uint32_t *take)
{
	uint32_t *part = xalloc(to - from, sizeof *part), best = NONE;

	for (uint32_t i = from; i < to; i++)
		part[i - from] = i;
	if (c->segments)
		slurm_drain(b->room, part, to - from, c->segments, take);
	for (uint32_t i = from; i < to; i++) {
		take[i] *= c->segment;
		if (c->rest && b->idle[i] - take[i] >= c->rest && (best == NONE || b->idle[i] - take[i] < b->idle[best] - take[best]))
			best = i;
	}
	for (uint32_t i = from; i < to && c->rest; i++)
		if (i == best)
			take[i] += c->rest;
	free(part);
}

/* Of larger blocks of `group` blocks in a row the one with room that has the fewest idle nodes; NONE. */
static uint32_t
find_group(const blocks *b, const segment_cut *c, uint32_t group)
{
	uint32_t leaves = b->tree->leaves, best = NONE;
	uint64_t least = UINT64_MAX;

	for (uint32_t from = 0; from < leaves; from += group) {
		uint32_t to = leaves - from < group ? leaves : from + group;
		uint64_t idle = count(b->idle, from, to);

		if (idle < least && has_room(b, c, from, to)) {
			best = from;
			least = idle;
		}
		if (to == leaves)
			break;
	}
	return best;
}

static bool
find(const blocks *b, const segment_cut *c, const uint32_t *size, int sizes, uint32_t need, uint32_t *take)
{
	uint32_t leaves = b->tree->leaves, from = NONE, group = 1;

	for (uint32_t i = 0; i < leaves; i++)	/* one block */
		if (b->idle[i] >= need && (from == NONE || b->idle[i] < b->idle[from]))
			from = i;
	if (from != NONE) {
		take[from] = need;
		return true;
	}
	for (int k = 1; k <= sizes && from == NONE; k++) {
		group = k < sizes ? size[k] / size[0] : leaves;
		from = find_group(b, c, group);
	}
	if (from != NONE)
		share(b, c, from, leaves - from < group ? leaves : from + group, take);
	return from != NONE;
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	const switches *s = o->plan;
	const level *leaf = &o->machine->level[0];
	blocks b = { s, xalloc(s->leaves, sizeof *b.idle), xalloc(s->leaves, sizeof *b.room) };
	uint32_t *take = xcalloc(s->leaves, sizeof *take), *size;
	bool alone = is_exclusive(q), served;
	int sizes;
	segment_cut c;

	size = sizes_of(s, q, &sizes);
	c = read_cut(q, size[0]);
	for (uint32_t i = 0; i < s->leaves; i++) {
		b.idle[i] = alone && !is_whole(o, leaf, s->domain[i]) ? 0 : occupancy_idle(o, leaf)[s->domain[i]];
		b.room[i] = b.idle[i] / c.segment;
	}
	served = find(&b, &c, size, sizes, q->nodes, take);
	if (served)
		slurm_take(o, take, q->nodes, out->node);
	else
		selection_refused(out, "no blocks%s have room for %" PRIu32 " segment%s of %" PRIu32 "%s", alone ? " without another job" : "",
			c.segments,
			c.segments == 1 ? "" : "s", c.segment, c.rest ? " and the rest" : "");
	free_all(b.idle, b.room, take, size);
	return served;
}

static uint32_t
reserves(const occupancy *o, const request *q, const uint32_t *node, uint32_t *out)
{
	return is_exclusive(q) ? reserve_domains(o, &o->machine->level[0], node, q->nodes, out) : 0;
}

const policy policy_slurm_block = {
	.name = "slurm-block",
	.about = "Slurm's topology/block, by its manual: segments in blocks",
	.argument = "18+36",
	.optional = true,
	.plan = slurm_plan,
	.forget = slurm_forget,
	.check = check,
	.choose = choose,
	.reserves = reserves,
	.refuses = true,
};
