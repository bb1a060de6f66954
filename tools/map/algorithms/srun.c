/* srun -- the order in which Slurm's srun numbers tasks when it is told nothing, by observation (data/reference/slurm/26.05/steps-*.txt).
 *
 * 26.05 goes by the topology: leaf after leaf as their lines stand in the file, block after block, ring after ring as that lists its nodes;
 * within a leaf by label.  24.11, and 26.05 under cyclic and plane distributions, go by label.  A job of fewer tasks than nodes takes the
 * first nodes of that order, its tasks by label. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/machine/switches.h"
#include "map/mapping.h"

/* A node of the job, by its number there. */
typedef struct ordered_node {
	uint32_t at, label, group, place;
} ordered_node;

ASCENDING_BY2(by_topology, ordered_node, group, place)
ASCENDING_BY(by_label, ordered_node, label)

static int64_t plane;		/* tasks in a row on a node; 0: blocks */
static switches *tree;

static void
read_distribution(const char *option, const char *text)
{
	plane = strcmp(text, "cyclic") == 0;
	if (plane || strcmp(text, "block") == 0 || (strncmp(text, "plane=", 6) == 0 && read_int(text + 6, 1, INT32_MAX, &plane)))
		return;
	die(FAIL_USAGE, "%s: '%s': must be block, cyclic or plane=N", option, text);
}

static const algorithm_option option_distribution = { .name = "distribution", .value = "block|cyclic|plane=N", .read = read_distribution,
	.about = "srun: how it distributes tasks, as its -m says [block]" };

static void
begin(const machine *m)
{
	tree = tree ? tree : switches_of(m);
}

static void
place_by(const placement *p, bool topology, uint32_t *rank)
{
	ordered_node *node = xalloc(p->nodes, sizeof *node);
	uint32_t nodes = p->tasks < p->nodes ? p->tasks : p->nodes;
	uint32_t *taken = xcalloc(nodes, sizeof *taken), cores = p->machine->cores;

	for (uint32_t k = 0; k < p->nodes; k++) {
		uint32_t v = p->node[k], label = tree->place[v];

		node[k] = p->machine->tori ? (ordered_node){ k, label, 0, v } : (ordered_node){ k, label, tree->leaf[v], label };
	}
	qsort(node, p->nodes, sizeof *node, topology ? by_topology : by_label);
	if (plane || nodes < p->nodes)
		qsort(node, nodes, sizeof *node, by_label);
	/* Tasks onto nodes in this order, in blocks that differ by one task at most, or plane after plane. */
	for (uint32_t i = 0; i < p->tasks;)
		for (uint32_t k = 0; k < nodes; k++) {
			uint32_t most = plane ? (uint32_t)plane : p->tasks / nodes + (k < p->tasks % nodes);

			for (uint32_t n = 0; n < most && i < p->tasks && taken[k] < cores; n++)
				rank[i++] = node[k].at * cores + taken[k]++;
		}
	free_all(taken, node);
}

static void
place_26(const placement *p, uint32_t *rank)
{
	place_by(p, true, rank);
}

static void
place_24(const placement *p, uint32_t *rank)
{
	place_by(p, false, rank);
}

#define SRUN .option = { &option_distribution }, .begin = begin

extern const mapping mapping_srun_26, mapping_srun_24;

const mapping mapping_srun_26 = {
	.name = "srun:26.05",
	.about = "what srun does since Slurm 26.05: nodes in the order of the topology; also called srun",
	.place = place_26, SRUN,
};

const mapping mapping_srun_24 = {
	.name = "srun:24.11", .about = "what srun does up to Slurm 24.11: nodes by their names", .place = place_24, SRUN,
};
