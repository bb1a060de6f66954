/* mappings -- the task-mapping algorithms, in the order in which --list shows them, and what most begin with. */
#include <string.h>

#include "map/mapping.h"

extern const mapping mapping_linear, mapping_random, mapping_random_nodes, mapping_srun_26, mapping_srun_24;
extern const mapping mapping_geom, mapping_gsearch, mapping_gsearch_rank, mapping_gsearch_best;
extern const mapping mapping_geom_mj, mapping_greedy, mapping_hilbert;
extern const mapping mapping_metis, mapping_multisection, mapping_scotch;
extern const mapping mapping_grid_order, mapping_topaware;
extern const mapping mapping_best_start, mapping_geom_or_linear, mapping_local, mapping_anneal;
extern const mapping mapping_adaptive_layout, mapping_auto;

const mapping *const mappings[] = {
	&mapping_linear, &mapping_random, &mapping_random_nodes, &mapping_srun_26, &mapping_srun_24,
	&mapping_geom, &mapping_gsearch, &mapping_gsearch_rank, &mapping_gsearch_best,
	&mapping_geom_mj, &mapping_greedy, &mapping_hilbert,
	&mapping_metis, &mapping_multisection, &mapping_scotch,
	&mapping_grid_order, &mapping_topaware,
	&mapping_best_start, &mapping_geom_or_linear, &mapping_local, &mapping_anneal,
	&mapping_adaptive_layout, &mapping_auto,
	NULL
};

const mapping *
mapping_find(const char *name)
{
	for (const mapping *const *p = mappings; *p; p++) {
		size_t length = strcspn((*p)->name, ":");

		if (strcmp((*p)->name, name) == 0 || (strlen(name) == length && strncmp((*p)->name, name, length) == 0))
			return *p;
	}
	return NULL;
}

void
linear_ranks(const placement *p, uint32_t *rank)
{
	uint32_t each = (p->tasks - 1) / p->nodes + 1;

	for (uint32_t i = 0; i < p->tasks; i++)
		rank[i] = i / each * p->machine->cores + i % each;
}
