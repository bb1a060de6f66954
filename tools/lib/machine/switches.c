#include "lib/machine/switches.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/arrays.h"

char *
switches_wrong(const machine *m)
{
	for (uint32_t r = 0; m->above && r < m->routers; r++)
		if (m->above[r] == LISTED_TWICE)
			return xprintf("wants a tree of switches, and '%s' lists its switch %" PRIu32 " below several", m->spec, r);
	return NULL;
}

static int
by_name(const void *a, const void *b, void *of)
{
	char *const *name = of;
	uint32_t u = *(const uint32_t *)a, v = *(const uint32_t *)b;
	const char *x = name[u], *y = name[v];
	int order = x && y ? strverscmp(x, y) : !x - !y;

	return order ? order : (u > v) - (u < v);
}

static void
order_nodes(switches *s)
{
	const machine *m = s->machine;

	s->by_label = array_of_numbers(m->nodes);
	if (m->node_name)
		qsort_r(s->by_label, m->nodes, sizeof *s->by_label, by_name, m->node_name);
	for (uint32_t i = 0; i < m->nodes; i++)
		s->place[s->by_label[i]] = i;
}

/* The switches that a topology.conf lists: leaves first, each sort in the order of the file.  A leaf has nodes, or is an empty block, with
 * nothing below it. */
static void
take_listed(switches *s)
{
	const machine *m = s->machine;
	const level *routers = &m->level[0];
	uint32_t *number = xalloc(m->routers, sizeof *number), others;
	bool *inner = xcalloc(m->routers, sizeof *inner);

	for (uint32_t r = 0; r < m->routers; r++)
		if (m->above[r] < LISTED_TWICE)
			inner[m->above[r]] = routers->first[m->above[r]] == routers->first[m->above[r] + 1];
	for (uint32_t r = 0; r < m->routers; r++)
		if (!inner[r]) {
			number[r] = s->leaves;
			s->domain[s->leaves++] = r;
		}
	others = s->leaves;
	for (uint32_t r = 0; r < m->routers; r++)
		if (inner[r])
			number[r] = others++;
	for (uint32_t r = 0; r < m->routers; r++)
		s->above[number[r]] = m->above[r] >= LISTED_TWICE ? NONE : number[m->above[r]];
	s->count = m->routers;
	free_all(number, inner);
}

/* The domains of a level that have nodes become switches from s->count on; number[] by domain. */
static void
take_level(switches *s, const level *l, uint32_t *number)
{
	for (uint32_t d = 0; d < l->domains; d++)
		if (l->first[d] < l->first[d + 1])
			number[d] = s->count++;
}

/* The machine's levels, and one switch above all. */
static void
take_levels(switches *s)
{
	const machine *m = s->machine;
	uint32_t *below = xalloc(m->level[0].domains, sizeof *below), *number = NULL, base = 0;

	take_level(s, &m->level[0], below);
	s->leaves = s->count;
	for (uint32_t d = 0, i = 0; d < m->level[0].domains; d++)
		if (m->level[0].first[d] < m->level[0].first[d + 1])
			s->domain[i++] = d;
	for (int k = 1; k < m->levels; k++, below = number) {
		const level *l = &m->level[k - 1], *up = &m->level[k];

		base = s->count;
		number = xalloc(up->domains, sizeof *number);
		take_level(s, up, number);
		for (uint32_t d = 0; d < l->domains; d++)
			if (l->first[d] < l->first[d + 1])
				s->above[below[d]] = number[up->of[l->member[l->first[d]]]];
		free(below);
	}
	for (uint32_t i = base; i < s->count; i++)
		s->above[i] = s->count - base > 1 ? s->count : NONE;
	if (s->count - base > 1)
		s->above[s->count++] = NONE;
	free(below);
}

static void
measure(switches *s)
{
	for (uint32_t i = 0; i < s->leaves; i++) {
		uint32_t depth = 0;

		for (uint32_t at = i; at != NONE; at = s->above[at])
			if (++depth > s->level[at])
				s->level[at] = depth;
		for (uint32_t at = i; at != NONE; at = s->above[at])
			s->depth[at] = --depth;
	}
}

/* The nodes of the leaves. */
static void
seat_nodes(switches *s)
{
	const level *routers = &s->machine->level[0];
	uint32_t *next = xalloc(s->leaves, sizeof *next);

	s->first[0] = 0;
	for (uint32_t i = 0; i < s->leaves; i++) {
		uint32_t d = s->domain[i];

		next[i] = s->first[i];
		s->first[i + 1] = s->first[i] + routers->first[d + 1] - routers->first[d];
		for (uint32_t k = routers->first[d]; k < routers->first[d + 1]; k++)
			s->leaf[routers->member[k]] = i;
	}
	for (uint32_t k = 0; k < s->machine->nodes; k++)
		s->node[next[s->leaf[s->by_label[k]]]++] = s->by_label[k];
	free(next);
}

switches *
switches_of(const machine *m)
{
	switches *s = xcalloc(1, sizeof *s);
	size_t most = 1;

	for (int k = 0; k < m->levels; k++)
		most += m->level[k].domains;
	s->machine = m;
	s->above = xalloc(most, sizeof *s->above);
	s->level = xcalloc(most, sizeof *s->level);
	s->depth = xcalloc(most, sizeof *s->depth);
	s->domain = xalloc(m->level[0].domains, sizeof *s->domain);
	s->place = xalloc(m->nodes, sizeof *s->place);
	s->leaf = xalloc(m->nodes, sizeof *s->leaf);
	s->node = xalloc(m->nodes, sizeof *s->node);
	order_nodes(s);
	if (m->above)
		take_listed(s);
	else
		take_levels(s);
	s->first = xalloc((size_t)s->leaves + 1, sizeof *s->first);
	seat_nodes(s);
	measure(s);
	return s;
}

void
switches_free(switches *s)
{
	if (!s)
		return;
	free_all(s->above, s->level, s->depth, s->domain, s->first, s->node, s->leaf, s->by_label, s->place, s);
}

uint32_t
switches_links(const switches *s, uint32_t a, uint32_t b)
{
	uint32_t links = 0;

	while (a != b) {
		uint32_t *lower = s->depth[a] >= s->depth[b] ? &a : &b;

		*lower = s->above[*lower];
		links++;
	}
	return links;
}
