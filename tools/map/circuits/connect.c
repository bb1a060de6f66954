/* connect -- one circuit more here and there, until all groups of a job are connected. */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "map/circuits/counts.h"

uint32_t
counts_parts(uint32_t n, const uint32_t *count, uint32_t *part)
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

/* Parts that become one: what each group has left, and each part. */
typedef struct joining {
	uint32_t groups;
	uint32_t *part;		/* [groups] */
	uint64_t *left, *total;	/* [groups]: links of a group; of a part */
	uint8_t *joined;	/* [groups], by part */
} joining;

static void
joining_init(joining *j, const fabric *f, const uint32_t *count, uint32_t *parts)
{
	uint32_t n = f->groups;

	*j = (joining){ n, xalloc(n, sizeof *j->part), xalloc(n, sizeof *j->left), xcalloc(n, sizeof *j->total), xcalloc(n, sizeof *j->joined) };
	*parts = counts_parts(n, count, j->part);
	for (uint32_t v = 0; v < n; v++) {
		j->left[v] = fabric_links(f);
		for (uint32_t w = 0; w < n; w++)
			j->left[v] -= count[(size_t)v * n + w];
		j->total[j->part[v]] += j->left[v];
	}
}

static void
joining_free(joining *j)
{
	free(j->part);
	free(j->left);
	free(j->total);
	free(j->joined);
}

/* The part with most links left of those not joined yet. */
static uint32_t
next_part(const joining *j, uint32_t parts)
{
	uint32_t best = UINT32_MAX;

	for (uint32_t p = 0; p < parts; p++)
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

bool
counts_connect(const fabric *f, uint32_t *count)
{
	uint32_t parts, joined = 1;
	joining j;

	joining_init(&j, f, count, &parts);
	j.joined[next_part(&j, parts)] = 1;
	for (; joined < parts; joined++) {	/* parts with many links first, so that those with one come last */
		uint32_t p = next_part(&j, parts), x = roomiest(&j, UINT32_MAX), y = roomiest(&j, p);

		if (x == UINT32_MAX || y == UINT32_MAX)
			break;
		count[(size_t)x * f->groups + y]++;
		count[(size_t)y * f->groups + x]++;
		j.left[x]--;
		j.left[y]--;
		j.joined[p] = 1;
	}
	joining_free(&j);
	return joined == parts;
}
