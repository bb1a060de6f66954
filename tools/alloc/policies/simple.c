/* simple -- the lowest-numbered idle nodes.
 *
 * The default of many machines, and the paper's yardstick (Zhang et al., "Level-Spread", section IV).  Also called linear. */
#include "alloc/pick.h"
#include "alloc/policy.h"

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	pick_lowest(o, q->nodes, out->node);
	return true;
}

const policy policy_simple = {
	.name = "simple", .aliases = (const char *const[]){ "linear", NULL }, .about = "the lowest-numbered idle nodes", .choose = choose,
};
