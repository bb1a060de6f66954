/* run -- playing one case: the event loop, and messages between network and jobs. */
#include "netsim/jobs/run.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "netsim/engine/ending.h"
#include "netsim/engine/waits.h"
#include "netsim/jobs/fetch.h"
#include "netsim/jobs/steady.h"
#include "netsim/jobs/succession.h"

uint32_t
flight_new(traffic_run *r)
{
	uint32_t id = r->flight_free;

	r->flights_alive++;
	if (id != NONE) {
		r->flight_free = flight_of(r, id)->next;
		return id;
	}
	if (r->flight_next == r->flight_end) {
		flights *f = r->flights;
		uint32_t k = atomic_fetch_add(&f->taken, 1);

		/* A block of flights for r alone. */
		if (k >= FLIGHT_BLOCKS)
			die(FAIL_DATA, "too many messages under way at once");
		if (!f->block[k])
			f->block[k] = xlarge(FLIGHT_BLOCK, sizeof **f->block);
		r->flight_next = k * FLIGHT_BLOCK;
		r->flight_end = r->flight_next + FLIGHT_BLOCK;
	}
	return r->flight_next++;
}

void
flight_delete(traffic_run *r, uint32_t id)
{
	r->flights_alive--;
	flight_of(r, id)->next = r->flight_free;
	r->flight_free = id;
}

void
run_free(traffic_run *r)
{
	if (r->players)
		r->players->stop(r);
	for (uint32_t j = 0; j < r->job_room; j++)
		histogram_free(&r->job[j].latency);
	free_all(r->job, r->task, r->node_task, r->interface, r->domain_port);
	for (uint32_t k = 0; k < FLIGHT_BLOCKS && r->flights->block[k]; k++)
		free(r->flights->block[k]);
	free_all(r->flights->block, r->flights, r->early, r->entry, r->free[0].key, r->free[1].key, r->check, r->behind);
}

/* Is the message of p, which is whole at its node, whole, too? */
static bool
is_last(traffic_run *r, flight *f, const packet *p)
{
	if (!r->counts_packets || p->link == NONE)
		return true;
	f->came_by = r->interface[p->to].nic;
	f->coming -= r->mingles ? p->bytes : 0;
	return r->mingles ? f->left == 0 && f->coming == 0 : p->out != NONE;
}

/* A packet is whole at its node: account for it, and for its message when it was
 * the last of it. */
static void
arrive(traffic_run *r, uint32_t id, int64_t time)
{
	packet *p = packet_of(r->net, id);
	uint32_t flight_id = p->message;
	flight *f = flight_of(r, flight_id);
	case_job *j = &r->job[f->job];

	if (j->open) {
		f->left -= p->bytes;
		if (time >= j->warm && time < j->stop) {
			j->payload += p->bytes;
			j->second_half += time >= j->middle ? p->bytes : 0;
		}
		if (f->left == 0)
			source_arrived(r, flight_id, time);
	} else {
		if (r->steady && p->link != NONE)
			j->payload += p->bytes;
		if (is_last(r, f, p))
			tasks_arrived(r, flight_id, p->bytes);
		else if (j->progress)
			tasks_packet(r, f, p->bytes);
	}
	packet_delete(r->net, id);
}

/* More of p's message follows, and nothing hangs on when p is whole at its node, unless the case has ended before: count it now, and keep
 * it until then. */
static void
count_behind(traffic_run *r, case_job *j, const packet *p)
{
	j->payload += p->bytes;
	while (r->behind_first < r->behind_count && r->behind[r->behind_first].tail <= r->net->calendar.now)
		r->behind_first++;
	if (r->behind_first > r->behind_room / 2) {
		r->behind_count -= r->behind_first;
		memcpy(r->behind, r->behind + r->behind_first, r->behind_count * sizeof *r->behind);
		r->behind_first = 0;
	}
	r->behind = xgrow(r->behind, &r->behind_room, r->behind_count + 1, sizeof *r->behind);
	r->behind[r->behind_count++] = *p;
}

static void
run_delivered(network *n, uint32_t id)
{
	traffic_run *r = n->run;
	packet *p = packet_of(n, id);
	flight *f = flight_of(r, p->message);
	case_job *j = &r->job[f->job];

	j->packets++;
	j->hops += p->hops;
	if (j->open && p->tail <= r->drained) {	/* it arrives before the end, and nothing hangs on when: no event */
		arrive(r, id, p->tail);
		return;
	}
	if (!j->open) {
		f->left -= p->bytes;
		if (r->mingles && r->counts_packets)
			f->coming += p->bytes;
		else if (r->mingles)
			f->tail = p->tail > f->tail ? p->tail : f->tail;
		if (f->left == 0) {
			r->under_way -= (j->progress ? f->phase >> 32 : f->phase) < j->goal;
		} else if (r->counts_packets) {
			p->out = NONE;
		} else {
			if (r->steady)
				count_behind(r, j, p);
			packet_delete(n, id);
			return;
		}
	}
	p->kind = DELIVER;
	calendar_push(&n->calendar, id, j->open || r->counts_packets || f->tail < p->tail ? p->tail : f->tail, p->link);
}

static void
run_entered(network *n, uint32_t i)
{
	traffic_run *r = n->run;

	if (r->interface[i].entering)
		interface_follow(r, i);
}

/* Its message lies in a cache of the part that made it. */
static void
run_received(const network *n, const packet *p)
{
	__builtin_prefetch(flight_of(n->run, p->message), 1);
}

static void
run_taken_back(network *n, const packet *p)
{
	traffic_run *r = n->run;
	flight *f = flight_of(r, p->message);
	case_job *j = &r->job[f->job];

	if (p->link >= n->machine->router_links) {
		n->packets_sent--;
		if (source_is_late(n->part ? n->part[0]->run : r, j, f->posted)) {
			j->measured--;
			f->posted = NEVER;	/* once, however many of its packets are taken back */
		}
	} else if (port_of(n, p->link)->flags & ENDPOINT) {
		j->packets--;
		j->hops -= p->hops;
	}
}

static const char *
job_of(const network *n, const packet *p, bool *open)
{
	const traffic_run *r = n->run;
	const case_job *j = &r->job[flight_of(r, p->message)->job];

	*open = j->open;
	return j->id;
}

void
run_init(traffic_run *r, network *n)
{
	const machine *m = n->machine;

	memset(r, 0, sizeof *r);
	r->net = n;
	n->run = r;
	n->listeners.delivered = run_delivered;
	n->listeners.entered = run_entered;
	n->listeners.received = run_received;
	n->listeners.taken_back = run_taken_back;
	n->listeners.job = job_of;
	r->flights = xcalloc(1, sizeof *r->flights);
	r->flights->block = xcalloc(FLIGHT_BLOCKS, sizeof *r->flights->block);
	r->interface = xlarge(m->interfaces, sizeof *r->interface);
	for (uint32_t v = 0; v < m->nodes; v++)
		for (uint32_t k = 0; k < m->nics; k++)
			r->interface[interface_of(m, v, k)] = (interface){ .job = NONE, .nic = (uint8_t)k };
	domain_init(r);
	r->flight_free = r->early_free = r->entry_free = r->current_task = r->active_node = NONE;
}

static inline void
packet_event(network *n, uint32_t id)
{
	packet *p = packet_of(n, id);

	switch ((packet_kind)p->kind) {
	case ARRIVE:
		n->model->arrive(n, id);
		break;
	case DELIVER:
		arrive(n->run, id, n->calendar.now);
		break;
	case TIMER:
		if (p->timer.what == TIMER_DOMAIN)
			domain_pass(n->run, p->timer.of);
		else
			tasks_timer(n->run, p->timer.of, p->timer.what == TIMER_BEGINS);
		packet_delete(n, id);
		break;
	case RETRY:
		n->rooms->retry(n, id);
		break;
	}
}

/* How far ahead events usually lie: what links do, and the gaps of sources. */
static int64_t
usual_span(const traffic_run *r)
{
	int64_t span = r->net->span;

	for (uint32_t j = 0; j < r->jobs; j++) {
		double gaps = 4 * r->job[j].gap;

		if (r->job[j].open && gaps > (double)span && gaps < 1e12)
			span = (int64_t)gaps;
	}
	return span;
}

/* The fewer bits orders have, the sooner events are sorted; those of crossbars have all (crossbar.h). */
static uint32_t
wake_bit(const traffic_run *r)
{
	uint32_t bit = UINT32_C(1) << 31;

	while (!r->net->crossbar && bit / 4 > r->net->machine->links + r->net->machine->routers + r->tasks)
		bit /= 2;
	return bit;
}

void
run_begin(traffic_run *r)
{
	const rank_costs *c = &r->net->machine->costs;

	for (uint32_t k = 0; k < r->net->parts; k++) {
		calendar_span(&part_at(r->net, k)->calendar, usual_span(r), r->net->step);
		part_at(r->net, k)->wake_bit = wake_bit(r);
	}
	if (r->players)
		r->players->begin(r);
	tasks_begin(r);
	for (uint32_t j = 0; j < r->jobs; j++)
		if (r->job[j].open)
			source_add(r, j);
	r->end = r->drained;
	for (uint32_t k = 0; k < r->net->parts; k++) {
		traffic_run *p = part_at(r->net, k)->run;

		p->drained = r->drained;
		p->mingles = r->net->machine->nic_choice != NIC_OF_TASK || r->net->machine->stripe != INT64_MAX;
		p->counts_packets = c->byte || c->gap || c->recv;
		if (p->tasks_left)
			r->end = NEVER;
	}
}

/* There is nothing left to play: is there something left that waits for ever? */
static bool
stuck(const traffic_run *r)
{
	network *n = r->net;

	return r->tasks_left || (n->packets_alive && n->calendar.now < r->end && calendar_next(&n->calendar) == NEVER);
}

/* The event of `id`. */
static inline void
act(traffic_run *r, uint32_t id)
{
	network *n = r->net;
	const uint32_t links = n->machine->links, routers = n->machine->router_links;

	if (id >= links) {
		packet_event(n, id);
		return;
	}
	port_of(n, id)->wake = NEVER;
	if (id >= routers)
		interface_wake(r, id - routers);
	else
		n->model->wake(n, id);
}

static run_end
play(traffic_run *r, int64_t max_time)
{
	network *n = r->net;
	const bool fetches = fetch_pays(n);
	int64_t bound;
	uint32_t id;

	n->waits.look = n->waits.look < max_time ? n->waits.look : max_time;
	bound = r->end < r->until ? r->end + 1 : r->until == NEVER ? NEVER : r->until + 1;
	while ((id = calendar_pop_before(&n->calendar, bound)) != NO_EVENT) {
		if (fetches)
			fetch_ahead(r);
		if (n->calendar.now > n->waits.look) {
			if (waits_look(n))
				return RUN_STARVED;
			if (n->calendar.now > max_time)
				return RUN_TOO_LONG;
			if (n->waits.look > max_time)
				n->waits.look = max_time;
		}
		act(r, id);
		if (r->end == NEVER && r->tasks_left == 0) {
			r->end = n->calendar.now > r->drained ? n->calendar.now : r->drained;
			bound = r->end + 1;
		}
	}
	if (r->end == NEVER && r->until != NEVER && calendar_next(&n->calendar) != NEVER)
		return RUN_TOO_LONG;
	return stuck(r) ? RUN_DEADLOCK : RUN_DONE;
}

run_end
run_over(traffic_run *r, run_end how)
{
	if (how == RUN_TOO_LONG && r->until != NEVER) {
		r->end = r->until;
		how = RUN_DONE;
	}
	if (how != RUN_DONE || !run_is_cut(r))
		return how;
	ending_cut(r->net, r->end);
	/* Those do not count that are not whole at their nodes, nor are their messages. */
	for (uint32_t k = 0; k < r->net->parts; k++) {
		traffic_run *part = part_at(r->net, k)->run;

		for (; part->behind_first < part->behind_count; part->behind_first++) {
			const packet *p = &part->behind[part->behind_first];

			if (p->tail <= r->end)
				continue;
			part->job[flight_of(part, p->message)->job].payload -= p->bytes;
			ending_take_back(part->net, p, r->end);
		}
	}
	return how;
}

run_end
run_play(traffic_run *r, int64_t max_time)
{
	r->until = r->steady ? steady_until(r, max_time) : NEVER;
	return r->players ? r->players->play(r, max_time) : run_over(r, play(r, max_time));
}

void
run_stretch(traffic_run *r, int64_t bound)
{
	network *n = r->net;
	const bool fetches = fetch_pays(n);
	uint32_t id;

	while (!n->waits.left_job && (id = calendar_pop_before(&n->calendar, bound)) != NO_EVENT) {
		if (fetches)
			fetch_ahead(r);
		act(r, id);
	}
}

void
run_event(traffic_run *r)
{
	act(r, calendar_pop(&r->net->calendar));
}

/* A node's interfaces are idle. */
static void
give_back(traffic_run *r, uint32_t node)
{
	const machine *m = r->net->machine;

	for (uint32_t k = 0; k < m->nics; k++)
		r->interface[interface_of(m, node, k)].job = NONE;
}

void
run_forget(traffic_run *r)
{
	r->behind_first = r->behind_count = 0;
	r->flight_next = r->flight_end = r->flights_alive = r->earlies_made = r->entries = r->checks = 0;
	r->free[0].count = r->free[1].count = 0;
	r->flight_free = r->early_free = r->entry_free = r->current_task = r->active_node = NONE;
	r->tasks_left = r->timers = r->sources = 0;
	r->under_way = 0;
	r->drained = 0;
}

void
run_reset(traffic_run *r)
{
	for (case_job *j = r->job; j < r->job + r->jobs; j++) {
		if (!j->open) {
			traffic_release(&j->traffic);
			tasks_forget(j);
			continue;
		}
		for (uint32_t i = 0; i < j->endpoints.nodes; i++)
			give_back(r, j->endpoints.node[i]);
		endpoints_release(&j->endpoints);
		free((uint32_t *)j->endpoints.node);
	}
	for (uint32_t t = 0; t < r->tasks; t++)
		give_back(r, r->task[t].node);
	domain_reset(r);
	r->jobs = r->tasks = 0;
	if (r->succession)
		r->succession->turns = 0;
	run_forget(r);
	if (r->players)
		r->players->reset(r);
	atomic_store(&r->flights->taken, 0);
	network_reset(r->net);
}
