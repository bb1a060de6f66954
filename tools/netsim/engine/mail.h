/* mail -- packets and credits on their way from one part of a network to another (parts.h). */
#pragma once

#include "netsim/engine/network.h"

/* A credit on its way to a sender in another part. */
typedef struct far_credit {
	int64_t time;		/* ps, when it is there */
	uint32_t link, channel;
	uint32_t bytes;
} far_credit;

/* What one part sends to another in a stretch.  On lines of its own, which processors fetch in pairs: others are written meanwhile. */
typedef struct mail {
	_Alignas(128) packet *packet;	/* time: when its head is at the end of its link */
	far_credit *credit;
	size_t packets, packet_room, credits, credit_room;
} mail;

/* Packet `id` has started on p->link, which leads to another part; its head is there at `time`. */
void mail_packet(network *n, uint32_t id, int64_t time);

/* The tail of p, which has come from another part, leaves its input channel at `left`: the room goes back to its sender. */
void mail_credit(network *n, packet *p, int64_t left);
