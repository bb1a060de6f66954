#include "map/circuits/counts.h"

#include <math.h>
#include <stdlib.h>

#include "lib/cli/cli.h"

/* Circuits of a group. */
static uint64_t
group_circuits(uint32_t n, const uint32_t *count, uint32_t v)
{
	uint64_t sum = 0;

	for (uint32_t w = 0; w < n; w++)
		sum += count[(size_t)v * n + w];
	return sum;
}

uint32_t
connected_parts(uint32_t n, const uint32_t *count, uint32_t *part)
{
	uint32_t *queue = xalloc(n, sizeof *queue), parts = 0;

	for (uint32_t v = 0; v < n; v++)
		part[v] = UINT32_MAX;
	for (uint32_t v = 0; v < n; v++) {
		uint32_t end = 0;

		if (part[v] != UINT32_MAX)
			continue;
		queue[end++] = v;
		part[v] = parts;
		for (uint32_t i = 0; i < end; i++)
			for (uint32_t w = 0; w < n; w++)
				if (count[(size_t)queue[i] * n + w] && part[w] == UINT32_MAX) {
					queue[end++] = w;
					part[w] = parts;
				}
		parts++;
	}
	free(queue);
	return parts;
}

/* The group with most links left of those whose part is `part`, the first at a tie; UINT32_MAX: none is left. */
static uint32_t
roomiest(uint32_t n, const uint64_t *left, const uint32_t *part_of, uint32_t part)
{
	uint32_t best = UINT32_MAX;

	for (uint32_t v = 0; v < n; v++)
		if (part_of[v] == part && left[v] > 0 && (best == UINT32_MAX || left[v] > left[best]))
			best = v;
	return best;
}

/* The part of that many with most links left, the first at a tie; it has none from now on. */
static uint32_t
take_part(uint32_t parts, int64_t *total)
{
	uint32_t best = 0;

	for (uint32_t p = 1; p < parts; p++)
		if (total[p] > total[best])
			best = p;
	total[best] = -1;
	return best;
}

/* Connect what is apart, by one circuit more between some groups, those with most links left.  Parts with many links are joined first, to
 * what is one part already, so that those with one link come last.  False when too few are left. */
static bool
connect_parts(const circuit_fabric *f, uint32_t *count)
{
	uint32_t n = f->groups, *part = xalloc(n, sizeof *part), parts = connected_parts(n, count, part), joined = 1, one;
	uint64_t *left = xalloc(n, sizeof *left);
	int64_t *total = xcalloc(n, sizeof *total);

	for (uint32_t v = 0; v < n; v++) {
		left[v] = fabric_links(f) - group_circuits(n, count, v);
		total[part[v]] += (int64_t)left[v];
	}
	for (one = take_part(parts, total); joined < parts; joined++) {
		uint32_t p = take_part(parts, total), x = roomiest(n, left, part, one), y = roomiest(n, left, part, p);

		if (x == UINT32_MAX || y == UINT32_MAX)
			break;
		count[(size_t)x * n + y]++;
		count[(size_t)y * n + x]++;
		left[x]--;
		left[y]--;
		for (uint32_t v = 0; v < n; v++)
			part[v] = part[v] == p ? one : part[v];
	}
	free_all(part, left, total);
	return joined == parts;
}

/* How many circuits the OCSes can have within a set of that many groups. */
static uint64_t
room_within(const circuit_fabric *f, uint64_t groups)
{
	return f->ocs * (f->share * groups / 2);
}

/* Those that are connected, and where their number is even all but any one of them. */
static bool
parts_fit(const circuit_fabric *f, const uint32_t *count)
{
	uint32_t n = f->groups, *part = xalloc(n, sizeof *part);
	uint64_t *size = xcalloc(n, sizeof *size), *ends = xcalloc(n, sizeof *ends);
	bool fit = true;

	connected_parts(n, count, part);
	for (uint32_t v = 0; v < n; v++) {
		size[part[v]]++;
		ends[part[v]] += group_circuits(n, count, v);
	}
	for (uint32_t v = 0; v < n && fit; v++) {
		uint64_t m = size[part[v]], within = ends[part[v]] / 2;

		fit = m % 2 == 1 ? within <= room_within(f, m) : within - group_circuits(n, count, v) <= room_within(f, m - 1);
	}
	free_all(part, size, ends);
	return fit;
}

/* Any three groups.  Of three that do not fit, two have more than a third of the room between them, and few pairs have. */
static bool
threes_fit(const circuit_fabric *f, const uint32_t *count)
{
	uint32_t n = f->groups;
	uint64_t room = room_within(f, 3);

	for (uint32_t x = 0; x < n; x++)
		for (uint32_t y = x + 1; y < n; y++) {
			const uint32_t *cx = count + (size_t)x * n, *cy = count + (size_t)y * n;

			if (3 * (uint64_t)cx[y] <= room)
				continue;
			for (uint32_t z = 0; z < n; z++)
				if (z != x && z != y && (uint64_t)cx[y] + cx[z] + cy[z] > room)
					return false;
		}
	return true;
}

/* The least count with which a circuit carries at most `load`; at most `most`, or more than that.  As divisions are rounded:
 * what two circuits carry is then the same number here and in counts_load(). */
static uint32_t
least(double amount, double load, uint32_t most)
{
	double guess = amount / load;
	uint32_t c;

	if (amount <= 0)
		return 0;
	if (!(guess <= most))
		return most + 1;
	c = guess < 1 ? 1 : (uint32_t)guess;
	while (c > 1 && amount / (c - 1) <= load)
		c--;
	while (amount / c > load)
		c++;
	return c;
}

/* All groups together need no check.  If their number is odd a link must stay idle at each OCS.  Of the parts an odd number is odd; by
 * parts_fit() each of these has a link for each OCS left, and an even part, which has an even number, two if it can be connected.  A
 * circuit that connects two parts takes two.  So with two OCSes or more enough are left; with one there are odd links, and one is left. */
bool
counts_for(const circuit_fabric *f, const double *between, double load, uint32_t *count)
{
	bool odd = f->share % 2 == 1;

	for (size_t i = 0; i < (size_t)f->groups * f->groups; i++)
		count[i] = least(between[i], load, fabric_links(f));
	for (uint32_t v = 0; v < f->groups; v++)
		if (group_circuits(f->groups, count, v) > fabric_links(f))
			return false;
	return (!odd || (parts_fit(f, count) && threes_fit(f, count))) && connect_parts(f, count);
}

double
counts_load(uint32_t n, const double *between, const uint32_t *count)
{
	double load = 0;

	for (size_t i = 0; i < (size_t)n * n; i++)
		if (between[i] > 0)
			load = fmax(load, count[i] ? between[i] / count[i] : HUGE_VAL);
	return load;
}

double
counts_next(const circuit_fabric *f, const double *between, double load)
{
	double next = HUGE_VAL;

	for (size_t i = 0; i < (size_t)f->groups * f->groups; i++) {
		uint32_t c = least(between[i], load, fabric_links(f));

		if (c > 1)
			next = fmin(next, between[i] / (c - 1));
	}
	return next;
}

double
counts_bound(const circuit_fabric *f, const double *between)
{
	size_t pairs = (size_t)f->groups * f->groups;
	uint32_t *count = xalloc(pairs, sizeof *count);
	double most = 0;

	for (size_t i = 0; i < pairs; i++)
		most = fmax(most, between[i]);
	if (!counts_for(f, between, most, count)) {
		most = HUGE_VAL;
	} else if (most > 0) {
		double high = most;
		double low = high / (fabric_links(f) + 1);	/* would take more links than there are */

		/* The least load between `high`, with which counts_for() is true, and 0. */
		for (double middle; middle = low + (high - low) / 2, middle > low && middle < high;) {
			if (counts_for(f, between, middle, count))
				high = middle;
			else
				low = middle;
		}
		counts_for(f, between, high, count);
		most = counts_load(f->groups, between, count);
	}
	free(count);
	return most;
}
