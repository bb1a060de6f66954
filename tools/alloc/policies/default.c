/* default -- the idle nodes that come first in the machine's own order: what the resource managers of the paper's machines
 * do unless told otherwise, and what Topaware is compared with.
 *
 * A machine that is read from a map has node numbers of its own (machine.h, nid), which run along cables and cabinets, not along
 * coordinates.  Without these the order is that of the labels, as in simple.c. */
#include <stdlib.h>

#include "alloc/pick.h"
#include "alloc/policy.h"
#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	const machine *m = o->machine;
	uint32_t n = 0;
	uint64_t *idle;	/* nid and node */

	if (!m->nid) {
		pick_lowest(o, q->nodes, out->node);
		return true;
	}
	idle = xalloc(o->idle, sizeof *idle);
	for (uint32_t v = 0; v < m->nodes; v++)
		if (!o->busy[v])
			idle[n++] = (uint64_t)m->nid[v] << 32 | v;
	qsort(idle, n, sizeof *idle, ascending_u64);
	for (uint32_t i = 0; i < q->nodes; i++)
		out->node[i] = (uint32_t)idle[i];
	free(idle);
	return true;
}

const policy policy_default = { .name = "default", .about = "the idle nodes that come first in the machine's own order", .choose = choose };
