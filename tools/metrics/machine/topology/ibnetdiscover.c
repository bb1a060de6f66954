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
 * what is no computer's (aggregation nodes of SHARP, routers between subnets), cables of a switch to itself, lines of standard error. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "metrics/machine/topology/topology.h"

static const struct rate {
	const char *name;
	double gigabits;	/* a lane */
} rates[] = {
	{ "SDR", 2 }, { "DDR", 4 }, { "QDR", 8 }, { "FDR10", 10 }, { "FDR", 13.6363636 }, { "EDR", 25 }, { "HDR", 50 },
	{ "NDR", 100 }, { "XDR", 200 },
};

/* Lines that say nothing about links. */
static const char *const idle[] = { "#", "vendid=", "devid=", "sysimgguid=", "switchguid=", "caguid=", "Chassis ", "Hostname:",
	"Non-Chassis Nodes" };

/* How lines of standard error begin, which may stand in between. */
static const char *const noise[] = { "ibwarn:", "ibpanic:", "ibnetdiscover:", "src/" };

enum { ADAPTERS, ROUTERS, LOOPS, ERRORS, LEFT_OUT };	/* what is left out */
static const char *const left_out[LEFT_OUT] = { "aggregation nodes", "links to routers of other subnets", "cables of a switch to itself",
	"lines of standard error" };

typedef struct ib_reading {
	topology *t;
	uint32_t at;		/* the place whose ports come; UINT32_MAX: none yet */
	bool passing;		/* what the ports that come are of is left out */
	bool used;		/* the adapter at `at` has had a port */
	uint32_t count[LEFT_OUT];
	names class;
	char **class_text;	/* [class.count], which stays where it is */
} ib_reading;

static _Noreturn void
unknown_line(const topology *t, const char *line)
{
	die_at(t->file, gzlines_line(t->lines), "'%.60s': must be a switch, an adapter ('Ca'), "
		"an identity of it, or the port of one, as [1] \"S-0008f10500108c5c\"[15]",
		line);
}

/* What stands between two quotes, to be freed. */
static char *
quoted(const char **at)
{
	const char *begin = *at + 1, *end;

	if (**at != '"' || !(end = strchr(begin, '"')) || end == begin)
		return NULL;
	*at = end + 1;
	return xprintf("%.*s", (int)(end - begin), begin);
}

/* "cn01 mlx5_0": the host, and which of its adapters. */
static void
describe(ib_reading *g, fabric_place *p, char *text)
{
	size_t host = text ? strcspn(text, " ") : 0;
	const char *which = text && text[host] ? text + host + 1 : "";

	p->description = text;
	if (text && strstr(text, "Aggregation Node")) {
		p->left_out = true;
		g->count[ADAPTERS]++;
	} else if (text && !strchr(which, ' ')) {
		p->host = xprintf("%.*s", (int)host, text);
	}
}

/* "36 "S-…"	# "description" …" behind Switch or Ca. */
static bool
read_place(ib_reading *g, const char *at, bool is_node)
{
	uint32_t ports;
	char *name;
	bool added;

	if (!skip_blanks(&at) || !skip_number(&at, 10, &ports) || !skip_blanks(&at) || !(name = quoted(&at)))
		return false;
	skip_blanks(&at);
	if (*at && *at != '#')
		return false;
	g->at = topology_place(g->t, name, is_node, &added);
	if (!added)
		die_at(g->t->file, gzlines_line(g->t->lines), "%s is in line %ld already", name, g->t->place[g->at].line);
	free(name);
	g->passing = g->used = false;
	if (!is_node)
		g->t->place[g->at].number = g->t->routers - 1;
	else if (skip_text(&at, "#") && skip_blanks(&at))
		describe(g, &g->t->place[g->at], quoted(&at));
	return true;
}

/* A router of InfiniBand, "Rt", leads to another subnet. */
static bool
pass_router(ib_reading *g)
{
	g->at = 0;
	return g->passing = true;
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

/* "[ext 3]" and "(3048c749cd0001)", where there are any. */
static bool
skip_details(const char **at)
{
	uint32_t n;

	if (skip_text(at, "[ext ") && !(skip_number(at, 10, &n) && skip_text(at, "]")))
		return false;
	skip_blanks(at);
	if (skip_text(at, "(")) {
		while (isxdigit((unsigned char)**at))
			++*at;
		if (!skip_text(at, ")"))
			return false;
	}
	skip_blanks(at);
	return true;
}

/* A class name, the same pointer for the same text. */
static const char *
class_of(ib_reading *g, const char *text)
{
	bool added;
	uint32_t class = names_add(&g->class, text, &added);

	if (added) {
		g->class_text = xrealloc(g->class_text, g->class.count, sizeof *g->class_text);
		g->class_text[class] = xstrdup(text);
	}
	return g->class_text[class];
}

/* Width and speed, the second word behind the last quote ("lid 16 4xQDR"): class and bandwidth. */
static const char *
read_speed(ib_reading *g, const char *comment, double *gigabits)
{
	const char *at = strrchr(comment, '"'), *end;
	uint32_t lid, lanes;
	const char *class = "link";

	*gigabits = 0;
	if (at && skip_text(&at, "\"") && skip_blanks(&at) && skip_text(&at, "lid ") && skip_number(&at, 10, &lid) && skip_blanks(&at) && *at) {
		char *text = xprintf("%.*s", (int)strcspn(at, " \t"), at);

		class = class_of(g, text);
		end = text;
		if (skip_number(&end, 10, &lanes) && skip_text(&end, "x"))
			for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
				if (strcmp(end, rates[i].name) == 0)
					*gigabits = lanes * rates[i].gigabits;
		free(text);
	}
	return class;
}

/* Does a cable lead to a router of another subnet, or back to its switch? */
static bool
is_passed(ib_reading *g, const char *name)
{
	if (name[0] == 'R' && name[1] == '-')
		return ++g->count[ROUTERS];
	if (strcmp(name, names_at(&g->t->name, g->at)) == 0 && !g->t->place[g->at].is_node)
		return ++g->count[LOOPS];
	return false;
}

/* "[1](…)	"S-…"[15](…)	# …" */
static bool
read_port(ib_reading *g, const char *at)
{
	uint32_t near, far;
	char *name = NULL, *here, *there;
	const char *class;
	double gigabits;

	if (g->at == UINT32_MAX || !skip_text(&at, "[") || !skip_number(&at, 10, &near) || !skip_text(&at, "]") ||
		!skip_details(&at) || !(name = quoted(&at)))
		return false;
	if (!skip_text(&at, "[") || !skip_number(&at, 10, &far) || !skip_text(&at, "]") || !skip_details(&at) || (*at && *at != '#')) {
		free(name);
		return false;
	}
	class = read_speed(g, at, &gigabits);
	if (g->passing || is_passed(g, name)) {
		free(name);
		return true;
	}
	here = xprintf("%s[%u]", names_at(&g->t->name, g->at), near);
	there = xprintf("%s[%u]", name, far);
	topology_port(g->t, port_place(g, near), here, near, there, class, gigabits);
	free_all(name, here, there);
	return true;
}

static bool
begins_with(const char *line, const char *const *word, size_t words)
{
	for (size_t i = 0; i < words; i++)
		if (strncmp(line, word[i], strlen(word[i])) == 0)
			return true;
	return false;
}

static bool
is_idle(ib_reading *g, const char *line)
{
	line += strspn(line, " \t");
	if (begins_with(line, noise, sizeof noise / sizeof *noise))
		return ++g->count[ERRORS];
	return !*line || begins_with(line, idle, sizeof idle / sizeof *idle);
}

static bool
read_line(ib_reading *g, const char *line)
{
	const char *at = line;

	if (is_idle(g, line))
		return true;
	if (*at == '[')
		return read_port(g, at);
	if (skip_text(&at, "Switch"))
		return read_place(g, at, false);
	if (skip_text(&at, "Rt"))
		return pass_router(g);
	return skip_text(&at, "Ca") && read_place(g, at, true);
}

static void
read(topology *t)
{
	ib_reading g = { .t = t, .at = UINT32_MAX };
	size_t length;
	char *line;

	while ((line = gzlines_next(t->lines, &length)))
		if (length != strlen(line) || !read_line(&g, line))
			unknown_line(t, line);
	for (int i = 0; i < LEFT_OUT; i++)
		if (g.count[i])
			warn("%s: left out: %s: %u", t->file, left_out[i], i == LOOPS ? (g.count[i] + 1) / 2 : g.count[i]);
	names_free(&g.class);
	free(g.class_text);	/* the texts themselves are the ports' */
}

const topology_format topology_ibnetdiscover = { "ibnetdiscover", read };
