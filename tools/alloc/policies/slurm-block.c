/* slurm-block -- what Slurm's topology/block does, by observation of 24.11.5 and 26.05.5 (data/reference/slurm/26.05).
 *
 * A block is a leaf switch.  The first of the block sizes is that of a base block; the next ones are those of aggregated blocks, which
 * are 2, 4, 8, … blocks in a row, counted from the first; what is left at the end is an incomplete one.  A block may have more nodes than
 * the base block.  Of equals the last is taken.
 *
 * Blocks give `greedily`: while none has what is wanted, the one with the most idle nodes gives all; then the one with the fewest that are
 * enough.  A job of n nodes goes to the aggregated block with the fewest idle nodes that can serve it, of the least size that is at
 * least n; where no size is, that is the machine.  Inside, groups are aggregated blocks of the next smaller size s, and the job wants k =
 * n/s of them, rounded up.  Where these are all, its blocks give greedily.  Else up to k groups give, greedily among themselves too, and
 * of equals the one with the block that would be first; but one that gives all must have an idle node in every block, or the job waits,
 * whatever other aggregated blocks have.  Then 26.05 tries again, without the lowest idle node of that group and those that have given
 * before it, and again.
 *
 * Segments are placed one after the other, each as a job of its own; 24.11 refuses one larger than a base block.  With `spread` a block
 * that has a part of one is closed to the others.  With `consolidate` all go into the aggregated block, of the least size for the job, in
 * which the first would lie, or where that has no room, would lie next; there is no second try. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "alloc/pick.h"
#include "alloc/shapes/domains.h"
#include "alloc/slurm/slurm.h"
#include "lib/cli/cli.h"
#include "lib/machine/blocks.h"

/* What a job asks for. */
typedef struct block_wish {
	slurm_release release;
	uint32_t asked, segment;	/* nodes; 0: none, and of segment also where it holds the job */
	bool spread, consolidated;	/* segments: one a block; in the least aggregated block */
	bool alone;		/* only blocks without another job */
} block_wish;

/* The blocks that are looked at for a job, and how they are cut. */
typedef struct block_search {
	const switches *tree;
	uint32_t blocks, need;
	uint32_t *idle;		/* [blocks], 0 where the job may not go */
	uint32_t *take;		/* [blocks] */
	uint32_t *size;		/* of blocks, the first that of a base block */
	int sizes;
	uint32_t outer, group;	/* blocks in a row: of those that serve a job, and of the groups inside */
	uint32_t groups;	/* that may give; 0: all blocks give greedily */
	uint32_t stuck;		/* first block of a group that should give all and could not; NONE */
	bool scant;		/* all complete groups together have no room for the job */
} block_search;

/* The nodes of the first block that has any: the base block where no sizes are given. */
static uint32_t
first_block(const machine *m)
{
	const uint32_t *first = m->level[0].first;
	uint32_t d = 0;

	while (first[d + 1] == first[d])
		d++;
	return first[d + 1] - first[d];
}

static char *
check(const machine *m, const char *argument)
{
	char *wrong = switches_wrong(m);
	slurm_release release = slurm_release_read(&argument);
	uint32_t *size = NULL, base = m->block_sizes ? m->block_size[0] : first_block(m);
	int sizes;

	if (wrong)
		return wrong;
	if (release == SLURM_22_05)
		return xstrdup("does as Slurm 24.11 or 26.05: topology/block came with 23.11");
	if (argument && !block_sizes_read(argument, '+', &size, &sizes))
		wrong = xstrdup("wants a release (24.11, 26.05) or sizes of blocks, a + between two, each of them 2, 4, 8 or another power of two "
			"times the first, ascending");
	else if (argument)
		base = size[0];
	for (uint32_t d = 0; d < m->level[0].domains && !wrong && release == SLURM_24_11; d++) {
		uint32_t nodes = m->level[0].first[d + 1] - m->level[0].first[d];

		if (nodes > 0 && nodes < base)
			wrong = xprintf("has base blocks of %" PRIu32 " nodes, and one has %" PRIu32 ": only 26.05 takes that", base, nodes);
	}
	free(size);
	return wrong;
}

/* The sizes of blocks, of `argument` or the machine; else the first block's, doubled until that is the machine. */
static void
find_sizes(block_search *b, const char *argument)
{
	const machine *m = b->tree->machine;

	if (argument && block_sizes_read(argument, '+', &b->size, &b->sizes))
		return;
	b->size = xalloc((size_t)m->block_sizes + 32, sizeof *b->size);
	for (; b->sizes < m->block_sizes; b->sizes++)
		b->size[b->sizes] = m->block_size[b->sizes];
	for (uint32_t times = 1; !m->block_sizes && times < 2 * b->blocks; times *= 2)
		b->size[b->sizes++] = first_block(m) * times;
}

static bool
read_alone(const request *q)
{
	int at = request_column(q, "exclusive");
	const char *text = cell_text(q->row, at);

	if (*text && strcmp(text, "topo") != 0)
		table_bad(q->table, q->row, at, "must be topo, or empty");
	return *text != '\0';
}

static bool
read_flag(const request *q, const char *name)
{
	return cell_int(q->table, q->row, request_column(q, name), 0, 1, 0);
}

static block_wish
read_wish(const request *q)
{
	const char *argument = q->argument;
	block_wish w = { .release = slurm_release_read(&argument), .alone = read_alone(q) };

	w.asked = (uint32_t)cell_int(q->table, q->row, request_column(q, "segment"), 1, UINT32_MAX, 0);
	w.segment = w.asked < q->nodes ? w.asked : 0;
	w.spread = w.release >= SLURM_26_05 && read_flag(q, "spread_segments");
	w.consolidated = w.asked && w.release >= SLURM_26_05 && read_flag(q, "consolidate_segments");
	return w;
}

/* Blocks of the least size that is at least so many nodes, *below that of the next smaller one, in blocks; without one that is all. */
static uint32_t
span_of(const block_search *b, uint64_t nodes, uint32_t *below)
{
	int i = 0;

	while (i < b->sizes && b->size[i] < nodes)
		i++;
	*below = i > 0 ? b->size[i - 1] / b->size[0] : 0;
	return i < b->sizes ? b->size[i] / b->size[0] : b->blocks;
}

static uint32_t
end_of(uint32_t from, uint32_t span, uint32_t limit)
{
	return limit - from < span ? limit : from + span;
}

static uint32_t
count_idle(const block_search *b, uint32_t from, uint32_t to)
{
	uint32_t n = 0;

	while (from < to)
		n += b->idle[from++];
	return n;
}

/* Blocks from … to-1 give so many, greedily; they have them. */
static void
give(const block_search *b, uint32_t from, uint32_t to, uint32_t want)
{
	uint32_t *part = xalloc(to - from, sizeof *part);

	for (uint32_t i = from; i < to; i++)
		part[to - 1 - i] = i;	/* of equals the last comes first */
	slurm_drain(b->idle, part, to - from, want, b->take);
	free(part);
}

/* The idle nodes of the block that would be the first to give. */
static uint32_t
first_of(const block_search *b, uint32_t from, uint32_t to, uint32_t want)
{
	uint32_t best = b->idle[from];

	while (++from < to)
		if (slurm_suits(b->idle[from], best, want) > 0)
			best = b->idle[from];
	return best;
}

/* The group in from … to-1 that gives next: its first block; NONE: none has an idle node.  A group that has given is `used`. */
static uint32_t
next_group(const block_search *b, const bool *used, uint32_t from, uint32_t to, uint32_t want)
{
	uint32_t best = NONE, most = 0, first = 0;

	for (uint32_t g = from; g < to; g += b->group) {
		uint32_t end = end_of(g, b->group, to), idle = used[g] ? 0 : count_idle(b, g, end), head;
		int better = slurm_suits(idle, most, want);

		if (idle == 0 || (best != NONE && better < 0))
			continue;
		head = first_of(b, g, end, want);
		if (best != NONE && better == 0 && slurm_suits(head, first, want) < 0)
			continue;
		best = g;
		most = idle;
		first = head;
	}
	return best;
}

/* Has a group, which should give all, a block without an idle node? */
static bool
is_stuck(block_search *b, uint32_t from, uint32_t to)
{
	uint32_t at = from;

	while (at < to && b->idle[at] > 0)
		at++;
	b->stuck = at < to ? from : NONE;
	return at < to;
}

static bool
give_in_groups(block_search *b, uint32_t from, uint32_t to)
{
	bool *used = xcalloc(to, sizeof *used);
	uint32_t want = b->need;

	for (uint32_t k = 0; k < b->groups && want > 0; k++) {
		uint32_t g = next_group(b, used, from, to, want), end, idle;

		if (g == NONE)
			break;
		end = end_of(g, b->group, to);
		idle = count_idle(b, g, end);
		if (idle < want && is_stuck(b, g, end))
			break;
		idle = idle < want ? idle : want;
		give(b, g, end, idle);
		used[g] = true;
		want -= idle;
	}
	free(used);
	return want == 0;
}

/* Have the groups from … to-1 with the most idle nodes enough, as many as may give? */
static bool
has_room(const block_search *b, uint32_t from, uint32_t to)
{
	uint32_t groups = (to - from + b->group - 1) / b->group, room = 0;
	uint32_t *idle = xalloc(groups, sizeof *idle), *order = xalloc(groups, sizeof *order);

	for (uint32_t i = 0; i < groups; i++) {
		idle[i] = count_idle(b, from + i * b->group, end_of(from + i * b->group, b->group, to));
		order[i] = i;
	}
	sort_by_key(idle, order, groups, true);
	for (uint32_t i = 0; i < groups && i < b->groups; i++)
		room += idle[order[i]];
	free_all(idle, order);
	return room >= b->need;
}

/* The job's place: of the outer ranges that can serve it the one with the fewest idle nodes. */
static bool
find_place(block_search *b)
{
	uint32_t outers = (b->blocks + b->outer - 1) / b->outer, *idle = xalloc(outers, sizeof *idle), *order = xalloc(outers, sizeof *order);
	uint32_t open = 0;
	bool served = false;

	b->stuck = NONE;
	for (uint32_t i = outers; i-- > 0;) {
		idle[i] = count_idle(b, i * b->outer, end_of(i * b->outer, b->outer, b->blocks));
		if (idle[i] >= b->need)
			order[open++] = i;
	}
	sort_by_key(idle, order, open, false);
	for (uint32_t i = 0; i < open && !served && b->stuck == NONE; i++) {
		uint32_t from = order[i] * b->outer, to = end_of(from, b->outer, b->blocks);

		memset(b->take, 0, b->blocks * sizeof *b->take);
		if (b->groups > 0 && !has_room(b, from, to))
			continue;
		if (b->groups == 0)
			give(b, from, to, b->need);
		served = b->groups == 0 || give_in_groups(b, from, to);
	}
	free_all(idle, order);
	return served;
}

/* Cut the machine for the job; false: it has no room. */
static bool
cut(block_search *b)
{
	uint32_t complete;

	b->outer = span_of(b, b->need, &b->group);
	if (b->group == 0)	/* a base block holds it */
		return true;
	b->groups = (b->need - 1) / (b->group * b->size[0]) + 1;
	if (b->need <= b->size[b->sizes - 1]) {
		b->groups = b->groups * b->group == b->outer ? 0 : b->groups;
		return true;
	}
	complete = b->blocks / b->group;
	b->scant = !has_room(b, 0, complete * b->group);
	if (b->groups * b->group == b->blocks)
		b->groups = 0;
	else if (b->groups > complete)
		b->groups = complete;
	return !b->scant;
}

/* The lowest idle node, by label, of the blocks that are looked at; where a group is stuck, of it and those that have given before it.
 * NONE. */
static uint32_t
lowest_node(const block_search *b, const occupancy *o)
{
	for (uint32_t i = 0; i < o->machine->nodes; i++) {
		uint32_t node = b->tree->by_label[i], leaf = b->tree->leaf[node];

		if (b->idle[leaf] > 0 && !o->busy[node] && (b->stuck == NONE || b->take[leaf] > 0 || leaf / b->group == b->stuck / b->group))
			return node;
	}
	return NONE;
}

/* That node goes. */
static void
leave_out(block_search *b, occupancy *less)
{
	uint32_t node = lowest_node(b, less);

	occupancy_take(less, &node, 1);
	b->idle[b->tree->leaf[node]]--;
}

static bool
place_whole(block_search *b, const block_wish *w, occupancy *less)
{
	while (cut(b)) {
		if (find_place(b))
			return true;
		if (w->release < SLURM_26_05 || w->consolidated || b->stuck == NONE)
			return false;
		leave_out(b, less);
	}
	return false;
}

/* Place n segments that base blocks hold: the fewest idle nodes that are enough give as many as they can. */
static bool
place_small(block_search *b, const block_wish *w, uint32_t n)
{
	uint32_t *order = xalloc(b->blocks, sizeof *order), open = 0;

	memset(b->take, 0, b->blocks * sizeof *b->take);
	for (uint32_t i = b->blocks; i-- > 0;)
		if (b->idle[i] >= w->segment)
			order[open++] = i;
	sort_by_key(b->idle, order, open, false);
	for (uint32_t i = 0; i < open && n > 0; i++) {
		uint32_t times = w->spread ? 1 : b->idle[order[i]] / w->segment;

		times = times < n ? times : n;
		b->take[order[i]] = times * w->segment;
		n -= times;
	}
	free(order);
	return n == 0;
}

/* Place n segments one after the other, each greedily; the blocks have fewer idle nodes then. */
static bool
place_in_turn(block_search *b, const block_wish *w, occupancy *less, uint32_t n)
{
	uint32_t *taken, need = b->need;
	bool served = true;

	if (w->segment <= b->size[0])
		return place_small(b, w, n);
	taken = xcalloc(b->blocks, sizeof *taken);
	b->need = w->segment;
	for (; n > 0 && served; n--) {
		served = place_whole(b, w, less);
		for (uint32_t i = 0; i < b->blocks && served; i++) {
			taken[i] += b->take[i];
			b->idle[i] = w->spread && b->take[i] > 0 ? 0 : b->idle[i] - b->take[i];
		}
	}
	b->need = need;
	memcpy(b->take, taken, b->blocks * sizeof *taken);
	free(taken);
	return served;
}

static bool
place_segments(block_search *b, const block_wish *w, occupancy *less)
{
	uint32_t n = b->need / w->segment, blocks = (w->segment - 1) / b->size[0] + 1, below, at = 0;
	uint32_t span = span_of(b, w->spread ? (uint64_t)n * blocks * b->size[0] : b->need, &below);
	uint32_t *open = xalloc(b->blocks, sizeof *open);
	bool served = !w->consolidated && place_in_turn(b, w, less, n);

	memcpy(open, b->idle, b->blocks * sizeof *open);
	while (w->consolidated && !served && place_in_turn(b, w, less, 1)) {
		for (at = 0; b->take[at] == 0;)
			at++;
		at = at / span * span;
		memset(b->idle, 0, b->blocks * sizeof *b->idle);
		memcpy(b->idle + at, open + at, (end_of(at, span, b->blocks) - at) * sizeof *open);
		served = place_in_turn(b, w, less, n);
		memset(open + at, 0, (end_of(at, span, b->blocks) - at) * sizeof *open);
		memcpy(b->idle, open, b->blocks * sizeof *open);
	}
	free(open);
	return served;
}

/* Why Slurm takes no such segments, the caller frees; NULL: it does. */
static char *
wrong_segment(const block_search *b, const block_wish *w)
{
	if (w->segment && b->need % w->segment != 0)
		return xprintf("its segments of %" PRIu32 " nodes do not divide its %" PRIu32, w->segment, b->need);
	if (w->asked > b->size[0] && w->release < SLURM_26_05)
		return xprintf("24.11 takes no segments of more nodes, %" PRIu32 ", than a base block has, %" PRIu32, w->asked, b->size[0]);
	return NULL;
}

/* Why the job was not served, the caller frees; `idle`: all nodes are. */
static char *
reason(const block_search *b, const block_wish *w, bool idle)
{
	uint32_t nodes = w->segment ? w->segment : b->need;
	char *segments = w->segment ? xprintf("%" PRIu32 " segments of ", b->need / nodes) : xstrdup("");
	char *what = xprintf("its %s%" PRIu32 " node%s", segments, nodes, nodes == 1 ? "" : "s"), *why;

	if (b->stuck != NONE)
		why = xprintf("one of the %" PRIu32 " blocks in a row that would give all idle nodes to %s has none", b->group, what);
	else if (b->scant && !w->segment)
		why = xprintf("of complete blocks of %" PRIu32 " nodes %" PRIu32 " may serve %s, and there is no room", b->group * b->size[0],
			b->groups, what);
	else if (idle)
		why = xprintf("the blocks, all idle, would have no room for %s", what);
	else
		why = xprintf("no blocks%s have room for %s", w->alone ? " without another job" : "", what);
	free_all(segments, what);
	return why;
}

static bool
serve(block_search *b, const block_wish *w, occupancy *less, uint32_t *out)
{
	if (slurm_is_single(w->release, b->need)) {
		*out = lowest_node(b, less);
		return *out != NONE;
	}
	if (!(w->segment ? place_segments(b, w, less) : place_whole(b, w, less)))
		return false;
	slurm_take(less, b->take, b->need, out);
	return true;
}

/* Choose, on a machine as it is, or as it would be, all `idle`.  Why it cannot, the caller frees; NULL: it could. */
static char *
place(const occupancy *o, const request *q, const block_wish *w, bool idle, uint32_t *out)
{
	const switches *s = o->plan;
	const level *leaf = &o->machine->level[0];
	block_search b = { .tree = s, .blocks = s->leaves, .need = q->nodes, .idle = xalloc(s->leaves, sizeof *b.idle),
		.take = xcalloc(s->leaves, sizeof *b.take), .stuck = NONE };
	const char *argument = q->argument;
	char *why;
	occupancy less;

	slurm_release_read(&argument);
	find_sizes(&b, argument);
	occupancy_init(&less, o->machine);
	occupancy_copy(&less, o);
	less.plan = o->plan;
	for (uint32_t i = 0; i < s->leaves; i++)
		b.idle[i] = w->alone && !is_whole(o, leaf, s->domain[i]) ? 0 : occupancy_idle(o, leaf)[s->domain[i]];
	why = wrong_segment(&b, w);
	if (!why && !serve(&b, w, &less, out))
		why = reason(&b, w, idle);
	occupancy_free(&less);
	free_all(b.idle, b.take, b.size);
	return why;
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	block_wish w = read_wish(q);
	char *why = place(o, q, &w, false, out->node);
	bool served = !why || selection_refused(out, "%s", why);

	free(why);
	return served;
}

static char *
never(const occupancy *o, const request *q)
{
	block_wish w = read_wish(q);
	occupancy empty;
	char *why;
	uint32_t *node;

	occupancy_init(&empty, o->machine);
	empty.plan = o->plan;
	node = xalloc(empty.idle, sizeof *node);
	why = q->nodes > empty.idle ? xprintf("it wants %" PRIu32 " nodes, and the machine has %" PRIu32, q->nodes, empty.idle) :
		place(&empty, q, &w, true, node);
	occupancy_free(&empty);
	free(node);
	return why;
}

static uint32_t
reserves(const occupancy *o, const request *q, const uint32_t *node, uint32_t *out)
{
	return read_alone(q) ? reserve_domains(o, &o->machine->level[0], node, q->nodes, out) : 0;
}

const policy policy_slurm_block = {
	.name = "slurm-block",
	.about = "Slurm's topology/block: blocks, aggregated blocks, segments",
	.argument = "26.05+18+36",
	.check = check,
	.choose = choose,
	.reserves = reserves,
	.refuses = true,
	.plan = slurm_plan,
	.forget = slurm_forget,
	.optional = true,
	.never = never,
};
