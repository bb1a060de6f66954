/* usage -- what routings are told of routers that queue at their inputs: bytes of credit that links have in use, bytes behind outputs.
 *
 * A credit that comes back is in use until it is there, whether or not the sender has taken it in before (credits.h).  So links that
 * routings ask about keep a second account, of all their channels together. */
#ifndef HOPLINE_NETSIM_ENGINE_USAGE_H
#define HOPLINE_NETSIM_ENGINE_USAGE_H

#include "netsim/engine/crossbar.h"

enum { NEAR_RETURNS = 3 };

/* The account of a link; one cache line. */
typedef struct usage {
	int64_t time[NEAR_RETURNS];	/* when bytes come back */
	uint32_t bytes[NEAR_RETURNS];	/* 0: free */
	uint64_t used;		/* those to come back included, */
	int64_t begins;		/* and these, which are those of the crossing that was settled ahead last; it begins then */
	uint32_t ahead;
	uint32_t more;		/* a list of credits, for further ones; NONE: empty */
} usage;

/* Does anybody ask how much credit `link` has in use? */
static inline bool
usage_kept(const network *n, uint32_t link)
{
	return n->crossbar && n->crossbar->usage && link < n->machine->router_links;
}

/* A packet takes credit of `link`, whose port is o, now or when the crossing begins that is settled ahead. */
static inline void
usage_take(const network *n, uint32_t link, const port *o, uint32_t bytes)
{
	if (usage_kept(n, link) && !(o->flags & ENDPOINT)) {
		n->crossbar->usage[link].used += bytes;
		n->crossbar->usage[link].ahead = bytes;
	}
}

/* Credit of `link` is back at `time`. */
void usage_return(network *n, uint32_t link, uint32_t bytes, int64_t time);

/* Forget what is in use. */
void usage_forget(network *n, uint32_t link);

#endif
