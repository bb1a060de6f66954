/* connect -- see connect.h. */
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

/* Groups and their parts, which become one. */
typedef struct joining {
	uint32_t groups, parts;
	uint32_t *part;		/* [groups] */
	uint64_t *left, *total;	/* [groups]: links of a group; of a part */
	uint8_t *joined;	/* [groups], by part */
} joining;

/* The part with most links left of those not joined yet. */
static uint32_t
next_part(const joining *j)
{
	uint32_t best = UINT32_MAX;

	for (uint32_t p = 0; p < j->parts; p++)
		if (!j->joined[p] && (best == UINT32_MAX || j->total[p] > j->total[best]))
			best = p;
	return best;
}

/* The group with most links left, of a part or (UINT32_MAX) of all that are joined; UINT32_MAX where none is left. */
static uint32_t
roomiest(const joining *j, uint32_t part)
{
	uint32_t best = UINT32_MAX;

	for (uint32_t v = 0; v < j->groups; v++)
		if ((part == UINT32_MAX ? j->joined[j->part[v]] : j->part[v] == part) && j->left[v] > 0 &&
				(best == UINT32_MAX || j->left[v] > j->left[best]))
			best = v;
	return best;
}

/* Join the parts, those with many links first, so that those with one come last; how many were joined. */
static uint32_t
join(joining *j, uint32_t *count)
{
	uint32_t joined = 1;

	j->joined[next_part(j)] = 1;
	for (; joined < j->parts; joined++) {
		uint32_t p = next_part(j), x = roomiest(j, UINT32_MAX), y = roomiest(j, p);

		if (x == UINT32_MAX || y == UINT32_MAX)
			break;
		count[(size_t)x * j->groups + y]++;
		count[(size_t)y * j->groups + x]++;
		j->left[x]--;
		j->left[y]--;
		j->joined[p] = 1;
	}
	return joined;
}

bool
connect_parts(const fabric *f, uint32_t *count)
{
	uint32_t n = f->groups, joined;
	joining j = { n, 0, xalloc(n, sizeof *j.part), xalloc(n, sizeof *j.left), xcalloc(n, sizeof *j.total), xcalloc(n, sizeof *j.joined) };

	j.parts = connected_parts(n, count, j.part);
	for (uint32_t v = 0; v < n; v++) {
		j.left[v] = fabric_links(f) - group_circuits(n, count, v);
		j.total[j.part[v]] += j.left[v];
	}
	joined = join(&j, count);
	free(j.part);
	free(j.left);
	free(j.total);
	free(j.joined);
	return joined == j.parts;
}
