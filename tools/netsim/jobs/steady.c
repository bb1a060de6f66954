/* steady -- jobs that keep going (modes.h).
 *
 * Tasks whose messages take no time would repeat their iterations for ever at one moment.  So nodes that have none that do take no part,
 * and no task is more than LEAD iterations ahead of the slowest one of its node.  Where there are domains, those of a job in one keep in
 * step: what they send each other counts as left at once, and the ports would pass many iterations of one before the first of another. */
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/program/program.h"
#include "netsim/engine/ending.h"
#include "netsim/jobs/modes.h"

enum { LEAD = 16 };

/* What a node sends in an iteration. */
typedef struct node_use {
	uint64_t out, within;	/* bytes to other nodes, and to its own tasks */
	bool busy;		/* a message that takes time comes from here or goes here */
} node_use;

typedef struct steady {
	int64_t wanted;		/* iterations of each job, its first one included */
	int64_t time;		/* ps, when to measure whatever has been done; NEVER */
	steady_job *job;	/* [room] */
	size_t room;
	node_use *use;		/* [nodes], working space, all 0 */
	packet *behind;		/* that have gone to their nodes without an event, in that order; some of them have come whole by now */
	size_t behind_first, behind_count, behind_room;	/* these are from first to count - 1 */
} steady;

const steady_job *
steady_of(const traffic_run *r, uint32_t j)
{
	return &r->steady->job[j];
}

/* Add up by node what the tasks of b send in an iteration. */
static void
add_up(const traffic_run *r, const case_job *b, node_use *use)
{
	const machine *m = r->net->machine;
	bool memory = m->memory_latency || m->memory_bw;

	for (uint32_t phase = 0; phase < traffic_phases(&b->traffic); phase++)
		for (uint32_t t = 0; t < b->tasks; t++) {
			uint32_t from = r->task[b->first_task + t].node, sends = traffic_sends(&b->traffic, phase, t);

			for (uint32_t k = 0; k < sends; k++) {
				message s = traffic_send(&b->traffic, phase, t, k);
				uint32_t to = r->task[b->first_task + s.to].node;

				*(stay_within(m, from, to) ? &use[from].within : &use[from].out) += (uint64_t)s.bytes;
				if (from != to || memory)
					use[from].busy = use[to].busy = true;
			}
		}
}

/* Does task i of b compute between its messages? */
static bool
computes(const case_job *b, uint32_t i)
{
	const program *p = b->traffic.program;

	for (uint32_t k = p && i < p->ranks ? p->first[i] : 0; p && i < p->ranks && k < p->first[i + 1]; k++)
		if (p->op[k].kind == OP_CALC && p->op[k].size > 0)
			return true;
	return false;
}

/* The use of a task's node is added to its job, and forgotten; how long the node's links are busy, ps, if they share the work. */
static int64_t
take_use(const machine *m, node_use *at, uint32_t node, steady_job *s)
{
	node_use use = at[node];

	at[node] = (node_use){ .busy = use.busy };
	if (use.busy)
		s->bytes += use.out + use.within;
	use.out /= m->nics;
	return transfer_ps(use.out < MOST_BYTES ? (int64_t)use.out : MOST_BYTES,
		&m->speeds[m->speed_of[m->router_links + interface_of(m, node, 0)]]);
}

/* Which tasks of a job keep one pace.
 *
 * Who waits for whom is a graph: a task waits for those that send to it.  Tasks that wait for one another, directly or through others, go
 * equally fast in the long run; a task that only receives may go slower, one that only sends faster. */
#define UNSEEN UINT32_MAX

/* Where the search stands with a task: which of its messages is the next. */
typedef struct visit {
	uint32_t task, phase, next;
} visit;

typedef struct set_search {
	uint32_t seen, sets;
	uint32_t *order, *low;	/* [tasks], when a task was seen; the first seen that it leads back to */
	uint32_t *open;		/* a stack: seen, and in no set yet */
	visit *path;		/* a stack */
	uint32_t opened, depth;
	uint32_t *set;
} set_search;

static void
enter_task(set_search *s, uint32_t who)
{
	s->order[who] = s->low[who] = s->seen++;
	s->open[s->opened++] = who;
	s->path[s->depth++] = (visit){ who, 0, 0 };
}

/* All that this task leads to has been seen. */
static void
leave_task(set_search *s, uint32_t who)
{
	uint32_t last, *low = --s->depth ? &s->low[s->path[s->depth - 1].task] : NULL;

	if (low && s->low[who] < *low)
		*low = s->low[who];
	if (s->low[who] != s->order[who])
		return;
	do {
		last = s->open[--s->opened];
		s->set[last] = s->sets;
	} while (last != who);
	s->sets++;
}

/* The set of each of `tasks` tasks, numbered from 0, to set[]: the strongly connected components of the messages of an iteration of
 * `phases` phases (R. Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972), in time linear in the messages.  Gives how many
 * they are. */
static uint32_t
sets_find(const traffic *t, uint32_t tasks, uint32_t phases, uint32_t *set)
{
	set_search s = { .order = xalloc(tasks, sizeof *s.order), .low = xalloc(tasks, sizeof *s.low),
		.open = xalloc(tasks, sizeof *s.open), .path = xalloc(tasks, sizeof *s.path), .set = set };

	for (uint32_t i = 0; i < tasks; i++)
		s.order[i] = set[i] = UNSEEN;
	for (uint32_t i = 0; i < tasks; i++) {
		if (s.order[i] == UNSEEN)
			enter_task(&s, i);
		while (s.depth) {
			visit *v = &s.path[s.depth - 1];
			uint32_t to;	/* the task that the next message of v goes to, if there is one */

			while (v->phase < phases && v->next == traffic_sends(t, v->phase, v->task))
				*v = (visit){ v->task, v->phase + 1, 0 };
			to = v->phase < phases ? traffic_send(t, v->phase, v->task, v->next++).to : UNSEEN;
			if (to == UNSEEN)
				leave_task(&s, v->task);
			else if (s.order[to] == UNSEEN)
				enter_task(&s, to);
			else if (s.set[to] == UNSEEN && s.order[to] < s.low[v->task])
				s.low[v->task] = s.order[to];
		}
	}
	free_all(s.order, s.low, s.open, s.path);
	return s.sets;
}

/* Tasks that take part, and their sets, by size. */
static void
find_sets(const traffic_run *r, const case_job *b, steady_job *s)
{
	const task *first = &r->task[b->first_task];

	s->set = xgrow(s->set, &s->set_room, b->tasks, sizeof *s->set);
	s->sets = sets_find(&b->traffic, b->tasks, traffic_phases(&b->traffic), s->set);
	s->size = xgrow(s->size, &s->size_room, s->sets, sizeof *s->size);
	for (uint32_t i = 0; i < s->sets; i++)
		s->size[i] = 0;
	for (uint32_t t = 0; t < b->tasks; t++)
		if (!first[t].apart) {
			s->size[s->set[t]]++;
			s->tasks++;
		}
}

int64_t
steady_add(traffic_run *r, uint32_t at)
{
	steady *all = r->steady;
	case_job *b = &r->job[at];
	task *first = &r->task[b->first_task];
	int64_t longest = 0;
	steady_job *s;

	all->job = xgrow(all->job, &all->room, (size_t)at + 1, sizeof *all->job);
	s = &all->job[at];
	s->tasks = s->done = 0;
	s->bytes = s->begun = 0;
	b->goal = b->phases * (uint64_t)all->wanted;
	add_up(r, b, all->use);
	for (uint32_t t = 0; t < b->tasks; t++) {
		int64_t busy = take_use(r->net->machine, all->use, first[t].node, s);

		first[t].apart = !all->use[first[t].node].busy && !computes(b, t);
		if (busy > longest)
			longest = busy;
	}
	for (uint32_t t = 0; t < b->tasks; t++)
		all->use[first[t].node].busy = false;
	find_sets(r, b, s);
	return longest;
}

/* The sums of iteration i of a job. */
static sum_ps *
sums_of(steady_job *s, size_t i)
{
	s->finished = xgrow(s->finished, &s->room, (i + 1) * s->sets, sizeof *s->finished);
	while (s->begun < (i + 1) * s->sets)
		s->finished[s->begun++] = 0;
	return &s->finished[i * s->sets];
}

/* A task of job j on a node, or in its domain, is farther: those go on that have waited for this. */
static void
release(traffic_run *r, uint32_t j, uint32_t node)
{
	const machine *m = r->net->machine;
	uint32_t nodes = m->domain ? m->domain : 1, first = node - node % nodes;
	uint64_t least = UINT64_MAX, lead = (m->domain ? 1 : LEAD) * (uint64_t)r->job[j].phases;

	for (uint32_t v = first; v < first + nodes; v++) {
		const interface *f = &r->interface[interface_of(m, v, 0)];

		/* The least phase of a node's tasks, if job j has it, and no more than `least`. */
		for (uint32_t i = 0; f->job == j && i < f->count; i++)
			if (r->task[r->node_task[f->first + i]].phase < least)
				least = r->task[r->node_task[f->first + i]].phase;
	}
	for (uint32_t v = first; v < first + nodes; v++) {
		const interface *f = &r->interface[interface_of(m, v, 0)];

		for (uint32_t i = 0; f->job == j && i < f->count; i++) {
			uint32_t t = r->node_task[f->first + i];

			if (r->task[t].held && r->task[t].phase - least < lead) {
				r->task[t].held = 0;
				tasks_go_on(r, t);
			}
		}
	}
}

/* The task goes on unless it is far ahead of others of its node. */
static void
iterated(traffic_run *r, uint32_t t)
{
	task *k = &r->task[t];
	const case_job *b = &r->job[k->job];
	steady_job *s = &r->steady->job[k->job];

	if (k->phase <= b->goal)
		sums_of(s, k->phase / b->phases - 1)[s->set[t - b->first_task]] += (uint64_t)r->net->calendar.now;
	if (k->phase == b->goal) {
		r->tasks_left--;
		s->done++;
	}
	k->running = 0;
	k->timer = NEVER;
	k->held = 1;
	release(r, k->job, k->node);
}

/* Not before open-loop jobs have drained; NEVER: when all jobs have done what they must. */
static int64_t
until(const traffic_run *r, int64_t max_time)
{
	int64_t time = r->steady->time > r->drained ? r->steady->time : r->drained;

	return time < max_time ? time : NEVER;
}

/* More of p's message follows, and nothing hangs on when p is whole at its node, unless the case has ended before: count it now, and keep
 * it until then. */
static void
count_behind(traffic_run *r, case_job *j, const packet *p)
{
	steady *s = r->steady;

	j->payload += p->bytes;
	while (s->behind_first < s->behind_count && s->behind[s->behind_first].tail <= r->net->calendar.now)
		s->behind_first++;
	if (s->behind_first > s->behind_room / 2) {
		s->behind_count -= s->behind_first;
		memcpy(s->behind, s->behind + s->behind_first, s->behind_count * sizeof *s->behind);
		s->behind_first = 0;
	}
	s->behind = xgrow(s->behind, &s->behind_room, s->behind_count + 1, sizeof *s->behind);
	s->behind[s->behind_count++] = *p;
}

static void
delivered(traffic_run *r, case_job *j, uint32_t id)
{
	const packet *p = packet_of(r->net, id);

	if (!r->counts_packets && flight_of(r, p->message)->left > p->bytes)
		count_behind(r, j, p);
	ends_delivered(r, j, id);
}

static void
arrived(traffic_run *r, case_job *j, const packet *p, int64_t time)
{
	if (p->link != NONE)
		j->payload += p->bytes;
	ends_arrived(r, j, p, time);
}

/* Packets do not count that are not whole at their nodes, nor do their messages. */
static void
over(traffic_run *r)
{
	for (uint32_t k = 0; k < r->net->parts; k++) {
		traffic_run *part = part_at(r->net, k)->run;
		steady *s = part->steady;

		for (; s->behind_first < s->behind_count; s->behind_first++) {
			const packet *p = &s->behind[s->behind_first];

			if (p->tail <= r->end)
				continue;
			part->job[flight_of(part, p->message)->job].payload -= p->bytes;
			ending_take_back(part->net, p, r->end);
		}
	}
}

static void
divide(traffic_run *p, const traffic_run *r)
{
	steady *s = p->steady;

	if (!s)
		s = p->steady = xcalloc(1, sizeof *s);
	s->job = xgrow(s->job, &s->room, (size_t)r->jobs + 1, sizeof *s->job);
	for (uint32_t j = 0; j < r->jobs && j < r->steady->room; j++) {
		steady_job own = s->job[j];

		s->job[j] = r->steady->job[j];
		s->job[j].finished = own.finished;
		s->job[j].room = own.room;
		s->job[j].begun = 0;
		s->job[j].done = 0;
	}
}

static void
collect(traffic_run *r, const traffic_run *p)
{
	for (uint32_t j = 0; j < r->jobs && j < r->steady->room; j++) {
		const steady_job *from = &p->steady->job[j];
		steady_job *to = &r->steady->job[j];

		to->done += from->done;
		if (from->begun)
			sums_of(to, from->begun / from->sets - 1);
		for (size_t i = 0; i < from->begun; i++)
			to->finished[i] += from->finished[i];
	}
}

static const run_mode mode_steady = { .endless = true, .until = until, .over = over, .divide = divide, .collect = collect,
	.start = tasks_start, .send = interface_serve, .delivered = delivered, .arrived = arrived, .iterated = iterated };

void
steady_init(traffic_run *r, int64_t iterations, int64_t time)
{
	r->mode = &mode_steady;
	r->steady = xcalloc(1, sizeof *r->steady);
	*r->steady = (steady){ .wanted = 1 + iterations, .time = time, .use = xcalloc(r->net->machine->nodes, sizeof *r->steady->use) };
}
