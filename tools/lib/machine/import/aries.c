/* aries -- the list of a Cray XC's network, a line a router tile:
 *	c0-0c0s0a0l07(0:0:0) black -> c1-0c2s0a0l16(0:5:0)
 *
 * In brackets are the router's group, row (a chassis; green links join its routers) and column (black
 * links join a column's); blue links join groups.  A tile that leads nowhere is `unused`.  Two of
 * the tiles to the `processor` serve one node (Alverson, Froese, Kaplan and Roweth, "Cray XC series network",
 * 2012: four nodes a router).  A link has three lanes of 14 Gb/s, a blue one of 12.5 Gb/s. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"
#include "lib/machine/import/fabric.h"

enum { TILES_A_NODE = 2, GROUP = 0, PARTS = 3 };

static const struct colour {
	const char *name, *class;
	double gigabits;
} colours[] = {
	{ "green", "local-row", 42 },
	{ "black", "local-column", 42 },
	{ "blue", "global", 37.5 },
};

/* What an Aries router has beside a place. */
typedef struct router {
	uint32_t place;
	uint32_t at[PARTS];	/* group, row, column */
	uint32_t tiles;		/* to the processor */
	long line;
} router;

typedef struct aries_reading {
	topology *t;
	router *router;		/* [place] */
	size_t room;
} aries_reading;

/* A tile, of whose parts the first are name and router and then group, row and column; and a line. */
#define TILE "((c[0-9]+-[0-9]+c[0-9]+s[0-9]+a[0-9]+)l[0-7]+)\\(([0-9]+):([0-9]+):([0-9]+)\\)"
#define ARROW "[ \t]+->[ \t]+"
enum { NEAR = 1, COLOUR = 7, FAR = 9, PROCESSOR = 15 };	/* parts of the line */
static line_pattern tile_line = {
	"^" TILE "[ \t]+((green|black|blue)" ARROW "(unused|" TILE ")|ptile" ARROW "(unused|(processor)))[ \t]*$"
};

static _Noreturn void
unknown_line(const topology *t, const char *line)
{
	die_at(t->file, gzlines_line(t->lines), "'%.60s': must be a tile, as c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6), "
		"black, blue or ptile, and 'unused' or 'processor' where it leads to no router", line);
}

/* The router of the tile whose parts these are, at the same place each time. */
static router *
router_of(aries_reading *g, char *const *tile, const char *line)
{
	bool added;
	uint32_t number = topology_place(g->t, tile[1], false, &added), at[PARTS];
	router *r;

	for (int i = 0; i < PARTS; i++) {
		unsigned long n = strtoul(tile[2 + i], NULL, 10);

		if (n > INT32_MAX)
			unknown_line(g->t, line);
		at[i] = (uint32_t)n;
	}
	g->router = xgrow(g->router, &g->room, (size_t)number + 1, sizeof *g->router);
	r = &g->router[number];
	if (added) {
		*r = (router){ .place = number, .line = gzlines_line(g->t->lines) };
		memcpy(r->at, at, sizeof r->at);
	}
	if (memcmp(r->at, at, sizeof r->at) != 0)
		die_at(g->t->file, gzlines_line(g->t->lines), "%s is at (%u:%u:%u), and at (%u:%u:%u) in line %ld", tile[1],
			at[0], at[1], at[2], r->at[0], r->at[1], r->at[2], r->line);
	return r;
}

static void
read_line(aries_reading *g, const char *line)
{
	const struct colour *c = colours;
	char *part[LINE_PARTS];
	router *near;
	uint32_t from;

	if (!line_match(&tile_line, line, part))
		unknown_line(g->t, line);
	near = router_of(g, part + NEAR, line);
	near->tiles += part[PROCESSOR] != NULL;
	from = near->place;
	if (part[FAR]) {
		while (strcmp(c->name, part[COLOUR]) != 0)
			c++;
		router_of(g, part + FAR, line);
		topology_port(g->t, from, part[NEAR], (uint32_t)strtoul(strrchr(part[NEAR], 'l') + 1, NULL, 8), part[FAR], c->class, c->gigabits);
	}
	line_parts_free(part);
}

ASCENDING_BY4(by_place, router, at[0], at[1], at[2], line)

/* Routers by group, row, column; groups from 0. */
static void
number_routers(aries_reading *g, uint32_t routers)
{
	uint32_t group = 0;

	assert(g->router);
	qsort(g->router, routers, sizeof *g->router, by_place);
	for (uint32_t i = 0; i < routers; i++) {
		const router *r = &g->router[i], *before = i ? r - 1 : r;

		if (i && memcmp(r->at, before->at, sizeof r->at) == 0)
			die_at(g->t->file, r->line, "%s is at (%u:%u:%u), where %s is in line %ld", names_at(&g->t->name, r->place),
				r->at[0], r->at[1], r->at[2], names_at(&g->t->name, before->place), before->line);
		group += r->at[GROUP] != before->at[GROUP];
		g->t->place[r->place].number = i;
		g->t->place[r->place].group = group;
	}
}

/* The nodes of a router, c0-0c0s0n0 … for c0-0c0s0a0. */
static void
add_nodes(topology *t, const router *r)
{
	char *base = xstrdup(names_at(&t->name, r->place));

	if (r->tiles % TILES_A_NODE)
		die_at(t->file, r->line, "%s has %u tiles to the processor, and %d serve a node", base, r->tiles, TILES_A_NODE);
	*strrchr(base, 'a') = '\0';
	for (uint32_t i = 0; i < r->tiles / TILES_A_NODE; i++) {
		char *name = xprintf("%sn%" PRIu32, base, i);
		bool added;
		uint32_t node = topology_place(t, name, true, &added);

		if (!added)
			die_at(t->file, r->line, "%s is on two routers", name);
		t->place[node].router = r->place;
		t->place[node].port = i;
		free(name);
	}
	free(base);
}

void
topology_read_aries(topology *t)
{
	aries_reading g = { .t = t };
	size_t length;
	char *line;
	uint32_t routers;

	while ((line = gzlines_next(t->lines, &length))) {
		if (length != strlen(line))
			unknown_line(t, line);
		if (line[strspn(line, " \t")])
			read_line(&g, line);
	}
	routers = t->name.count;
	if (routers > 0)
		number_routers(&g, routers);
	for (uint32_t i = 0; i < routers; i++)
		add_nodes(t, &g.router[i]);
	t->grouped = true;
}
