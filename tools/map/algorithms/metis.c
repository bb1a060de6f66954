/* metis -- the tasks and the routers that they go to are cut in two, again and again, by METIS (Hoefler and Snir, "Generic topology mapping
 * strategies for large-scale parallel architectures", ICS 2011, recursive bisection).
 *
 * Weights are what tasks exchange, and how near routers are.  Both graphs are cut in halves of equal numbers of ranks; the tasks of one
 * half go to the routers of one half.  Which goes to which the paper leaves open: here that which brings tasks nearer to those they talk
 * to, where every task counts as being in the middle of the routers that its part is known to go to. */
#include "map/mapping.h"

#ifdef HAVE_METIS

#include "map/support/dissection.h"

enum { CUTS = 4 };

static void
place(const placement *p, uint32_t *rank)
{
	dissect(p, &(dissection_rule){ .cut = cut_near, .first_cuts = CUTS, .cuts = CUTS }, rank);
}

#endif

const mapping mapping_metis = {
	.name = "metis",
	.about = "recursive bisection of the tasks and of the routers by METIS (Hoefler and Snir)",
	.needs = NEEDS_TRAFFIC,
#ifdef HAVE_METIS
	.place = place,
#else
	.lacks = "METIS",
#endif
};
