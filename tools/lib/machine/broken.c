#include "lib/machine/broken.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/arrays.h"
#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/machine/graph-search.h"
#include "lib/machine/spec/spec.h"
#include "lib/rng/rng.h"

static const char key[] = "broken";

/* What the parts say, marked first, so that each is one of the whole machine. */
typedef struct breaking {
	const machine *machine;
	const spec *spec;
	uint8_t *router;	/* [routers] */
	uint8_t *link;		/* [router_links], one of the two directions is enough */
	uint32_t *cable;	/* the links that have a higher number in the other direction */
	uint32_t cables;
} breaking;

/* The number of a router, as "r17"; NULL when it is none, else what stands behind it. */
static const char *
read_router(const char *text, const machine *m, uint32_t *router)
{
	char *digits;
	int64_t number;
	size_t n;

	if (*text != 'r' || !(n = strspn(text + 1, "0123456789")))
		return NULL;
	digits = xprintf("%.*s", (int)n, text + 1);
	if (!read_int(digits, 0, (int64_t)m->routers - 1, &number))
		return NULL;
	free(digits);
	*router = (uint32_t)number;
	return text + 1 + n;
}

/* Of the cables between x and y, the first `count`; 0: all. */
static void
mark_between(breaking *b, uint32_t x, uint32_t y, uint32_t count)
{
	const machine *m = b->machine;
	uint32_t found = 0;

	for (uint32_t l = m->first[x]; l < m->first[x + 1]; l++)
		if (is_cable(m, l) && m->to[l] == y && (count == 0 || found < count)) {
			b->link[l] = 1;
			found++;
		}
	if (found == 0)
		spec_bad(b->spec, key, "no cable joins routers %" PRIu32 " and %" PRIu32, x, y);
	if (found < count)
		spec_bad(b->spec, key, "routers %" PRIu32 " and %" PRIu32 " have %" PRIu32 " cable%s between them", x, y, found, found > 1 ? "s" : "");
}

/* "r17", "r3-r9", "r3-r9x2". */
static void
mark_named(breaking *b, const char *part)
{
	uint32_t x, y;
	int64_t count = 0;
	const char *rest = read_router(part, b->machine, &x);

	if (rest && !*rest) {
		b->router[x] = 1;
		return;
	}
	rest = rest && *rest == '-' ? read_router(rest + 1, b->machine, &y) : NULL;
	if (!rest || (*rest && (*rest != 'x' || !read_int(rest + 1, 1, INT32_MAX, &count))))
		spec_bad(b->spec, key, "'%s' must be a router, of r0 to r%" PRIu32 "; the cables between two, as r0-r1, or so many of them, as r0-r1x2; "
			"or a part of all, as links:0.01:1 or routers:0.01:1, with a rate and a seed", part, b->machine->routers - 1);
	mark_between(b, x, y, (uint32_t)count);
}

/* "links:0.01:1" or "routers:0.01:1": of all `count` things in item[], so many as the rate says, the first ones of an order that the
 * seed gives. */
static void
mark_drawn(const breaking *b, const char *part, const char *what, const uint32_t *all, uint32_t count, uint8_t *mark)
{
	const char *text = part + strlen(what) + 1, *seed = strchr(text, ':');
	char *digits = xprintf("%.*s", (int)strcspn(text, ":"), text);
	uint32_t *item = xalloc((size_t)count + 1, sizeof *item);
	double rate;
	int64_t number;
	rng r;

	if (!seed || !read_real(digits, 0, 1, &rate) || !read_int(seed + 1, 0, INT64_MAX, &number))
		spec_bad(b->spec, key, "'%s' must have a rate from 0 to 1 and a seed, as %s:0.01:1", part, what);
	memcpy(item, all, count * sizeof *item);
	rng_init(&r, (uint64_t)number, key, what, "");
	rng_shuffle(&r, item, count);
	for (uint32_t i = 0; i < (uint32_t)llround(rate * count); i++)
		mark[item[i]] = 1;
	free_all(item, digits);
}

static bool
begins(const char *part, const char *what)
{
	size_t n = strlen(what);

	return strncmp(part, what, n) == 0 && part[n] == ':';
}

/* All parts, which stand between two '+'. */
static void
mark_parts(breaking *b)
{
	uint32_t *router = array_of_numbers(b->machine->routers);
	char *text = xstrdup(spec_word(b->spec, key)), *rest = text, *part;

	while ((part = strsep(&rest, "+")))
		if (begins(part, "links"))
			mark_drawn(b, part, "links", b->cable, b->cables, b->link);
		else if (begins(part, "routers"))
			mark_drawn(b, part, "routers", router, b->machine->routers, b->router);
		else
			mark_named(b, part);
	free_all(router, text);
}

static void
break_all(machine *m, const spec *s)
{
	breaking b = { .machine = m, .spec = s, .router = m->broken->router, .link = xcalloc((size_t)m->router_links + 1, 1),
		.cable = xalloc((size_t)m->router_links + 1, sizeof *b.cable) };
	broken *all = m->broken;

	for (uint32_t l = 0; l < m->router_links; l++)
		if (is_cable(m, l) && l < m->reverse[l])
			b.cable[b.cables++] = l;
	mark_parts(&b);
	/* Cables that are marked or lead to a router that is. */
	for (uint32_t i = 0; i < b.cables; i++) {
		uint32_t link = b.cable[i], back = m->reverse[link];

		if (!b.link[link] && !b.link[back] && !b.router[m->from[link]] && !b.router[m->from[back]])
			continue;
		m->to[link] = m->to[back] = NONE;
		m->reverse[link] = m->reverse[back] = NONE;
		all->links++;
	}
	for (uint32_t r = 0; r < m->routers; r++)
		all->routers += b.router[r];
	free_all(b.cable, b.link);
}

/* All nodes that are left must reach one another. */
static void
refuse_pieces(machine *m, const spec *s)
{
	uint8_t *hosts = xcalloc(m->routers, 1);
	uint32_t host = NONE, cut;

	for (uint32_t v = m->nodes; v-- > 0;)
		if (!m->broken->router[m->node_router[v]]) {
			host = m->node_router[v];
			hosts[host] = 1;
		}
	if (host == NONE)
		spec_bad(s, key, "leaves no node");
	cut = graph_cut_off(m, host, hosts);
	if (cut != NONE)
		spec_bad(s, key, "cuts the machine into pieces: no way is left from router %" PRIu32 " to router %" PRIu32
			"; break fewer parts, or the routers of the smaller piece too (r%" PRIu32 ")", host, cut, cut);
	free(hosts);
}

void
broken_break(machine *m, const spec *s)
{
	broken *b;

	if (!spec_given(s, key))
		return;
	if (m->kind->circuits)
		spec_bad(s, key, "circuits, which a run brings, join the groups of %s; a dragonfly of such groups may have broken parts", m->kind->name);
	b = m->broken = xcalloc(1, sizeof *b);
	b->router = xcalloc(m->routers, 1);
	break_all(m, s);
	if (b->routers == 0 && b->links == 0) {
		broken_free(m);
		return;
	}
	graph_search_distances(m);
	/* The nodes of broken routers are absent. */
	if (m->broken->routers > 0 && !m->node_kind)
		m->node_kind = xcalloc(m->nodes, sizeof *m->node_kind);	/* NODE_COMPUTE */
	for (uint32_t v = 0; v < m->nodes; v++)
		if (m->broken->router[m->node_router[v]])
			m->node_kind[v] = NODE_ABSENT;
	refuse_pieces(m, s);
}

void
broken_free(machine *m)
{
	if (m->broken)
		free(m->broken->router);
	free(m->broken);
	m->broken = NULL;
}
