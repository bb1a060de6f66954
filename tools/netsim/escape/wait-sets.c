/* wait-sets -- sets of packets that wait for tokens, and the channels that they wait for. */
#include "netsim/escape/wait-sets.h"

#include "lib/cli/cli.h"

static const packet *
first_of(const network *n, uint32_t id)
{
	return packet_of(n, wait_set_of(n, id)->first);
}

uint32_t
wait_set_open(network *n, uint32_t id, uint32_t hash)
{
	escape *e = n->escape;
	uint32_t new = e->sets_free;

	if (new != NONE) {
		e->sets_free = e->set[new].next;
	} else {
		e->set = xgrow(e->set, &e->set_room, (size_t)e->sets_made + 1, sizeof *e->set);
		new = e->sets_made++;
	}
	e->set[new] = (wait_set){ .first = id, .last = id, .hash = hash };
	return new;
}

void
wait_set_join(network *n, uint32_t id, uint32_t p)
{
	packet_of(n, wait_set_of(n, id)->last)->next = p;
	wait_set_of(n, id)->last = p;
}

bool
wait_set_leave(network *n, uint32_t id)
{
	wait_set *s = wait_set_of(n, id);

	s->first = packet_of(n, s->first)->next;
	if (s->first != NONE)
		return false;
	s->next = n->escape->sets_free;
	n->escape->sets_free = id;
	return true;
}

bool
wait_set_before(const network *n, uint32_t a, uint32_t b)
{
	return (int32_t)(first_of(n, a)->place - first_of(n, b)->place) < 0;	/* they may be counted round */
}

void
token_vc_add(network *n, token_vc *o, uint32_t id)
{
	o->set = xgrow(o->set, &o->room, (size_t)o->sets + 1, sizeof *o->set);
	o->set[o->sets++] = id;
	token_vc_expect(o, first_of(n, id)->bytes);
}

void
token_vc_remove(token_vc *o, uint32_t id)
{
	uint32_t i = 0;

	while (o->set[i] != id)
		i++;
	o->set[i] = o->set[--o->sets];
}

uint32_t
token_vc_first(const network *n, token_vc *o, int64_t bytes)
{
	uint32_t best = NONE, least = UINT32_MAX;

	if (bytes < o->least)
		return NONE;
	for (uint32_t i = 0; i < o->sets; i++) {
		uint32_t wanted = first_of(n, o->set[i])->bytes;

		if (!o->escape && wanted > bytes)
			least = wanted < least ? wanted : least;
		else if (best == NONE || wait_set_before(n, o->set[i], best))
			best = o->set[i];
	}
	if (o->escape)
		return best != NONE && first_of(n, best)->bytes <= bytes ? best : NONE;
	if (best == NONE)
		o->least = least;
	return best;
}
