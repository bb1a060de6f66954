/* usage -- how much credit a link has in use, all its channels together, as its sender knows.
 *
 * Credit that comes back is in use until it is there, whether or not a channel has taken it in before (credits.h).  So links that
 * routings ask about keep this second account, where routers queue at their inputs. */
#pragma once

#include "netsim/engine/network.h"

/* The account of a link. */
typedef struct usage {
	uint64_t used;		/* those to come back included, */
	int64_t begins;		/* and these, which are those of the crossing that was settled ahead last; it begins then */
	uint32_t ahead;
	uint32_t returns;	/* a list of credits that come back, in no order; NONE: empty */
} usage;

/* Does a routing ask how much credit `link` has in use? */
static inline bool
usage_kept(const network *n, uint32_t link)
{
	return n->usage && link < n->machine->router_links;
}

/* A packet takes credit of `link`, whose port is o, now or when the crossing begins that is settled ahead. */
static inline void
usage_take(const network *n, uint32_t link, const port *o, uint32_t bytes)
{
	if (usage_kept(n, link) && !(o->flags & ENDPOINT)) {
		n->usage[link].used += bytes;
		n->usage[link].ahead = bytes;
	}
}

/* Credit of `link` will be back at `time`. */
void usage_return(network *n, uint32_t link, uint32_t bytes, int64_t time);

/* Bytes in use now, with those of a crossing that is settled ahead. */
uint64_t usage_now(network *n, uint32_t link);

/* Forget what is in use. */
void usage_forget(network *n, uint32_t link);
