/* topology-conf -- Slurm's topology.conf, a line a switch:
 *	SwitchName=leaf1 Nodes=nid[0001-0016]
 *	SwitchName=leaf2 Nodes=nid[0017-0032]
 *	SwitchName=top Switches=leaf[1-2] LinkSpeed=4
 * or a line a block (topology/block), which become switches below one that the file does not name:
 *	BlockName=rack1 Nodes=nid[0001-0018]
 *	BlockName=rack2 Nodes=nid[0019-0036]
 *	BlockSizes=18,36
 *
 * "Include FILE" stands for that file's lines.  LinkSpeed has no unit and Slurm itself does not use it: it is not looked at. */
#include "lib/machine/import/topology-conf.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/hostlist/hostlist.h"
#include "lib/machine/blocks.h"
#include "lib/machine/build.h"
#include "lib/machine/import/conf-lines.h"
#include "lib/stream/bounds.h"

enum { LONGEST_NAME = 64, MOST_FILES = 256 };

typedef struct element {
	const char *file;
	long line;
	char *below;		/* its nodes or its switches, as written */
	bool leaf;		/* nodes */
	uint32_t parents;	/* switches that list it */
	uint32_t part;		/* of its part of the network: a switch in it, by way of others (find_part) */
} element;

typedef struct fabric {
	const char *file;
	names name;		/* of switches, numbered as they came */
	element *element;	/* [name.count] */
	size_t room;
	names node;		/* numbered as they came */
	uint32_t *size;		/* of blocks, ascending */
	int sizes;		/* 0: the file has none */
	long size_line;
	const char *size_file;
	bool blocks;		/* its switches are blocks */
	char **included;	/* files, whose names messages need */
	int includes;
	size_t included_room;
} fabric;

typedef struct reading {
	char *name, *nodes, *switches, *speed, *block, *sizes;
} reading;

/* Where the value of a key goes. */
static char **
place_of(const conf_line *l, reading *r, const char *key)
{
	if (strcasecmp(key, "SwitchName") == 0)
		return &r->name;
	if (strcasecmp(key, "Nodes") == 0)
		return &r->nodes;
	if (strcasecmp(key, "Switches") == 0)
		return &r->switches;
	if (strcasecmp(key, "LinkSpeed") == 0)
		return &r->speed;
	if (strcasecmp(key, "BlockName") == 0)
		return &r->block;
	if (strcasecmp(key, "BlockSizes") == 0)
		return &r->sizes;
	die_at(l->file, l->number, "%s: unknown key; known: SwitchName, Nodes, Switches, LinkSpeed, BlockName, BlockSizes", key);
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
place_in(const fabric *f, const element *e)
{
	return e->file == f->file ? xprintf("line %ld", e->line) : xprintf("%s:%ld", e->file, e->line);
}

static void
add_element(fabric *f, const conf_line *l, const char *key, const char *name, const char *nodes, const char *switches)
{
	bool added;
	uint32_t n;

	check_name(l, key, name);
	n = names_add(&f->name, name, &added);
	if (!added)
		die_at(l->file, l->number, "%s: '%s': %s has it already", key, name, place_in(f, &f->element[n]));
	f->element = xgrow(f->element, &f->room, (size_t)n + 1, sizeof *f->element);
	f->element[n] = (element){ .file = l->file, .line = l->number, .leaf = nodes, .part = n, .below = xstrdup(nodes ? nodes : switches) };
}

/* A line with a block, or with the sizes of blocks. */
static void
add_block(fabric *f, const conf_line *l, const reading *r)
{
	if (r->name || r->switches || r->speed)
		die_at(l->file, l->number, "a line of blocks has BlockName and Nodes, or BlockSizes");
	if (f->name.count > 0 && !f->blocks)
		die_at(l->file, l->number, "a block in a file of switches: it must have either blocks or switches");
	f->blocks = true;
	if (r->sizes) {
		if (f->sizes)
			die_at(l->file, l->number, "BlockSizes: '%s': given in line %ld already", r->sizes, f->size_line);
		if (!block_sizes_read(r->sizes, ',', &f->size, &f->sizes))
			die_at(l->file, l->number, "BlockSizes: '%s': must be numbers of nodes, each of them 2, 4, 8 or another power of two times the first, ascending", r->sizes);
		f->size_line = l->number;
		f->size_file = l->file;
	}
	if (r->block && !r->nodes)
		die_at(l->file, l->number, "block '%s' must have Nodes", r->block);
	if (!r->block && r->nodes)
		die_at(l->file, l->number, "a BlockName is missing");
	if (r->block)
		add_element(f, l, "BlockName", r->block, r->nodes, NULL);
}

static void
add_switch(fabric *f, const conf_line *l, const reading *r)
{
	if (!r->name)
		die_at(l->file, l->number, "a SwitchName is missing");
	check_name(l, "SwitchName", r->name);
	if (!r->nodes == !r->switches)
		die_at(l->file, l->number, "switch '%s' must have either Nodes or Switches", r->name);
	if (f->blocks)
		die_at(l->file, l->number, "a switch in a file of blocks: it must have either blocks or switches");
	add_element(f, l, "SwitchName", r->name, r->nodes, r->switches);
}

static void
read_line(fabric *f, conf_line *l)
{
	const char *key, *value;
	reading r = { 0 };

	while (conf_pair(l, &key, &value)) {
		char **place = place_of(l, &r, key);

		if (*place)
			die_at(l->file, l->number, "%s: '%s': given twice", key, value);
		*place = xstrdup(value);
	}
	if (r.block || r.sizes)
		add_block(f, l, &r);
	else
		add_switch(f, l, &r);
	free_all(r.name, r.nodes, r.switches, r.speed, r.block, r.sizes);
}

static void read_file(fabric *f, const char *path);

/* The file that a line includes: beside the file that it is in, unless it says where. */
static void
include(fabric *f, conf_line *l)
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
	read_file(f, path);
}

static void
read_file(fabric *f, const char *path)
{
	conf_line l;

	conf_open(&l, path);
	if (!f->file)
		f->file = l.file;
	while (conf_next(&l)) {
		if (strncasecmp(l.at, "include", 7) == 0 && (!l.at[7] || strchr(" \t", l.at[7])))
			include(f, &l);
		else
			read_line(f, &l);
	}
	conf_close(&l);
}

/* One switch above all blocks, which no line defines. */
static void
join_blocks(fabric *f)
{
	char *all = xstrdup("");
	bool added;
	uint32_t n = f->name.count;

	for (uint32_t i = 0; i < n; i++)
		all = xappend(all, "%s%s", i ? "," : "", names_at(&f->name, i));
	names_add(&f->name, "(blocks)", &added);
	f->element = xgrow(f->element, &f->room, (size_t)n + 1, sizeof *f->element);
	f->element[n] = (element){ .file = f->file, .part = n, .below = all };
}

static void
read_lines(fabric *f, const char *path)
{
	read_file(f, path);
	if (f->name.count == 0)
		die(FAIL_DATA, "%s: no switch", path);
	if (f->blocks)
		join_blocks(f);
}

/* What a switch lists, one name after the other. */
static void
expand(const element *e, hostlist *below)
{
	const char *why;

	hostlist_free(below);
	if (!hostlist_read(below, e->below, &why))
		die_at(e->file, e->line, "%s: %s", e->leaf ? "Nodes" : "Switches", why);
}

/* The nodes of leaf n; each is on one switch. */
static void
add_nodes(fabric *f, uint32_t n, const hostlist *below, seats *s)
{
	s->seat = xrealloc(s->seat, (size_t)s->count + below->count, sizeof *s->seat);
	for (uint32_t i = 0; i < below->count; i++) {
		const char *name = hostlist_at(below, i);
		bool added;
		uint32_t node = names_add(&f->node, name, &added);

		if (!added)
			die_at(f->element[n].file, f->element[n].line, "Nodes: '%s': %s '%s' in %s has it already", name, f->blocks ? "block" : "switch",
				names_at(&f->name, s->seat[node].router), place_in(f, &f->element[s->seat[node].router]));
		s->seat[s->count++] = (seat){ .node = node, .router = n, .line = f->element[n].line, .name = xstrdup(name) };
	}
}

/* The switch that stands for a part of the network; the way there is halved. */
static uint32_t
find_part(fabric *f, uint32_t n)
{
	while (f->element[n].part != n)
		n = f->element[n].part = f->element[f->element[n].part].part;
	return n;
}

/* Cables to the switches that switch n lists. */
static void
add_cables(fabric *f, uint32_t n, const hostlist *below, cable like, cables *c)
{
	c->cable = xrealloc(c->cable, (size_t)c->count + below->count, sizeof *c->cable);
	like.end[0] = n;
	like.line = f->element[n].line;
	for (uint32_t i = 0; i < below->count; i++) {
		const char *name = hostlist_at(below, i);

		like.end[1] = names_find(&f->name, name);
		if (like.end[1] == NONE)
			die_at(f->element[n].file, like.line, "Switches: '%s': no line defines this switch", name);
		for (uint32_t k = c->count; k-- > 0 && c->cable[k].end[0] == n;)
			if (c->cable[k].end[1] == like.end[1])
				die_at(f->element[n].file, like.line, "Switches: '%s': listed twice", name);
		f->element[like.end[1]].parents++;
		f->element[find_part(f, like.end[1])].part = find_part(f, n);
		c->cable[c->count++] = like;
	}
}

/* No block may be smaller than the least size, and the largest must be made of blocks that there are. */
static void
check_sizes(const fabric *f, const seats *s)
{
	uint32_t blocks = f->name.count - 1, *nodes = xcalloc(blocks, sizeof *nodes);
	char *wrong;

	for (uint32_t i = 0; i < s->count; i++)
		nodes[s->seat[i].router]++;
	wrong = block_sizes_wrong(f->size, f->sizes, nodes, blocks);
	if (wrong)
		die_at(f->size_file, f->size_line, "BlockSizes: %s", wrong);
	free(nodes);
}

/* Which switch lists each, for the machine; NONE: none. */
static uint32_t *
lists_of(const fabric *f, const cables *c)
{
	uint32_t *above = xalloc(f->name.count, sizeof *above);

	for (uint32_t n = 0; n < f->name.count; n++)
		above[n] = NONE;
	for (uint32_t i = 0; i < c->count; i++) {
		uint32_t *of = &above[c->cable[i].end[1]];

		*of = *of == NONE ? c->cable[i].end[0] : LISTED_TWICE;
	}
	return above;
}

/* A switch above n that is still there. */
static uint32_t
above(const cables *c, const uint32_t *left, uint32_t n)
{
	uint32_t i = 0;

	while (c->cable[i].end[1] != n || left[c->cable[i].end[0]] == 0)
		i++;
	return c->cable[i].end[0];
}

/* Above each switch that is left is another one: going up comes into a cycle. */
static _Noreturn void
show_cycle(const fabric *f, const cables *c, const uint32_t *left, uint32_t n)
{
	char *way = xstrdup("");

	for (uint32_t i = 0; i < f->name.count; i++)
		n = above(c, left, n);
	for (uint32_t i = above(c, left, n); i != n; i = above(c, left, i))
		way = xprintf("%s%s'%s'", way, *way ? ", " : "; the way up is ", names_at(&f->name, i));
	die_at(f->element[n].file, f->element[n].line, "switch '%s' is below itself%s", names_at(&f->name, n), way);
}

/* Take switches away that no switch lists any more; what stays is in a cycle or below one. */
static void
refuse_cycles(const fabric *f, const cables *c)
{
	uint32_t n = f->name.count, *left = xalloc(n, sizeof *left), *queue = xalloc(n, sizeof *queue), head = 0, tail = 0;
	uint32_t *first = xcalloc((size_t)n + 1, sizeof *first);

	for (uint32_t i = 0; i < c->count; i++)
		first[c->cable[i].end[0] + 1]++;	/* the cables of a switch follow each other */
	for (uint32_t i = 0; i < n; i++) {
		first[i + 1] += first[i];
		left[i] = f->element[i].parents;
		if (left[i] == 0)
			queue[tail++] = i;
	}
	while (head < tail) {
		uint32_t i = queue[head++];

		for (uint32_t k = first[i]; k < first[i + 1]; k++)
			if (--left[c->cable[k].end[1]] == 0)
				queue[tail++] = c->cable[k].end[1];
	}
	for (uint32_t i = 0; i < n; i++)
		if (left[i])
			show_cycle(f, c, left, i);
	free_all(left, queue, first);
}

/* Is there a way from each switch to each other one? */
static void
refuse_parts(fabric *f)
{
	for (uint32_t i = 1, top = find_part(f, 0); i < f->name.count; i++)
		if (find_part(f, i) != top) {
			uint32_t root = 0, other = 0;

			while (f->element[root].parents || find_part(f, root) != top)
				root++;
			while (f->element[other].parents || find_part(f, other) == top)
				other++;
			die_at(f->element[other].file, f->element[other].line, "switch '%s' is a second root: no way leads to '%s' in %s; a switch above both is missing",
				names_at(&f->name, other), names_at(&f->name, root), place_in(f, &f->element[root]));
		}
}

void
topology_conf_read(cables *c, seats *s, const char *path, speed usual, machine *m, names *class)
{
	fabric f = { 0 };
	hostlist below = { 0 };
	cable like = { .count = 1 };
	bool added;

	read_lines(&f, path);
	like.class = (uint8_t)(names_add(class, "link", &added) + 1);
	like.speed = (uint8_t)machine_speed(m, usual.bits_per_s, usual.latency);
	machine_class_name(m, names_at(class, 0));
	*c = (cables){ .file = f.file, .routers = f.name.count };
	*s = (seats){ 0 };
	for (uint32_t n = 0; n < f.name.count; n++) {
		expand(&f.element[n], &below);
		if (f.element[n].leaf)
			add_nodes(&f, n, &below, s);
		else
			add_cables(&f, n, &below, like, c);
	}
	c->links = c->count;
	refuse_cycles(&f, c);
	refuse_parts(&f);
	m->above = lists_of(&f, c);
	if (f.sizes)
		check_sizes(&f, s);
	m->block_size = f.size;
	m->block_sizes = f.sizes;
	hostlist_free(&below);
	for (uint32_t n = 0; n < f.name.count; n++)
		free(f.element[n].below);
	for (int i = 0; i < f.includes; i++)
		free(f.included[i]);
	free_all(f.included, f.element);
	names_free(&f.name);
	names_free(&f.node);
}
