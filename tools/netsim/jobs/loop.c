/* loop -- playing one case: the event loop, and messages between network and jobs. */
#include "netsim/jobs/run.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "netsim/engine/ending.h"
#include "netsim/engine/link.h"
#include "netsim/engine/waits.h"
#include "netsim/jobs/fetch.h"
#include "netsim/jobs/progress.h"

void
run_free(traffic_run *r)
{
	if (r->players)
		r->players->stop(r);
	for (uint32_t j = 0; j < r->job_room; j++)
		free(r->job[j].latency.count);
	free_all(r->job, r->task, r->node_task, r->interface, r->domain_port);
	for (uint32_t k = 0; k < FLIGHT_BLOCKS && r->flights->block[k]; k++)
		free(r->flights->block[k]);
	free_all(r->flights->block, r->flights, r->entry, r->free[0].key, r->free[1].key, r->check);
}

static void
run_delivered(network *n, uint32_t id)
{
	traffic_run *r = n->run;
	const packet *p = packet_of(n, id);
	case_job *j = &r->job[flight_of(r, p->message)->job];

	j->packets++;
	j->hops += p->hops;
	j->mode->delivered(r, j, id);
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

	*open = j->tasks == 0;
	return j->id;
}

void
run_init(traffic_run *r, network *n)
{
	const machine *m = n->machine;

	*r = (traffic_run){ .net = n, .mode = &mode_ends };
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
	run_forget(r);
}

static inline void
packet_event(network *n, uint32_t id)
{
	traffic_run *r = n->run;
	packet *p = packet_of(n, id);
	case_job *j;

	switch ((packet_kind)p->kind) {
	case ARRIVE:
		n->model->arrive(n, id);
		break;
	case DELIVER:
		j = &r->job[flight_of(r, p->message)->job];
		j->mode->arrived(r, j, p, n->calendar.now);
		packet_delete(n, id);
		break;
	case TIMER:
		if (p->timer.what == TIMER_DOMAIN)
			domain_pass(r, p->timer.of);
		else
			tasks_timer(r, p->timer.of, p->timer.what == TIMER_BEGINS);
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

		if (gaps > (double)span && gaps < 1e12)
			span = (int64_t)gaps;
	}
	return span;
}

/* The fewer bits orders have, the sooner events are sorted; those of crossbars have all (crossbar.h). */
static uint32_t
wake_bit(const traffic_run *r)
{
	uint32_t bit = UINT32_C(1) << 31;

	while (!r->net->model->all_orders && bit / 4 > r->net->machine->links + r->net->machine->routers + r->tasks)
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
	for (uint32_t t = 0; t < r->tasks; t++)
		run_of_node(r, r->task[t].node)->tasks_left += !r->task[t].apart;
	for (uint32_t j = 0; j < r->jobs; j++)
		r->job[j].mode->start(r, j);
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

/* The event of `id`. */
__attribute__((always_inline)) static inline void
act(traffic_run *r, uint32_t id)
{
	network *n = r->net;
	const uint32_t links = n->machine->links, routers = n->machine->router_links;

	if (id >= links) {
		packet_event(n, id);
		return;
	}
	port_of(n, id)->wake = NEVER;
	if (id >= routers && port_of(n, id)->free > n->calendar.now)
		link_wake_by(n, id, port_of(n, id)->free);
	else if (id >= routers)
		r->job[r->interface[id - routers].job].mode->send(r, id - routers);
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
	/* Is something left that waits for ever? */
	return r->tasks_left || (n->packets_alive && n->calendar.now < r->end && calendar_next(&n->calendar) == NEVER) ? RUN_DEADLOCK : RUN_DONE;
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
	if (r->mode->over)
		r->mode->over(r);
	return how;
}

run_end
run_play(traffic_run *r, int64_t max_time)
{
	r->until = r->mode->until ? r->mode->until(r, max_time) : NEVER;
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
set_idle(traffic_run *r, uint32_t node)
{
	const machine *m = r->net->machine;

	for (uint32_t k = 0; k < m->nics; k++)
		r->interface[interface_of(m, node, k)].job = NONE;
}

void
run_forget(traffic_run *r)
{
	r->flight_next = r->flight_end = r->flights_alive = r->entries = r->entry_free = r->checks = 0;
	r->free[0].count = r->free[1].count = 0;
	r->flight_free = r->current_task = r->active_node = NONE;
	r->tasks_left = r->timers = r->sources = 0;
	r->under_way = r->drained = 0;
}

void
run_reset(traffic_run *r)
{
	for (case_job *j = r->job; j < r->job + r->jobs; j++) {
		if (j->tasks) {
			traffic_release(&j->traffic);
			progress_free(j->progress);
			program_free(j->own);
			continue;
		}
		for (uint32_t i = 0; i < j->endpoints.nodes; i++)
			set_idle(r, j->endpoints.node[i]);
		endpoints_release(&j->endpoints);
		free((uint32_t *)j->endpoints.node);
	}
	for (uint32_t t = 0; t < r->tasks; t++)
		set_idle(r, r->task[t].node);
	domain_reset(r);
	r->jobs = r->tasks = 0;
	run_forget(r);
	if (r->players)
		r->players->reset(r);
	atomic_store(&r->flights->taken, 0);
	network_reset(r->net);
}
