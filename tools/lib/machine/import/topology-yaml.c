#include "lib/machine/import/topology-yaml.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/cli/choices.h"
#include "lib/cli/cli.h"
#include "lib/stream/gzlines.h"

static const char *const kinds[] = { "tree", "block", "flat", "ring", "torus3d", NULL };

bool
topology_yaml_is(const gzlines *in)
{
	const char *file = gzlines_name(in);

	return gzlines_named(file, ".yaml") || gzlines_named(file, ".yml") || gzlines_look(in, "YAML") || gzlines_look(in, "JSON");
}

char *
topology_yaml_text(const yaml_node *item, const char *file, const char *key)
{
	const yaml_node *n = yaml_find(item, key);

	if (n && n->sort != YAML_TEXT)
		die_at(file, n->line, "'%s': must be one text, as n[01-04]", key);
	return n ? n->text : NULL;
}

const yaml_node *
topology_yaml_list(const yaml_node *of, const char *file, const char *key)
{
	const yaml_node *n = yaml_find(of, key);

	if (!n || n->sort != YAML_LIST)
		die_at(file, n ? n->line : of->line, "'%s': must be a list, an item of it as '- ...'", key);
	return n;
}

/* The kind of a topology and what it lists: of one kind it must be. */
static const yaml_node *
kind_of(const yaml_node *t, const char *file, const char *name)
{
	const yaml_node *kind = NULL;

	for (const char *const *k = kinds; *k; k++) {
		const yaml_node *n = yaml_find(t, *k);

		if (n && kind)
			die_at(file, n->line, "topology '%s' is of two kinds, %s and %s", name, kind->key, n->key);
		kind = n ? n : kind;
	}
	if (!kind || (strcmp(kind->key, "flat") == 0 && kind->text && strcasecmp(kind->text, "false") == 0))
		die_at(file, t->line, "topology '%s' is of no kind; tree, block, ring, torus3d or flat: true is missing", name);
	return kind;
}

static bool
is_true(const char *text)
{
	return text && (strcasecmp(text, "true") == 0 || strcasecmp(text, "yes") == 0 || strcasecmp(text, "on") == 0);
}

/* The name of a topology, which is of one kind. */
static const char *
name_of(const yaml_node *t, const char *file)
{
	const char *name = topology_yaml_text(t, file, "topology");

	if (!name)
		die_at(file, t->line, "a topology without a name: 'topology: NAME' is missing");
	kind_of(t, file, name);
	return name;
}

const yaml_node *
topology_yaml_choose(const yaml_node *list, const char *file, const char *name)
{
	const yaml_node *chosen = NULL, *usual = NULL, *kind;
	choice_list c = choices_begin(name ? name : "", ", ");

	if (list->sort != YAML_LIST || list->children == 0)
		die_at(file, list->line, "must be a list of topologies, each beginning as '- topology: NAME'");
	for (uint32_t i = list->children; i-- > 0;) {
		const yaml_node *t = &list->child[i];

		choices_add(&c, name_of(t, file));
		usual = is_true(topology_yaml_text(t, file, "cluster_default")) ? t : usual;
		chosen = name && strcmp(name_of(t, file), name) == 0 ? t : chosen;
	}
	if (name && !chosen)
		die(FAIL_DATA, "%s: no topology '%s'; %sknown: %s", file, name, choices_hint(&c), c.names);
	chosen = name ? chosen : usual ? usual : &list->child[0];
	name = name_of(chosen, file);
	kind = kind_of(chosen, file, name);
	if (strcmp(kind->key, "flat") == 0)
		die_at(file, chosen->line, "topology '%s' is flat: it names no nodes, of which a machine could be made", name);
	free(c.names);
	return kind;
}
