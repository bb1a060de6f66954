/* buffers -- the room that a router keeps for each virtual channel of a link into it, and what one stream makes of it. */
#pragma once

#include "lib/machine/machine.h"

enum { USUAL_PACKET = 2048 };	/* bytes of the largest packet where nobody says another size */

/* Bytes a virtual channel at the end of a link of speed `s`, for packets of at most `packet` bytes: vc-buffer where the machine says so.
 * Else what the link carries in a credit's round trip (its latency there and back, the router's latency, the transfer of one
 * packet) and two packets, at least 14000; at most INT32_MAX. */
int64_t buffer_bytes(const machine *m, const speed *s, int64_t packet);

/* The bits a second that one stream of packets of `packet` bytes reaches on a link of speed `s`, of which one virtual channel holds
 * `bytes`: as many packets as fit every round trip, at most what the link carries. */
double buffer_rate(const machine *m, const speed *s, int64_t packet, int64_t bytes);

/* The least bytes with which buffer_rate is what the link carries. */
int64_t buffer_needed(const machine *m, const speed *s, int64_t packet);
