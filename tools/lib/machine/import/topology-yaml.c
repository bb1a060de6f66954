#include "lib/machine/import/topology-yaml.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/choices.h"
#include "lib/cli/cli.h"
#include "lib/stream/gzlines.h"

typedef struct yaml_reading {
	yaml_file *y;
	gzlines *lines;
	bool sizes;		/* numbers of block_sizes may follow, a line each */
	uint32_t unknown;	/* keys that mean nothing to Slurm either */
	size_t topology_room, entry_room;
} yaml_reading;

bool
topology_yaml_is(const char *path)
{
	const char *dot = strrchr(path, '.');
	bool is = dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
	gzlines *in = is ? NULL : gzlines_open(path);
	size_t length;
	char *line;

	while (in && (line = gzlines_next(in, &length)) && (strchr("#\r", line[strspn(line, " \t")]) || strncmp(line, "---", 3) == 0))
		;
	if (in) {
		is = line && strncmp(line, "- topology", 10) == 0;
		gzlines_close(in);
	}
	return is;
}

static _Noreturn void
wrong(const yaml_reading *r, const char *text, const char *must)
{
	die_at(r->y->file, gzlines_line(r->lines), "'%.60s': %s", text, must);
}

/* The topology under way. */
static yaml_topology *
topology_of(const yaml_reading *r, const char *text)
{
	if (r->y->topologies == 0)
		wrong(r, text, "must be behind a line as '- topology: NAME'");
	return &r->y->topology[r->y->topologies - 1];
}

/* Without blanks and quotes around it; a comment behind it is cut off. */
static char *
value_of(yaml_reading *r, char *text)
{
	char *end, quote;

	text += strspn(text, " ");
	quote = *text == '"' || *text == '\'' ? *text : '\0';
	if (quote) {
		if (!(end = strchr(text + 1, quote)))
			wrong(r, text, "a quote without its end");
		*end = '\0';
		return text + 1;
	}
	for (end = text; *end && !(*end == '#' && (end == text || end[-1] == ' ')); end++)
		;
	while (end > text && strchr(" \r\n", end[-1]))
		end--;
	*end = '\0';
	if (*text == '{')
		wrong(r, text, "mappings in braces are not read: one key a line");
	return text;
}

static void
add_topology(yaml_reading *r, const char *name)
{
	yaml_file *y = r->y;

	y->topology = xgrow(y->topology, &r->topology_room, (size_t)y->topologies + 1, sizeof *y->topology);
	y->topology[y->topologies++] = (yaml_topology){ .name = xstrdup(name), .line = gzlines_line(r->lines) };
	r->entry_room = 0;
}

/* What a key of a switch or a block sets; the first of an item begins another one. */
static void
set_entry(yaml_reading *r, bool item, const char *key, const char *value)
{
	yaml_topology *t = topology_of(r, key);
	yaml_entry *e;
	char **place;

	if (item) {
		t->entry = xgrow(t->entry, &r->entry_room, (size_t)t->entries + 1, sizeof *t->entry);
		t->entry[t->entries++] = (yaml_entry){ .line = gzlines_line(r->lines) };
	}
	if (t->entries == 0)
		wrong(r, key, "must be of an item of switches or blocks");
	e = &t->entry[t->entries - 1];
	place = strcmp(key, "nodes") == 0 ? &e->nodes : strcmp(key, "children") == 0 ? &e->children : &e->name;
	if (!*value || *value == '[')
		wrong(r, key, "must be one text, as n[01-04]");
	if (*place)
		wrong(r, key, "given twice");
	*place = xstrdup(value);
}

static void
add_sizes(yaml_reading *r, const char *text)
{
	yaml_topology *t = topology_of(r, text);

	for (const char *at = text + strspn(text, "[ ,"); *at && *at != ']'; at += strspn(at, " ,")) {
		size_t length = strcspn(at, " ,]");
		char *sizes = xprintf("%s%s%.*s", t->sizes ? t->sizes : "", t->sizes ? "," : "", (int)length, at);

		free(t->sizes);
		t->sizes = sizes;
		at += length;
	}
}

static bool
is_kind(const char *key)
{
	return strcmp(key, "tree") == 0 || strcmp(key, "block") == 0 || strcmp(key, "flat") == 0 || strcmp(key, "ring") == 0 ||
		strcmp(key, "torus3d") == 0;
}

static void
set_kind(yaml_reading *r, const char *kind)
{
	yaml_topology *t = topology_of(r, kind);

	if (t->kind)
		wrong(r, kind, "the topology is of another kind already");
	t->kind = xstrdup(kind);
}

static void
read_pair(yaml_reading *r, bool item, const char *key, const char *value)
{
	bool kind = is_kind(key) && (!*value || strcmp(key, "flat") == 0);

	r->sizes = false;
	if (strcmp(key, "topology") == 0)
		add_topology(r, value);
	else if (kind)
		set_kind(r, key);
	else if (strcmp(key, "cluster_default") == 0)
		topology_of(r, key)->usual = strcmp(value, "true") == 0;
	else if (strcmp(key, "block_sizes") == 0 && !*value)
		r->sizes = true;
	else if (strcmp(key, "block_sizes") == 0)
		add_sizes(r, value);
	else if (strcmp(key, "switch") == 0 || strcmp(key, "block") == 0 || strcmp(key, "nodes") == 0 || strcmp(key, "children") == 0)
		set_entry(r, item, key, value);
	else if (strcmp(key, "switches") != 0 && strcmp(key, "blocks") != 0)
		r->unknown++;
}

static void
read_line(yaml_reading *r, char *line)
{
	char *at = line + strspn(line, " "), *colon;
	bool item = false;

	if (strchr("#\r", *at) || strncmp(line, "---", 3) == 0 || strncmp(line, "...", 3) == 0)	/* empty lines, too */
		return;
	if (*at == '\t')
		wrong(r, line, "a tab, which YAML does not take as a blank in front");
	while (at[0] == '-' && at[1] == ' ') {
		item = true;
		at += 1 + strspn(at + 1, " ");
	}
	colon = strchr(at, ':');
	if (item && r->sizes && !colon) {
		add_sizes(r, value_of(r, at));
		return;
	}
	if (!colon || strchr("{[\"", *at))
		wrong(r, at, "must be a key and its value, as '- switch: s1'");
	*colon = '\0';
	read_pair(r, item, at, value_of(r, colon + 1));
}

yaml_file *
topology_yaml_read(const char *path)
{
	yaml_reading r = { .y = xcalloc(1, sizeof *r.y), .lines = gzlines_open(path) };
	size_t length;
	char *line;

	r.y->file = gzlines_name(r.lines);
	while ((line = gzlines_next(r.lines, &length)))
		read_line(&r, line);
	gzlines_close(r.lines);
	if (r.y->topologies == 0)
		die(FAIL_DATA, "%s: no line is as '- topology: NAME'", r.y->file);
	if (r.unknown)
		warn("%s: keys that are not known here, passed over: %u", r.y->file, r.unknown);
	return r.y;
}

const yaml_topology *
topology_yaml_choose(const yaml_file *y, const char *name)
{
	const yaml_topology *chosen = name ? NULL : &y->topology[0];
	choice_list c = choices_begin(name ? name : "", ", ");

	for (uint32_t i = y->topologies; i-- > 0;) {
		const yaml_topology *t = &y->topology[i];

		choices_add(&c, t->name);
		if (name ? strcmp(t->name, name) == 0 : t->usual)
			chosen = t;
	}
	if (!chosen)
		die(FAIL_DATA, "%s: no topology '%s'; %sknown: %s", y->file, name, choices_hint(&c), c.names);
	free(c.names);
	if (!chosen->kind)
		die_at(y->file, chosen->line, "topology '%s' is of no kind; tree or block is missing", chosen->name);
	if (strcmp(chosen->kind, "tree") != 0 && strcmp(chosen->kind, "block") != 0)
		die_at(y->file, chosen->line, "topology '%s': '%s' is not read here; tree and block are", chosen->name, chosen->kind);
	return chosen;
}

void
topology_yaml_free(yaml_file *y)
{
	for (uint32_t i = 0; i < y->topologies; i++) {
		yaml_topology *t = &y->topology[i];

		for (uint32_t k = 0; k < t->entries; k++) {
			free_all(t->entry[k].name, t->entry[k].nodes, t->entry[k].children);
		}
		free_all(t->entry, t->name, t->kind, t->sizes);
	}
	free_all(y->topology, y);
}
