/* slurm-blocks -- the rules of Slurm's topology/block (data/reference/slurm/26.05/RULE.md, section 5) once more, as literally as they
 * read: blocks are looked at one by one, again for every step. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { SLOW_BLOCKS = 40, SLOW_SIZES = 8 };

typedef struct slow_blocks {
	uint32_t blocks, sizes, size[SLOW_SIZES];
	uint32_t idle[SLOW_BLOCKS], take[SLOW_BLOCKS];
	uint32_t without[SLOW_BLOCKS];	/* lowest idle nodes that the second try leaves out */
	uint32_t stuck, stuck_end;	/* the group that kept the job from being served, in blocks; none: 0 and 0 */
} slow_blocks;

static uint32_t
slow_sum(const slow_blocks *s, uint32_t from, uint32_t to)
{
	uint32_t n = 0;

	for (uint32_t b = from; b < to; b++)
		n += s->idle[b];
	return n;
}

/* The block in from … to-1 that greedy takes next, of those that have not given; `to`: none has an idle node. */
static uint32_t
slow_next(const slow_blocks *s, uint32_t from, uint32_t to, uint32_t want)
{
	uint32_t most = to, fit = to;

	for (uint32_t b = from; b < to; b++) {
		if (s->take[b] || s->idle[b] == 0)
			continue;
		if (most == to || s->idle[b] >= s->idle[most])
			most = b;
		if (s->idle[b] >= want && (fit == to || s->idle[b] <= s->idle[fit]))
			fit = b;
	}
	return fit != to ? fit : most;
}

static void
slow_greedy(slow_blocks *s, uint32_t from, uint32_t to, uint32_t want)
{
	while (want > 0) {
		uint32_t b = slow_next(s, from, to, want);

		s->take[b] = s->idle[b] < want ? s->idle[b] : want;
		want -= s->take[b];
	}
}

/* Is group x to give before group y, both blocks in a row of `width`, y in front of x? */
static bool
slow_group_first(const slow_blocks *s, uint32_t x, uint32_t y, uint32_t width, uint32_t end, uint32_t want)
{
	uint32_t x_end = x + width < end ? x + width : end, nx = slow_sum(s, x, x_end), ny = slow_sum(s, y, y + width);
	uint32_t bx, by;

	if (nx >= want && ny >= want && nx != ny)
		return nx < ny;
	if ((nx >= want) != (ny >= want) || nx != ny)
		return nx > ny;
	bx = slow_next(s, x, x_end, want);
	by = slow_next(s, y, y + width, want);
	if (nx == 0)
		return true;
	if (s->idle[bx] >= want && s->idle[by] >= want)
		return s->idle[bx] <= s->idle[by];
	if (s->idle[bx] >= want || s->idle[by] >= want)
		return s->idle[bx] >= want;
	return s->idle[bx] >= s->idle[by];
}

/* Up to k groups of a container give, one after the other. */
static bool
slow_groups(slow_blocks *s, uint32_t from, uint32_t to, uint32_t width, uint32_t k, uint32_t want)
{
	bool used[SLOW_BLOCKS] = { false };

	for (; k > 0 && want > 0; k--) {
		uint32_t best = to, end, n;

		for (uint32_t g = from; g < to; g += width)
			if (!used[g] && (best == to || slow_group_first(s, g, best, width, to, want)))
				best = g;
		if (best == to)
			return false;
		end = best + width < to ? best + width : to;
		n = slow_sum(s, best, end);
		for (uint32_t b = best; b < end && n < want; b++)
			if (s->idle[b] == 0) {
				s->stuck = best;
				s->stuck_end = end;
				return false;
			}
		n = n < want ? n : want;
		slow_greedy(s, best, end, n);
		used[best] = true;
		want -= n;
	}
	return want == 0;
}

/* The k groups of a container with the most idle nodes: how many these have. */
static uint32_t
slow_best_groups(const slow_blocks *s, uint32_t from, uint32_t to, uint32_t width, uint32_t k)
{
	bool had[SLOW_BLOCKS] = { false };
	uint32_t have = 0;

	for (; k > 0; k--) {
		uint32_t most = 0, best = to;

		for (uint32_t g = from; g < to; g += width) {
			uint32_t idle = slow_sum(s, g, g + width < to ? g + width : to);

			if (!had[g] && idle > most) {
				most = idle;
				best = g;
			}
		}
		if (best < to)
			had[best] = true;
		have += most;
	}
	return have;
}

/* 5a: do the blocks of a container give greedily, or how many groups of it may give? */
static uint32_t
slow_limit(const slow_blocks *s, uint32_t small, uint32_t large, uint32_t need)
{
	uint32_t width = small / s->size[0], k = (need + small - 1) / small, complete = s->blocks / width;

	if (large ? k * small == large : complete * width == s->blocks && k == complete)
		return 0;
	return large || k < complete ? k : complete;
}

/* 5a without the second try: the container with the fewest idle nodes, the last of equals, of those with enough in the groups that may
 * give.  It serves the job, or the job waits.  The machine is one where no size is large enough. */
static bool
slow_whole_once(slow_blocks *s, uint32_t need)
{
	uint32_t small = 0, large = 0, span, width, limit, best = NONE, least = 0;

	for (uint32_t i = 0; i < s->sizes; i++) {
		if (s->size[i] < need)
			small = s->size[i];
		if (s->size[i] >= need && !large)
			large = s->size[i];
	}
	s->stuck = s->stuck_end = 0;
	memset(s->take, 0, sizeof s->take);
	if (!small) {	/* in one block */
		uint32_t b = slow_next(s, 0, s->blocks, need);

		if (b == s->blocks || s->idle[b] < need)
			return false;
		s->take[b] = need;
		return true;
	}
	span = large ? large / s->size[0] : s->blocks;
	width = small / s->size[0];
	limit = slow_limit(s, small, large, need);
	if (!large && slow_best_groups(s, 0, s->blocks / width * width, width, (need + small - 1) / small) < need)
		return false;
	for (uint32_t b = 0; b < s->blocks; b += span) {
		uint32_t to = b + span < s->blocks ? b + span : s->blocks, idle = slow_sum(s, b, to);

		if (idle < need || (limit && slow_best_groups(s, b, to, width, limit) < need) || (best != NONE && idle > least))
			continue;
		best = b;
		least = idle;
	}
	if (best == NONE)
		return false;
	span = best + span < s->blocks ? best + span : s->blocks;
	if (limit)
		return slow_groups(s, best, span, width, limit, need);
	slow_greedy(s, best, span, need);
	return true;
}

/* 5a, and with `again` 5e: without the lowest idle node of the groups that gave and the one that could not (data/reference/slurm/later),
 * blocks being numbered as their nodes are. */
static bool
slow_whole(slow_blocks *s, uint32_t need, bool again)
{
	while (!slow_whole_once(s, need)) {
		uint32_t b = 0;

		if (!again || s->stuck_end == 0)
			return false;
		while (s->idle[b] == 0 || (s->take[b] == 0 && (b < s->stuck || b >= s->stuck_end)))
			b++;
		s->idle[b]--;
		s->without[b]++;
	}
	return true;
}

/* 5b as observed later (data/reference/slurm/later): segments one after the other, each as a job of its own. */
static bool
slow_each(slow_blocks *s, uint32_t segments, uint32_t segment, bool again, bool spread)
{
	uint32_t taken[SLOW_BLOCKS] = { 0 };

	for (; segments > 0; segments--) {
		if (!slow_whole(s, segment, again))
			return false;
		for (uint32_t b = 0; b < s->blocks; b++) {
			taken[b] += s->take[b];
			s->idle[b] = spread && s->take[b] ? 0 : s->idle[b] - s->take[b];
		}
	}
	memcpy(s->take, taken, sizeof taken);
	return true;
}

/* 5d: all of them in the container in which the first one lies; without room there, the first looks elsewhere. */
static bool
slow_consolidated(slow_blocks *s, uint32_t need, uint32_t segment, bool spread)
{
	uint32_t wanted = need / segment, span = s->blocks, within = spread ? (segment + s->size[0] - 1) / s->size[0] * s->size[0] * wanted : need;
	bool closed[SLOW_BLOCKS] = { false };

	for (uint32_t i = s->sizes; i > 0; i--)
		if (s->size[i - 1] >= within)
			span = s->size[i - 1] / s->size[0];
	for (;;) {
		slow_blocks first = *s, all = *s;
		uint32_t at = 0;

		for (uint32_t b = 0; b < s->blocks; b++)
			first.idle[b] = closed[b / span] ? 0 : s->idle[b];
		if (!slow_whole(&first, segment, false))
			return false;
		while (first.take[at] == 0)
			at++;
		for (uint32_t b = 0; b < s->blocks; b++)
			all.idle[b] = b / span == at / span ? s->idle[b] : 0;
		if (slow_each(&all, wanted, segment, false, spread)) {
			*s = all;
			return true;
		}
		closed[at / span] = true;
	}
}

/* 0: the lowest idle node. */
static bool
slow_lowest_block(slow_blocks *s)
{
	memset(s->take, 0, sizeof s->take);
	for (uint32_t b = 0; b < s->blocks; b++)
		if (s->idle[b] > 0) {
			s->take[b] = 1;
			return true;
		}
	return false;
}
