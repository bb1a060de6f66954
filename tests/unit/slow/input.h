/* input -- routers that queue at their inputs: channels are given to the first packets of input channels, and these
 * cross when both ports, the next router's buffer and the place behind the crossbar have room.  Where channels have buffers behind the
 * crossbar, they cross when there is room in these, and start when the link is free and the next router's buffer has room. */
#pragma once

#include "unit/slow/links.h"

/* The packet q, whose head has come, is first or waits behind the others of its input channel. */
static void
line_up(slow *s, parcel q)
{
	in_channel *in = in_channel_of(s, &q.p);

	if (in->state != EMPTY) {
		pile_add(&in->behind, &q);
		return;
	}
	in->state = UNDECIDED;
	route(s, q);
}

/* The first packet of an input channel begins to cross: the next one becomes the first. */
static void
move_up(slow *s, in_channel *in)
{
	parcel q;

	in->state = EMPTY;
	if (in->behind.count == 0)
		return;
	q = in->behind.item[0];
	memmove(in->behind.item, in->behind.item + 1, --in->behind.count * sizeof q);
	in->state = UNDECIDED;
	route(s, q);
}

/* Of the first packets of a router's input channels that are ready for channel v of `out`, the next in turn has it. */
static void
give_channel(slow *s, uint32_t out, unsigned v)
{
	const machine *m = s->machine;
	uint32_t router = m->from[out], ports = m->first[router + 1] - m->first[router], numbers = ports * s->channels;
	out_channel *g = &s->link_state[out].out_channel[v];

	for (uint32_t k = 1; k <= numbers; k++) {
		uint32_t number = (g->turn + k - 1) % numbers, link = m->reverse[m->first[router] + number / s->channels];
		in_channel *in = link == NONE ? NULL : &s->link_state[link].in_channel[number % s->channels];

		if (!in || in->state != REQUESTS || in->first.p.out != out || in->first.p.channel_next != v || in->first.ready > s->now)
			continue;
		g->holder = in;
		g->turn = number + 1;
		return;
	}
}

/* From when on a largest packet more fits behind the crossbar: when all that has not gone out takes no longer than a full buffer. */
static int64_t
fits_from(const slow *s, uint32_t link)
{
	uint64_t bandwidth = speed_of(s, link)->bits_per_s;

	return s->link_state[link].free + time_of(s->packet_bytes, bandwidth) - time_of(buffer_of(s, link), bandwidth);
}

/* Has the buffer behind the crossbar, of channel v, room for so many bytes?  The packet on the link is in it until it has left. */
static bool
has_place(const slow *s, uint32_t link, unsigned v, int64_t bytes)
{
	const link_state *l = &s->link_state[link];
	int64_t leaving = l->leaving == v && l->free > s->now ? l->leaving_bytes : 0;

	return bytes_in(&l->behind[v]) + leaving + bytes <= s->router.output_buffer;
}

/* May the packet that channel v of `link` was given to cross?  *starved: room in the next router is all that it wants. */
static bool
may_cross(const slow *s, uint32_t link, unsigned v, bool *starved)
{
	const packet *p = &s->link_state[link].out_channel[v].holder->first.p;

	if (s->link_state[p->link].port_in > s->now)
		return false;
	if (s->router.output_buffer)
		return has_place(s, link, v, p->bytes);
	if (fits_from(s, link) > s->now)
		return false;
	if (has_room(s, link, v, p->bytes))
		return true;
	*starved = true;
	return false;
}

/* An output arbitrates, when it is free: the channel whose packet may cross; MAX_CHANNELS: none. */
static unsigned
arbitrate(slow *s, uint32_t link, bool *starved)
{
	const link_state *l = &s->link_state[link];

	for (unsigned k = 1; l->port_out <= s->now && k <= s->channels; k++) {
		unsigned v = ((s->router.output_buffer ? l->crossed : l->served) + k) % s->channels;

		if (!l->out_channel[v].requests)
			continue;
		if (!l->out_channel[v].holder && l->out_channel[v].open <= s->now)
			give_channel(s, link, v);
		if (l->out_channel[v].holder && may_cross(s, link, v, starved))
			return v;
	}
	return MAX_CHANNELS;
}

/* Parcel q, of channel v, starts on `link` at `start`. */
static void
leave(slow *s, uint32_t link, unsigned v, parcel q, int64_t start)
{
	link_state *l = &s->link_state[link];
	int64_t x = time_of(q.p.bytes, speed_of(s, link)->bits_per_s);

	note_start(s, link, q.p.bytes, x);
	note_delay(s, &q, start);
	take_room(s, link, &q.p);
	l->served = l->leaving = v;
	l->leaving_bytes = q.p.bytes;
	l->free = start + x;
	fly(s, link, q, start, x);
}

/* A link that is free takes a parcel from a buffer behind the crossbar: does one start?  *starved: one is ready, but there is no room. */
static bool
leaves_behind(slow *s, uint32_t link, bool *starved)
{
	link_state *l = &s->link_state[link];

	for (unsigned k = 1; l->free <= s->now && k <= s->channels; k++) {
		unsigned v = (l->served + k) % s->channels;
		pile *b = &l->behind[v];
		parcel q;

		if (b->count == 0 || b->item[0].ready > s->now)
			continue;
		q = b->item[0];
		*starved = true;
		if (!has_room(s, link, v, q.p.bytes))
			continue;
		memmove(b->item, b->item + 1, --b->count * sizeof q);
		l->wanted--;
		leave(s, link, v, q, s->now);
		return true;
	}
	return false;
}

/* The packet that channel v of `link` was given to begins to cross, and starts at once if it may; then the one behind it is routed. */
static void
cross(slow *s, uint32_t link, unsigned v, bool *starved)
{
	link_state *l = &s->link_state[link];
	in_channel *in = l->out_channel[v].holder;
	parcel q = in->first;
	int64_t x = time_of(q.p.bytes, speed_of(s, link)->bits_per_s);
	int64_t crossed = s->now + crossing(s, link, q.p.bytes);
	int64_t tail = q.tail + s->machine->router_latency;
	int64_t start = crossed - x > s->now ? crossed - x : s->now;

	give_room_back(s, &q.p, crossed > tail ? crossed : tail);
	s->link_state[q.p.link].port_in = l->port_out = crossed;
	l->out_channel[v].holder = NULL;
	l->out_channel[v].requests--;
	l->out_channel[v].open = in->open = crossed + s->router.allocation;
	q.idle += start - s->now;
	if (s->router.output_buffer) {
		q.ready = start;
		q.p.link = NONE;
		l->crossed = v;
		pile_add(&l->behind[v], &q);	/* and it is still wanted there */
		leaves_behind(s, link, starved);
	} else {
		start = l->free > start ? l->free : start;
		l->wanted--;
		leave(s, link, v, q, start);
	}
	move_up(s, in);
}

/* The place of an output among those that look in this picosecond, as crossbar.c has it: the one thing that no description says. */
static uint32_t
look_place(const slow *s, uint32_t link)
{
	return link ^ (uint32_t)((uint64_t)s->now * UINT64_C(0x9e3779b97f4a7c15) >> 33);
}

/* Has an empty packet just crossed to the link, or left by it?  Then all may look again. */
static bool
was_empty(const slow *s, const link_state *l, bool crossed, bool left)
{
	return (crossed && l->port_out <= s->now) || (left && l->free <= s->now);
}

/* Outputs that are asked for look, each once in a picosecond, until a packet crosses. */
static bool
one_crosses(slow *s)
{
	while (s->router.input) {
		uint32_t next = NONE;
		bool starved = false, left;
		unsigned v;

		for (uint32_t link = 0; link < s->machine->router_links; link++)
			if (s->link_state[link].wanted && look_place(s, link) > s->looked && (next == NONE || look_place(s, link) < look_place(s, next)))
				next = link;
		if (next == NONE)
			return false;
		s->looked = look_place(s, next);
		left = leaves_behind(s, next, &starved);
		v = arbitrate(s, next, &starved);
		if (v < MAX_CHANNELS)
			cross(s, next, v, &starved);
		if (was_empty(s, &s->link_state[next], v < MAX_CHANNELS, left))
			s->looked = -1;
		if (v < MAX_CHANNELS || left)
			return true;
		if (starved)
			note_stall(s, next);
	}
	return false;
}
