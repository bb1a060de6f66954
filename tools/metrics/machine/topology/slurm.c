/* slurm -- a machine's switches and nodes as a topology.conf or a topology.yaml of Slurm lists them: its levels, or the file that it came
 * from (lib/machine/switches.h), blocks where that has such.  Read again it makes the same tree.  What no job computes on is not listed. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/hostlist/hostlist.h"
#include "lib/machine/switches.h"
#include "metrics/machine/topology/topology.h"

static char *
switch_name(const switches *s, uint32_t i)
{
	const machine *m = s->machine;
	uint32_t first = 0;

	if (i < s->leaves)
		return xprintf("%s%" PRIu32, m->block_sizes ? "block" : "leaf", i);
	for (uint32_t k = s->leaves; k < i; k++)	/* its number among those of its level */
		first += s->level[k] == s->level[i];
	if (s->above[i] == NONE)
		return xstrdup("top");
	return xprintf("%s%" PRIu32, m->above || (int)s->level[i] > m->levels ? "switch" : m->level[s->level[i] - 1].name, m->above ? i : first);
}

/* What the two files write around names, [1] of blocks; around these the sizes. */
typedef struct slurm_words {
	const char *head, *item, *nodes, *switches, *sizes, *end;
} slurm_words;

#define YAML "---\n- topology: default\n  cluster_default: true\n  "
static const slurm_words conf[2] = {
	{ "", "SwitchName=", " Nodes=", " Switches=" }, { "", "BlockName=", " Nodes=", NULL, "BlockSizes=", "\n" }
};
static const slurm_words yaml[2] = {
	{ YAML "tree:\n    switches:\n", "      - switch: ", "\n        nodes: ", "\n        children: " },
	{ YAML "block:\n", "      - block: ", "\n        nodes: ", NULL, "    block_sizes: [", "]\n    blocks:\n" }
};

/* Names between commas, behind that word. */
static void
write_list(const char *word, const hostlist *h)
{
	char *text = hostlist_write(h);

	printf("%s%s", word, text);
	free(text);
}

static void
push_node(hostlist *h, const machine *m, uint32_t v)
{
	char *name = m->node_name && m->node_name[v] ? xstrdup(m->node_name[v]) : xprintf("n%" PRIu32, v);

	if (!hostlist_name(name))
		die(FAIL_DATA, "the node %" PRIu32 " of '%s' is called '%s', which is no name of a host", v, m->spec, name);
	hostlist_push(h, name);
	free(name);
}

/* Which switches have a node below them on which jobs compute? */
static uint8_t *
find_used(const switches *s)
{
	uint8_t *used = xcalloc(s->count, 1);

	for (uint32_t v = 0; v < s->machine->nodes; v++)
		for (uint32_t at = s->leaf[v]; at != NONE && kind_of_node(s->machine, v) == NODE_COMPUTE; at = s->above[at])
			used[at] = 1;
	return used;
}

static void
write_leaf(const switches *s, const slurm_words *w, uint32_t i)
{
	hostlist h = { 0 };

	for (uint32_t k = s->first[i]; k < s->first[i + 1]; k++)
		if (kind_of_node(s->machine, s->node[k]) == NODE_COMPUTE)
			push_node(&h, s->machine, s->node[k]);
	write_list(w->nodes, &h);
	hostlist_free(&h);
}

static void
write_tree(const machine *m, const slurm_words *w)
{
	char *wrong = switches_wrong(m), **name;
	hostlist *below;
	switches *s;
	uint8_t *used;

	if (m->tori)
		die(FAIL_DATA, "--to slurm: '%s' has rings or tori, which a list of switches cannot say", m->spec);
	if (wrong)
		die(FAIL_DATA, "--to slurm: %s", wrong);
	s = switches_of(m);
	used = find_used(s);
	name = xalloc(s->count, sizeof *name);
	below = xcalloc(s->count, sizeof *below);
	for (uint32_t i = 0; i < s->count; i++) {
		name[i] = switch_name(s, i);
		if (used[i] && s->above[i] != NONE)
			hostlist_push(&below[s->above[i]], name[i]);
	}
	printf("# %s\n%s", m->spec, w->head);
	for (int i = 0; i < m->block_sizes; i++)
		printf("%s%" PRIu32 "%s", i ? w == &conf[1] ? "," : ", " : w->sizes, m->block_size[i], i + 1 < m->block_sizes ? "" : w->end);
	for (uint32_t i = 0; i < s->count; i++) {
		if (used[i] && (!m->block_sizes || i < s->leaves)) {
			printf("%s%s", w->item, name[i]);
			if (i < s->leaves)
				write_leaf(s, w, i);
			else
				write_list(w->switches, &below[i]);
			putchar('\n');
		}
	}
}

void
topology_write_slurm(const machine *m, const cli *c, const char *nodes)
{
	(void)c, (void)nodes;
	write_tree(m, &conf[m->block_sizes > 0]);
}

void
topology_write_slurm_yaml(const machine *m, const cli *c, const char *nodes)
{
	(void)c, (void)nodes;
	write_tree(m, &yaml[m->block_sizes > 0]);
}
