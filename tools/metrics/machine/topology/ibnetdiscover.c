/* ibnetdiscover -- the topology file of an InfiniBand subnet (infiniband-diags):
 *	Switch	36 "S-0008f10500200b50"		# "Voltaire 4036" enhanced port 0 lid 9 lmc 0
 *	[1]	"S-0008f10500108c5c"[15]		# "Voltaire 4036" lid 16 4xQDR
 *	[4]	"H-003048c749cd0000"[1](3048c749cd0001) 		# "n17 HCA-1" lid 72 4xDDR
 *
 *	Ca	1 "H-003048c749cd0000"		# "n17 HCA-1"
 *	[1](3048c749cd0001) 	"S-0008f10500200b50"[4]		# lid 72 lmc 0 "Voltaire 4036" lid 9 4xDDR
 *
 * Switches are routers, in the order of the file; channel adapters are nodes. The class of a link is
 * its width and speed, its bandwidth that of the data: 8 of 10 bits up to QDR, 64 of 66 from FDR on. */
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

typedef struct reading {
	topology *t;
	uint32_t at;		/* the place whose ports come; UINT32_MAX: none yet */
	names class;
	char **class_text;	/* [class.count], which stays where it is */
} reading;

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

/* "36 "S-…"	# "description" …" behind Switch or Ca. */
static bool
read_place(reading *g, const char *at, bool is_node)
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
	if (!is_node)
		g->t->place[g->at].number = g->t->routers - 1;
	else if (skip_text(&at, "#") && skip_blanks(&at))
		g->t->place[g->at].description = quoted(&at);
	return true;
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
class_of(reading *g, const char *text)
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
read_speed(reading *g, const char *comment, double *gigabits)
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

/* "[1](…)	"S-…"[15](…)	# …" */
static bool
read_port(reading *g, const char *at)
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
	here = xprintf("%s[%u]", names_at(&g->t->name, g->at), near);
	there = xprintf("%s[%u]", name, far);
	topology_port(g->t, g->at, here, near, there, class, gigabits);
	free_all(name, here, there);
	return true;
}

static bool
is_idle(const char *line)
{
	line += strspn(line, " \t");
	for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
		if (strncmp(line, idle[i], strlen(idle[i])) == 0)
			return true;
	return !*line;
}

static bool
read_line(reading *g, const char *line)
{
	const char *at = line;

	if (is_idle(line))
		return true;
	if (*at == '[')
		return read_port(g, at);
	if (skip_text(&at, "Switch"))
		return read_place(g, at, false);
	return skip_text(&at, "Ca") && read_place(g, at, true);
}

static void
read(topology *t)
{
	reading g = { .t = t, .at = UINT32_MAX };
	size_t length;
	char *line;

	while ((line = gzlines_next(t->lines, &length)))
		if (length != strlen(line) || !read_line(&g, line))
			unknown_line(t, line);
	names_free(&g.class);
	free(g.class_text);	/* the texts themselves are the ports' */
}

const topology_format topology_ibnetdiscover = { "ibnetdiscover", read };
