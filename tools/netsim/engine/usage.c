/* usage -- how much credit a link has in use. */
#include "netsim/engine/usage.h"

#include "netsim/engine/credits.h"

void
usage_forget(network *n, uint32_t link)
{
	n->usage[link] = (usage){ .more = NONE, .begins = -1 };
}

/* Close what has come back by now. */
static void
settle_up(network *n, usage *u)
{
	uint32_t *at = &u->more;

	for (int k = 0; k < NEAR_RETURNS; k++) {
		if (u->time[k] <= n->calendar.now) {
			u->used -= u->bytes[k];
			u->bytes[k] = 0;
		}
	}
	while (*at != NONE) {
		uint32_t id = *at;

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

	for (int k = 0; k < NEAR_RETURNS; k++) {
		if (u->time[k] <= n->calendar.now || u->bytes[k] == 0) {
			u->used -= u->bytes[k];
			u->time[k] = time;
			u->bytes[k] = bytes;
			return;
		}
	}
	id = credit_new(n);
	n->credit[id] = (credit){ time, bytes, u->more };
	u->more = id;
}

uint64_t
usage_now(network *n, uint32_t link)
{
	usage *u = &n->usage[link];

	settle_up(n, u);
	return u->used;
}
