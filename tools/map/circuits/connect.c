#include "map/circuits/connect.h"

#include <stdlib.h>

#include "lib/cli/cli.h"

uint64_t
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

/* Parts with many links are joined first, to what is one part already, so that those with one link come last. */
bool
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
