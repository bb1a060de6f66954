/* mail -- what one part of a network sends to another. */
#include "netsim/engine/mail.h"

#include "lib/cli/cli.h"

void
mail_packet(network *n, uint32_t id, int64_t time)
{
	packet *p = packet_of(n, id), *sent;
	const port *o = port_of(n, p->link);
	mail *to = &n->mail[n->part_of[o->to]];

	if (to->packets == to->packet_room)
		to->packet = xgrow(to->packet, &to->packet_room, to->packets + 1, sizeof *to->packet);
	sent = &to->packet[to->packets++];
	*sent = *p;
	sent->time = time;
	sent->sender = (uint16_t)n->number;
	sent->speed = o->speed;
	if (time < n->sent)
		n->sent = time;
	packet_delete(n, id);
}

void
mail_credit(network *n, packet *p, int64_t left)
{
	mail *to = &n->mail[p->sender];
	int64_t time = left + n->speed[p->speed].latency;

	if (to->credits == to->credit_room)
		to->credit = xgrow(to->credit, &to->credit_room, to->credits + 1, sizeof *to->credit);
	to->credit[to->credits++] = (far_credit){ time, p->link, p->channel, p->bytes };
	if (time < n->sent)
		n->sent = time;
	p->foreign = 0;
}
