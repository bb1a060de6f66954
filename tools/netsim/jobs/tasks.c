/* tasks -- closed-loop jobs: the tasks, and the phases that each goes through.
 *
 * In a phase a task posts all its sends; it goes on when all that it must receive
 * in that phase has arrived whole and its own sends have left (hopline-patterns.7,
 * "Closed-loop jobs").  Tasks are not in step: a message may come for a phase that
 * its receiver has not reached, and is noted until then. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "netsim/engine/link.h"
#include "netsim/jobs/activity.h"
#include "netsim/jobs/completions.h"
#include "netsim/jobs/program.h"
#include "netsim/jobs/progress.h"
#include "netsim/jobs/run.h"

void
tasks_add(traffic_run *r, uint32_t j, const uint32_t *task_node, int64_t iterations)
{
	case_job *b = &r->job[j];

	b->first_task = r->tasks;
	b->phases = b->traffic.program ? 1 : traffic_phases(&b->traffic);
	b->silent = b->phases == 0;
	b->phases += b->silent;
	b->goal = b->phases * (uint64_t)iterations;
	b->progress = b->traffic.program ? progress_new(b->traffic.program, b->traffic.sends_leave, r->net->machine) : NULL;
	if (r->tasks + b->tasks > r->task_room) {
		task *old = r->task;

		r->task_room = r->tasks + b->tasks + r->task_room / 2;
		r->task = xlarge(r->task_room, sizeof *r->task);
		if (r->tasks)
			memcpy(r->task, old, r->tasks * sizeof *old);
		free(old);
		r->node_task = xrealloc(r->node_task, r->task_room, sizeof *r->node_task);
	}
	for (uint32_t i = 0; i < b->tasks; i++)
		r->task[r->tasks++] = (task){ .job = j, .node = task_node[i], .outlet.flight = NONE };
}

/* Has task t not come to its goal? */
static bool
awaited(const traffic_run *r, uint32_t t)
{
	return r->task[t].phase < r->job[r->task[t].job].goal;
}

static void
set_timer(traffic_run *r, uint32_t t, int64_t time)
{
	event_new(r->net, TIMER, time, task_order(r->net, t))->timer = (struct timer){ TIMER_BEGINS, t };
	r->timers += awaited(r, t);
	r->task[t].timer = time;
}

/* The nodes' interfaces are job j's.  List its tasks by node, in task order: count, add up, fill; all interfaces of a node have the list,
 * and its tasks share them out in that order. */
static void
list_tasks(traffic_run *r, uint32_t j)
{
	const machine *m = r->net->machine;
	uint32_t first = r->job[j].first_task, end = first + r->job[j].tasks;

	for (uint32_t t = first; t < end; t++)
		for (uint32_t k = 0; k < m->nics; k++)
			interface_take(r, interface_of(m, r->task[t].node, k), j);
	for (uint32_t t = r->job[j].first_task; t < end; t++)
		r->interface[interface_of(m, r->task[t].node, 0)].turn++;
	for (uint32_t t = r->job[j].first_task; t < end; t++) {
		interface *f = &r->interface[interface_of(m, r->task[t].node, 0)];

		if (f->count == 0) {
			f->first = first;
			first += f->turn;
		}
		r->task[t].nic = (uint8_t)((uint64_t)f->count * m->nics / f->turn);
		r->node_task[f->first + f->count++] = t;
	}
	for (uint32_t t = r->job[j].first_task; t < end; t++)
		for (uint32_t k = 0; k < m->nics; k++) {
			const interface *list = &r->interface[interface_of(m, r->task[t].node, 0)];
			interface *f = &r->interface[interface_of(m, r->task[t].node, k)];

			f->first = list->first;
			f->count = list->count;
			f->turn = 0;
		}
}

void
tasks_start(traffic_run *r, uint32_t j)
{
	const case_job *b = &r->job[j];

	list_tasks(r, j);
	if (r->activity)
		activity_begin(r, j);
	for (uint32_t t = b->first_task; t < b->first_task + b->tasks; t++)
		if (!r->task[t].apart)
			set_timer(run_of_node(r, r->task[t].node), t, b->start + b->compute);
}

void
tasks_check(traffic_run *r, uint32_t t)
{
	r->check = xgrow(r->check, &r->check_room, (size_t)r->checks + 1, sizeof *r->check);
	r->check[r->checks++] = t;
}

/* How many messages for `phase` came early to task t; forget them. */
static uint32_t
take_early(traffic_run *r, task *t)
{
	fifo list = { .first = t->early };
	uint32_t before = 0, id = t->early, count;

	for (; id && r->entry[id].phase != t->phase; id = r->entry[id].next)
		before = id;
	count = id ? list_remove(r, &list, before).count : 0;
	t->early = list.first;
	return count;
}

/* The list is sorted by phase, the last one first: senders that are far ahead are close in phase. */
static void
add_early(traffic_run *r, task *t, uint64_t phase)
{
	fifo list = { .first = t->early };
	uint32_t before = 0, next = t->early;

	for (; next && r->entry[next].phase > phase; next = r->entry[next].next)
		before = next;
	if (next && r->entry[next].phase == phase) {
		r->entry[next].count++;
		return;
	}
	list_insert(r, &list, before, (list_entry){ .phase = phase, .count = 1 });
	t->early = list.first;
}

/* A message for `phase` is at task t. */
static void
receive(traffic_run *r, uint32_t t, uint64_t phase)
{
	task *k = &r->task[t];

	r->job[k->job].messages++;
	if (k->running && k->phase == phase) {
		if (--k->awaited == 0)
			tasks_check(r, t);
	} else {
		add_early(r, k, phase);
	}
}

bool
tasks_send_within(traffic_run *r, uint32_t from, const flight *f, bool costless, uint32_t order)
{
	const machine *m = r->net->machine;
	bool same = r->task[from].node == r->task[f->to].node;
	int64_t cost = costless ? 0 : m->memory_latency + (m->memory_bw ? transfer_ps(f->left, &(speed){ m->memory_bw, 0 }) : 0);
	uint32_t flight_id;

	if (same && cost == 0) {
		r->job[f->job].payload += (uint64_t)f->left;
		return true;
	}
	flight_id = flight_new(r);
	*flight_of(r, flight_id) = *f;
	if (same)
		event_new(r->net, DELIVER, r->net->calendar.now + cost, order)->message = flight_id;
	else
		domain_post(r, from, flight_id);
	return false;
}

/* Task t posts the sends of the phase it has come to. */
static void
post(traffic_run *r, uint32_t t)
{
	task *k = &r->task[t];
	case_job *b = &r->job[k->job];
	uint32_t phase = (uint32_t)(k->phase % b->phases), self = t - b->first_task, sends;
	uint64_t base = k->phase - phase;

	if (b->progress) {
		program_begin(r, t);
		return;
	}
	if (r->activity)
		activity_moves(r, t, 0, 1);
	k->next_send = k->unsent = 0;
	k->posted = r->net->calendar.now;
	k->awaited = b->silent ? 0 : traffic_receives(&b->traffic, phase, self) - take_early(r, k);
	sends = b->silent ? 0 : traffic_sends(&b->traffic, phase, self);
	for (uint32_t i = 0; i < sends; i++) {
		message s = traffic_send(&b->traffic, phase, self, i);
		uint32_t to = b->first_task + s.to;

		b->comm_bytes += (uint64_t)s.bytes;
		if (!stay_within(r->net->machine, k->node, r->task[to].node))
			k->unsent++;
		else if (tasks_send_within(r, t, &(flight){ .posted = NEVER, .left = s.bytes, .phase = base + s.phase, .job = k->job, .to = to },
			false, task_order(r->net, to)))
			receive(r, to, base + s.phase);
	}
	k->uncut = k->unsent;
	if (k->phase < b->goal)
		r->under_way += k->unsent;
	if (k->unsent)
		interface_post(r, k->node);
	else if (k->awaited == 0)
		tasks_check(r, t);
}

void
tasks_go_on(traffic_run *r, uint32_t t)
{
	task *k = &r->task[t];
	int64_t compute = r->job[k->job].compute;

	k->running = compute == 0;
	if (compute && r->activity)
		activity_computes(r, t, 1);
	if (compute)
		set_timer(r, t, r->net->calendar.now + compute);
	else
		post(r, t);
}

/* Let task t go on if it has finished its phase. */
static void
check(traffic_run *r, uint32_t t)
{
	task *k = &r->task[t];
	const case_job *b = &r->job[k->job];

	/* A program's last messages may still leave when the task has ended. */
	if (!k->running || k->awaited || (k->unsent && (!b->progress || r->mode->endless || k->phase + 1 != b->goal)))
		return;
	if (r->activity && !b->progress)
		activity_moves(r, t, 0, -1);
	k->phase++;
	if (k->phase % b->phases)
		post(r, t);
	else
		b->mode->iterated(r, t);
}

/* Let every task that has finished its phase go on, in order of arrival, until none has. */
static void
settle(traffic_run *r)
{
	while (r->checks) {
		uint32_t count = r->checks;

		for (uint32_t i = 0; i < count; i++)
			check(r, r->check[i]);
		r->checks -= count;
		memmove(r->check, r->check + count, r->checks * sizeof *r->check);
	}
}

void
tasks_timer(traffic_run *r, uint32_t t, bool begins)
{
	if (begins) {
		r->timers -= awaited(r, t);
		r->task[t].running = 1;
		if (r->activity && r->job[r->task[t].job].compute)
			activity_computes(r, t, -1);
		post(r, t);
	} else {
		progress_of(r, t).state->called = false;
		tasks_catch_up(r, &r->interface[interface_of(r->net->machine, r->task[t].node, 0)]);
	}
	settle(r);
}

void
tasks_arrived(traffic_run *r, uint32_t flight_id, uint32_t bytes)
{
	flight f = *flight_of(r, flight_id);

	flight_delete(r, flight_id);
	if (f.posted != NEVER)
		histogram_add(&r->job[f.job].latency, r->net->calendar.now - f.posted);
	else
		r->job[f.job].payload += (uint64_t)f.left;
	if (r->job[f.job].progress) {
		bool alone = program_hears_all(r, &f);

		r->current_task = alone ? f.to : NONE;
		program_arrived(r, &f, f.posted == NEVER ? f.left : bytes);
		r->current_task = NONE;
		if (alone)
			tasks_catch_up(r, &r->interface[interface_of(r->net->machine, f.node, 0)]);
		return;
	}
	receive(r, f.to, f.phase);
	settle(r);
}

void
tasks_left(traffic_run *r, uint32_t t, uint32_t at)
{
	if (r->job[r->task[t].job].progress) {
		program_left(r, t, at);
		settle(r);
		return;
	}
	if (--r->task[t].unsent == 0 && r->task[t].awaited == 0) {
		tasks_check(r, t);
		settle(r);
	}
}

void
tasks_catch_up(traffic_run *r, const interface *f)
{
	bool any = r->job[f->job].progress;

	while (any) {
		any = false;
		for (uint32_t i = 0; i < f->count; i++)
			any |= program_catch_up(r, r->node_task[f->first + i]);
		settle(r);
	}
}

void
tasks_next(traffic_run *r, uint32_t t, message_outlet *o)
{
	task *k = &r->task[t];
	const case_job *b = &r->job[k->job];
	uint32_t phase = (uint32_t)(k->phase % b->phases), to;
	message s;

	if (b->progress) {
		program_next(r, t, o);
		return;
	}
	do {
		s = traffic_send(&b->traffic, phase, t - b->first_task, k->next_send++);
		to = b->first_task + s.to;
	} while (stay_within(r->net->machine, k->node, r->task[to].node));
	o->flight = flight_new(r);
	o->left = s.bytes;
	*flight_of(r, o->flight) = (flight){
		.posted = k->posted, .left = s.bytes, .phase = k->phase - phase + s.phase,
		.job = k->job, .to = to, .node = r->task[to].node
	};
}
