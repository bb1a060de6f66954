/* mappings -- the task-mapping algorithms, in the order in which --list shows them. */
#include "map/mapping.h"

extern const mapping mapping_linear, mapping_random, mapping_random_nodes;

const mapping *const mappings[] = {
	&mapping_linear,
	&mapping_random,
	&mapping_random_nodes,
	NULL
};
