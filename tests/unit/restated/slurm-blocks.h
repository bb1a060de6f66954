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
				if (s->stuck_end == 0 || n > slow_sum(s, s->stuck, s->stuck_end) ||
					(n == slow_sum(s, s->stuck, s->stuck_end) && best > s->stuck)) {
					s->stuck = best;
					s->stuck_end = end;
				}
				return false;
			}
		n = n < want ? n : want;
		slow_greedy(s, best, end, n);
		used[best] = true;
		want -= n;
	}
	return want == 0;
}

/* 5a in one container; the machine is one where no size is large enough. */
static bool
slow_container(slow_blocks *s, uint32_t from, uint32_t to, uint32_t small, uint32_t large, uint32_t need)
{
	uint32_t width = small / s->size[0], k = (need + small - 1) / small, complete = (to - from) / width, have = 0, limit = k;
	bool had[SLOW_BLOCKS] = { false };

	memset(s->take, 0, sizeof s->take);
	if (slow_sum(s, from, to) < need)
		return false;
	for (uint32_t i = 0; !large && i < k && i < complete; i++) {
		uint32_t best = complete;

		for (uint32_t g = 0; g < complete; g++)
			if (!had[g] && (best == complete || slow_sum(s, g * width, (g + 1) * width) > slow_sum(s, best * width, (best + 1) * width)))
				best = g;
		had[best] = true;
		have += slow_sum(s, best * width, (best + 1) * width);
	}
	if (!large && have < need)
		return false;
	if (large ? k * small == large : complete * width == to && k == complete) {
		slow_greedy(s, from, to, need);
		return true;
	}
	if (!large && complete < k)
		limit = complete;
	return slow_groups(s, from, to, width, limit, need);
}

/* 5a without the second try. */
static bool
slow_whole_once(slow_blocks *s, uint32_t need)
{
	uint32_t small = 0, large = 0, span, best = NONE, from[SLOW_BLOCKS], n = 0;
	uint32_t kept[SLOW_BLOCKS];

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
	for (uint32_t b = 0; b < s->blocks; b += span)
		from[n++] = b;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t to = from[i] + span < s->blocks ? from[i] + span : s->blocks, idle = slow_sum(s, from[i], to);

		if (!slow_container(s, from[i], to, small, large, need) || idle > best)
			continue;
		best = idle;
		memcpy(kept, s->take, sizeof kept);
	}
	if (best != NONE)
		memcpy(s->take, kept, sizeof kept);
	return best != NONE;
}

/* 5a, and with `again` 5e: without the lowest idle node, blocks being numbered as their nodes are. */
static bool
slow_whole(slow_blocks *s, uint32_t need, bool again)
{
	memset(s->without, 0, sizeof s->without);
	while (!slow_whole_once(s, need)) {
		uint32_t b = s->stuck;

		if (!again || s->stuck_end == 0)
			return false;
		while (s->idle[b] == 0)
			b++;
		s->idle[b]--;
		s->without[b]++;
	}
	return true;
}

/* The block with room for a segment that is in the place `rank` of the ascending order. */
static uint32_t
slow_ascending(const slow_blocks *s, uint32_t segment, uint32_t rank)
{
	for (uint32_t b = 0; b < s->blocks; b++) {
		uint32_t before = 0;

		for (uint32_t i = 0; i < s->blocks; i++)
			before += s->idle[i] >= segment && (s->idle[i] < s->idle[b] || (s->idle[i] == s->idle[b] && i > b));
		if (s->idle[b] >= segment && before == rank)
			return b;
	}
	return NONE;
}

/* 5b and 5d. */
static bool
slow_segments(slow_blocks *s, uint32_t need, uint32_t segment, bool spread, bool consolidate)
{
	uint32_t wanted = need / segment, within = spread ? wanted * s->size[0] : need, span = s->blocks, b;

	memset(s->take, 0, sizeof s->take);
	memset(s->without, 0, sizeof s->without);
	for (uint32_t i = s->sizes; i > 0 && consolidate; i--)
		if (s->size[i - 1] >= within)
			span = s->size[i - 1] / s->size[0];
	for (uint32_t rank = 0; (b = slow_ascending(s, segment, rank)) != NONE; rank++) {
		uint32_t left = wanted, room = 0, other;

		for (uint32_t i = 0; i < s->blocks; i++)
			if (i / span == b / span && s->idle[i] >= segment)
				room += spread ? 1 : s->idle[i] / segment;
		if (room < wanted)
			continue;
		for (uint32_t i = 0; left > 0 && (other = slow_ascending(s, segment, i)) != NONE; i++) {
			uint32_t can = spread ? 1 : s->idle[other] / segment;

			if (other / span != b / span)
				continue;
			can = can < left ? can : left;
			s->take[other] = can * segment;
			left -= can;
		}
		return true;
	}
	return false;
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
