/* usage -- what routings are told of routers that queue at their inputs. */
#include "netsim/engine/usage.h"

#include "netsim/engine/credits.h"
#include "netsim/engine/outputs.h"

/* Does the crossing to `link` that was settled last, and begins then, still lie ahead of what happens now? */
static bool
lies_ahead(const network *n, uint32_t link, int64_t begins)
{
	int64_t now = n->calendar.now;

	return begins >= now && (begins > now || calendar_order(&n->calendar) < arbitration_order(link, now));
}

int64_t
crossbar_link_free(const network *n, uint32_t link)
{
	const crossbar *b = n->crossbar;

	return lies_ahead(n, link, b->usage[link].begins) ? output_of(b, link)->link_free : port_of(n, link)->free;
}

/* Bytes that have crossed and have still to go out on this link, by the whole picoseconds that a byte takes. */
static uint64_t
leaving(const network *n, uint32_t link)
{
	const link_speed *s = &n->speed[port_of(n, link)->speed];
	int64_t left = crossbar_link_free(n, link) - n->calendar.now, byte = (int64_t)(UINT64_C(8000000000000) / s->speed.bits_per_s);

	return left > 0 ? (uint64_t)(left / (byte ? byte : 1)) : 0;
}

uint64_t
crossbar_behind(const network *n, uint32_t link, unsigned v)
{
	const outputs *b = n->crossbar->outputs;

	return b ? outputs_waiting(n, b, link, v) : leaving(n, link);
}

int64_t
crossbar_output(const network *n)
{
	const outputs *b = n->crossbar->outputs;

	return b ? (int64_t)b->size : n->buffer;
}

void
usage_forget(network *n, uint32_t link)
{
	n->crossbar->usage[link] = (usage){ .more = NONE, .begins = -1 };
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
	usage *u = &n->crossbar->usage[link];
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
crossbar_used(network *n, uint32_t link)
{
	const crossbar *b = n->crossbar;
	usage *u = &b->usage[link];
	uint64_t used;

	settle_up(n, u);
	used = u->used - (lies_ahead(n, link, u->begins) ? u->ahead : 0);
	if (used == 0 && port_of(n, link)->flags & ENDPOINT)
		used = leaving(n, link);
	return b->outputs ? used + outputs_waiting_all(n, b->outputs, link) : used;
}
