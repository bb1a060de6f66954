/* usage -- how much credit a link has in use. */
#include "netsim/engine/usage.h"

#include "netsim/engine/credits.h"

void
usage_forget(network *n, uint32_t link)
{
	n->usage[link] = (usage){ .returns = NONE, .begins = -1 };
}

/* Close what has come back by now. */
static void
settle_up(network *n, usage *u)
{
	for (uint32_t *at = &u->returns, id; (id = *at) != NONE;) {
		if (n->credit[id].time > n->calendar.now) {
			at = &n->credit[id].next;
			continue;
		}
		u->used -= n->credit[id].bytes;
		*at = n->credit[id].next;
		free_credit(n, id);
	}
}

void
usage_return(network *n, uint32_t link, uint32_t bytes, int64_t time)
{
	usage *u = &n->usage[link];
	uint32_t id;

	settle_up(n, u);
	id = credit_new(n);
	n->credit[id] = (credit){ time, bytes, u->returns };
	u->returns = id;
}

uint64_t
usage_now(network *n, uint32_t link)
{
	usage *u = &n->usage[link];

	settle_up(n, u);
	return u->used;
}
