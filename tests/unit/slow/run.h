/* run -- the clock: go on to the next time at which anything might happen, look at
 * everything. */
#pragma once

#include "unit/slow/input.h"
#include "unit/slow/sources.h"

/* Parcel q has started on its last link. */
static void
count_packet(slow *s, const parcel *q)
{
	slow_job *j = &s->job[s->letter[q->letter].job];

	j->packets++;
	j->hops += q->p.hops;
}

/* The tail of q has come to its node. */
static void
come_to_node(slow *s, const parcel *q)
{
	letter *l = &s->letter[q->letter];
	slow_job *j = &s->job[l->job];

	count_packet(s, q);
	l->missing -= q->p.bytes;
	if (j->open && s->now >= j->warm && s->now < j->stop)
		j->payload += q->p.bytes;
	if (l->missing && j->program)
		reach_rank(s, l, place_of(s, q->p.to), q->p.bytes, false);
	if (l->missing)
		return;
	if (j->open)
		open_letter_arrives(s, l);
	else
		letter_arrives(s, l, place_of(s, q->p.to), q->p.bytes);
}

/* The head of q has come to a router. */
static void
come_to_router(slow *s, parcel q)
{
	q.p.hops++;
	if (s->router.input)
		line_up(s, q);
	else
		route(s, q);
}

/* Heads come to routers, tails to nodes. */
static void
parcels_come(slow *s)
{
	for (uint32_t link = 0; link < s->machine->links; link++) {
		pile *f = &s->link_state[link].flying;

		for (uint32_t i = 0; i < f->count;) {
			parcel q = f->item[i];

			if ((to_node(s, link) ? q.tail : q.head) > s->now) {
				i++;
				continue;
			}
			pile_take(f, i);
			if (to_node(s, link))
				come_to_node(s, &q);
			else
				come_to_router(s, q);
		}
	}
}

/* How many channels the links of nodes have. */
static unsigned
node_channels(const slow *s)
{
	unsigned most = 1;

	for (int k = 1; s->router.input && k < s->machine->classes; k++)
		most = s->paths.channels[k] > most ? s->paths.channels[k] : most;
	return most;
}

/* The channel by which a node's next packet goes, of those with room the next in turn; MAX_CHANNELS: none has. */
static unsigned
channel_in(const slow *s, uint32_t link, int64_t bytes)
{
	for (unsigned k = 1; k <= s->channels; k++) {
		unsigned v = (s->link_state[link].served + k) % s->channels;

		if (v < node_channels(s) && has_room(s, link, v, bytes))
			return v;
	}
	return MAX_CHANNELS;
}

/* With nic-choice=least: any of the interfaces of i's node that are free and have room for so many bytes, by a word for each packet of the
 * node. */
static uint32_t
free_interface(const slow *s, uint32_t i, int64_t bytes)
{
	uint32_t open[64], count = 0, sent = 0, node = node_at(s, i);

	for (uint32_t place = 0; place < s->machine->nics; place++) {
		uint32_t k = interface_at(s, node, place), link = s->machine->router_links + k;

		sent += s->sent[k];
		if (s->link_state[link].free <= s->now && channel_in(s, link, bytes) < MAX_CHANNELS)
			open[count++] = k;
	}
	return open[(uint64_t)philox_word(s->route_key, sent, node) * count >> 32];
}

/* An interface's link looks for work. */
static bool
interface_starts(slow *s, uint32_t i, bool *starved)
{
	uint32_t link = s->machine->router_links + i, turn = 0;
	int64_t bytes;
	unsigned v;
	letter *l;

	if (s->link_state[link].free > s->now)
		return false;
	l = s->nic[i].job == NONE ? served_next(s, i, &turn) : queued_next(s, i);
	if (!l)
		return false;
	*starved = true;
	bytes = l->uncut < s->packet_bytes ? l->uncut : s->packet_bytes;
	v = channel_in(s, link, bytes);
	if (v == MAX_CHANNELS)
		return false;
	s->nic[i].turn = turn;
	if ((s->machine->nic_choice == NIC_LEAST || striped(s, l)) && s->nic[i].job == NONE && l->leaves_by == NONE) {
		i = free_interface(s, i, bytes);
		link = s->machine->router_links + i;
		v = channel_in(s, link, bytes);
	}
	s->link_state[link].served = v;
	send_part(s, i, l, (uint8_t)v);
	return true;
}

/* Links look for work, by their number, until one starts something. */
static bool
one_starts(slow *s)
{
	bool starved;

	if (one_crosses(s))
		return true;
	for (uint32_t link = 0; link < s->machine->router_links; link++)
		if (link_starts(s, link, &starved))
			return true;
	for (uint32_t v = 0; v < s->machine->interfaces; v++)
		if (interface_starts(s, v, &starved))
			return true;
	return false;
}

/* Nothing more starts now: what is ready and finds its link free is starved of credit. */
static void
note_stalls(slow *s)
{
	for (uint32_t link = 0; link < s->machine->links; link++) {
		bool starved = false;

		if (link < s->machine->router_links && s->router.output_buffer)
			leaves_behind(s, link, &starved);
		else if (link < s->machine->router_links)
			link_starts(s, link, &starved);
		else if (s->machine->nic_choice != NIC_LEAST && s->machine->stripe == INT64_MAX)
			interface_starts(s, link - s->machine->router_links, &starved);
		if (starved)
			note_stall(s, link);
	}
}

static void
sooner(const slow *s, int64_t *next, int64_t time)
{
	if (time > s->now && time < *next)
		*next = time;
}

/* When ports, channels and the first packets of channels are free and ready. */
static void
sooner_crosses(const slow *s, int64_t *next, uint32_t link)
{
	const link_state *l = &s->link_state[link];

	sooner(s, next, l->port_in);
	sooner(s, next, l->port_out);
	for (unsigned v = 0; v < s->channels; v++) {
		sooner(s, next, l->out_channel[v].open);
		if (l->out_channel[v].holder)
			sooner(s, next, fits_from(s, link));
		if (l->behind[v].count)
			sooner(s, next, l->behind[v].item[0].ready);
		if (l->in_channel[v].state == REQUESTS)
			sooner(s, next, l->in_channel[v].first.ready);
	}
}

/* When a task wakes up, and when a rank's cpus end something, it hears of something, or its next letter may leave. */
static void
sooner_tasks(const slow *s, int64_t *next, const worker *w)
{
	if (w->state == SLEEPS)
		sooner(s, next, w->wakes);
	for (uint32_t i = 0; w->cpu && i < s->job[w->job].program->cpus; i++)
		sooner(s, next, w->cpu[i].ends);
	for (uint32_t k = 0; k < w->told; k++)
		sooner(s, next, w->news[k].time);
	sooner(s, next, w->out_free);
}

static int64_t
next_time(const slow *s)
{
	int64_t next = NEVER;

	for (uint32_t link = 0; link < s->machine->links; link++) {
		const link_state *l = &s->link_state[link];

		sooner(s, &next, l->free);
		if (s->router.input)
			sooner_crosses(s, &next, link);
		for (uint32_t i = 0; i < l->flying.count; i++)
			sooner(s, &next, to_node(s, link) ? l->flying.item[i].tail : l->flying.item[i].head);
		for (uint32_t i = 0; i < l->waiting.count; i++)
			sooner(s, &next, l->waiting.item[i].ready);
	}
	for (uint32_t i = 0; i < s->refunds; i++)
		sooner(s, &next, s->refund[i].time);
	for (uint32_t i = 0; i < s->errands; i++)
		sooner(s, &next, s->errand[i].time);
	for (uint32_t i = 0; i < s->workers; i++)
		sooner_tasks(s, &next, &s->worker[i]);
	for (uint32_t v = 0; v < s->machine->interfaces; v++)
		sooner(s, &next, s->nic[v].created);
	return next;
}

/* Are all closed-loop jobs over? */
static bool
all_ended(const slow *s)
{
	for (uint32_t i = 0; i < s->workers; i++)
		if (s->worker[i].state != ENDED)
			return false;
	return true;
}

/* Parcel q is on `link` at the end: it counts there if it has started. */
static void
count_flying(slow *s, uint32_t link, const parcel *q)
{
	link_stats *f = &s->link_state[link].statistics;
	int64_t start = q->head - speed_of(s, link)->latency;

	if (start <= s->end) {
		if (to_node(s, link))
			count_packet(s, q);
		return;
	}
	f->packets--;
	f->bytes -= q->p.bytes;
	f->busy -= q->tail - q->head;
	if (link < s->machine->router_links)
		s->delays -= start > q->idle;
}

/* Play until nothing more can happen or, with open-loop jobs, until closed-loop jobs have ended and the
 * drains are over. */
static void
slow_play(slow *s, int64_t drained)
{
	s->end = NEVER;
	for (int64_t next = 0; next != NEVER && next <= s->end; next = next_time(s)) {
		s->now = next;
		credits_come(s);
		s->looked = -1;
		do {
			parcels_come(s);
			letters_leave(s);
			letters_created(s);
			all_go_on(s);
			letters_handed(s);
			lobbies_try(s);
		} while (one_starts(s));
		domains_pass(s);
		note_stalls(s);
		if (drained >= 0 && s->end == NEVER && all_ended(s))
			s->end = s->now > drained ? s->now : drained;
	}
	for (uint32_t link = 0; s->end != NEVER && link < s->machine->links; link++)
		for (uint32_t i = 0; i < s->link_state[link].flying.count; i++)
			count_flying(s, link, &s->link_state[link].flying.item[i]);
}
