/* decision -- of routes with an escape channel: which channel a packet takes is said by tokens, at every router anew. */
#include "netsim/escape/tokens.h"
#include "netsim/routings/decisions.h"

static void
choose(network *n, packet *p, uint32_t router, int64_t now)
{
	(void)n;
	(void)now;
	p->settled = router == p->router;
}

static bool
targets(const paths *w, const trip *t, uint32_t router, uint32_t k, uint32_t *via)
{
	way_out way[MAX_WAYS];
	uint32_t count;

	*via = NONE;
	if (router == t->router)	/* there is but the link to the node */
		return k == 0;
	count = w->routes->ways(w, t, router, way);
	if (k < count)
		*via = w->routes->mark(w, way[k]);
	return k < count;
}

const decision most_tokens = { .begin = tokens_begin, .choose = choose, .tokens = true, .targets = targets };
