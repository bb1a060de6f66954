/* token-vc -- the tokens of a channel between routers, and the credits under way to it. */
#include "netsim/escape/token-vc.h"

void
token_vc_reset(const network *n, token_vc *o)
{
	o->time = NEVER;
	o->tokens = n->buffer;
	o->least = UINT32_MAX;
	o->first = NONE;
}

void
token_vc_take_in(network *n, token_vc *o)
{
	while (o->time <= n->calendar.now) {
		uint32_t id = o->first;

		o->tokens += (int32_t)n->credit[id].bytes;
		o->first = n->credit[id].next;
		o->time = o->first == NONE ? NEVER : n->credit[o->first].time;
		free_credit(n, id);
	}
}

bool
token_vc_credit(network *n, token_vc *o, uint32_t bytes, int64_t time)
{
	uint32_t id, *at = &o->first;

	token_vc_take_in(n, o);
	id = credit_new(n);
	if (o->first != NONE && n->credit[o->last].time <= time)
		at = &n->credit[o->last].next;
	while (*at != NONE && n->credit[*at].time <= time)
		at = &n->credit[*at].next;
	n->credit[id] = (credit){ time, bytes, *at };
	if (*at == NONE)
		o->last = id;
	*at = id;
	if (o->first != id)
		return false;
	o->time = time;
	return true;
}

bool
token_vc_whole(const network *n, const token_vc *o)
{
	int64_t sum = o->tokens;

	for (uint32_t id = o->first; id != NONE; id = n->credit[id].next)
		sum += n->credit[id].bytes;
	return sum == n->buffer;
}
