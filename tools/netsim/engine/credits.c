/* credits -- the room at the end of a link's channels. */
#include "netsim/engine/credits.h"

/* The sender of `link`, or packets that may take it among others, wait for a credit that comes at `time`. */
static void
tell(network *n, uint32_t link, unsigned v, int64_t time)
{
	if (n->rooms && link < n->machine->router_links)
		n->rooms->credit(n, link, v, time);
	else
		n->model->wake_by(n, link, time);
}

void
credit_first(network *n, uint32_t link, unsigned v, uint32_t id)
{
	channel *c = channel_of(n, port_of(n, link), v);
	bool wanted = c->last == STARVED;

	c->first = c->last = id;
	if (wanted)
		tell(n, link, v, n->credit[id].time);
}

void
credit_between(network *n, uint32_t link, unsigned v, uint32_t id)
{
	port *o = port_of(n, link);
	uint32_t *at = &channel_of(n, o, v)->first;

	while (n->credit[*at].time <= n->credit[id].time)
		at = &n->credit[*at].next;
	n->credit[id].next = *at;
	*at = id;
	if (o->free <= n->calendar.now || n->rooms || n->crossbar)	/* the sender may wait for a later one */
		tell(n, link, v, n->credit[id].time);
}

bool
channel_has(network *n, channel *c, uint32_t bytes, int64_t time)
{
	while (c->credit < (int32_t)bytes) {
		if (c->first == NONE || n->credit[c->first].time > time)
			return false;
		take_credit(n, c);
	}
	return true;
}

int64_t
channel_when(network *n, channel *c, uint32_t bytes)
{
	int64_t sum = c->credit, time = NEVER;

	for (uint32_t id = c->first; id != NONE; id = n->credit[id].next) {
		sum += n->credit[id].bytes;
		time = n->credit[id].time;
		if (sum >= bytes)
			return time;
	}
	if (c->first == NONE)
		c->last = STARVED;
	return time;
}

void
credit_back(network *n, uint32_t link, unsigned v, uint32_t bytes, int64_t time)
{
	if (n->model->returned)
		n->model->returned(n, link, bytes, time);
	give_back(n, link, v, bytes, time);
}

