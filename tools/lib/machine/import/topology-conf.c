/* topology-conf -- Slurm's topology.conf, a line a switch:
 *	SwitchName=leaf1 Nodes=nid[0001-0016]
 *	SwitchName=leaf2 Nodes=nid[0017-0032]
 *	SwitchName=top Switches=leaf[1-2] LinkSpeed=4
 * or a line a block (topology/block), which become switches below one that the file does not name:
 *	BlockName=rack1 Nodes=nid[0001-0018]
 *	BlockName=rack2 Nodes=nid[0019-0036]
 *	BlockSizes=18,36
 *
 * What `scontrol show topology` prints is read, too: it adds Level, BlockIndex, BlockSize and lines of aggregated blocks, and names the
 * nodes below a switch that lists switches.  Several trees without a switch above them are fabrics that no job spans; a switch "(fabrics)"
 * joins them here.
 *
 * "Include FILE" stands for that file's lines.  LinkSpeed has no unit and Slurm itself does not use it: it is not looked at. */
#include "lib/machine/import/topology-conf.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/arrays.h"
#include "lib/cli/cli.h"
#include "lib/hostlist/hostlist.h"
#include "lib/machine/blocks.h"
#include "lib/machine/build.h"
#include "lib/machine/import/topology-yaml.h"
#include "lib/machine/import/tori-read.h"
#include "lib/stream/bounds.h"
#include "lib/stream/gzlines.h"

enum { LONGEST_NAME = 64, MOST_FILES = 256 };

typedef struct element {
	const char *file;
	long line;
	char *below;		/* its nodes or its switches, as written; NULL: none */
	char *shown;		/* of a switch with switches: the nodes below it, as `scontrol show topology` names them; NULL */
	bool leaf;		/* nodes */
} element;

typedef struct switch_fabric {
	const char *file;
	names name;		/* of switches, numbered as they came */
	element *element;	/* [name.count] */
	size_t room;
	uint32_t *above;	/* [name.count + 1] as the machine's */
	names node;		/* numbered as they came */
	uint32_t *size;		/* of blocks, ascending */
	int sizes;		/* 0: the file has none */
	long size_line;
	bool blocks;		/* its switches are blocks */
	struct home { uint32_t node, router; } *home;	/* of nodes that several switches have: the second, the third, … */
	uint32_t homes;
	size_t home_room;
	char *first_home;	/* what to say of the first of them */
	yaml_node *yaml;	/* NULL: it is a topology.conf */
	tori_reading tori;	/* where rings or tori stand in place of switches */
	char **included;	/* files, whose names messages need */
	int includes;
	size_t included_room;
} switch_fabric;

/* A line, joined with the lines that continue it, comments cut off: as in Slurm, a '#' without a backslash before it begins a comment, and
 * a backslash at the end of the rest continues on the next line. */
typedef struct conf_line {
	const char *file;
	gzlines *lines;
	long number;		/* where it begins */
	char *text;
	char *at;		/* behind the pairs that conf_pair gave */
} conf_line;

static void
conf_open(conf_line *l, gzlines *in)
{
	*l = (conf_line){ .lines = in };
	l->file = gzlines_name(l->lines);
	die_hint_not("graph:topology");
	gzlines_expect(l->lines, "a topology.conf, with lines as SwitchName=s1 Nodes=n[1-4]");
}

static void
cut_comment(char *line)
{
	for (char *s = strchr(line, '#'); s; s = strchr(s + 1, '#'))
		if (s == line || s[-1] != '\\') {
			*s = '\0';
			return;
		}
}

/* Cut blanks off the end, and a backslash before them; was there one? */
static bool
cut_end(char *line)
{
	char *end = line + strlen(line);

	while (end > line && isspace((unsigned char)end[-1]))
		end--;
	*end = '\0';
	if (end == line || end[-1] != '\\')
		return false;
	end[-1] = '\0';
	return true;
}

static char *
skip_blanks(char *s)
{
	while (isspace((unsigned char)*s))
		s++;
	return s;
}

/* The next line, joined; false at the end. */
static bool
join(conf_line *l)
{
	bool begun = false;
	size_t length;
	char *line;

	free(l->text);
	l->text = xstrdup("");
	for (bool more = true; more && (line = gzlines_next(l->lines, &length)); begun = true) {
		l->number = begun ? l->number : gzlines_line(l->lines);
		if (strlen(line) != length)
			die_at(l->file, l->number, "a NUL byte");
		cut_comment(line);
		more = cut_end(line);
		l->text = xappend(l->text, "%s", line);
		if (strlen(l->text) > LONGEST_LINE)
			die_at(l->file, l->number, "a line of more than " LONGEST_LINE_TEXT);
	}
	return begun;
}

/* The next line that is not empty; false at the end. */
static bool
conf_next(conf_line *l)
{
	while (join(l)) {
		l->at = skip_blanks(l->text);
		if (*l->at)
			return true;
	}
	return false;
}

/* The next pair of the line, blanks around '=' and quotes around the value gone; both live until conf_next.  False at the end of the
 * line. */
static bool
conf_pair(conf_line *l, const char **key, const char **value)
{
	char *s = skip_blanks(l->at), *end = s, *equals;

	if (!*s)
		return false;
	while (isalnum((unsigned char)*end) || *end == '_')
		end++;
	equals = skip_blanks(end);
	if (end == s || *equals != '=')
		die_at(l->file, l->number, "'%.*s': must be Key=value", (int)strcspn(s, " \t"), s);
	*end = '\0';
	*key = s;
	s = skip_blanks(equals + 1);
	*value = s;
	if (*s == '"') {
		*value = s + 1;
		s = strchr(s + 1, '"');
		if (!s)
			die_at(l->file, l->number, "%s: a quote without its end", *key);
	} else {
		while (*s && !isspace((unsigned char)*s))
			s++;
	}
	l->at = *s ? s + 1 : s;
	*s = '\0';
	return true;
}

static void
conf_close(conf_line *l)
{
	gzlines_close(l->lines);
	free(l->text);
}

/* The keys of a line. */
enum { SWITCH, NODES, SWITCHES, SPEED, LEVEL, BLOCK, SIZES, INDEX, SIZE, AGGREGATED, RING, RING_SIZE, TORUS, DIMS, BOX, ANCHORS, KEYS };
static const char *const key_name[KEYS] = { "SwitchName", "Nodes", "Switches", "LinkSpeed", "Level", "BlockName", "BlockSizes",
	"BlockIndex", "BlockSize", "AggregatedBlock", "RingName", "RingSize", "TorusName", "Dims", "PlacementDims", "Anchors" };

static int
key_of(const conf_line *l, const char *key)
{
	for (int k = 0; k < KEYS; k++)
		if (strcasecmp(key, key_name[k]) == 0)
			return k;
	die_at(l->file, l->number, "%s: unknown key; known: SwitchName, Nodes, Switches, LinkSpeed, BlockName, BlockSizes, RingName, and those of "
		"`scontrol show topology`", key);
}

static void
check_name(const conf_line *l, const char *key, const char *name)
{
	if (strlen(name) > LONGEST_NAME)
		die_at(l->file, l->number, "%s: '%s': longer than %d characters", key, name, LONGEST_NAME);
	if (!hostlist_name(name))
		die_at(l->file, l->number, "%s: '%s': must be the name of one %s", key, name, strcmp(key, "BlockName") == 0 ? "block" : "switch");
}

/* "in line N", or in which file. */
static char *
place_in(const switch_fabric *f, const element *e)
{
	return e->file == f->file ? xprintf("line %ld", e->line) : xprintf("%s:%ld", e->file, e->line);
}

/* As scontrol writes what is not there. */
static bool
says_none(const char *value)
{
	return value && strcmp(value, "(null)") == 0;
}

static void
add_element(switch_fabric *f, const conf_line *l, const char *key, const char *name, const char *nodes, const char *switches)
{
	bool added;
	uint32_t n;

	check_name(l, key, name);
	n = names_add(&f->name, name, &added);
	if (!added)
		die_at(l->file, l->number, "%s: '%s': %s has it already", key, name, place_in(f, &f->element[n]));
	f->element = xgrow(f->element, &f->room, (size_t)n + 1, sizeof *f->element);
	f->element[n] = (element){ .file = l->file, .line = l->number, .leaf = !switches, .below = switches ? xstrdup(switches) :
		nodes && !says_none(nodes) ? xstrdup(nodes) : NULL, .shown = switches && nodes && !says_none(nodes) ? xstrdup(nodes) : NULL };
}

static void
add_sizes(switch_fabric *f, const conf_line *l, const char *text)
{
	if (f->sizes)
		die_at(l->file, l->number, "BlockSizes: '%s': given in line %ld already", text, f->size_line);
	if (!block_sizes_read(text, ',', &f->size, &f->sizes))
		die_at(l->file, l->number, "BlockSizes: '%s': must be numbers of nodes, each of them 2, 4, 8 or another power of two times the first, "
			"ascending", text);
	f->size_line = l->number;
}

/* A size that `scontrol show topology` says of a block: one more where it is larger than those before. */
static void
add_size(switch_fabric *f, const conf_line *l, const char *text)
{
	uint32_t *size;
	int sizes;

	if (!block_sizes_read(text, ',', &size, &sizes) || sizes != 1 || (f->sizes && size[0] > f->size[f->sizes - 1] &&
		!block_sizes_follow(f->size, f->sizes, size[0])))
		die_at(l->file, l->number, "BlockSize: '%s': must be a number of nodes, that of aggregated blocks a power of two times the first", text);
	if (!f->sizes || size[0] > f->size[f->sizes - 1]) {
		f->size = xrealloc(f->size, (size_t)f->sizes + 1, sizeof *f->size);
		f->size[f->sizes++] = size[0];
	}
	f->size_line = l->number;
	free(size);
}

/* A line with a block, with several together, or with the sizes of blocks. */
static void
add_block(switch_fabric *f, const conf_line *l, char *const *value)
{
	if (value[SWITCH] || value[SWITCHES] || value[SPEED] || value[LEVEL])
		die_at(l->file, l->number, "a line of blocks has BlockName and Nodes, or BlockSizes");
	if (f->name.count > 0 && !f->blocks)
		die_at(l->file, l->number, "a block in a file of switches: it must have either blocks or switches");
	f->blocks = true;
	if (value[SIZES])
		add_sizes(f, l, value[SIZES]);
	if (value[SIZE])
		add_size(f, l, value[SIZE]);
	if (!value[BLOCK] && !value[AGGREGATED] && value[NODES])
		die_at(l->file, l->number, "a BlockName is missing");
	if (value[BLOCK])
		add_element(f, l, "BlockName", value[BLOCK], value[NODES], NULL);
}

static void
add_switch(switch_fabric *f, const conf_line *l, char *const *value)
{
	if (!value[SWITCH])
		die_at(l->file, l->number, "a SwitchName is missing");
	check_name(l, "SwitchName", value[SWITCH]);
	if (!value[NODES] && !value[SWITCHES])
		die_at(l->file, l->number, "switch '%s' must have Nodes or Switches", value[SWITCH]);
	if (f->blocks)
		die_at(l->file, l->number, "a switch in a file of blocks: it must have either blocks or switches");
	add_element(f, l, "SwitchName", value[SWITCH], value[NODES], value[SWITCHES]);
}

/* A line with a ring, a torus or a placement in one. */
static void
add_torus(switch_fabric *f, const conf_line *l, char *const *value)
{
	tori_reading *r = &f->tori;

	r->file = l->file;
	if (f->name.count > 0 || (r->machine->tori && r->machine->rings != (value[RING] != NULL)))
		die_at(l->file, l->number, "a file must have either switches, blocks, rings or tori");
	if (value[RING])
		tori_add_ring(r, l->number, value[RING], value[NODES]);
	else
		tori_add_shown(r, l->number, value[TORUS], value[DIMS], value[NODES], value[BOX], value[ANCHORS]);
}

static void
read_line(switch_fabric *f, conf_line *l)
{
	const char *key, *value;
	char *given[KEYS] = { NULL };	/* the values of the keys that the line has */

	while (conf_pair(l, &key, &value)) {
		char **place = &given[key_of(l, key)];

		if (*place)
			die_at(l->file, l->number, "%s: '%s': given twice", key, value);
		*place = xstrdup(value);
	}
	if (says_none(given[SWITCHES])) {
		free(given[SWITCHES]);
		given[SWITCHES] = NULL;
	}
	if (given[RING] || given[TORUS] || f->tori.machine->tori)
		add_torus(f, l, given);
	else if (given[BLOCK] || given[SIZES] || given[AGGREGATED])
		add_block(f, l, given);
	else
		add_switch(f, l, given);
	for (int k = 0; k < KEYS; k++)
		free(given[k]);
}

static void read_file(switch_fabric *f, gzlines *in);

/* The file that a line includes: beside the file that it is in, unless it says where. */
static void
include(switch_fabric *f, conf_line *l)
{
	char *name = l->at + strlen("include"), *end, *slash = strrchr(l->file, '/'), *path;

	name += strspn(name, " \t");
	end = name + strcspn(name, " \t");
	if (!*name || end[strspn(end, " \t")])
		die_at(l->file, l->number, "'%s': must be Include and the name of one file", l->at);
	*end = '\0';
	if (f->includes == MOST_FILES)
		die_at(l->file, l->number, "Include: '%s': more than %d files are included; does one include itself?", name, MOST_FILES);
	path = *name == '/' || !slash ? xstrdup(name) : xprintf("%.*s/%s", (int)(slash - l->file), l->file, name);
	if (!file_for_streams(path))
		die_at(l->file, l->number, "Include: '%s': must be the name of a regular file", name);
	f->included = xgrow(f->included, &f->included_room, (size_t)f->includes + 1, sizeof *f->included);
	f->included[f->includes++] = path;
	read_file(f, gzlines_open(path));
}

static void
read_file(switch_fabric *f, gzlines *in)
{
	conf_line l;

	conf_open(&l, in);
	while (conf_next(&l)) {
		if (strncasecmp(l.at, "include", 7) == 0 && (!l.at[7] || strchr(" \t", l.at[7])))
			include(f, &l);
		else
			read_line(f, &l);
	}
	conf_close(&l);
}

/* A switch above others, which no line defines; its number. */
static uint32_t
add_top(switch_fabric *f, const char *name, char *below)
{
	bool added;
	uint32_t n = names_add(&f->name, name, &added);

	f->element = xgrow(f->element, &f->room, (size_t)n + 1, sizeof *f->element);
	f->element[n] = (element){ .file = f->file, .below = below };
	return n;
}

/* One switch above all blocks. */
static void
join_blocks(switch_fabric *f)
{
	char *all = xstrdup("");

	for (uint32_t i = 0; i < f->name.count; i++)
		all = xappend(all, "%s%s", i ? "," : "", names_at(&f->name, i));
	add_top(f, "(blocks)", all);
}

/* A switch or a block of a topology.yaml, as if it were a line.  A switch with nodes and switches keeps the nodes, as in Slurm. */
static void
read_item(switch_fabric *f, const yaml_node *item, bool block)
{
	conf_line l = { .file = f->file, .number = item->line };
	char *value[KEYS] = { NULL };

	value[block ? BLOCK : SWITCH] = topology_yaml_text(item, f->file, block ? "block" : "switch");
	value[NODES] = topology_yaml_text(item, f->file, "nodes");
	value[SWITCHES] = block ? NULL : topology_yaml_text(item, f->file, "children");
	if (!value[block ? BLOCK : SWITCH])
		die_at(f->file, item->line, "an item without the name of its %s", block ? "block" : "switch");
	if (value[NODES] && value[SWITCHES]) {
		warn("%s:%ld: switch '%s' has nodes and children: as in Slurm the nodes count alone", f->file, item->line, value[SWITCH]);
		value[SWITCHES] = NULL;
	}
	(block ? add_block : add_switch)(f, &l, value);
}

static void
read_block_sizes(switch_fabric *f, const yaml_node *sizes)
{
	char *text = xstrdup(sizes->text ? sizes->text : "");

	for (uint32_t i = 0; i < sizes->children; i++)
		text = xappend(text, "%s%s", i ? "," : "", sizes->child[i].text ? sizes->child[i].text : "");
	if (sizes->sort == YAML_TEXT && strchr(text, ','))
		die_at(f->file, sizes->line, "block_sizes: '%s': must be numbers in a list, as [4, 8]", text);
	add_sizes(f, &(conf_line){ .file = f->file, .number = sizes->line }, text);
	free(text);
}

/* The topology of that name in a topology.yaml. */
static void
read_yaml(switch_fabric *f, gzlines *in, const char *name)
{
	static const struct { const char *kind, *list; } lists[] = { { "tree", "switches" }, { "block", "blocks" }, { "ring", "rings" },
		{ "torus3d", "toruses" } };
	const yaml_node *of, *list, *sizes;
	int k = 0;

	f->yaml = yaml_read(in);
	f->tori.file = f->file;
	of = topology_yaml_choose(f->yaml, f->file, name);
	while (strcmp(lists[k].kind, of->key) != 0)
		k++;
	list = topology_yaml_list(of, f->file, lists[k].list);
	for (uint32_t i = 0; i < list->children; i++) {
		const yaml_node *item = &list->child[i];

		if (k < 2)
			read_item(f, item, k == 1);
		else if (k == 2)
			tori_add_ring(&f->tori, item->line, topology_yaml_text(item, f->file, "ring"), topology_yaml_text(item, f->file, "nodes"));
		else
			tori_add_item(&f->tori, item);
	}
	if (k == 1 && (sizes = yaml_find(of, "block_sizes")))
		read_block_sizes(f, sizes);
}

static void
read_lines(switch_fabric *f, gzlines *in, const char *name)
{
	f->file = gzlines_name(in);
	if (topology_yaml_is(in))
		read_yaml(f, in, name);
	else if (name)
		die(FAIL_USAGE, "%s: a topology.conf has one topology, and none is called '%s'", f->file, name);
	else
		read_file(f, in);
	if (f->name.count == 0 && !f->tori.machine->tori)
		die(FAIL_DATA, "%s: no switch; where Slurm has no topology, map without --topology takes one", f->file);
	if (f->blocks)
		join_blocks(f);
}

/* What a switch lists, one name after the other. */
static void
expand(const element *e, hostlist *below)
{
	const char *why;

	hostlist_free(below);
	if (e->below && !hostlist_read(below, e->below, &why))
		die_at(e->file, e->line, "%s: %s", e->leaf ? "Nodes" : "Switches", why);
}

/* The nodes of leaf n.  A node that a switch has already stays there, and has another home. */
static void
add_nodes(switch_fabric *f, uint32_t n, const hostlist *below, seats *s)
{
	s->seat = xrealloc(s->seat, (size_t)s->count + below->count, sizeof *s->seat);
	for (uint32_t i = 0; i < below->count; i++) {
		const char *name = hostlist_at(below, i);
		bool added;
		uint32_t node = names_add(&f->node, name, &added), has = added ? n : s->seat[node].router;

		if (!added && (f->blocks || has == n))
			die_at(f->element[n].file, f->element[n].line, "Nodes: '%s': %s '%s' in %s has it already", name, f->blocks ? "block" : "switch",
				names_at(&f->name, has), place_in(f, &f->element[has]));
		if (!added) {
			if (!f->homes)
				f->first_home = xprintf("'%s': switch '%s' in %s has it, and '%s'", name, names_at(&f->name, has),
					place_in(f, &f->element[has]), names_at(&f->name, n));
			f->home = xgrow(f->home, &f->home_room, (size_t)f->homes + 1, sizeof *f->home);
			f->home[f->homes++] = (struct home){ node, n };
			continue;
		}
		s->seat[s->count++] = (graph_seat){ .node = node, .router = n, .line = f->element[n].line, .name = xstrdup(name) };
	}
}

/* Cables to the switches that switch n lists. */
static void
add_cables(switch_fabric *f, uint32_t n, const hostlist *below, cable like, cables *c)
{
	c->cable = xrealloc(c->cable, (size_t)c->count + below->count, sizeof *c->cable);
	like.end[0] = n;
	like.line = f->element[n].line;
	for (uint32_t i = 0; i < below->count; i++) {
		const char *name = hostlist_at(below, i);
		uint32_t *of;

		like.end[1] = names_find(&f->name, name);
		if (like.end[1] == NONE)
			die_at(f->element[n].file, like.line, "Switches: '%s': no line defines this switch", name);
		for (uint32_t k = c->count; k-- > 0 && c->cable[k].end[0] == n;)
			if (c->cable[k].end[1] == like.end[1])
				die_at(f->element[n].file, like.line, "Switches: '%s': listed twice", name);
		of = &f->above[like.end[1]];
		*of = *of == NONE ? n : LISTED_TWICE;
		c->cable[c->count++] = like;
	}
}

/* Follow the cables from their ends `from` to the others, where the value becomes at least so much larger, until nothing changes or, in a
 * cycle, for twice as many rounds as there are switches: did anything? */
static bool
spread(const cables *c, uint32_t *value, int from, uint32_t larger)
{
	bool any = false, changed = true;

	for (uint32_t round = 0; changed && round < 2 * c->routers; round++) {
		changed = false;
		for (uint32_t i = 0; i < c->count; i++) {
			uint32_t least = value[c->cable[i].end[from]] + larger, *to = &value[c->cable[i].end[1 - from]];

			changed |= *to < least;
			*to = *to < least ? least : *to;
		}
		any |= changed;
	}
	return any;
}

/* A switch above n that is in a cycle or below one. */
static uint32_t
above(const cables *c, const uint32_t *depth, uint32_t n)
{
	uint32_t i = 0;

	while (c->cable[i].end[1] != n || depth[c->cable[i].end[0]] < c->routers)
		i++;
	return c->cable[i].end[0];
}

/* Above each such switch is another one: going up comes into the cycle. */
static _Noreturn void
show_cycle(const switch_fabric *f, const cables *c, const uint32_t *depth, uint32_t n)
{
	char *way = xstrdup("");

	for (uint32_t i = 0; i < f->name.count; i++)
		n = above(c, depth, n);
	for (uint32_t i = above(c, depth, n); i != n; i = above(c, depth, i))
		way = xprintf("%s%s'%s'", way, *way ? ", " : "; the way up is ", names_at(&f->name, i));
	die_at(f->element[n].file, f->element[n].line, "switch '%s' is below itself%s", names_at(&f->name, n), way);
}

/* Where there is no cycle, fewer switches are above each than there are. */
static void
refuse_cycles(const switch_fabric *f, const cables *c)
{
	uint32_t n = f->name.count, *depth = xcalloc(n, sizeof *depth);

	spread(c, depth, 0, 1);
	for (uint32_t i = 0; i < n; i++)
		if (depth[i] >= n)
			show_cycle(f, c, depth, i);
	free(depth);
}

/* Which of the parts comes next: of those not yet numbered the one with the highest root, the last in the file of several. */
static uint32_t
next_part(const switch_fabric *f, const uint32_t *height, const uint32_t *part, const uint32_t *number)
{
	uint32_t best = NONE;

	for (uint32_t n = 0; n < f->name.count; n++)
		if (f->above[n] == NONE && number[part[n]] == NONE && (best == NONE || height[n] >= height[best]))
			best = n;
	return best == NONE ? NONE : part[best];
}

/* Where the file has several trees, a switch above their roots that no line defines, and the nodes know their tree. */
static void
join_fabrics(switch_fabric *f, cables *c, const seats *s, cable like, machine *m)
{
	uint32_t n = f->name.count, *height = xcalloc(n, sizeof *height), *part = array_of_numbers(n), *number = array_of_none(n);
	uint32_t fabrics = 0;

	spread(c, height, 1, 1);
	while (spread(c, part, 0, 0) || spread(c, part, 1, 0))	/* all of a part get the number of its last switch */
		;
	for (uint32_t next; (next = next_part(f, height, part, number)) != NONE;)
		number[next] = fabrics++;
	if (fabrics > 1) {
		m->fabrics = fabrics;
		m->fabric = xalloc(s->count, sizeof *m->fabric);
		for (uint32_t i = 0; i < s->count; i++)
			m->fabric[s->seat[i].node] = number[part[s->seat[i].router]];
		c->cable = xrealloc(c->cable, (size_t)c->count + n, sizeof *c->cable);
		like.end[0] = add_top(f, "(fabrics)", NULL);
		for (like.end[1] = 0; like.end[1] < n; like.end[1]++)
			if (f->above[like.end[1]] == NONE) {
				f->above[like.end[1]] = like.end[0];
				c->cable[c->count++] = like;
			}
		c->routers = n + 1;
	}
	free_all(height, part, number);
}

/* What `scontrol show topology` names as the nodes of a switch with switches must be below these. */
static void
check_shown(const switch_fabric *f, const cables *c, const seats *s, uint32_t n)
{
	hostlist shown = { 0 };
	uint32_t *below = xcalloc(f->name.count, sizeof *below);
	const char *why;

	if (!hostlist_read(&shown, f->element[n].shown, &why))
		die_at(f->element[n].file, f->element[n].line, "Nodes: %s", why);
	below[n] = 1;
	spread(c, below, 0, 0);
	for (uint32_t i = 0; i < shown.count; i++) {
		uint32_t node = names_find(&f->node, hostlist_at(&shown, i));
		bool has = node != NONE && below[s->seat[node].router];

		for (uint32_t k = 0; k < f->homes && !has; k++)
			has = f->home[k].node == node && below[f->home[k].router];
		if (!has)
			die_at(f->element[n].file, f->element[n].line, "Nodes: '%s': no switch that '%s' lists has it", hostlist_at(&shown, i),
				names_at(&f->name, n));
	}
	hostlist_free(&shown);
	free(below);
}

/* Each node becomes so many interfaces in a row, which take the switches that have it in turn. */
static void
deal_interfaces(const switch_fabric *f, seats *s, uint32_t nics)
{
	graph_seat *seat = xalloc((size_t)s->count * nics, sizeof *seat);
	uint32_t *homes = xcalloc(2 * (size_t)s->count + 1, sizeof *homes), *place = homes + s->count;	/* beside the first; of them so far */

	for (uint32_t i = 0; i < s->count * nics; i++) {
		seat[i] = s->seat[i / nics];
		seat[i].node = i;
		seat[i].name = i % nics ? NULL : seat[i].name;
	}
	for (uint32_t h = 0; h < f->homes; h++)
		homes[f->home[h].node]++;
	for (uint32_t h = 0; h < f->homes; h++) {
		uint32_t v = f->home[h].node;

		for (uint32_t k = ++place[v]; k < nics; k += homes[v] + 1)
			seat[v * nics + k].router = f->home[h].router;
	}
	free_all(s->seat, homes);
	s->seat = seat;
	s->count *= nics;
}

static void
free_fabric(switch_fabric *f)
{
	for (uint32_t n = 0; n < f->name.count; n++)
		free_all(f->element[n].below, f->element[n].shown);
	for (int i = 0; i < f->includes; i++)
		free(f->included[i]);
	if (f->yaml)
		yaml_free(f->yaml);
	free_all(f->included, f->first_home, f->home, f->element);
	names_free(&f->name);
	names_free(&f->node);
}

void
topology_conf_read(cables *c, seats *s, gzlines *in, const char *name, speed usual, uint32_t nics, machine *m, names *class)
{
	switch_fabric f = { .tori = { .machine = m, .seats = s } };
	hostlist below = { 0 };
	cable like = { .count = 1 };
	bool added;

	*s = (seats){ 0 };
	read_lines(&f, in, name);
	if (m->tori != 1) {
		like.class = (uint8_t)(names_add(class, "link", &added) + 1);
		like.speed = (uint8_t)machine_speed(m, usual.bits_per_s, usual.latency);
		machine_class_name(m, names_at(class, 0));
	}
	if (m->tori) {
		tori_join(&f.tori, c, like);
		free_fabric(&f);
		return;
	}
	*c = (cables){ .file = f.file, .routers = f.name.count };
	f.above = array_of_none((size_t)f.name.count + 1);
	for (uint32_t n = 0; n < f.name.count; n++) {
		expand(&f.element[n], &below);
		if (f.element[n].leaf)
			add_nodes(&f, n, &below, s);
		else
			add_cables(&f, n, &below, like, c);
	}
	refuse_cycles(&f, c);
	for (uint32_t n = 0; n < f.name.count; n++)
		if (f.element[n].shown)
			check_shown(&f, c, s, n);
	join_fabrics(&f, c, s, like, m);
	if (f.homes && nics == 1)
		warn("%s: nodes on several switches, each taken for one of the first alone: %" PRIu32 " (%s); nics=2 gives a node two interfaces, "
			"one on each", f.file, f.homes, f.first_home);
	if (nics > 1)
		deal_interfaces(&f, s, nics);
	c->links = c->count;
	m->above = f.above;
	m->block_size = f.size;
	m->block_sizes = f.sizes;
	hostlist_free(&below);
	free_fabric(&f);
}
