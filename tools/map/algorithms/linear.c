/* linear -- tasks in order over the nodes in the order of node_list, consecutive
 * tasks together: what a launcher does when it is told nothing. */
#include "map/mapping.h"

const mapping mapping_linear = {
	.name = "linear", .about = "tasks in order over the nodes in the order of node_list", .place = linear_ranks,
};
