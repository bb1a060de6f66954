/* ibnetdiscover -- the topology file of an InfiniBand subnet (infiniband-diags):
 *	Switch	36 "S-0008f10500200b50"		# "Voltaire 4036" enhanced port 0 lid 9 lmc 0
 *	[1]	"S-0008f10500108c5c"[15]		# "Voltaire 4036" lid 16 4xQDR
 *	[4]	"H-003048c749cd0000"[1](3048c749cd0001) 		# "n17 HCA-1" lid 72 4xDDR
 *
 *	Ca	1 "H-003048c749cd0000"		# "n17 HCA-1"
 *	[1](3048c749cd0001) 	"S-0008f10500200b50"[4]		# lid 72 lmc 0 "Voltaire 4036" lid 9 4xDDR
 *
 * Switches are routers, in the order of the file; ports of channel adapters are nodes, those of one host together. The class of a link is
 * its width and speed, its bandwidth that of the data: 8 of 10 bits up to QDR, 64 of 66 from FDR on.  Left out, and counted in a warning:
 * what is no computer's (aggregation nodes of SHARP, routers between subnets), cables from a place to itself, lines of standard error. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/machine/import/fabric.h"

static const struct rate {
	const char *name;
	double gigabits;	/* a lane */
} rates[] = {
	{ "SDR", 2 }, { "DDR", 4 }, { "QDR", 8 }, { "FDR10", 10 }, { "FDR", 13.6363636 }, { "EDR", 25 }, { "HDR", 50 },
	{ "NDR", 100 }, { "XDR", 200 },
};

/* Lines that say nothing about links, and those of standard error, which may stand in between. */
static line_pattern idle = { "^[ \t]*(#|vendid=|devid=|[a-z]+guid=|Chassis |Hostname:|Non-Chassis Nodes|$)" };
static line_pattern noise = { "^[ \t]*(ibwarn:|ibpanic:|ibnetdiscover:|DR path |-[EIW]- |[^][ \t\"]*/[^ \t]*\\.c:)" };

/* A place, its port, and what the comments behind them say: a description; width and speed, the second word behind the last quote. */
#define DETAILS "(\\[ext [0-9]+\\])?[ \t]*(\\([0-9a-fA-F]*\\))?[ \t]*"
static line_pattern place_line = { "^(Switch|Ca)[ \t]+[0-9]+[ \t]+\"([^\"]+)\"[ \t]*(#[ \t]+\"([^\"]+)\".*)?(#.*)?$" };
static line_pattern port_line = { "^\\[([0-9]+)\\]" DETAILS "\"([^\"]+)\"\\[([0-9]+)\\]" DETAILS "(#.*)?$" };
static line_pattern speed_comment = { "\"[ \t]+lid [0-9]+[ \t]+(([0-9]+)x([^ \t\"]*)|[^ \t\"]+)([ \t][^\"]*)?$" };

enum { ADAPTERS, ROUTERS, LOOPS, ERRORS, SPEEDS, HOSTS, LEFT_OUT };	/* what is left out */
static const char *const left_out[LEFT_OUT] = { "aggregation nodes", "links to routers of other subnets",
	"cables of a switch or an adapter to itself", "lines of standard error", "speeds that are not known, for which the key bw stands",
	"descriptions that name no host, for which GUIDs stand (ibnetdiscover --node-name-map gives names)" };

typedef struct ib_reading {
	topology *t;
	uint32_t at;		/* the place whose ports come; UINT32_MAX: none yet */
	bool passing;		/* what the ports that come are of is left out */
	bool used;		/* the adapter at `at` has had a port */
	uint32_t count[LEFT_OUT];
} ib_reading;

static _Noreturn void
unknown_line(const topology *t, const char *line)
{
	die_at(t->file, gzlines_line(t->lines), "'%.60s': must be a switch, an adapter ('Ca'), "
		"an identity of it, or the port of one, as [1] \"S-0008f10500108c5c\"[15]",
		line);
}

/* "cn01 mlx5_0": the host, and which of its adapters. */
static void
describe(ib_reading *g, fabric_place *p, char *text)
{
	size_t n = text ? strlen(text) : 0, host;

	while (n > 0 && text[n - 1] == ' ')
		text[--n] = '\0';
	host = n ? strcspn(text, " ") : 0;
	p->description = text;
	if (n && strstr(text, "Aggregation Node")) {
		p->left_out = true;
		g->count[ADAPTERS]++;
	} else if (n && (!text[host] || !strchr(text + host + 1, ' '))) {
		p->host = xprintf("%.*s", (int)host, text);
	} else {
		g->count[HOSTS] += n > 0;
	}
}

/* The number of a port. */
static uint32_t
number_of(const ib_reading *g, const char *digits, const char *line)
{
	unsigned long n = strtoul(digits, NULL, 10);

	if (n > INT32_MAX)
		unknown_line(g->t, line);
	return (uint32_t)n;
}

/* A switch or an adapter. */
static void
read_place(ib_reading *g, char **part)
{
	enum { SORT = 1, NAME, COMMENT, DESCRIPTION };
	bool is_node = *part[SORT] == 'C', added;

	g->at = topology_place(g->t, part[NAME], is_node, &added);
	if (!added)
		die_at(g->t->file, gzlines_line(g->t->lines), "%s is in line %ld already", part[NAME], g->t->place[g->at].line);
	g->passing = g->used = false;
	if (!is_node)
		g->t->place[g->at].number = g->t->routers - 1;
	else
		describe(g, &g->t->place[g->at], part[DESCRIPTION] ? xstrdup(part[DESCRIPTION]) : NULL);
}

/* The place of an adapter's port: that of the adapter, for a further port another one beside it. */
static uint32_t
port_place(ib_reading *g, uint32_t number)
{
	topology *t = g->t;
	char *name;
	uint32_t n;
	bool added;

	if (!t->place[g->at].is_node || !g->used) {
		g->used = true;
		return g->at;
	}
	name = xprintf("%s[%u]", names_at(&t->name, g->at), number);
	n = topology_place(t, name, true, &added);
	t->place[n].adapter = g->at;
	t->place[n].left_out = t->place[g->at].left_out;
	t->place[n].description = t->place[g->at].description ? xstrdup(t->place[g->at].description) : NULL;
	t->place[n].host = t->place[g->at].host ? xstrdup(t->place[g->at].host) : NULL;
	free(name);
	return n;
}

/* Does a cable lead to a router of another subnet, or back to its switch? */
static bool
is_passed(ib_reading *g, const char *name)
{
	if (name[0] == 'R' && name[1] == '-')
		return ++g->count[ROUTERS];
	if (strcmp(name, names_at(&g->t->name, g->at)) == 0)
		return ++g->count[LOOPS];
	return false;
}

/* The port of these parts. */
static void
read_port(ib_reading *g, char **part, const char *line)
{
	enum { NEAR = 1, PEER = 4, FAR = 5, COMMENT = 8, CLASS = 1, LANES, SPEED };
	uint32_t near = number_of(g, part[NEAR], line), far = number_of(g, part[FAR], line);
	char *here, *there, *word[LINE_PARTS] = { NULL };
	double gigabits = 0;

	if (g->passing || is_passed(g, part[PEER]))
		return;
	if (part[COMMENT])
		line_match(&speed_comment, part[COMMENT], word);
	for (size_t i = 0; word[LANES] && i < sizeof rates / sizeof *rates; i++)
		if (strcmp(word[SPEED], rates[i].name) == 0)
			gigabits = (double)strtoul(word[LANES], NULL, 10) * rates[i].gigabits;
	g->count[SPEEDS] += gigabits == 0 && part[PEER][0] == 'S' && !g->t->place[g->at].is_node;
	here = xprintf("%s[%u]", names_at(&g->t->name, g->at), near);
	there = xprintf("%s[%u]", part[PEER], far);
	topology_port(g->t, port_place(g, near), here, near, there, word[CLASS] ? word[CLASS] : "link", gigabits);
	line_parts_free(word);
	free_all(here, there);
}

/* False: it is no line of such a list. */
static bool
read_line(ib_reading *g, const char *line)
{
	char *part[LINE_PARTS];

	if (line_match(&noise, line, NULL)) {
		g->count[ERRORS]++;
	} else if (strncmp(line, "Rt", 2) == 0) {	/* a router of InfiniBand, which leads to another subnet */
		g->at = 0;
		g->passing = true;
	} else if (g->at != UINT32_MAX && line_match(&port_line, line, part)) {
		read_port(g, part, line);
		line_parts_free(part);
	} else if (line_match(&place_line, line, part)) {
		read_place(g, part);
		line_parts_free(part);
	} else {
		return line_match(&idle, line, NULL);
	}
	return true;
}

void
topology_read_ibnetdiscover(topology *t)
{
	ib_reading g = { .t = t, .at = UINT32_MAX };
	size_t length;
	char *line;

	while ((line = gzlines_next(t->lines, &length)))
		if (length != strlen(line) || !read_line(&g, line))
			unknown_line(t, line);
	for (int i = 0; i < LEFT_OUT; i++)
		if (g.count[i])
			warn("%s: left out: %s: %u", t->file, left_out[i], i == LOOPS || i == SPEEDS ? (g.count[i] + 1) / 2 : g.count[i]);
}
