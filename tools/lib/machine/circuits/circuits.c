/* circuits -- a reconfigurable dragonfly with some of its global links joined. */
#include "lib/machine/circuits/circuits.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
circuits_add(circuits *c, uint32_t x, uint32_t y)
{
	c->item = xgrow(c->item, &c->room, (size_t)c->count + 1, sizeof *c->item);
	c->item[c->count++] = x < y ? (circuit){ { x, y } } : (circuit){ { y, x } };
}

void
circuits_free(circuits *c)
{
	free(c->item);
	*c = (circuits){ 0 };
}

const char *
circuits_twice(const rdragonfly *d, uint32_t end)
{
	static char text[64];

	snprintf(text, sizeof text, "link %" PRIu32 ".%" PRIu32 " is in two circuits", end / d->links, end % d->links);
	return text;
}

/* The pair of groups that an end's circuit leads from and to, as an index into first[]. */
static uint32_t
pair_of(const rdragonfly *d, uint32_t end)
{
	return end / d->links * d->groups.g + d->far[end] / d->links;
}

/* Make first[] and exit[] from far[]. */
static void
list_exits(rdragonfly *d)
{
	uint32_t pairs = d->groups.g * d->groups.g, ends = d->groups.g * d->links;

	memset(d->first, 0, ((size_t)pairs + 1) * sizeof *d->first);
	for (uint32_t i = 0; i < d->joined_count; i++)
		d->first[pair_of(d, d->joined[i])]++;
	for (uint32_t i = 0; i < pairs; i++)	/* where a pair's exits end … */
		d->first[i + 1] += d->first[i];
	for (uint32_t e = ends; e-- > 0;)	/* … and, filled from behind, where they begin */
		if (d->far[e] != NONE)
			d->exit[--d->first[pair_of(d, e)]] = (uint16_t)(e % d->links);
}

/* Take away the circuits of the ends joined[keep] and later. */
static void
part(rdragonfly *d, uint32_t keep)
{
	while (d->joined_count > keep)
		d->far[d->joined[--d->joined_count]] = NONE;
}

static void
join(rdragonfly *d, uint32_t x, uint32_t y)
{
	d->far[x] = y;
	d->joined[d->joined_count++] = x;
}

bool
circuits_connect(machine *m, const circuits *c, const char **why)
{
	rdragonfly *d = m->shape;
	uint32_t before = d->joined_count;

	for (uint32_t i = 0; i < c->count; i++) {
		uint32_t x = c->item[i].end[0], y = c->item[i].end[1];

		assert(x / d->links != y / d->links && circuits_ocs(d, x) == circuits_ocs(d, y));
		if (d->far[x] != NONE || d->far[y] != NONE) {
			*why = circuits_twice(d, d->far[x] != NONE ? x : y);
			part(d, before);
			return false;
		}
		join(d, x, y);
		join(d, y, x);
	}
	for (uint32_t i = before; i < d->joined_count; i += 2) {
		uint32_t x = d->joined[i], y = d->joined[i + 1];
		dragonfly_join(m, &d->groups, x / d->links, x % d->links, y / d->links, y % d->links);
	}
	if (c->count > 0)
		list_exits(d);
	return true;
}

void
circuits_clear(machine *m)
{
	rdragonfly *d = m->shape;

	if (d->joined_count == 0)
		return;
	for (uint32_t i = 0; i < d->joined_count; i++)
		dragonfly_part(m, &d->groups, d->joined[i] / d->links, d->joined[i] % d->links);
	part(d, 0);
	list_exits(d);
}

const char *
circuits_apart(const machine *m, uint32_t a, uint32_t b)
{
	static char text[128];
	const rdragonfly *d = rdragonfly_of(m);
	const uint16_t *exit;
	uint32_t from, to;

	if (!m->kind->circuits)
		return NULL;
	from = d->groups.group[m->node_router[a]];
	to = d->groups.group[m->node_router[b]];
	if (from == to || rdragonfly_exits(d, from, to, &exit) > 0)
		return NULL;
	snprintf(text, sizeof text, "node %" PRIu32 " is in group %" PRIu32 " and node %" PRIu32 " in group %" PRIu32 ", which no circuit joins",
		a, from, b, to);
	return text;
}
